/**
 * Reads a message of a remote client: what of it is passed on to the agent, or why it is refused.
 *
 * Params of a method of the protocol are checked, and only the fields that the protocol defines are passed on, so the
 * agent gets what was checked and nothing that it could read in another way. Methods that the protocol does
 * not define are refused, unless several released agents have them or the operator allows extensions.
 */
import { rpcCodes } from '@acp-stack/rpc';
import { formatProblem } from '@acp-stack/schema';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { problemOf, settingProblem, type ClientRules } from './client-rules.ts';
import { fieldsOf } from './message-fields.ts';
import { plain } from './refused-settings.ts';
import type { ServedMethods } from './served-methods.ts';

/** What becomes of a message. */
export type ReadMessage =
  | { readonly kind: 'refused'; readonly code: number; readonly problem: string }
  | {
      readonly kind: 'accepted';
      readonly message: JsonObject;
      /** The sessions that it names. */
      readonly sessionIds: readonly string[];
      /** Whether its result has the id of a session that it opens. */
      readonly opensSession: boolean;
      /** Fields that were left out. */
      readonly omitted: readonly string[];
    };

/** Methods of released clients that no version has, see docs/decisions/0021-extensions-that-agents-share.md. */
const sharedExtensions: ReadonlySet<string> = new Set(['session/set_model', '_session/steering']);
const ownMethod = /^_acp-stack\.dev\//u;

/** Reads `message`, which is of one of these versions. */
export function readClientMessage(
  message: unknown,
  versions: readonly ServedMethods[],
  rules: ClientRules,
): ReadMessage {
  if (!isJsonObject(message)) return refused(rpcCodes.invalidRequest, 'A message must be a JSON object.');
  const { id, method, params } = message;
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    return refused(rpcCodes.invalidRequest, 'The id of a request must be a string or a number.');
  }
  if (method === undefined && id !== undefined) return readResponse(message);
  if (typeof method !== 'string') return refused(rpcCodes.invalidRequest, 'A message must have a method.');
  const known = versions.flatMap((methods) => methods.get(method) ?? []);
  const [first] = known;
  if (first === undefined) return readExtension(message, method, rules);
  const kind = id === undefined ? 'notification' : 'request';
  if (first.kind !== kind && first.kind !== 'message') {
    return refused(rpcCodes.invalidRequest, `${method} is a ${first.kind}, not a ${kind}.`);
  }
  const checked = known.map((each) => ({ each, result: each.params.check(params) }));
  const valid = checked.flatMap(({ each, result }) => (result.ok ? [{ each, value: result.value }] : []));
  if (valid.length === 0) {
    const problems = checked.flatMap(({ result }) => (result.ok ? [] : result.problems.slice(0, 1)));
    return refused(rpcCodes.invalidParams, `Invalid params: ${problems.slice(-1).map(formatProblem).join('')}.`);
  }
  const reader = new FieldReader(rules);
  // Before `initialize` a message may be of both versions: each knows fields of its own.
  const parts = valid.map(({ each, value }) => fieldsOf(each.params.known(value, reader)));
  const part: JsonObject = Object.assign({}, ...parts);
  const problem = reader.problem ?? problemOf(part, rules);
  if (problem !== undefined) return refused(rpcCodes.invalidParams, problem);
  const omitted = reader.omitted(parts.length);
  const passed = params === undefined ? {} : { params: part };
  const { opensSession } = first;
  return accepted({ jsonrpc: '2.0', id, method, ...passed }, { sessionIds: reader.sessionIds, opensSession, omitted });
}

/** The response to a request of the agent, which decides what it reads in it. */
function readResponse({ id, result, error }: JsonObject): ReadMessage {
  if (error !== undefined) return accepted({ jsonrpc: '2.0', id, error }, {});
  if (result !== undefined) return accepted({ jsonrpc: '2.0', id, result }, {});
  const message = 'The client has sent a response without a result.';
  return accepted({ jsonrpc: '2.0', id, error: { code: rpcCodes.internalError, message } }, {});
}

