/**
 * Which version a connection speaks, and who decides it.
 *
 * A client names the highest version it knows and the agent answers with the one to use (INIT-05). A client of ours therefore learns it from the
 * answer, an agent of ours from the request.
 */
import { rpcCodes, type Channel, type ErrorObject, type Request, type RequestId, type Response } from '@acp-stack/rpc';
import { errorCodes, type InitializeRequest } from '@acp-stack/schema/v2/unstable';

import { initializeForBothVersions } from './initialize-for-both-versions.ts';
import { earlyRequest } from './early-initialize.ts';
import type { AlreadyOpenChannel } from './already-open-channel.ts';

/** Starts the bridge: hands it what was said so far. */
type Begin = (face: Channel, inner: AlreadyOpenChannel) => void;

/** The peer speaks version 1. */
export interface Version1 {
  readonly kind: 'version-1';
  readonly begin: Begin;
  /** What it asks, in version 2, where the program can be shown it before the bridge is there. */
  readonly shown?: Request | undefined;
}

/** What a message of the peer decides. */
export type Verdict =
  | { readonly kind: 'undecided' }
  | Version1
  | { readonly kind: 'version-2' }
  /** Nothing, because this is answered at once. */
  | { readonly kind: 'answer'; readonly message: unknown };

export interface Decision {
  /** What is sent in place of a message of ours. */
  outgoing(message: unknown): unknown;
  /** What a message of the peer decides. */
  incoming(message: unknown, text: string | undefined): Verdict;
  /** What a message of ours makes of what was decided: it is undone, or stays for good; undefined when that is still open. */
  outcome(message: unknown): 'undone' | 'final' | undefined;
}

const undecided: Verdict = { kind: 'undecided' };

/** We are the client: what the agent answers to `initialize` decides. */
export function decideByAnswer(extras: boolean): Decision {
  let asked: Request | undefined;
  return {
    outgoing: (message) => {
      if (asked !== undefined) return message;
      const request = initializeOf(message);
      if (request === undefined) return message;
      asked = request;
      return { ...request, params: initializeForBothVersions(request.params as InitializeRequest, extras) };
    },
    incoming: (message, text) => {
      const request = asked;
      const answer = request === undefined ? undefined : answerOf(message, request.id);
      if (answer === undefined) return undecided;
      if ('error' in answer) {
        if (answer.error.code !== rpcCodes.invalidParams && !wantsVersion1(answer.error)) return undecided;
        // An agent that cannot bear fields or versions it does not know is asked once more, in the shape of version 1 alone.
        const begin: Begin = (face) => void face.send(request);
        return { kind: 'version-1', begin };
      }
      const { protocolVersion } = Object(answer.result) as { readonly protocolVersion?: unknown };
      if (protocolVersion !== 1) return { kind: 'version-2' };
      const begin: Begin = (face, inner) => {
        // The agent has this request already, in both shapes.
        inner.withhold(() => void face.send(request));
        inner.receive(message, text);
      };
      return { kind: 'version-1', begin };
    },
    outcome: () => 'final',
  };
}

/** We are the agent: what the client asks for decides. In strict mode a conversion may fail, and only the bridge can say so. */
export function decideByRequest(extras: boolean, isStrict: boolean): Decision {
  let initializing: RequestId | undefined;
  return {
    outgoing: (message) => message,
    incoming: (message, text) => {
      const request = initializeOf(message);
      const { protocolVersion: requested } = Object(request?.params) as { readonly protocolVersion?: unknown };
      if (request === undefined || typeof requested !== 'number' || !Number.isInteger(requested)) return undecided;
      if (requested < 0) return undecided;
      if (requested === 0) return { kind: 'answer', message: unsupported(request.id, requested) };
      initializing = request.id;
      if (requested > 1) return { kind: 'version-2' };
      const begin: Begin = (_, inner) => {
        inner.receive(message, text);
      };
      return { kind: 'version-1', begin, shown: isStrict ? undefined : earlyRequest(request, extras) };
    },
    outcome: (message) => {
      const answer = initializing === undefined ? undefined : answerOf(message, initializing);
      if (answer === undefined) return undefined;
      initializing = undefined;
      return 'error' in answer ? 'undone' : 'final';
    },
  };
}

/** Whether an agent has refused version 2 and says that it speaks version 1. */
function wantsVersion1({ code, data }: ErrorObject): boolean {
  const { supported } = Object(data) as { readonly supported?: unknown };
  return code === errorCodes.unsupported_protocol_version && Array.isArray(supported) && supported.includes(1);
}

function unsupported(id: RequestId, requested: number): Response {
  const message = `Version ${requested} of the protocol is not supported; the supported ones are 1 and 2.`;
  const data = { requested, supported: [1, 2] };
  return { jsonrpc: '2.0', id, error: { code: errorCodes.unsupported_protocol_version, message, data } };
}

type Fields = Readonly<Record<string, unknown>>;

/** `message`, where it is a request to initialize. */
function initializeOf(message: unknown): Request | undefined {
  const { method, id } = Object(message) as Fields;
  return method === 'initialize' && id !== undefined ? (message as Request) : undefined;
}

/** `message`, where it answers `id`. */
export function answerOf(message: unknown, id: RequestId): Response | undefined {
  const fields = Object(message) as Fields;
  return fields['method'] === undefined && fields['id'] === id ? (message as Response) : undefined;
}
