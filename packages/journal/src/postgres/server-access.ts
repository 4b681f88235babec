/**
 * The server of a journal: connecting to it, also after it was restarted, and what became of lost changes.
 *
 * When the connection of a change is lost, the server may still be executing it. `settle` ends that process of the
 * server before anything else runs, so that later operations see whether the change was written, and it is not written
 * later.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { JournalError } from '../contract/journal-error.ts';
import { PostgresConnection, StandbyServer, type Backend, type Statement } from './postgres-connection.ts';
import { mayAnswerSoon, noAnswer, toJournalError } from './postgres-errors.ts';
import type { PostgresSettings } from './postgres-settings.ts';

/** Milliseconds between two attempts to connect: the first pause, and the longest. */
const firstPause = 20;
const longestPause = 500;

const terminate: Statement = {
  name: 'terminate',
  text: 'SELECT pg_terminate_backend(pid, $3) FROM pg_stat_activity WHERE pid = $1 AND extract(epoch FROM backend_start) = $2',
};

export class ServerAccess {
  readonly #settings: PostgresSettings;
  /** The host and the port. */
  readonly place: string;
  #lost: readonly Backend[] = [];
  #settling: Promise<void> | undefined;

  constructor(settings: PostgresSettings) {
    this.#settings = settings;
    this.place = placeOf(settings.url);
  }

  /** Connects; tries again for `patience` milliseconds while the server does not answer. */
  async connect(patience: number = this.#settings.connectTimeout): Promise<PostgresConnection> {
    const deadline = performance.now() + patience;
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      try {
        return await PostgresConnection.open(this.#settings);
      } catch (error) {
        if (!(error instanceof StandbyServer || mayAnswerSoon(error))) throw toJournalError(error, this.place);
        if (performance.now() + pause > deadline) throw noAnswer(this.place, error);
      }
      await sleep(pause);
    }
  }

  /** Notes that the connection of a change was lost. */
  addLost(backend: Backend): void {
    this.#lost = [...this.#lost, backend];
  }

  /** Waits until the server has ended all lost changes. */
  async settle(connection: PostgresConnection): Promise<void> {
    while (this.#lost.length > 0) {
      this.#settling ??= this.#endLost(connection).finally(() => (this.#settling = undefined));
      await this.#settling;
    }
  }

  async #endLost(connection: PostgresConnection): Promise<void> {
    for (const backend of this.#lost) {
      const timeout = Math.ceil(this.#settings.statementTimeout / 2);
      const [row] = await connection.query(terminate, [backend.pid, backend.start, timeout]);
      if (row !== undefined && row[0] !== 't') {
        throw new JournalError(
          'busy',
          `PostgreSQL at ${this.place} is still executing a lost change; try again later.`,
        );
      }
      this.#lost = this.#lost.filter((each) => each !== backend);
    }
  }
}

/** The host and the port of an address, without user and password. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `${host === '' ? 'localhost' : host}:${searchParams.get('port') ?? (port === '' ? '5432' : port)}`;
}
