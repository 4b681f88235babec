/** Keeps the response to `initialize` as it was received: in its own version, with unknown fields. */
import type { WireObserver } from './observed-channel.ts';

export class InitializeResponse {
  #id: unknown;
  #result: unknown;

  /** Undefined until the agent has responded. */
  get result(): Readonly<Record<string, unknown>> | undefined {
    return this.#result as Readonly<Record<string, unknown>> | undefined;
  }

  readonly observer: WireObserver = {
    frame: ({ direction, message }) => {
      const { id, method, result } = Object(message) as Readonly<Record<string, unknown>>;
      // A client that negotiates an older version sends `initialize` twice; the last response counts.
      if (direction === 'sent' && method === 'initialize') this.#id = id;
      if (direction === 'received' && method === undefined && id === this.#id && result !== undefined) {
        this.#result = result;
        this.#id = undefined;
      }
    },
  };
}
