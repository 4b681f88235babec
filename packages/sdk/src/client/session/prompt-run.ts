/**
 * One prompt that was sent: the updates until it is over, and its outcome.
 *
 * A run is over exactly once. Before the outcome resolves, every update before the end was handled by every listener;
 * before the stream ends, every such update is in it.
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
   * `unknown` if it was cancelled and the agent did not report the end in time, or if the session was closed before.
   */
  readonly kind: 'ended' | 'unknown';
  /** Undefined if the agent gives no reason, or the outcome is unknown. */
  readonly stopReason: StopReason | undefined;
  /** The id of the user message; undefined if the prompt was never inserted, or the agent did not report it. */
  readonly messageId: string | undefined;
  /** The usage, if the agent reports it. */
  readonly usage?: Usage;
  /** The error, with the stop reason `error`. */
  readonly error?: ProtocolError;
}

interface RunPromises {
  readonly outcome: Promise<PromptOutcome>;
  readonly accepted: Promise<string | undefined>;
}

/**
 * A prompt that was sent.
 *
 * Iterate over it for the updates of the session until the prompt is over, or await it for the outcome, or both. If the
 * session was busy, the stream begins with the agent's echo of the message. Leaving the loop early does not cancel the
 * work (`session.cancel()` does); further updates are not kept for the stream. A run that is not read keeps the newest
 * updates up to a limit.
 *
 * It rejects, and the stream throws after the last update, if the agent refuses the prompt or the connection ends. If
 * the work fails after the prompt was accepted, the outcome has the stop reason `error`.
 */
export class PromptRun implements AsyncIterable<SessionUpdate>, PromiseLike<PromptOutcome> {
  readonly #queue: UpdateQueue;
  readonly #outcome: Promise<PromptOutcome>;
  readonly #progress: PromptProgress;
  /**
   * Resolves when the agent has accepted the prompt, with the id of the message if the agent names it; rejects if it
   * refuses the prompt or the connection ends before.
   */
  readonly accepted: Promise<string | undefined>;

  constructor(queue: UpdateQueue, progress: PromptProgress, promises: RunPromises) {
    this.#queue = queue;
    this.#outcome = promises.outcome;
    this.#progress = progress;
    this.accepted = promises.accepted;
  }

  /** The id of the message in the session; undefined until the agent has inserted it. */
  get messageId(): string | undefined {
    return this.#progress.messageId;
  }

  /** How many updates were dropped from the stream, because it was read too late or too slowly. */
  get missed(): number {
    return this.#queue.missed;
  }

  [Symbol.asyncIterator](): AsyncIterator<SessionUpdate, undefined> {
    return this.#queue.read();
  }

  /** Settles when the prompt is over; called by `await`. */
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

/** The part of a run that the session uses. */
export class ActivePrompt {
  readonly run: PromptRun;
  readonly #queue: UpdateQueue;
  readonly #progress: PromptProgress;
  readonly #onOver: () => void;
  readonly #clock: Clock;
  /** Stops waiting for an echo. */
  #stopWaiting: (() => void) | undefined;
  #settle: { readonly resolve: (outcome: PromptOutcome) => void; readonly reject: (error: Error) => void };
  #accept: (messageId: string | undefined) => void = () => undefined;
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
    const accepted = new Promise<string | undefined>((resolve, reject) => {
      this.#accept = resolve;
      // A prompt that is over was accepted, unless it failed before.
      outcome.then(({ messageId }) => resolve(messageId), reject);
    });
    // A program may read only the stream, and not the outcome.
    outcome.catch(() => undefined);
    accepted.catch(() => undefined);
    this.run = new PromptRun(this.#queue, this.#progress, { outcome, accepted });
  }

  get messageId(): string | undefined {
    return this.#progress.messageId;
  }

  /**
   * Takes an update before the listeners; returns a promise if the session should wait for the reader of the stream.
   */
  receive(update: SessionUpdate): Promise<void> | undefined {
    this.#current = update;
    return this.#queue.push(update);
  }

  /** The listeners have handled `update`: the prompt may be over now. */
  conclude(update: SessionUpdate): void {
    // A prompt that a listener of this very update has sent did not receive it.
    if (this.#current !== update) return;
    this.#current = undefined;
    const end = this.#progress.see(update, this.#queue.position - 1);
    if (end !== undefined) this.#end(end);
  }

  /** The agent has inserted the prompt. */
  answered(messageId: string | undefined): void {
    this.#accept(messageId);
    const { from, end } = this.#progress.answered(messageId, this.#queue.position);
    this.#queue.release(from);
    if (end !== undefined) this.#end(end);
    else if (this.#progress.presumedEnd !== undefined) this.#waitForEcho();
  }

  /** The work is over if the agent does not echo prompts; if it does, the echo comes within the grace period. */
  #waitForEcho(): void {
    this.#stopWaiting = this.#clock.schedule(echoGrace, () => {
      const end = this.#progress.presumedEnd;
      if (end !== undefined) this.#end(end);
    });
  }

  /** The request failed; a prompt that was cancelled while it waited has ended with `cancelled` (CANCEL-09). */
  refused(error: Error): void {
    if (isAbortError(error)) this.#finish({ kind: 'ended', stopReason: 'cancelled', messageId: this.messageId });
    else this.fail(error);
  }

  /** Stops waiting for the agent; the outcome is unknown. */
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
