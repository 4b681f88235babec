/** Listeners, called synchronously in the order in which they were added. If one fails, the others are still called. */
import { isThenable } from '@acp-stack/rpc';

/** A listener; the caller may wait for the promise that it returns. */
export type Listener<A extends readonly unknown[]> = (...args: A) => void | Promise<void>;

const ignore = (): void => undefined;

export class Listeners<A extends readonly unknown[]> {
  readonly #onError: (error: unknown) => void;
  /** Made with the first listener. */
  #entries: Set<{ readonly listener: Listener<A> }> | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get size(): number {
    return this.#entries?.size ?? 0;
  }

  add(listener: Listener<A>): Disposable {
    const entry = { listener };
    const entries = (this.#entries ??= new Set());
    entries.add(entry);
    return {
      [Symbol.dispose]: () => {
        entries.delete(entry);
      },
    };
  }

  /** Calls all listeners; returns a promise if one has not finished. Never throws, and the promise never rejects. */
  call(...args: A): Promise<void> | undefined {
    if (this.#entries === undefined) return undefined;
    let unfinished: Promise<void>[] | undefined;
    for (const { listener } of this.#entries) {
      try {
        const result: unknown = listener(...args);
        if (!isThenable(result)) continue;
        unfinished ??= [];
        unfinished.push(Promise.resolve(result).then(ignore, this.#onError));
      } catch (error) {
        this.#onError(error);
      }
    }
    if (unfinished === undefined) return undefined;
    return unfinished.length === 1 ? unfinished[0] : Promise.all(unfinished).then(ignore);
  }
}
