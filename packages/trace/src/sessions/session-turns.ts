/**
 * The turns of the sessions of a connection, as its messages show them, to find updates that come too late.
 *
 * A response to `session/prompt` with a stop reason ends a turn; where the response has none, the turn ends with a
 * state, and an agent may go on in the background. After the response to `session/close` nothing may follow.
 */
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { MethodName as MethodOfV1, SessionUpdate as UpdateOfV1 } from '@acp-stack/schema/v1/unstable';

type Message = Readonly<Record<string, unknown>>;

/** An update that came too late. */
export interface LateUpdate {
  /** The kind of the update. */
  readonly update: string;
  /** What had ended before. */
  readonly after: 'turn' | 'session';
}

/** Requests during which an agent sends updates of earlier or present turns. */
const turnMethods: ReadonlySet<string> = new Set<MethodOfV1>(['session/prompt', 'session/load', 'session/resume']);
const promptMethod: MethodOfV1 = 'session/prompt';
const closeMethod: MethodOfV1 = 'session/close';
/** Updates that belong to a turn; settings, commands, titles and usage may change at any time. */
const turnUpdates: ReadonlySet<string> = new Set<UpdateOfV1['sessionUpdate']>([
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
]);
/** How many sessions and requests are remembered. */
const maxIds = 10_000;

interface Turns {
  /** Requests without a response that belong to a turn. */
  open: number;
  /** Undefined until something has ended. */
  ended: LateUpdate['after'] | undefined;
}

/** Notes the turns of one connection. */
export class SessionTurns {
  readonly #sessions = new Map<string, Turns>();
  readonly #requests = new Map<unknown, { readonly method: string; readonly sessionId: string }>();

  /** Notes a message of the client or of the agent, in order; returns what is late in it. */
  note(from: 'client' | 'agent', { id, method, params, result }: Message): LateUpdate | undefined {
    if (from === 'client') {
      if (typeof method === 'string' && id !== undefined) this.#asked(id, method, params);
      return undefined;
    }
    if (method === undefined) this.#answered(id, result);
    return method === 'session/update' ? this.#lateIn(params) : undefined;
  }

  #asked(id: unknown, method: string, params: unknown): void {
    const sessionId = isJsonObject(params) ? params['sessionId'] : undefined;
    if (typeof sessionId !== 'string' || this.#requests.size >= maxIds) return;
    if (method !== closeMethod && !turnMethods.has(method)) return;
    this.#requests.set(id, { method, sessionId });
    if (method === closeMethod) return;
    const turns = this.#turns(sessionId);
    turns.open += 1;
    turns.ended = undefined;
  }

  #answered(id: unknown, result: unknown): void {
    const request = this.#requests.get(id);
    if (request === undefined) return;
    this.#requests.delete(id);
    const turns = this.#turns(request.sessionId);
    if (request.method === closeMethod) {
      if (result !== undefined) turns.ended = 'session';
      return;
    }
    turns.open -= 1;
    const hasEnded =
      request.method === promptMethod && isJsonObject(result) && typeof result['stopReason'] === 'string';
    if (turns.open === 0 && hasEnded) turns.ended = 'turn';
  }

  #lateIn(params: unknown): LateUpdate | undefined {
    if (!isJsonObject(params) || !isJsonObject(params['update'])) return undefined;
    const { sessionId, update } = params as { readonly sessionId?: unknown; readonly update: Message };
    const after = typeof sessionId === 'string' ? this.#sessions.get(sessionId)?.ended : undefined;
    const kind = update['sessionUpdate'];
    if (after === undefined || typeof kind !== 'string') return undefined;
    return after === 'session' || turnUpdates.has(kind) ? { update: kind, after } : undefined;
  }

  #turns(sessionId: string): Turns {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const turns: Turns = { open: 0, ended: undefined };
    if (this.#sessions.size < maxIds) this.#sessions.set(sessionId, turns);
    return turns;
  }
}
