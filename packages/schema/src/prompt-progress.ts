/**
 * Decides when a prompt is over.
 *
 * The response to a prompt says only that it was inserted (LIFE-09). The prompt ends with an idle state after that: one
 * that follows work, or one with a stop reason. A repeated snapshot of an earlier end does not count (LIFE-10). The
 * response may arrive after the idle state; then the prompt is decided when the response arrives, from the position
 * where the agent echoed the message. Without an echo, the work before the response may have been the agent's own
 * (LIFE-16): its end is then only presumed to be the end of the prompt, and counts if nothing else follows.
 */
import type { IdleStateUpdate, SessionUpdate, StateUpdate } from './v2/unstable/index.ts';

/** Milliseconds that an agent has to echo a prompt before it counts as an agent that never does. */
export const echoGrace = 1000;

/** The state in which the agent waits for a prompt. */
export type IdleState = Extract<StateUpdate, { readonly state: 'idle' }>;

/** The state of the session when the prompt was sent. */
export interface PromptStart {
  /** The last state that the agent reported. */
  readonly state: StateUpdate;
  /** Whether no work was running and no other prompt waited, so that everything that follows is about this one. */
  readonly isQuiet: boolean;
  /** Whether the agent has ever reported in this session that it works. */
  readonly reportsWork: boolean;
  /** Whether a message is known to belong to another prompt. */
  readonly isClaimed: (messageId: string) => boolean;
}

type Seen =
  | { readonly kind: 'echo'; readonly messageId: string; readonly position: number }
  | { readonly kind: 'state'; readonly update: StateUpdate }
  | { readonly kind: 'speech' };

const speech: Seen = { kind: 'speech' };
const spoken = new Set<string>([
  'agent_message',
  'agent_message_chunk',
  'agent_thought',
  'agent_thought_chunk',
  'tool_call_update',
  'plan_update',
]);

/** How much is remembered until the response arrives; a prompt that waits long sees many states of other work. */
const maxRemembered = 1000;

/** Whether the agent works or waits for the user. Unknown states count as work. */
export const isBusy = ({ state }: StateUpdate): boolean => state !== 'idle';

/** Follows one prompt from its sending to its end. It is given the response and every update of the session. */
export class PromptProgress {
  readonly #start: PromptStart;
  #seen: Seen[] = [];
  #state: StateUpdate;
  #reportsWork: boolean;
  #isInserted = false;
  #hasWorked = false;
  #hasSpoken = false;
  #messageId: string | undefined;
  #presumedEnd: IdleState | undefined;

  constructor(start: PromptStart) {
    this.#start = start;
    this.#state = start.state;
    this.#reportsWork = start.reportsWork;
  }

  /** The id that the agent gave the message; undefined until it is known. */
  get messageId(): string | undefined {
    return this.#messageId;
  }

  /**
   * The end of work that ran before the response and did not belong to another prompt; undefined once an echo or other
   * work shows that the prompt comes later.
   */
  get presumedEnd(): IdleState | undefined {
    return this.#presumedEnd;
  }

