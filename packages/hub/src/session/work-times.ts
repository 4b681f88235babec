/**
 * How long tool calls and thoughts took, for clients that read them later: the protocol has no times.
 *
 * `_meta["acp-stack.dev/hub"].took` has the milliseconds, in the update that ends a tool call and in an update of its
 * own after a thought. Times below a second are left out, and so is work that began under another owner.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { hubKey } from '../store/records.ts';
import { finalStatus, isUpdate, type UpdateOf } from './session-state.ts';

/** Shorter times are not worth a word, in milliseconds. */
const shortest = 1000;
/** How many tool calls are timed at once: an agent that never ends them must not fill the memory. */
const maxCalls = 1024;

/** What ends the thought before it: the next piece of the conversation. */
const pieces = new Set<string>([
  'user_message',
  'user_message_chunk',
  'agent_message',
  'agent_message_chunk',
  'agent_thought',
  'agent_thought_chunk',
  'tool_call_update',
] satisfies SessionUpdate['sessionUpdate'][]);

export class WorkTimes {
  /** When each tool call of this turn began; undefined when it has ended. */
  readonly #calls = new Map<string, number | undefined>();
  #thought: { readonly messageId: string; readonly start: number } | undefined;

  /** What to store for an update of the agent that came at `now`. */
  timed(update: SessionUpdate, now: number): readonly SessionUpdate[] {
    const before = this.#endedThought(update, now);
    const shown = isUpdate(update, 'tool_call_update') ? this.#timedCall(update, now) : update;
    if (isUpdate(update, 'state_update') && update.state === 'idle') this.#calls.clear();
    return before === undefined ? [shown] : [before, shown];
  }

  /** Forgets what has begun: the agent is gone. */
  clear(): void {
    this.#calls.clear();
    this.#thought = undefined;
  }

  #timedCall(update: UpdateOf<'tool_call_update'>, now: number): SessionUpdate {
    const { toolCallId, status, _meta: meta } = update;
    const start = this.#calls.get(toolCallId);
    if (!finalStatus.has(status)) {
      if (!this.#calls.has(toolCallId) && this.#calls.size < maxCalls) this.#calls.set(toolCallId, now);
      return update;
    }
    this.#calls.set(toolCallId, undefined);
    // Metadata of null clear what was there.
    if (start === undefined || now - start < shortest || meta === null) return update;
    return { ...update, _meta: { ...meta, ...took(now - start) } };
  }

  #endedThought(update: SessionUpdate, now: number): SessionUpdate | undefined {
    const { sessionUpdate, messageId } = update as { readonly sessionUpdate: string; readonly messageId?: unknown };
    const isThought = sessionUpdate === 'agent_thought_chunk' || sessionUpdate === 'agent_thought';
    const before = this.#thought;
    if (isThought && messageId === before?.messageId) return undefined;
    const isEnd = pieces.has(sessionUpdate) || (isUpdate(update, 'state_update') && update.state !== 'running');
    if (!isEnd) return undefined;
    this.#thought = isThought && typeof messageId === 'string' ? { messageId, start: now } : undefined;
    if (before === undefined || now - before.start < shortest) return undefined;
    return { sessionUpdate: 'agent_thought', messageId: before.messageId, _meta: took(now - before.start) };
  }
}

const took = (milliseconds: number): Readonly<Record<string, unknown>> => ({
  [hubKey]: { took: Math.round(milliseconds) },
});
