/**
 * A prompt for a program whose clients read its events in several parts, each the answer to a request of its own.
 *
 * Updates, what the program adds, and the end are in one queue, in the order in which they happened. The agent waits
 * while too many of them are unread.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { PromptInput } from '../../shared/content.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { PromptOutcome } from '../session/prompt-run.ts';

/** What happened while an agent worked on a prompt. The last event is `end` or `failed`. */
export type PromptEvent =
  | { readonly kind: 'update'; readonly update: SessionUpdate }
  | { readonly kind: 'end'; readonly outcome: PromptOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

/** How many events may wait for the reader before the agent has to. */
const maxUnread = 1000;

/** The events of one prompt; `Added` are those of the program. */
export class PromptEvents<Added extends { readonly kind: string }> {
  /** Resolves when the agent has ended the work. */
  readonly over: Promise<void>;
  readonly #unread: (PromptEvent | Added)[] = [];
  readonly #controller = new AbortController();
  #wakeReader: (() => void) | undefined;
  #wakeAgent: (() => void) | undefined;
  #isOver = false;

  /** Sends the prompt. `onOver` is called once, when the agent has ended the work and before that can be read. */
  constructor(session: ClientSession, content: PromptInput, onOver: () => void) {
    const updates = session.onUpdate((update) => this.#addUpdate(update));
    const end = (event: PromptEvent): void => {
      updates[Symbol.dispose]();
      this.#isOver = true;
      onOver();
      this.add(event);
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

  /** Whether the agent has ended the work; events may still be unread. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether there are events that were not read. */
  get hasUnread(): boolean {
    return this.#unread.length > 0;
  }

  /** Adds an event; the agent does not wait for it. */
  add(event: PromptEvent | Added): void {
    this.#unread.push(event);
    this.#wakeReader?.();
  }

  /** The next event; waits for it. Only one reader may wait. */
  async next(): Promise<PromptEvent | Added> {
    for (;;) {
      const event = this.#unread.shift();
      if (event !== undefined) {
        if (this.#unread.length < maxUnread) this.#wakeAgent?.();
        return event;
      }
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }

  /** Cancels the work; the agent ends it, or it is given up after ten seconds. No more updates are added. */
  cancel(): void {
    this.#controller.abort();
    // An agent that waits for a reader could not report the end.
    this.#wakeAgent?.();
  }

  /** Returns a promise if the agent has to wait for the reader. */
  #addUpdate(update: SessionUpdate): Promise<void> | undefined {
    // After a cancel only the end is of interest, and an agent may go on for as long as it likes.
    if (this.#controller.signal.aborted) return undefined;
    this.add({ kind: 'update', update });
    if (this.#unread.length < maxUnread) return undefined;
    return new Promise((resolve) => {
      this.#wakeAgent = resolve;
    });
  }
}
