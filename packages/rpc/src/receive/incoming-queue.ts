/**
 * What arrived, on its way to dispatch.
 *
 * After an answer was delivered, everything that is not an answer too waits for the next turn, so that whoever awaited it goes on before
 * the messages that followed it are handled. When many wait, the channel is asked to pause until they are gone.
 */
import { nextMacrotask } from '../platform/next-macrotask.ts';

export interface IncomingQueueOptions {
  /** Takes one message; true when it was an answer and somebody who waited for it can go on now. */
  dispatch(message: unknown, text: string | undefined): boolean;
  /** Asks for no more, or for more again. */
  onFull(isFull: boolean): void;
}

const mostWaiting = 256;

export class IncomingQueue {
  readonly #options: IncomingQueueOptions;
  #waiting: { readonly message: unknown; readonly text: string | undefined }[] = [];
  #isYielding = false;
  #isFull = false;
  #atEnd: (() => void) | undefined;

  constructor(options: IncomingQueueOptions) {
    this.#options = options;
  }

  push(message: unknown, text: string | undefined): void {
    if (this.#waiting.length === 0 && (!this.#isYielding || isResponse(message))) {
      this.#dispatch(message, text);
      return;
    }
    this.#waiting.push({ message, text });
    if (this.#waiting.length >= mostWaiting && !this.#isFull) {
      this.#isFull = true;
      this.#options.onFull(true);
    }
  }

  /** Nothing more arrives; `work` runs when what arrived has been dispatched. */
  end(work: () => void): void {
    if (this.#waiting.length === 0) work();
    else this.#atEnd = work;
  }

  #dispatch(message: unknown, text: string | undefined): void {
    if (!this.#options.dispatch(message, text) || this.#isYielding) return;
    this.#isYielding = true;
    nextMacrotask(() => {
      this.#isYielding = false;
      this.#empty();
    });
  }

  #empty(): void {
    let index = 0;
    for (;;) {
      const item = this.#waiting[index];
      if (item === undefined || (this.#isYielding && !isResponse(item.message))) break;
      index += 1;
      this.#dispatch(item.message, item.text);
    }
    this.#waiting.splice(0, index);
    if (this.#waiting.length === 0) this.#finish();
    if (!this.#isFull || this.#waiting.length >= mostWaiting) return;
    this.#isFull = false;
    this.#options.onFull(false);
  }

  #finish(): void {
    const work = this.#atEnd;
    this.#atEnd = undefined;
    work?.();
  }
}

const isResponse = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && (message as { method?: unknown }).method === undefined;
