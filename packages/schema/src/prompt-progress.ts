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

type Observation =
  | { readonly kind: 'echo'; readonly messageId: string; readonly position: number }
  | { readonly kind: 'state'; readonly update: StateUpdate }
  | { readonly kind: 'agent-update' };

const agentUpdate: Observation = { kind: 'agent-update' };
const agentUpdateKinds = new Set<string>([
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
  #observations: Observation[] = [];
  #state: StateUpdate;
  #reportsWork: boolean;
  #isInserted = false;
  #hasWorked = false;
  #hasAgentUpdates = false;
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
    const observation = observationOf(update, position);
    if (observation === undefined) return undefined;
    if (this.#isInserted) return this.#follow(observation);
    this.#remember(observation);
    return undefined;
  }

  /**
   * The response arrived: the prompt was inserted, with `messageId` if the agent named it. `position` is the current
   * position of the session.
   */
  answered(messageId: string | undefined, position = 0): { from: number; end: IdleState | undefined } {
    const observations = this.#observations;
    this.#observations = [];
    const echo = observations.findIndex((each) => each.kind === 'echo' && this.#isEcho(each.messageId, messageId));
    const found = observations[echo];
    this.#messageId = found?.kind === 'echo' ? found.messageId : messageId;
    const isWhole = echo === -1 && messageId === undefined && this.#start.isQuiet;
    const first = isWhole ? 0 : echo === -1 ? observations.length : echo;
    if (first > 0 && echo === -1) this.#presumedEnd = this.#presume(observations);
    for (const each of observations.slice(0, first)) this.#note(each);
    this.#insert();
    let end: IdleState | undefined;
    for (const each of observations.slice(first)) end ??= this.#follow(each);
    return { from: found?.kind === 'echo' ? found.position : position, end };
  }

  /**
   * The idle state that would have ended the prompt if it had been inserted when it was sent; undefined while work is
   * running.
   */
  #presume(observations: readonly Observation[]): IdleState | undefined {
    if (!this.#start.isQuiet || observations.some((each) => each.kind === 'echo')) return undefined;
    const asIfFirst = new PromptProgress(this.#start);
    asIfFirst.answered(undefined);
    let end: IdleState | undefined;
    for (const each of observations)
      end = asIfFirst.#follow(each) ?? (each.kind === 'state' && isBusy(each.update) ? undefined : end);
    return end;
  }

  /**
   * Agents of an older draft do not name the message: then it is the first that does not belong to another prompt
   * (X-20).
   */
  #isEcho(echoId: string, messageId: string | undefined): boolean {
    return messageId === undefined ? !this.#start.isClaimed(echoId) : echoId === messageId;
  }

  #insert(): void {
    this.#isInserted = true;
    // The prompt becomes part of work that runs.
    this.#hasWorked = isBusy(this.#state);
  }

  /** Handles what is observed after the insertion; returns the state that ends the prompt, if it does. */
  #follow(observation: Observation): IdleState | undefined {
    if (observation.kind === 'echo' || (observation.kind === 'state' && isBusy(observation.update)))
      this.#presumedEnd = undefined;
    if (observation.kind === 'agent-update') {
      this.#hasAgentUpdates = true;
      return undefined;
    }
    if (observation.kind === 'echo') {
      if (this.#messageId === undefined && !this.#start.isClaimed(observation.messageId))
        this.#messageId = observation.messageId;
      return undefined;
    }
    const { update } = observation;
    const before = this.#state;
    this.#note(observation);
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
    return !this.#reportsWork && this.#hasAgentUpdates;
  }

  #note(observation: Observation): void {
    if (observation.kind !== 'state') return;
    this.#state = observation.update;
    if (isBusy(observation.update)) this.#reportsWork = true;
  }

  #remember(observation: Observation): void {
    const last = this.#observations.at(-1);
    // Chunks of one message count as one echo, and consecutive updates of the agent as one.
    if (last?.kind === 'echo' && observation.kind === 'echo' && last.messageId === observation.messageId) return;
    if (last === agentUpdate && observation === agentUpdate) return;
    this.#observations.push(observation);
    const oldest = this.#observations.length > maxRemembered ? this.#observations.shift() : undefined;
    if (oldest !== undefined) this.#note(oldest);
  }
}

function observationOf(update: SessionUpdate, position: number): Observation | undefined {
  if (update.sessionUpdate === 'state_update') return { kind: 'state', update };
  if (update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk') {
    return { kind: 'echo', messageId: update.messageId, position };
  }
  return agentUpdateKinds.has(update.sessionUpdate) ? agentUpdate : undefined;
}

function isSameEnd(left: IdleStateUpdate, right: IdleStateUpdate): boolean {
  return JSON.stringify(endOf(left)) === JSON.stringify(endOf(right));
}

const endOf = (idle: IdleStateUpdate): unknown[] => [
  idle.stopReason ?? null,
  idle.usage ?? null,
  'error' in idle ? (idle.error ?? null) : null,
];
