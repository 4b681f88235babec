/** Checks one message of the program under test: its envelope, then what it carries. */
import { fieldsOf, isFields, isRequest, isResponse, type Fields, type LoggedMessage } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import type { Asked, ConnectionState } from './connection-state.ts';
import type { Fault } from './finding.ts';
import { gateFaults } from './gates.ts';
import { payloadFaults } from './payload.ts';
import { otherVersion, protocols, type Method } from './protocol.ts';

/** What is wrong with a message, and the request that it answers. */
export interface MessageFaults {
  readonly faults: readonly Fault[];
  readonly request?: LoggedMessage;
}

/** Checks any JSON value that arrived; `version` is that of the scenario, until one is agreed on. */
export function messageFaults(value: unknown, state: ConnectionState, version: Version): MessageFaults {
  const faults: Fault[] = [];
  if (!isFields(value)) {
    return { faults: [{ rule: 'GEN-01', found: `It sent ${short(value)}, which is not a JSON-RPC object.` }] };
  }
  if (value['jsonrpc'] !== '2.0')
    faults.push({ rule: 'GEN-01', found: `A message has ${short(value['jsonrpc'])} instead of "2.0" as jsonrpc.` });
  if (typeof value['method'] === 'string') {
    return { faults: [...faults, ...callFaults(value, value['method'], state, state.version ?? version)] };
  }
  if (!isResponse(value)) {
    return { faults: [...faults, { rule: 'GEN-01', found: `It sent ${short(value)}, which is no JSON-RPC message.` }] };
  }
  const { faults: more, request } = responseFaults(value, state, version);
  return { faults: [...faults, ...more], ...(request === undefined ? {} : { request }) };
}

// ---------------------------------------------------------------------------------------- responses

function responseFaults(response: Fields, state: ConnectionState, version: Version): MessageFaults {
  const faults: Fault[] = [...shapeFaults(response, state.version ?? version)];
  const { id } = response;
  const asked = state.answered(id);
  if (asked === undefined) return { faults: [...faults, ...strayFaults(response, state, version)] };
  const isInitialize = asked.method === 'initialize' && 'result' in response;
  if (isInitialize) state.initialized(asked, response['result']);
  if ('result' in response && !('error' in response)) faults.push(...resultFaults(asked, response['result'], state));
  return { faults, request: asked.message };
}

/** A response has a result, or an error with a code and a message, and never both. */
function shapeFaults(response: Fields, version: Version): readonly Fault[] {
  if ('result' in response && 'error' in response)
    return [{ rule: 'GEN-02', found: 'A response has a result and an error.' }];
  if (!('error' in response)) return [];
  return protocols[version].error.check(response['error']).ok
    ? []
    : [{ rule: 'GEN-02', found: `A response has the error ${short(response['error'])} without a code and a message.` }];
}

/** A response that belongs to no request; an error without an id may be about anything. */
function strayFaults(response: Fields, state: ConnectionState, version: Version): readonly Fault[] {
  const { id } = response;
  if (id === null && 'error' in response) return [];
  const rule = (state.version ?? version) === 1 ? 'GEN-15' : 'GEN-01';
  if (id === undefined) return [{ rule, found: 'A response has no id.' }];
  // That a stray response is answered is another rule, which a scenario decides.
  if (state.isStray(id)) return [];
  if (state.knows(id)) return [{ rule, found: `A request with the id ${short(id)} got a second response.` }];
  return [{ rule, found: `A response has the id ${short(id)}, which belongs to no request.` }];
}

function resultFaults({ method: name }: Asked, result: unknown, { version }: ConnectionState): readonly Fault[] {
  if (typeof name !== 'string' || version === undefined) return [];
  const shape = protocols[version].find(name)?.result;
  return shape === undefined ? [] : payloadFaults({ version, method: name, isResult: true, value: result, shape });
}

// ---------------------------------------------------------------------------------------- requests and notifications

function callFaults(message: Fields, name: string, state: ConnectionState, version: Version): readonly Fault[] {
  const faults = isRequest(message) ? idFaults(message['id'], state, version) : [];
  if (name.startsWith('_')) return [...faults, ...customFaults(message, name, state)];
  if (name.startsWith('$/') && name !== '$/cancel_request') return faults;
  const method = protocols[version].find(name);
  if (method === undefined) return [...faults, ...unknownFaults(name, version)];
  const { direction } = method;
  if (direction !== 'agent>client' && direction !== 'both')
    return [...faults, { rule: 'EXT-04', found: `The agent sent ${name}, which is not a method of clients.` }];
  const params = message['params'];
  return [
    ...faults,
    ...kindFaults(message, name, method),
    ...gateFaults({ version, name, method, params: fieldsOf(params), client: state.client }),
    ...payloadFaults({ version, method: name, isResult: false, value: params, shape: method.params }),
  ];
}

/** Custom notifications are advertised somewhere in the metadata of `initialize`. */
function customFaults(message: Fields, name: string, { agent, version }: ConnectionState): readonly Fault[] {
  if (isRequest(message) || version === undefined || JSON.stringify(agent).includes('"_meta":{"')) return [];
  return [{ rule: 'EXT-09', found: `The agent sent ${name}, but its capabilities have no metadata that announce it.` }];
}

function idFaults(id: unknown, state: ConnectionState, version: Version): readonly Fault[] {
  const isAllowed = typeof id === 'string' || Number.isInteger(id) || (version === 1 && id === null);
  if (!isAllowed) return [{ rule: 'GEN-01', found: `A request has the id ${short(id)}.` }];
  if (state.opened(id)) return [];
  return [{ rule: 'GEN-16', found: `A request has the id ${short(id)}, which another one without a response has.` }];
}

/** A method that the version does not have: one of the other version, or one that the agent made up. */
function unknownFaults(name: string, version: Version): readonly Fault[] {
  if (protocols[otherVersion[version]].find(name) === undefined)
    return [{ rule: 'EXT-04', found: `The agent sent ${name}, which is no method of the protocol and has no _.` }];
  const found = `The agent sent ${name}, which version ${version} does not have.`;
  const rule = removed.find(([pattern]) => version === 2 && pattern.test(name))?.[1];
  return [{ rule: 'INIT-08', found }, ...(rule === undefined ? [] : [{ rule, found }])];
}

const removed: readonly (readonly [RegExp, string])[] = [
  [/^fs\//u, 'FS-08'],
  [/^terminal\//u, 'TERM-12'],
];

function kindFaults(message: Fields, name: string, { kind }: Method): readonly Fault[] {
  if (kind === 'request' && !isRequest(message))
    return [{ rule: 'GEN-01', found: `${name} is a request, but it was sent without an id.` }];
  if (kind === 'notification' && isRequest(message))
    return [{ rule: 'GEN-01', found: `${name} is a notification, but it was sent with an id.` }];
  return [];
}

/** A value as JSON, cut if it is long. */
function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
