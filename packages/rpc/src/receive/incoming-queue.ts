/**
 * Messages that arrived, on their way to dispatch.
 *
 * After a response was delivered, requests and notifications wait one macrotask, so that the code that awaits the
 * response runs before the messages that followed it are handled. When many wait, the channel is asked to pause until
 * they are gone.
 */
import { hasNoMethod } from '../message/message.ts';
import { nextMacrotask } from '../platform/next-macrotask.ts';

/** Where messages go from here. */
export interface Dispatching {
  /** Takes one message; true if it was a response, and the code that awaits it can go on now. */
  dispatch(message: unknown, text: string | undefined): boolean;
}

/** Can pause what arrives. */
export interface Pausing {
  onQueueFull(isFull: boolean): void;
}

const maxWaiting = 256;

export class IncomingQueue {
  readonly #dispatcher: Dispatching;
  readonly #pausing: Pausing;
  #waiting: { readonly message: unknown; readonly text: string | undefined }[] = [];
  #isYielding = false;
  #isFull = false;
  #isStopped = false;
  #atEnd: (() => void) | undefined;

  constructor(dispatcher: Dispatching, pausing: Pausing) {
    this.#dispatcher = dispatcher;
    this.#pausing = pausing;
  }

  push(message: unknown, text: string | undefined): void {
    if (this.#isStopped) return;
    if (this.#waiting.length === 0 && (!this.#isYielding || hasNoMethod(message))) {
      this.#dispatch(message, text);
      return;
    }
    this.#waiting.push({ message, text });
    if (this.#waiting.length >= maxWaiting && !this.#isFull) {
      this.#isFull = true;
      this.#pausing.onQueueFull(true);
    }
  }

  /** Nothing more arrives; `work` runs when everything that arrived has been dispatched. */
  end(work: () => void): void {
    if (this.#waiting.length === 0) work();
    else this.#atEnd = work;
  }

  /** Dispatches nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
  }

  #dispatch(message: unknown, text: string | undefined): void {
    if (!this.#dispatcher.dispatch(message, text) || this.#isYielding) return;
    this.#isYielding = true;
    nextMacrotask(() => {
      this.#isYielding = false;
      this.#empty();
    });
  }

  #empty(): void {
    let index = 0;
    while (!this.#isStopped) {
      const item = this.#waiting[index];
      if (item === undefined || (this.#isYielding && !hasNoMethod(item.message))) break;
      index += 1;
      this.#dispatch(item.message, item.text);
    }
    this.#waiting.splice(0, index);
    if (this.#waiting.length === 0) this.#finish();
    if (!this.#isFull || this.#waiting.length >= maxWaiting) return;
    this.#isFull = false;
    this.#pausing.onQueueFull(false);
  }

  #finish(): void {
    const work = this.#atEnd;
    this.#atEnd = undefined;
    work?.();
  }
}
