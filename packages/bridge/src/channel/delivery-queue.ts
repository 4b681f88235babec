/** Hands messages to whoever opened the bridged channel: in order, and never inside a call that sends. */
import type { Receiver } from '@acp-stack/rpc';

interface Waiting {
  readonly message: unknown;
  readonly text: string | undefined;
}

export class DeliveryQueue {
  #receiver: Receiver | undefined;
  #waiting: Waiting[] = [];
  #isHeld = false;
  #isScheduled = false;
  #end: { readonly error: Error | undefined } | undefined;
  #hasEnded = false;

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
  }

  deliver(message: unknown, text: string | undefined): void {
    if (!this.#isHeld && this.#waiting.length === 0 && this.#receiver !== undefined) {
      this.#receiver.receive(message, text);
      return;
    }
    this.#waiting.push({ message, text });
    this.#schedule();
  }

  /** From here on what is delivered arrives after the current step; the answer is for `release`. */
  hold(): boolean {
    const wasHeld = this.#isHeld;
    this.#isHeld = true;
    return wasHeld;
  }

  /** Ends what `hold` began, which may have been inside another. */
  release(wasHeld: boolean): void {
    this.#isHeld = wasHeld;
  }

  /** Says that nothing more comes, after what is still waiting. */
  end(error: Error | undefined): void {
    this.#end ??= { error };
    if (this.#waiting.length === 0) this.#deliverEnd();
    else this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      const waiting = this.#waiting;
      this.#waiting = [];
      // What comes while these are handed over comes after them.
      const wasHeld = this.hold();
      try {
        for (const { message, text } of waiting) this.#receiver?.receive(message, text);
      } finally {
        this.release(wasHeld);
      }
      if (this.#end !== undefined && this.#waiting.length === 0) this.#deliverEnd();
    });
  }

  #deliverEnd(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#receiver?.ended(this.#end?.error);
  }
}
