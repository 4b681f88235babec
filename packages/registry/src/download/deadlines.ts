/** The time limits of a download: until the answer begins, between two chunks, and for all of it. */
import { joinSignals, type JoinedSignals } from '@acp-stack/rpc';

import { RegistryError } from '../contract/registry-error.ts';

/** In milliseconds. */
export interface DownloadTimeouts {
  /** From the request to the beginning of the answer. */
  readonly connect: number;
  /** Without any bytes. */
  readonly idle: number;
  /** For the whole download, with all attempts. */
  readonly whole: number;
}

export const downloadTimeouts: DownloadTimeouts = { connect: 30_000, idle: 60_000, whole: 2 * 60 * 60 * 1000 };

export class Deadlines implements Disposable {
  readonly #controller = new AbortController();
  readonly #joined: JoinedSignals;
  readonly #timeouts: DownloadTimeouts;
  readonly #host: string;
  readonly #whole: NodeJS.Timeout;
  #waiting: NodeJS.Timeout | undefined;
  /** Aborted by the caller or by a timeout; the reason says which. */
  readonly signal: AbortSignal;

  constructor(timeouts: DownloadTimeouts, host: string, signal: AbortSignal | undefined) {
    this.#timeouts = timeouts;
    this.#host = host;
    this.#joined = joinSignals(signal, this.#controller.signal);
    this.signal = this.#joined.signal;
    this.#whole = setTimeout(() => {
      this.#stop(`took longer than ${seconds(timeouts.whole)}`);
    }, timeouts.whole);
  }

  /** The request is being sent. */
  awaitAnswer(): void {
    this.#restart(this.#timeouts.connect, `did not answer for ${seconds(this.#timeouts.connect)}`);
  }

  /** Bytes have arrived, or the answer has begun. */
  awaitBytes(): void {
    this.#restart(this.#timeouts.idle, `sent nothing for ${seconds(this.#timeouts.idle)}`);
  }

  /** Nothing is expected now. */
  pause(): void {
    clearTimeout(this.#waiting);
  }

  [Symbol.dispose](): void {
    this.#joined.release();
    clearTimeout(this.#whole);
    clearTimeout(this.#waiting);
  }

  #restart(time: number, reason: string): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      this.#stop(reason);
    }, time);
  }

  #stop(reason: string): void {
    const message = `${this.#host} ${reason}; install again to go on where the download stopped.`;
    this.#controller.abort(new RegistryError('limit', message));
  }
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} seconds`;
}