/** A method that the protocol does not define. */
function readExtension(message: JsonObject, method: string, rules: ClientRules): ReadMessage {
  const { id, params } = message;
  if (!rules.allowsExtensions && !sharedExtensions.has(method) && !ownMethod.test(method)) {
    const remedy = 'its operator allows others with --allow-extensions';
    return refused(rpcCodes.methodNotFound, `This server passes on the methods of the protocol; ${remedy}.`);
  }
  if (params !== undefined && !isJsonObject(params)) {
    return refused(rpcCodes.invalidParams, 'Invalid params: expected an object.');
  }
  const { cwd: _cwd, additionalDirectories: _directories, mcpServers: _servers, _meta, ...others } = fieldsOf(params);
  const problem = problemOf(params, rules) ?? settingProblem(others, rules, '');
  if (problem !== undefined) return refused(rpcCodes.invalidParams, problem);
  const sessionIds = sessionIdsIn(params);
  if (sessionIds.every((each) => typeof each === 'string')) {
    return accepted({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }, { sessionIds });
  }
  return refused(rpcCodes.invalidParams, 'Invalid params: the id of a session must be a string.');
}

/** Sees the fields of params: the sessions they name, and what the protocol does not define. */
class FieldReader {
  readonly sessionIds: string[] = [];
  /** Why the params are refused. */
  problem: string | undefined;
  readonly #rules: ClientRules;
  readonly #omitted = new Map<string, number>();

  constructor(rules: ClientRules) {
    this.#rules = rules;
  }

  readonly field = (name: string, value: unknown): void => {
    if (isSessionId(name) && typeof value === 'string') this.sessionIds.push(value);
  };

  readonly unknown = (name: string, value: unknown, isMeta: boolean): boolean => {
    this.problem ??= settingProblem({ [name]: value }, this.#rules, isMeta ? ' in _meta' : '');
    if (this.#rules.allowsExtensions) this.field(name, value);
    if (this.#rules.allowsExtensions || (isMeta && isKnownMeta(name, value))) return true;
    const shown = isMeta ? `_meta.${name}` : name;
    this.#omitted.set(shown, (this.#omitted.get(shown) ?? 0) + 1);
    return false;
  };

  /** The fields that none of `count` versions knows. */
  omitted(count: number): readonly string[] {
    return [...this.#omitted].filter(([, times]) => times >= count).map(([name]) => name);
  }
}

/** In `_meta`: the trace context of the protocol, offers of decision 21, and what this program sends itself. */
function isKnownMeta(name: string, value: unknown): boolean {
  if (/^(?:traceparent|tracestate|baggage)$/u.test(name)) return typeof value === 'string';
  if (/^(?:terminal_output|terminal-auth)$/u.test(name)) return typeof value === 'boolean';
  return /^_?acp-stack\.dev\/./u.test(name);
}

const isSessionId = (name: string): boolean => plain(name).endsWith('sessionid');

/** The values of all fields that are named as ids of sessions, at any depth. */
function sessionIdsIn(params: unknown): readonly unknown[] {
  const ids: unknown[] = [];
  const left: unknown[] = [params];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, each] of Object.entries(value)) {
      if (isSessionId(name) && each !== null) ids.push(each);
      left.push(each);
    }
  }
  return ids;
}

const refused = (code: number, problem: string): ReadMessage => ({ kind: 'refused', code, problem });

function accepted(
  message: JsonObject,
  read: { sessionIds?: readonly string[]; opensSession?: boolean; omitted?: readonly string[] },
): ReadMessage {
  const { sessionIds = [], opensSession = false, omitted = [] } = read;
  return { kind: 'accepted', message: defined(message), sessionIds, opensSession, omitted };
}

/** A notification has no id. */
const defined = (message: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
