/**
 * The programs under test that a run has started or connected to. If the run is interrupted they are ended, so that no
 * process stays behind.
 */
import type { ClientDriver, Connect } from '@acp-stack/conformance';

import { stopRequested } from '../../connect/stop-requested.ts';
import { CommandError } from '../../errors/command-error.ts';

const interrupted = 130;
const interruption = 'interrupted';

/** How a program is ended by an interruption, and how when the run is done with it. */
interface Program {
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export class RunningPrograms {
  readonly #ends = new Set<() => Promise<void>>();
  #isStopped = false;

  /** Connects like `connect`, and remembers each connection until it is closed. */
  ofConnect(connect: Connect): Connect {
    return async (receiver) => {
      this.#refuseIfStopped();
      const wire = await connect(receiver);
      const end = async (): Promise<void> => {
        // What the run waits for does not come any more.
        receiver.ended(interruption);
        await wire.close();
      };
      const close = await this.#remember({ end, close: () => wire.close() });
      return { ...wire, send: (text) => wire.send(text), drained: async () => wire.drained?.(), close };
    };
  }

  /** Starts clients like `driver`, and remembers each until it is stopped. */
  ofDriver(driver: ClientDriver): ClientDriver {
    return async (task) => {
      this.#refuseIfStopped();
      const run = await driver(task);
      const stop = await this.#remember({ end: () => run.stop(), close: () => run.stop() });
      return { ...run, stop };
    };
  }

  #refuseIfStopped(): void {
    if (this.#isStopped) throw new CommandError(interrupted, `${interruption}; nothing was judged`);
  }

  /** One that had been started while the run was interrupted is ended at once. */
  async #remember({ end, close }: Program): Promise<() => Promise<void>> {
    if (this.#isStopped) await end();
    this.#refuseIfStopped();
    this.#ends.add(end);
    return async () => {
      await close();
      this.#ends.delete(end);
    };
  }

  /** Returns what `work` returns; SIGINT or SIGTERM ends every program and throws a `CommandError`. */
  async untilStopped<T>(work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const stopped = stopRequested(over.signal).then(async () => {
      if (over.signal.aborted) return undefined;
      this.#isStopped = true;
      await Promise.all(Array.from(this.#ends, (end) => end()));
      throw new CommandError(interrupted, `${interruption}; nothing was judged`);
    });
    try {
      return (await Promise.race([work(), stopped])) as T;
    } finally {
      over.abort();
      await stopped.catch(() => undefined);
    }
  }
}
