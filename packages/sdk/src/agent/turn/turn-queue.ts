/**
 * The queue of a session's turns: one at a time, the others are held in order (LIFE-12).
 *
 * A held turn begins exactly once or is refused exactly once, with -32800 if the user cancels or the session is closed
 * (CANCEL-09).
 */
import { abortError, RpcError, rpcCodes } from '@acp-stack/rpc';

interface Held {
  readonly begin: () => void;
  /** Undefined for a turn that stays when the user cancels. */
  readonly refuse: ((error: unknown) => void) | undefined;
}

const maxHeld = 100;

export class TurnQueue {
  readonly #held: Held[] = [];
  #onIdle: (() => void)[] = [];
  #isBusy = false;
  #isClosed = false;

  /**
   * Calls `begin` now, or when all turns before have ended; returns its result. `signal` cancels it while it is held.
   */
  enter<T>(begin: () => T, signal?: AbortSignal): T | Promise<Awaited<T>> {
    // A turn that was cancelled before never begins.
    if (this.#isClosed || signal?.aborted === true) throw cancelled();
    if (!this.#isBusy) {
      this.#isBusy = true;
      return begin();
    }
    if (this.#held.length >= maxHeld) {
      throw new RpcError(rpcCodes.internalError, `More than ${maxHeld} prompts wait; let some finish first.`);
    }
    return new Promise<Awaited<T>>((resolve, reject) => {
      const held: Held = {
        begin: () => {
          resolve(begin() as Awaited<T>);
        },
        refuse: reject,
      };
      this.#held.push(held);
      signal?.addEventListener('abort', () => {
        this.#release(held, abortError('The prompt was cancelled.', signal.reason));
      });
    });
  }

  /** Calls `begin` when it is first in the queue, even if the user cancels before; the returned function removes it. */
  insert(begin: () => void, place: 'first' | 'last'): () => void {
    if (this.#isClosed) return () => undefined;
    if (!this.#isBusy) {
      this.#isBusy = true;
      begin();
      return () => undefined;
    }
    const held: Held = { begin, refuse: undefined };
    if (place === 'first') this.#held.unshift(held);
    else this.#held.push(held);
    return () => {
      this.#release(held, undefined);
    };
  }

  /** The turn has ended; the next one begins. */
  leave(): void {
    const next = this.#held.shift();
    this.#isBusy = next !== undefined;
    if (next !== undefined) next.begin();
    else for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** Refuses the held turns that do not stay. */
  drop(): void {
    const [staying, dropped] = [false, true].map((isDropped) =>
      this.#held.filter(({ refuse }) => (refuse !== undefined) === isDropped),
    );
    this.#held.splice(0, this.#held.length, ...(staying ?? []));
    for (const { refuse } of dropped ?? []) refuse?.(cancelled());
  }

  /** Takes no more turns; resolves when none runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.drop();
    this.#held.length = 0;
    if (!this.#isBusy) return;
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
  }

  #release(held: Held, error: unknown): void {
    const index = this.#held.indexOf(held);
    if (index === -1) return;
    this.#held.splice(index, 1);
    held.refuse?.(error);
  }
}

const cancelled = (): RpcError => new RpcError(rpcCodes.requestCancelled, 'Request cancelled');
