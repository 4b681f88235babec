/**
 * The thread that keeps a journal, as the program that uses it sees it.
 *
 * Requests made in one macrotask travel in one message. The thread ends exactly once, and then every pending request is
 * rejected. It keeps the process alive only while a request is pending.
 */
import type { Worker } from 'node:worker_threads';

import { JournalError } from '../contract/journal-error.ts';
import {
  endRequest,
  fromFailure,
  openingId,
  type Failure,
  type Reply,
  type Request,
  type StoreSettings,
  type ThreadOperationName,
  type ThreadOperations,
} from './thread-messages.ts';

interface PendingRequest {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the program of the thread. */
export type StartWorker = (settings: StoreSettings) => Promise<Worker>;

/** Starts `sqlite-worker`; `node:worker_threads` is loaded only when a journal is opened. */
export const startWorker: StartWorker = async (settings) => {
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const isSource = import.meta.url.endsWith('.ts');
  const program = new URL(isSource ? '../sqlite-worker.ts' : './sqlite-worker.js', import.meta.url);
  return new NodeWorker(program, {
    name: 'acp-journal',
    workerData: { journal: settings },
    // The options of this process may not suit the thread; running from the sources needs them, for the loader.
    ...(isSource ? {} : { execArgv: [] }),
  });
};

export class SqliteThread {
  readonly #worker: Worker;
  readonly #path: string;
  readonly #pending = new Map<number, PendingRequest>();
  #unsent: Request[] = [];
  #ids = openingId;
  #state: 'open' | 'ending' | 'ended' = 'open';
  /** The error that ended the thread, if one did. */
  #reason: Error | undefined;
  #loss: JournalError | undefined;
  readonly #ended: Promise<void>;

  private constructor(worker: Worker, path: string) {
    this.#worker = worker;
    this.#path = path;
    worker.on('message', (replies: readonly Reply[]) => {
      this.#settle(replies);
    });
    worker.on('error', (error) => (this.#reason = error));
    this.#ended = new Promise((resolve) => {
      // Node emits the messages that are still in the port before `exit`.
      worker.once('exit', () => {
        this.#end();
        resolve();
      });
    });
  }

  /** Starts a thread and waits until it has opened the file. */
  static async start(settings: StoreSettings, start: StartWorker): Promise<SqliteThread> {
    const thread = new SqliteThread(await start(settings), settings.path);
    try {
      const loss = await new Promise<Failure | undefined>((resolve, reject) => {
        thread.#pending.set(openingId, { resolve, reject });
      });
      if (loss !== undefined) thread.#loss = fromFailure(loss);
    } catch (error) {
      thread.#worker.ref();
      await thread.#ended;
      throw error instanceof JournalError && error.code === 'interrupted' ? notStarted(settings.path, error) : error;
    }
    return thread;
  }

  /** The error that says what the file had lost when it was opened. */
  get loss(): JournalError | undefined {
    return this.#loss;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  run<Name extends ThreadOperationName>(
    name: Name,
    params: ThreadOperations[Name]['params'],
  ): Promise<ThreadOperations[Name]['result']> {
    return new Promise((resolve, reject) => {
      const id = (this.#ids += 1);
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, { resolve, reject });
      if (this.#unsent.length === 0) queueMicrotask(() => this.#send());
      this.#unsent.push({ id, name, params } as Request);
    });
  }

  /** Ends the thread after the requests made before. */
  async end(): Promise<void> {
    if (this.#state === 'open') {
      this.#send();
      this.#state = 'ending';
      this.#worker.ref();
      this.#post(endRequest);
    }
    await this.#ended;
  }

  #send(): void {
    if (this.#unsent.length === 0) return;
    this.#post(this.#unsent);
    this.#unsent = [];
  }

  #post(message: readonly Request[] | typeof endRequest): void {
    this.#worker.postMessage(message); // oxlint-disable-line require-post-message-target-origin -- a thread, not a window
  }

  #settle(replies: readonly Reply[]): void {
    for (const { id, result, failure } of replies) {
      const request = this.#pending.get(id);
      this.#pending.delete(id);
      if (failure === undefined) request?.resolve(result as never);
      else request?.reject(fromFailure(failure));
    }
    if (this.#pending.size === 0 && this.#state === 'open') this.#worker.unref();
  }

  #end(): void {
    this.#state = 'ended';
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(threadEnded(this.#path, this.#reason));
  }
}

function notStarted(path: string, { cause }: JournalError): JournalError {
  const reason = cause instanceof Error ? cause.message : 'its thread ended';
  return new JournalError('unavailable', `The journal ${path} cannot be opened: ${reason}.`, { cause });
}

function threadEnded(path: string, cause: Error | undefined): JournalError {
  const reason = cause === undefined ? '' : `: ${cause.message}`;
  return new JournalError(
    'interrupted',
    `The thread that keeps the journal ${path} ended${reason}; pending requests may or may not have been written.`,
    { cause },
  );
}