  /** Looks at the update at `position`. Returns the state that ends the prompt, if it does. */
  see(update: SessionUpdate, position = 0): IdleState | undefined {
    const seen = whatMatters(update, position);
    if (seen === undefined) return undefined;
    if (this.#isInserted) return this.#follow(seen);
    this.#remember(seen);
    return undefined;
  }

  /**
   * The response arrived: the prompt was inserted, with `messageId` if the agent named it. `position` is the current
   * position of the session.
   */
  answered(messageId: string | undefined, position = 0): { from: number; end: IdleState | undefined } {
    const seen = this.#seen;
    this.#seen = [];
    const echo = seen.findIndex((each) => each.kind === 'echo' && this.#isEcho(each.messageId, messageId));
    const found = seen[echo];
    this.#messageId = found?.kind === 'echo' ? found.messageId : messageId;
    const isWhole = echo === -1 && messageId === undefined && this.#start.isQuiet;
    const first = isWhole ? 0 : echo === -1 ? seen.length : echo;
    if (first > 0 && echo === -1) this.#presumedEnd = this.#presume(seen);
    for (const each of seen.slice(0, first)) this.#note(each);
    this.#insert();
    let end: IdleState | undefined;
    for (const each of seen.slice(first)) end ??= this.#follow(each);
    return { from: found?.kind === 'echo' ? found.position : position, end };
  }

  /**
   * The idle state that would have ended the prompt if it had been inserted when it was sent; undefined while work is
   * running.
   */
  #presume(seen: readonly Seen[]): IdleState | undefined {
    if (!this.#start.isQuiet || seen.some((each) => each.kind === 'echo')) return undefined;
    const asIfFirst = new PromptProgress(this.#start);
    asIfFirst.answered(undefined);
    let end: IdleState | undefined;
    for (const each of seen)
      end = asIfFirst.#follow(each) ?? (each.kind === 'state' && isBusy(each.update) ? undefined : end);
    return end;
  }

  /**
   * Agents of an older draft do not name the message: then it is the first that does not belong to another prompt
   * (X-20).
   */
  #isEcho(seen: string, messageId: string | undefined): boolean {
    return messageId === undefined ? !this.#start.isClaimed(seen) : seen === messageId;
  }

  #insert(): void {
    this.#isInserted = true;
    // Running work takes the prompt in.
    this.#hasWorked = isBusy(this.#state);
  }

  /** Takes one step after the insertion. */
  #follow(seen: Seen): IdleState | undefined {
    if (seen.kind === 'echo' || (seen.kind === 'state' && isBusy(seen.update))) this.#presumedEnd = undefined;
    if (seen.kind === 'speech') {
      this.#hasSpoken = true;
      return undefined;
    }
    if (seen.kind === 'echo') {
      if (this.#messageId === undefined && !this.#start.isClaimed(seen.messageId)) this.#messageId = seen.messageId;
      return undefined;
    }
    const { update } = seen;
    const before = this.#state;
    this.#note(seen);
    if (isBusy(update)) {
      this.#hasWorked = true;
      return undefined;
    }
    const idle = update as IdleState;
    return this.#hasWorked || this.#isNewEnd(before, idle) ? idle : undefined;
  }

  /** Whether an idle state without work before it is a new end. */
  #isNewEnd(before: StateUpdate, idle: IdleState): boolean {
    if (idle.stopReason === undefined || idle.stopReason === null) return false;
    if (isBusy(before) || !isSameEnd(before as IdleState, idle)) return true;
    // An agent that never reports work ends every turn in the same way; other updates in between show that this is not
    // a repetition.
    return !this.#reportsWork && this.#hasSpoken;
  }

  #note(seen: Seen): void {
    if (seen.kind !== 'state') return;
    this.#state = seen.update;
    if (isBusy(seen.update)) this.#reportsWork = true;
  }

  #remember(seen: Seen): void {
    const last = this.#seen.at(-1);
    // Chunks of one message count as one echo, and consecutive updates of the agent as one.
    if (last?.kind === 'echo' && seen.kind === 'echo' && last.messageId === seen.messageId) return;
    if (last === speech && seen === speech) return;
    this.#seen.push(seen);
    const oldest = this.#seen.length > maxRemembered ? this.#seen.shift() : undefined;
    if (oldest !== undefined) this.#note(oldest);
  }
}

function whatMatters(update: SessionUpdate, position: number): Seen | undefined {
  if (update.sessionUpdate === 'state_update') return { kind: 'state', update };
  if (update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk') {
    return { kind: 'echo', messageId: update.messageId, position };
  }
  return spoken.has(update.sessionUpdate) ? speech : undefined;
}

function isSameEnd(left: IdleStateUpdate, right: IdleStateUpdate): boolean {
  return JSON.stringify(endOf(left)) === JSON.stringify(endOf(right));
}

const endOf = (idle: IdleStateUpdate): unknown[] => [
  idle.stopReason ?? null,
  idle.usage ?? null,
  'error' in idle ? (idle.error ?? null) : null,
];
