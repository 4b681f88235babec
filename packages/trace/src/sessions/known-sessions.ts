/**
 * The sessions of a connection, as its messages name them, to find messages of sessions that do not exist.
 *
 * While a session is being opened its id is not known yet, so messages of unknown sessions are judged afterwards.
 */
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { MethodName as MethodOfV1 } from '@acp-stack/schema/v1/unstable';
import type { MethodName as MethodOfV2 } from '@acp-stack/schema/v2/unstable';

type Message = Readonly<Record<string, unknown>>;

/** Requests whose response names sessions. */
const naming: ReadonlySet<string> = new Set<MethodOfV1 | MethodOfV2>([
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  'session/list',
  'nes/start',
]);
/** Messages of the agent that have to name an open session. */
const judged: ReadonlySet<string> = new Set<MethodOfV1 | MethodOfV2>([
  'session/update',
  'session/request_permission',
  'elicitation/create',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
]);
/** How many ids are remembered. */
const maxIds = 10_000;

/** Notes the sessions of one connection. */
export class KnownSessions {
  readonly #known = new Set<string>();
  /** Requests of this side without a response, which may open a session. */
  readonly #opening = new Set<unknown>();
  /** Unknown sessions that had a message while a session was being opened. */
  readonly #suspects: { readonly sessionId: string; readonly method: string }[] = [];
  readonly #onUnknown: (sessionId: string, method: string) => void;

  /** `onUnknown` is called for each message of an unknown session. */
  constructor(onUnknown: (sessionId: string, method: string) => void) {
    this.#onUnknown = onUnknown;
  }

  /** Whether no message has named a session yet. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** Notes a message of this side, or of the other one. */
  note(direction: 'sent' | 'received', message: Message): void {
    const { id, method, params, result } = message;
    if (direction === 'sent') {
      if (isJsonObject(params)) this.#add(params['sessionId']);
      if (typeof method === 'string' && id !== undefined && naming.has(method)) this.#opening.add(id);
      return;
    }
    if (typeof method === 'string' && judged.has(method)) this.#judge(method, params);
    else if (method === undefined && this.#opening.delete(id)) this.#opened(result);
  }

  #judge(method: string, params: unknown): void {
    const sessionId = isJsonObject(params) ? params['sessionId'] : undefined;
    if (typeof sessionId !== 'string') return;
    const update = (params as Message)['update'];
    // The sessions of subagents are announced by an update.
    if (isJsonObject(update) && update['sessionUpdate'] === 'subagent_update') this.#add(update['sessionId']);
    if (this.#known.has(sessionId)) return;
    if (this.#opening.size === 0) this.#onUnknown(sessionId, method);
    else if (this.#suspects.length < maxIds) this.#suspects.push({ sessionId, method });
  }

  #opened(result: unknown): void {
    if (isJsonObject(result)) {
      this.#add(result['sessionId']);
      const { sessions } = result;
      if (Array.isArray(sessions)) for (const each of sessions) if (isJsonObject(each)) this.#add(each['sessionId']);
    }
    if (this.#opening.size > 0) return;
    for (const { sessionId, method } of this.#suspects.splice(0))
      if (!this.#known.has(sessionId)) this.#onUnknown(sessionId, method);
  }

  #add(sessionId: unknown): void {
    if (typeof sessionId === 'string' && this.#known.size < maxIds) this.#known.add(sessionId);
  }
}
