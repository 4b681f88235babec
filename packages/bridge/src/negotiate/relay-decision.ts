/**
 * Which version the agent of a relay speaks: a program that passes on the messages of a client of either version.
 *
 * The client's `initialize` says which version is shown to it. Of a client of version 2, the agent gets the fields of
 * both versions; an agent that refuses the version is asked once more in the other one. There is a bridge only if the
 * agent's response is of the other version.
 */
import { rpcCodes, type Request } from '@acp-stack/rpc';
import type { InitializeRequest } from '@acp-stack/schema/v2/unstable';

import { answeredVersion } from '../convert/answered-version.ts';
import { hasVersion1Mark, hasVersion1Methods, withoutVersion1Methods } from '../extensions/version-1-methods.ts';
import type { ReportBridge } from '../loss/report.ts';
import { isRecord } from '../values/is-object.ts';
import { initializeForBothVersions } from './initialize-for-both-versions.ts';
import {
  initializeOf,
  repaired,
  responseTo,
  undecided,
  wants,
  type Begin,
  type Decision,
  type VersionChoice,
} from './version-decision.ts';

/** What a relay passes messages on for. */
export interface RelayOptions {
  /** Whether an agent that refused `initialize` is asked once more, in the other version. */
  readonly mayAskAgain: () => boolean;
  /**
   * Whether a client that sends the fields of both versions sent them itself, so that it is shown the version of the
   * agent. Proxies pass on fields that they do not understand.
   */
  readonly trustsBothVersions?: boolean;
  /** Whether `initialize` is sent as it came, without the fields of the other version: to another relay. */
  readonly asIs?: boolean;
}

interface RelayDecisionOptions extends RelayOptions {
  readonly extras: boolean;
  readonly report: ReportBridge;
}

type Fields = Readonly<Record<string, unknown>>;

/** For a relay: the response to `initialize` decides whether a bridge is needed. */
export function decideForRelay(options: RelayDecisionOptions): Decision {
  const { extras, mayAskAgain, trustsBothVersions = false, asIs = false, report } = options;
  let initialize: Request | undefined;
  let shown: 1 | 2 | 'either' = 2;
  const answered = (result: unknown, response: Parameters<typeof repaired>[0]): VersionChoice => {
    const version = answeredVersion(result);
    if (version === 1 && shown !== 2) return { kind: 'direct', version: 1 };
    if (version !== 1 && shown !== 1) return { kind: 'direct', version: 2, ...repaired(response, version, report) };
    // What is neither version is passed on as it is.
    if (version !== 1 && version !== 2) return { kind: 'direct', version: 1 };
    const begin: Begin = (bridge, inner) => {
      // The agent has this request already.
      inner.withhold(() => void bridge.send(requestFor(initialize)));
      inner.receiver.receive(response);
    };
    return { kind: 'bridged', speaks: version, begin };
  };
  return {
    start: () => undefined,
    outgoing: (message) => {
      const request = initializeOf(message);
      if (request === undefined) return message;
      initialize = request;
      const params = Object(request.params) as Fields;
      shown = params['protocolVersion'] === 1 ? 1 : trustsBothVersions && hasFieldsOf1(params) ? 'either' : 2;
      if (asIs || shown !== 2) return message;
      if (hasFieldsOf1(params)) return withFittingMethods(request);
      return { ...request, params: initializeForBothVersions(params as unknown as InitializeRequest, extras) };
    },
    incoming: (message) => {
      const response = initialize === undefined ? undefined : responseTo(initialize.id, message);
      if (response === undefined) return undecided;
      if (!('error' in response)) return answered(response.result, response);
      const other = shown === 1 ? 2 : 1;
      if (shown === 'either') return undecided;
      if (response.error.code !== rpcCodes.invalidParams && !wants(other, response.error)) return undecided;
      if (!mayAskAgain()) return undecided;
      return { kind: 'bridged', speaks: other, begin: (bridge) => void bridge.send(requestFor(initialize)) };
    },
    outcome: () => 'final',
  };
}

/** Whether the client sent the fields of version 1 itself. */
const hasFieldsOf1 = ({ clientInfo, clientCapabilities }: Fields): boolean =>
  clientInfo !== undefined || clientCapabilities !== undefined;

/** The request of a proxy: an agent of version 1 is told of files and terminals only if the client can be asked. */
function withFittingMethods(request: Request): Request {
  const { capabilities, clientCapabilities, ...params } = Object(request.params) as Fields;
  if (!isRecord(clientCapabilities) || hasVersion1Mark(capabilities) || !hasVersion1Methods(clientCapabilities))
    return request;
  const told = withoutVersion1Methods(clientCapabilities);
  const ours = capabilities === undefined ? {} : { capabilities };
  return { ...request, params: { ...params, ...ours, clientCapabilities: told } };
}

/** The request as a bridge reads it: what only the part of version 1 says about files and terminals is known too. */
function requestFor(request: Request | undefined): unknown {
  const { clientInfo: _, clientCapabilities, ...params } = Object(request?.params) as Fields;
  if (params['protocolVersion'] === 1 || !isRecord(clientCapabilities)) return request;
  if (!hasVersion1Mark(params['capabilities'])) return { ...request, params };
  const { fs, terminal } = clientCapabilities as Fields;
  const capabilities = {
    ...(fs === undefined ? {} : { fs }),
    ...(terminal === undefined ? {} : { terminal }),
    ...(isRecord(params['capabilities']) ? params['capabilities'] : {}),
  };
  return { ...request, params: { ...params, capabilities } };
}
