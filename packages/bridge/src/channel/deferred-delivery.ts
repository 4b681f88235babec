/** Delivers messages to the receiver of the bridged channel: in order, and never inside a call that sends. */
import type { Receiver } from '@acp-stack/rpc';

interface Waiting {
  readonly message: unknown;
  readonly text: string | undefined;
}

export class DeferredDelivery {
  #opened: Receiver | undefined;
  /** Where messages go; problems and the end go to the receiver that the channel was opened with. */
  #receiver: Pick<Receiver, 'receive'> | undefined;
  #waiting: Waiting[] = [];
  #isHeld = false;
  #isScheduled = false;
  #end: { readonly error: Error | undefined } | undefined;
  #hasEnded = false;

  open(receiver: Receiver): void {
    if (this.#opened !== undefined) throw new Error('The channel is already open.');
    this.#opened = receiver;
    this.#receiver = receiver;
  }

  /** Sends messages to `receiver` from now on. */
  redirect(receiver: Pick<Receiver, 'receive'>): void {
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

  /** Defers what is delivered from now on until the current call has returned. Returns the argument for `release`. */
  hold(): boolean {
    const wasHeld = this.#isHeld;
    this.#isHeld = true;
    return wasHeld;
  }

  /** Ends what `hold` began, which may have been inside another `hold`. */
  release(wasHeld: boolean): void {
    this.#isHeld = wasHeld;
  }

  /** Ends the delivery, after the messages that are still waiting. */
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
      // Messages that arrive while these are delivered come after them.
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
    this.#opened?.ended(this.#end?.error);
  }
}
