/** Connections of a client that arrive, and scenarios that wait for one, in the order in which they come. */
import { PeerEnded } from '../../conversation/failure.ts';
import type { Wire, WireReceiver } from '../../wire/wire.ts';

/** Begins to read a connection that has arrived. */
export type Open = (receiver: WireReceiver) => Wire;

interface Waiter {
  readonly receiver: WireReceiver;
  readonly resolve: (wire: Wire) => void;
  readonly reject: (error: Error) => void;
}

export class Arrivals {
  readonly #arrived: Open[] = [];
  readonly #waiting: Waiter[] = [];
  #over: string | undefined;

  arrive(open: Open): void {
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#arrived.push(open);
    else waiter.resolve(open(waiter.receiver));
  }

  /** Waits for the next connection. */
  connect(receiver: WireReceiver): Promise<Wire> {
    const open = this.#arrived.shift();
    if (open !== undefined) return Promise.resolve(open(receiver));
    if (this.#over !== undefined) return Promise.reject(new PeerEnded(this.#over));
    return new Promise((resolve, reject) => void this.#waiting.push({ receiver, resolve, reject }));
  }

  /** No connection will come any more; `sentence` says why. */
  over(sentence: string): void {
    this.#over ??= sentence;
    for (const { reject } of this.#waiting.splice(0)) reject(new PeerEnded(this.#over));
  }
}

/** What programs say that do not find a file: the client runs in a folder of its own. */
const isLost = /cannot find|no such file|can't open|not found|ENOENT/iu;
const hint = '; name its files by absolute paths, because it runs in a folder of its own';

/** A sentence about a client that ended before it came; `without` says what it has not done. */
export const goneSentence = (without: string, reason: string): string =>
  `It ended without ${without} the agent: ${reason}${isLost.test(reason) ? hint : ''}.`;
