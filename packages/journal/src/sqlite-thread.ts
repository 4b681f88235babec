/**
 * A thread that keeps a journal, seen from the one that uses it.
 *
 * Steps that are asked for in one turn of the event loop travel in one message. A thread ends exactly once, and then nobody waits for it any
 * more. It keeps the program running only while somebody waits.
 */
import type { Worker } from 'node:worker_threads';

import { JournalError } from './journal-error.ts';
import {
  ending,
  errorOf,
  opening,
  packedRequest,
  unpackedReply,
  type Request,
  type SentReply,
  type SentRequest,
  type StoreSettings,
  type ThreadSettings,
} from './sqlite-messages.ts';
import type { StepName, Steps } from './store.ts';

interface Waiter {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the program of the thread. */
export type StartWorker = (settings: ThreadSettings) => Promise<Worker>;

/** Modules of Node that only this needs are loaded when it is needed. */
export const startWorker: StartWorker = async (settings) => {
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const isSource = import.meta.url.endsWith('.ts');
  const program = new URL(isSource ? './sqlite-worker.ts' : './sqlite-worker.js', import.meta.url);
  return new NodeWorker(program, {
    name: 'acp-journal',
    workerData: { journal: settings },
    // What this program was started with may make no sense for another; sources need what can read them.
    ...(isSource ? {} : { execArgv: [] }),
  });
};

export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiters = new Map<number, Waiter>();
  readonly #path: string;
  readonly #bell: ThreadSettings['bell'];
  #unsent: SentRequest[] = [];
  #ids = opening;
  #state: 'open' | 'ending' | 'ended' = 'open';
  /** Why it ended, if nobody asked for it. */
  #reason: Error | undefined;
  readonly #ended: Promise<void>;

  private constructor(worker: Worker, { path, bell }: ThreadSettings) {
    this.#worker = worker;
    this.#path = path;
    this.#bell = bell;
    worker.on('message', (replies: readonly SentReply[]) => {
      this.#settle(replies);
    });
    worker.on('error', (error) => (this.#reason = error));
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#end();
        resolve();
      });
    });
  }

  /** Starts a thread and waits until it has opened the file. */
  static async start(given: StoreSettings, start: StartWorker): Promise<SqliteThread> {
    const settings = { ...given, bell: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
    const thread = new SqliteThread(await start(settings), settings);
    try {
      await new Promise((resolve, reject) => thread.#waiters.set(opening, { resolve, reject }));
    } catch (error) {
      thread.#worker.ref();
      await thread.#ended;
      throw error instanceof JournalError && error.code === 'interrupted' ? notStarted(settings.path, error) : error;
    }
    return thread;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  take<Name extends StepName>(name: Name, given: Steps[Name]['given']): Promise<Steps[Name]['answer']> {
    return new Promise((resolve, reject) => {
      const id = (this.#ids += 1);
      if (this.#waiters.size === 0) this.#worker.ref();
      this.#waiters.set(id, { resolve, reject });
      if (this.#unsent.length === 0) queueMicrotask(() => this.#send());
      this.#unsent.push(packedRequest({ id, name, given } as Request));
    });
  }

  /** Ends the thread after what it was asked for before. */
  async end(): Promise<void> {
    if (this.#state === 'open') {
      this.#send();
      this.#state = 'ending';
      this.#worker.ref();
      this.#post(ending);
    }
    await this.#ended;
  }

  #send(): void {
    if (this.#unsent.length === 0) return;
    this.#post(this.#unsent);
    this.#unsent = [];
  }

  #post(message: readonly SentRequest[] | typeof ending): void {
    this.#worker.postMessage(message); // oxlint-disable-line require-post-message-target-origin -- a thread, not a window
    Atomics.add(this.#bell, 0, 1);
    Atomics.notify(this.#bell, 0);
  }

  #settle(replies: readonly SentReply[]): void {
    for (const reply of replies) {
      const { id, answer, failure } = unpackedReply(reply);
      const waiter = this.#waiters.get(id);
      this.#waiters.delete(id);
      if (failure === undefined) waiter?.resolve(answer as never);
      else waiter?.reject(errorOf(failure));
    }
    if (this.#waiters.size === 0 && this.#state === 'open') this.#worker.unref();
  }

  #end(): void {
    this.#state = 'ended';
    const waiters = [...this.#waiters.values()];
    this.#waiters.clear();
    for (const { reject } of waiters) reject(brokenDown(this.#path, this.#reason));
  }
}

function notStarted(path: string, { cause }: JournalError): JournalError {
  const words = cause instanceof Error ? cause.message : 'its thread ended';
  return new JournalError('unavailable', `The journal ${path} cannot be opened: ${words}.`, { cause });
}

function brokenDown(path: string, cause: Error | undefined): JournalError {
  const words = cause === undefined ? '' : `: ${cause.message}`;
  return new JournalError(
    'interrupted',
    `The thread that keeps the journal ${path} ended${words}; what was waiting may or may not have been written.`,
    { cause },
  );
}
