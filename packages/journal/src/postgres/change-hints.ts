/**
 * Tells other programs which streams were changed, and hears it from them, by NOTIFY and LISTEN on one connection.
 *
 * A hint is sent after the commit, by a statement of its own: PostgreSQL lets only one transaction with a NOTIFY
 * commit at a time, so a NOTIFY in each batch would make the batches of all programs wait for each other's disk. Hints
 * that arrive while one is sent share the next one. A hint that cannot be sent is dropped.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { PostgresConnection, Statement } from './postgres-connection.ts';
import type { ServerAccess } from './server-access.ts';

export type WatchListener = (streams: readonly string[]) => void;

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const maxPayloadBytes = 7900;

/** Milliseconds between two attempts to connect. */
const reconnectPause = 500;

/** Milliseconds between two hints: a program that appends all the time sends at most a hundred in a second. */
const hintPause = 10;

/** A hint may be lost with the server, so its transaction need not wait for the disk. */
const notify: Statement = {
  name: 'notify',
  text: `SELECT pg_notify($1, $2), set_config('synchronous_commit', 'off', true)`,
};

export class ChangeHints {
  readonly #server: ServerAccess;
  readonly #channel: string;
  /** Distinguishes the hints of this journal from those of others. */
  readonly #sender: string = randomUUID();
  readonly #listeners = new Set<WatchListener>();
  readonly #changed = new Set<string>();
  #connection: PostgresConnection | undefined;
  /** The connection that listens. */
  #listening: PostgresConnection | undefined;
  #work: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(server: ServerAccess, schema: string) {
    this.#server = server;
    this.#channel = `acp_journal_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`;
  }

  /** Sends a hint that these streams were changed. */
  send(streams: readonly string[]): void {
    for (const stream of streams) this.#changed.add(stream);
    this.#start();
  }

  /**
   * Calls the listener with the streams that other programs have changed, and with an empty list when it may have
   * missed changes: after each connect, and when there were too many for one hint.
   */
  watch(listener: WatchListener): Disposable {
    // Each call counts by itself, also with the same function.
    const own: WatchListener = (streams) => {
      listener(streams);
    };
    this.#listeners.add(own);
    this.#start();
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  /** Sends what is left, and closes the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#listeners.clear();
    await this.#work;
    await this.#connection?.close();
  }

  #start(): void {
    if (this.#hasWork()) this.#work ??= this.#run();
  }

  #hasWork(): boolean {
    return (
      this.#changed.size > 0 ||
      (this.#listeners.size > 0 && (this.#listening === undefined || this.#listening !== this.#open()))
    );
  }

  /** The connection, if there is one. */
  #open(): PostgresConnection | undefined {
    return this.#connection?.isOpen === true ? this.#connection : undefined;
  }

  /** Listens and sends until nothing is left to do. */
  async #run(): Promise<void> {
    // What is changed in the same synchronous run is one hint.
    await Promise.resolve();
    while (this.#hasWork()) {
      try {
        const connection = this.#open() ?? (await this.#connect());
        await this.#listen(connection);
        await this.#sendChanged(connection);
      } catch {
        this.#changed.clear();
        await this.#sleep(reconnectPause);
      }
    }
    this.#work = undefined;
  }

  async #connect(): Promise<PostgresConnection> {
    const connection = await this.#server.connect(0);
    connection.onEnd(() => {
      this.#start();
    });
    connection.onNotification((payload) => {
      this.#hear(payload);
    });
    this.#connection = connection;
    return connection;
  }

  /** Begins to listen, unless there is no listener. */
  async #listen(connection: PostgresConnection): Promise<void> {
    if (this.#listeners.size === 0 || this.#listening === connection) return;
    await connection.execute(`LISTEN ${this.#channel}`);
    this.#listening = connection;
    this.#call([]);
  }

  async #sendChanged(connection: PostgresConnection): Promise<void> {
    if (this.#changed.size === 0) return;
    const all = JSON.stringify([this.#sender, ...this.#changed]);
    const payload = Buffer.byteLength(all) > maxPayloadBytes ? JSON.stringify([this.#sender]) : all;
    this.#changed.clear();
    await connection.query(notify, [this.#channel, payload]);
    await this.#sleep(hintPause);
  }

  /** Does not keep the process alive, and ends when the journal is closed. */
  async #sleep(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined);
  }

  #hear(payload: string): void {
    const [sender, ...streams] = JSON.parse(payload) as string[];
    if (sender !== this.#sender) this.#call(streams);
  }

  #call(streams: readonly string[]): void {
    for (const listener of this.#listeners) {
      // An error of a listener must not end the connection.
      queueMicrotask(() => {
        if (this.#listeners.has(listener)) listener(streams);
      });
    }
  }
}
