/**
 * The programs under test that a run has started or connected to. If the run is interrupted they are ended, so that no
 * process stays behind.
 */
import type { ClientDriver, Connect } from '@acp-stack/conformance';

import { stopRequested } from '../../connect/stop-requested.ts';
import { CommandError } from '../../errors/command-error.ts';

const interrupted = 130;

export class RunningPrograms {
  readonly #ends = new Set<() => Promise<void>>();

  /** Connects like `connect`, and remembers each connection until it is closed. */
  ofConnect(connect: Connect): Connect {
    return async (receiver) => {
      const wire = await connect(receiver);
      const close = this.#remember(() => wire.close());
      return { ...wire, send: (text) => wire.send(text), close };
    };
  }

  /** Starts clients like `driver`, and remembers each until it is stopped. */
  ofDriver(driver: ClientDriver): ClientDriver {
    return async (task) => {
      const run = await driver(task);
      return { ...run, stop: this.#remember(() => run.stop()) };
    };
  }

  #remember(end: () => Promise<void>): () => Promise<void> {
    this.#ends.add(end);
    return async () => {
      await end();
      this.#ends.delete(end);
    };
  }

  /** Returns what `work` returns; SIGINT or SIGTERM ends every program and throws a `CommandError`. */
  async untilStopped<T>(work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const stopped = stopRequested(over.signal).then(async () => {
      if (over.signal.aborted) return undefined;
      await Promise.all(Array.from(this.#ends, (end) => end()));
      throw new CommandError(interrupted, 'interrupted; nothing was judged');
    });
    try {
      return (await Promise.race([work(), stopped])) as T;
    } finally {
      over.abort();
      await stopped.catch(() => undefined);
    }
  }
}
