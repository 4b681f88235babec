/**
 * One prompt that an agent works on, over one or more runs of AG-UI.
 *
 * What happens is put into one queue, in the order in which it happened: updates, questions, the end. A question ends a
 * run, and the turn waits for the next one, which brings the answer.
 */
import type { ResumeEntry } from '@ag-ui/core';
import type { ClientSession, ContentBlock, PromptOutcome, SessionUpdate } from '@acp-stack/sdk';

import type { Question } from './question.ts';

/** What happened in a turn. */
export type TurnEvent =
  | { readonly kind: 'update'; readonly update: SessionUpdate }
  | { readonly kind: 'question' }
  | { readonly kind: 'end'; readonly outcome: PromptOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

/** How many events may wait for the reader before the agent has to. */
const maxWaiting = 1000;

/** A turn of an agent. */
export class Turn {
  /** Resolves when the agent has ended the work. */
  readonly over: Promise<void>;
  readonly #events: TurnEvent[] = [];
  readonly #questions = new Map<
    string,
    { readonly question: Question; readonly timer: ReturnType<typeof setTimeout> }
  >();
  readonly #controller = new AbortController();
  #wake: (() => void) | undefined;
  #drained: (() => void) | undefined;
  #isOver = false;

  /** Sends the prompt. */
  constructor(session: ClientSession, content: readonly ContentBlock[]) {
    const updates = session.onUpdate((update) => this.#push({ kind: 'update', update }));
    const end = (event: TurnEvent): void => {
      updates[Symbol.dispose]();
      this.#isOver = true;
      this.#giveUp();
      void this.#push(event);
    };
    this.over = session.prompt(content, { signal: this.#controller.signal }).then(
      (outcome) => {
        end({ kind: 'end', outcome });
      },
      (error: unknown) => {
        end({ kind: 'failed', error });
      },
    );
  }

  /** Whether the agent has ended the work; events may still wait to be read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The questions that wait for an answer. */
  get questions(): readonly Question[] {
    return [...this.#questions.values()].map(({ question }) => question);
  }

  /** Whether something has happened that was not read. */
  get hasMore(): boolean {
    return this.#events.length > 0;
  }

  /** The next event; waits for it. */
  async next(): Promise<TurnEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) {
        if (this.#events.length < maxWaiting) this.#drained?.();
        return event;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Adds what a question says about its tool call. */
  show(update: SessionUpdate): void {
    void this.#push({ kind: 'update', update });
  }

  /** The agent asks; the question is given up after `timeout` milliseconds, or when `signal` aborts. */
  ask(question: Question, { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number }): void {
    const { id } = question.interrupt;
    const settle = (): void => {
      this.#settle(id, undefined);
    };
    this.#questions.set(id, { question, timer: setTimeout(settle, timeout) });
    signal.addEventListener('abort', settle, { once: true });
    void this.#push({ kind: 'question' });
  }

  /** Answers a question; returns false if it does not wait any more. */
  answer(entry: ResumeEntry): boolean {
    return this.#settle(entry.interruptId, entry);
  }

  /** Cancels the work; the agent ends it, or it is given up after ten seconds. */
  cancel(): void {
    this.#giveUp();
    this.#controller.abort();
    // An agent that waits for a reader could not report the end.
    this.#drained?.();
  }

  #giveUp(): void {
    for (const id of this.#questions.keys()) this.#settle(id, undefined);
  }

  #settle(id: string, entry: ResumeEntry | undefined): boolean {
    const waiting = this.#questions.get(id);
    if (waiting === undefined) return false;
    this.#questions.delete(id);
    clearTimeout(waiting.timer);
    waiting.question.answer(entry);
    return true;
  }

  /** Adds an event; returns a promise if the agent has to wait for the reader. */
  #push(event: TurnEvent): Promise<void> | undefined {
    this.#events.push(event);
    this.#wake?.();
    if (event.kind !== 'update' || this.#events.length < maxWaiting || this.#controller.signal.aborted)
      return undefined;
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}
