/**
 * Messages to the agent that wait until the bridge listens.
 *
 * The message that needs the bridge and all later ones wait in order; then they are sent in one step.
 */

interface Held {
  readonly message: unknown;
  readonly text: string | undefined;
}

export class HeldMessages {
  readonly #send: (message: unknown, text: string | undefined) => void;
  readonly #waiting: Held[] = [];
  #isHolding = false;
  #released: Promise<void> = Promise.resolve();

  /** `send` takes the messages when they have waited; it does not throw. */
  constructor(send: (message: unknown, text: string | undefined) => void) {
    this.#send = send;
  }

  get isHolding(): boolean {
    return this.#isHolding;
  }

  /** Resolves when nothing waits. */
  get released(): Promise<void> {
    return this.#released;
  }

  /** Adds a message to those that wait; returns false, because the sender should wait too. */
  hold(message: unknown, text: string | undefined): false {
    this.#waiting.push({ message, text });
    return false;
  }

  /** Sends `message` again when `ready` resolves; if it rejects, `onFailure` is called in place of that. */
  until(ready: Promise<void>, { message, text }: Held, onFailure: (error: Error) => void): false {
    this.#waiting.unshift({ message, text });
    this.#isHolding = true;
    this.#released = ready.then(
      () => this.#release(),
      (error: unknown) => {
        this.#waiting.shift();
        onFailure(error as Error);
        return this.#release();
      },
    );
    return false;
  }

  /** Sends what waits; one of the messages may have to wait for something else. */
  #release(): Promise<void> | undefined {
    this.#isHolding = false;
    while (this.#waiting.length > 0) {
      const { message, text } = this.#waiting.shift() as Held;
      this.#send(message, text);
      if (this.#isHolding as boolean) return this.#released;
    }
    return undefined;
  }
}
