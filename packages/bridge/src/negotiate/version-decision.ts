/**
 * Which version a connection speaks.
 *
 * A client names the highest version it knows, and the agent responds with the one to use (INIT-05). So a client learns
 * the version from the response to `initialize`, an agent from the request.
 */
import {
  isSameId,
  rpcCodes,
  type Channel,
  type ErrorObject,
  type Request,
  type RequestId,
  type Response,
} from '@acp-stack/rpc';
import { errorCodes, type InitializeRequest } from '@acp-stack/schema/v2/unstable';

import { hasVersion1Mark } from '../extensions/version-1-methods.ts';
import type { ReportBridge } from '../loss/report.ts';
import { answeredVersion, versionRepair, withVersion } from '../convert/answered-version.ts';
import { initializeMethod, namesOfMethod, proxyInitializeMethod } from '../protocol/method-names.ts';
import { initializeForBothVersions } from './initialize-for-both-versions.ts';
import { earlyRequest } from './early-initialize.ts';
import type { AlreadyOpenChannel } from './already-open-channel.ts';

/** Hands the bridge the messages that were exchanged before it was there. */
export type Begin = (bridge: Channel, inner: AlreadyOpenChannel) => void;

/** The peer speaks another version than the program, so that a bridge is needed. */
export interface Bridged {
  readonly kind: 'bridged';
  /** The version of the peer; 1 when absent. */
  readonly speaks?: 1 | 2;
  readonly begin: Begin;
  /** The `initialize` request in version 2, if the program can receive it before the bridge is there. */
  readonly early?: Request | undefined;
}

/** What a message of the peer decides. */
export type VersionChoice =
  | { readonly kind: 'undecided' }
  | Bridged
  /** Both speak `version`, which is 2 when absent. `repaired` takes the place of the message. */
  | {
      readonly kind: 'direct';
      readonly version?: 1 | 2;
      readonly repaired?: Response;
      /** Whether an agent of version 1, behind a bridge elsewhere, may use files and terminals of the client. */
      readonly hasVersion1Methods?: boolean;
    };

export interface Decision {
  /** What a message of ours decides; undefined if it decides nothing. */
  start(message: unknown): Bridged | undefined;
  /** The message that is sent in place of `message`. */
  outgoing(message: unknown): unknown;
  /** What a message of the peer decides. */
  incoming(message: unknown, text: string | undefined): VersionChoice;
  /** Whether a message of ours undoes the decision or makes it final; undefined if neither. */
  outcome(message: unknown): 'undone' | 'final' | undefined;
}

export const undecided: VersionChoice = { kind: 'undecided' };

export interface DecisionOptions {
  /** Whether the version 2 side understands what only version 1 has. */
  readonly extras: boolean;
  readonly isStrict: boolean;
  /** Whether only version 1 is spoken. */
  readonly isOnly1: () => boolean;
  /** Whether `initialize` is sent once, and as the program wrote it. */
  readonly isAsIs: boolean;
  readonly report: ReportBridge;
}

/** For a client: the agent's response to `initialize` decides, unless only version 1 is spoken. */
export function decideByResponse({ extras, isOnly1, isAsIs, report }: DecisionOptions): Decision {
  let initialize: Request | undefined;
  return {
    start: (message) => {
      const request = isOnly1() ? initializeOf(message) : undefined;
      return request === undefined ? undefined : { kind: 'bridged', begin: (bridge) => void bridge.send(request) };
    },
    outgoing: (message) => {
      if (initialize !== undefined) return message;
      const request = initializeOf(message);
      if (request === undefined) return message;
      initialize = request;
      if (isAsIs) return message;
      return { ...request, params: initializeForBothVersions(request.params as InitializeRequest, extras) };
    },
    incoming: (message, text) => {
      const request = initialize;
      const response = request === undefined ? undefined : responseTo(request.id, message);
      if (response === undefined) return undecided;
      if ('error' in response) {
        if (isAsIs) return undecided;
        if (response.error.code !== rpcCodes.invalidParams && !wants(1, response.error)) return undecided;
        // An agent that refuses unknown fields or versions is asked once more, with the fields of version 1 alone.
        const begin: Begin = (bridge) => void bridge.send(request);
        return { kind: 'bridged', begin };
      }
      const version = answeredVersion(response.result);
      if (version !== 1) {
        const { capabilities } = Object(response.result) as Fields;
        const both = extras && hasVersion1Mark(capabilities);
        return { kind: 'direct', hasVersion1Methods: both, ...repaired(response, version, report) };
      }
      const begin: Begin = (bridge, inner) => {
        // The agent has this request already, with the fields of both versions.
        inner.withhold(() => void bridge.send(request));
        inner.receiver.receive(message, text);
      };
      return { kind: 'bridged', begin };
    },
    outcome: () => 'final',
  };
}

/**
 * For an agent: the client's `initialize` request decides. In strict mode its conversion may fail, which only the
 * bridge can report.
 */
export function decideByRequest({ extras, isStrict, isOnly1 }: DecisionOptions): Decision {
  let initializing: RequestId | undefined;
  return {
    start: () => undefined,
    outgoing: (message) => message,
    incoming: (message, text) => {
      const request = initializeOf(message);
      const { protocolVersion: requested } = Object(request?.params) as { readonly protocolVersion?: unknown };
      if (request === undefined || typeof requested !== 'number' || !Number.isInteger(requested)) return undecided;
      if (requested < 0) return undecided;
      initializing = request.id;
      // A version that does not exist is answered with the latest one (INIT-05).
      if (requested !== 1 && !isOnly1()) return { kind: 'direct' };
      const begin: Begin = (_, inner) => {
        inner.receiver.receive(message, text);
      };
      const waits = isStrict || request.method !== initializeMethod;
      return { kind: 'bridged', begin, early: waits ? undefined : earlyRequest(request, extras) };
    },
    outcome: (message) => {
      const response = initializing === undefined ? undefined : responseTo(initializing, message);
      if (response === undefined) return undefined;
      initializing = undefined;
      return 'error' in response ? 'undone' : 'final';
    },
  };
}

/** Whether an agent has refused the version that it was asked for and says that it speaks `version`. */
export function wants(version: 1 | 2, { code, data }: ErrorObject): boolean {
  const { supported } = Object(data) as { readonly supported?: unknown };
  return code === errorCodes.unsupported_protocol_version && Array.isArray(supported) && supported.includes(version);
}

/** The response with the right number, if it has the form of version 2 and the number of another version. */
export function repaired(
  response: Response,
  version: unknown,
  report: ReportBridge,
): { readonly repaired: Response } | undefined {
  const { protocolVersion } = Object((response as { readonly result?: unknown }).result) as Fields;
  if (version !== 2 || protocolVersion === 2) return undefined;
  report(versionRepair(2, protocolVersion));
  return { repaired: withVersion(response, 2) };
}

type Fields = Readonly<Record<string, unknown>>;

const initializeNames: ReadonlySet<unknown> = new Set([initializeMethod, ...namesOfMethod(proxyInitializeMethod)]);

/** `message`, if it is the request that initializes an agent or a proxy. */
export function initializeOf(message: unknown): Request | undefined {
  const { method, id } = Object(message) as Fields;
  return id !== undefined && initializeNames.has(method) ? (message as Request) : undefined;
}

/** `message`, if it is the response to the request `id`. */
export function responseTo(id: RequestId, message: unknown): Response | undefined {
  const fields = Object(message) as Fields;
  return fields['method'] === undefined && isSameId(fields['id'], id) ? (message as Response) : undefined;
}
