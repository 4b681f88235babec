/**
 * One prompt on its way: the updates while it is worked on, and how it ended.
 *
 * A run is over exactly once. Every update that came before its end was handled by every listener before the outcome
 * resolves, and is in the stream before it ends.
 */
import { echoGrace, PromptProgress, type IdleState, type PromptStart } from '@acp-stack/schema/prompt-progress';
import { isAbortError, type Clock } from '@acp-stack/rpc';
import type {
  Error as ProtocolError,
  Extension,
  IdleStateUpdateVariants,
  SessionUpdate,
  Usage,
} from '@acp-stack/schema/v2/unstable';

import type { UpdateLimits } from './update-limits.ts';
import { UpdateQueue } from './update-queue.ts';

/** Why work stopped. */
export type StopReason = keyof IdleStateUpdateVariants | Extension;

/** How a prompt ended. */
export interface PromptOutcome {
  /**
   * `unknown` when it was cancelled and the agent did not say in time what became of it, or the session was closed
   * before it did.
   */
  readonly kind: 'ended' | 'unknown';
  /** Undefined also when the agent gives no reason. */
  readonly stopReason: StopReason | undefined;
  /** The message that the prompt became; undefined when it was never inserted or the agent did not say. */
  readonly messageId: string | undefined;
  /** What the work used, where the agent reports it. */
  readonly usage?: Usage;
  /** What failed, with the stop reason `error`. */
  readonly error?: ProtocolError;
}

/**
 * A prompt that was sent.
 *
 * Iterate over it for the updates of the session until the prompt is over, or await it for the outcome, or both. When
 * the session was busy, the stream begins with the agent's echo of the message. Leaving the loop early does not
 * cancel the work (`session.cancel()` does); further updates are no longer kept for the stream. A run that nobody
 * reads keeps the newest updates up to a limit.
 *
 * It rejects, and the stream throws after the last update, when the agent refuses the prompt or the connection ends.
 * Work that failed after the prompt was taken in is an outcome with the stop reason `error`.
 */
export class PromptRun implements AsyncIterable<SessionUpdate>, PromiseLike<PromptOutcome> {
  readonly #queue: UpdateQueue;
  readonly #outcome: Promise<PromptOutcome>;
  readonly #progress: PromptProgress;

  constructor(queue: UpdateQueue, outcome: Promise<PromptOutcome>, progress: PromptProgress) {
    this.#queue = queue;
    this.#outcome = outcome;
    this.#progress = progress;
  }

  /** The id of the message in the session; undefined until the agent has inserted it. */
  get messageId(): string | undefined {
    return this.#progress.messageId;
  }

  /** How many updates are missing at the start of the stream, because it was read too late or too slowly. */
  get missed(): number {
    return this.#queue.missed;
  }

  [Symbol.asyncIterator](): AsyncIterator<SessionUpdate, undefined> {
    return this.#queue.read();
  }

  /** Settles when the prompt is over; this is what `await` uses. */
  // oxlint-disable-next-line unicorn/no-thenable -- a run is meant to be awaited
  then<A = PromptOutcome, B = never>(
    onFulfilled?: ((outcome: PromptOutcome) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#outcome.then(onFulfilled, onRejected);
  }
}

export interface ActivePromptOptions extends PromptStart {
  readonly clock: Clock;
  readonly limits: Pick<UpdateLimits, 'unread' | 'behind'>;
  readonly onMissed: (limit: number) => void;
  /** Called once, when the prompt is over. */
  readonly onOver: () => void;
}

/** The session's side of a run. */
export class ActivePrompt {
  readonly run: PromptRun;
  readonly #queue: UpdateQueue;
  readonly #progress: PromptProgress;
  readonly #onOver: () => void;
  readonly #clock: Clock;
  /** Stops waiting for an echo. */
  #stopWaiting: (() => void) | undefined;
  #settle: { readonly resolve: (outcome: PromptOutcome) => void; readonly reject: (error: Error) => void };
  #isOver = false;
  /** The update that is being handled. */
  #current: SessionUpdate | undefined;

  constructor(options: ActivePromptOptions) {
    const { limits, onMissed, isQuiet } = options;
    this.#onOver = options.onOver;
    this.#clock = options.clock;
    this.#queue = new UpdateQueue({ limits, onMissed, isHeld: !isQuiet });
    this.#progress = new PromptProgress(options);
    this.#settle = { resolve: () => undefined, reject: () => undefined };
    const outcome = new Promise<PromptOutcome>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Nobody has to look: a program may only read the stream, or listen elsewhere.
    outcome.catch(() => undefined);
    this.run = new PromptRun(this.#queue, outcome, this.#progress);
  }

  get messageId(): string | undefined {
    return this.#progress.messageId;
  }

  /**
   * Takes an update that listeners are about to hear; a promise when the reader of the stream should be let run
   * first.
   */
  receive(update: SessionUpdate): Promise<void> | undefined {
    this.#current = update;
    return this.#queue.push(update);
  }

  /** The listeners have handled `update`: the prompt may be over now. */
  conclude(update: SessionUpdate): void {
    // A prompt that was sent by a listener of this very update has not received it.
    if (this.#current !== update) return;
    this.#current = undefined;
    const end = this.#progress.see(update, this.#queue.position - 1);
    if (end !== undefined) this.#end(end);
  }

  /** The agent has inserted the prompt. */
  answered(messageId: string | undefined): void {
    const { from, end } = this.#progress.answered(messageId, this.#queue.position);
    this.#queue.release(from);
    if (end !== undefined) this.#end(end);
    else if (this.#progress.presumedEnd !== undefined) this.#waitForEcho();
  }

  /** An agent that never echoes has ended what it did for the prompt; one that does may only now begin. */
  #waitForEcho(): void {
    this.#stopWaiting = this.#clock.schedule(echoGrace, () => {
      const end = this.#progress.presumedEnd;
      if (end !== undefined) this.#end(end);
    });
  }

  /**
   * The agent, or this side, did not take the prompt; one that was cancelled while it waited has ended as such
   * (CANCEL-09).
   */
  refused(error: Error): void {
    if (isAbortError(error)) this.#finish({ kind: 'ended', stopReason: 'cancelled', messageId: this.messageId });
    else this.fail(error);
  }

  /** Nobody waits any longer for what the agent says. */
  abandon(): void {
    this.#finish({ kind: 'unknown', stopReason: undefined, messageId: this.messageId });
  }

  fail(error: Error): void {
    if (!this.#close(error)) return;
    this.#settle.reject(error);
  }

  #end(idle: IdleState): void {
    const { stopReason, usage } = idle;
    const error = 'error' in idle ? (idle.error as ProtocolError | null | undefined) : undefined;
    this.#finish({
      kind: 'ended',
      stopReason: stopReason ?? undefined,
      messageId: this.messageId,
      ...(usage === undefined || usage === null ? {} : { usage }),
      ...(error === undefined || error === null ? {} : { error }),
    });
  }

  #finish(outcome: PromptOutcome): void {
    if (!this.#close()) return;
    this.#settle.resolve(outcome);
  }

  #close(error?: Error): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#stopWaiting?.();
    this.#queue.close(error);
    this.#onOver();
    return true;
  }
}
