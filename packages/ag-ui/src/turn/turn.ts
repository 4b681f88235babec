/**
 * One prompt that an agent works on, over one or more runs of AG-UI.
 *
 * A question of the agent ends a run, and the turn waits for the next one, which brings the answer.
 */
import type { ResumeEntry } from '@ag-ui/core';
import {
  PromptEvents,
  type ClientSession,
  type ContentBlock,
  type PromptEvent,
  type SessionUpdate,
} from '@acp-stack/sdk';

import { EventWriter } from '../events/event-writer.ts';
import type { Question } from './question.ts';

/** What happened in a turn. */
export type TurnEvent = PromptEvent | { readonly kind: 'question' };

/** A turn of an agent. */
export class Turn {
  /** Writes what happened as events of AG-UI. */
  readonly writer: EventWriter = new EventWriter();
  readonly #events: PromptEvents<TurnEvent>;
  readonly #questions = new Map<
    string,
    { readonly question: Question; readonly timer: ReturnType<typeof setTimeout> }
  >();

  /** Sends the prompt. */
  constructor(session: ClientSession, content: readonly ContentBlock[]) {
    this.#events = new PromptEvents(session, content, () => {
      this.#giveUp();
    });
  }

  /** Resolves when the agent has ended the work. */
  get over(): Promise<void> {
    return this.#events.over;
  }

  /** The questions that wait for an answer. */
  get questions(): readonly Question[] {
    return [...this.#questions.values()].map(({ question }) => question);
  }

  /** Whether something has happened that was not read. */
  get hasUnread(): boolean {
    return this.#events.hasUnread;
  }

  /** The next event; waits for it. */
  next(): Promise<TurnEvent> {
    return this.#events.next();
  }

  /** Adds what a question says about its tool call. */
  show(update: SessionUpdate): void {
    this.#events.add({ kind: 'update', update });
  }

  /** The agent asks; the question is given up after `timeout` milliseconds, or when `signal` aborts. */
  ask(question: Question, { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number }): void {
    const { id } = question.interrupt;
    const settle = (): void => {
      this.#settle(id, undefined);
    };
    this.#questions.set(id, { question, timer: setTimeout(settle, timeout) });
    signal.addEventListener('abort', settle, { once: true });
    this.#events.add({ kind: 'question' });
  }

  /** Answers a question; nothing happens if it does not wait any more. */
  answer(entry: ResumeEntry): void {
    this.#settle(entry.interruptId, entry);
  }

  /** Cancels the work; the agent ends it, or it is given up after ten seconds. */
  cancel(): void {
    this.#giveUp();
    this.#events.cancel();
  }

  #giveUp(): void {
    for (const id of this.#questions.keys()) this.#settle(id, undefined);
  }

  #settle(id: string, entry: ResumeEntry | undefined): void {
    const waiting = this.#questions.get(id);
    if (waiting === undefined) return;
    this.#questions.delete(id);
    clearTimeout(waiting.timer);
    waiting.question.answer(entry);
  }
}
