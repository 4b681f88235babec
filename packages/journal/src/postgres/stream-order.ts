/**
 * Keeps the operations of each stream in the order of their calls, while those of other streams pass each other.
 *
 * Appends are started in order and not awaited, because a queue behind them keeps their order; everything else waits
 * for all changes before it.
 */
interface Tail {
  /** Resolves when the next append may be started; undefined if it may be started now. */
  readonly gate: Promise<unknown> | undefined;
  /** Resolves when the newest change has ended, and with it those before it. */
  readonly ended: Promise<unknown>;
}

export class StreamOrder {
  readonly #tails = new Map<string, Tail>();

  /** Starts an append as soon as those before it were started and other changes have ended. */
  append<Result>(stream: string, start: () => Promise<Result>): Promise<Result> {
    const gate = this.#tails.get(stream)?.gate;
    if (gate === undefined) {
      const result = start();
      this.#set([stream], { gate: undefined, ended: ignoreRejection(result) });
      return result;
    }
    let result: Promise<Result> | undefined;
    const started = gate.then(() => {
      result = start();
    });
    const ended = started.then(() => result as unknown as Promise<Result>);
    this.#set([stream], { gate: started, ended: ignoreRejection(ended) });
    return ended;
  }

  /** Starts another change when every change before it has ended. */
  change<Result>(streams: readonly string[], start: () => Promise<Result>): Promise<Result> {
    const tails = streams.flatMap((stream) => this.#tails.get(stream)?.ended ?? []);
    const result = tails.length === 0 ? start() : Promise.all(tails).then(start);
    const ended = ignoreRejection(result);
    this.#set(streams, { gate: ended, ended });
    return result;
  }

  /** Starts a read when every change of the stream before it, or of all streams, has ended. */
  read<Result>(stream: string | undefined, start: () => Promise<Result>): Promise<Result> {
    const tails = stream === undefined ? [...this.#tails.values()] : [this.#tails.get(stream)];
    const pending = tails.flatMap((tail) => tail?.ended ?? []);
    return pending.length === 0 ? start() : Promise.all(pending).then(start);
  }

  /** Resolves when every change has ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#tails.values()].map(({ ended }) => ended));
  }

  #set(streams: readonly string[], tail: Tail): void {
    for (const stream of streams) this.#tails.set(stream, tail);
    void tail.ended.then(() => {
      for (const stream of streams) if (this.#tails.get(stream) === tail) this.#tails.delete(stream);
    });
  }
}

const ignoreRejection = (result: Promise<unknown>): Promise<unknown> => result.catch(() => undefined);
