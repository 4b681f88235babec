/** Keeps what an agent answered to `initialize`, as it came: in its own version, and with what nobody here knows. */
import type { WireObserver } from './observed-channel.ts';

export class InitializeResponse {
  #id: unknown;
  #result: unknown;

  /** Undefined until the agent has answered. */
  get result(): Readonly<Record<string, unknown>> | undefined {
    return this.#result as Readonly<Record<string, unknown>> | undefined;
  }

  readonly observer: WireObserver = {
    frame: ({ direction, message }) => {
      const { id, method, result } = Object(message) as Readonly<Record<string, unknown>>;
      // A client that finds an older agent may introduce itself twice; the last one counts.
      if (direction === 'sent' && method === 'initialize') this.#id = id;
      if (direction === 'received' && method === undefined && id === this.#id && result !== undefined) {
        this.#result = result;
        this.#id = undefined;
      }
    },
  };
}
