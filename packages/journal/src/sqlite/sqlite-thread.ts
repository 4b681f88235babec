/**
 * A thread that keeps a journal, seen from the one that uses it.
 *
 * Steps that are asked for in one turn of the event loop travel in one message. A thread ends exactly once, and then nobody waits for it any
 * more. It keeps the program running only while somebody waits.
 */
import type { MessagePort, Worker } from 'node:worker_threads';

import { Bell } from './bell.ts';
import { Hurry } from './hurry.ts';

import { QuickAnswer } from './quick-answer.ts';
import { JournalError } from '../contract/journal-error.ts';
import {
  ending,
  errorOf,
  opening,
  packedRequest,
  unpackedReply,
  type Request,
  type SentAppended,
  type SentReply,
  type SentRequest,
  type StoreSettings,
  type ThreadSettings,
} from './thread-messages.ts';
import type { StepName, Steps } from '../store/store.ts';

/** As it is before a program puts a clock of its own in its place, on which nothing would be found. */
const nextTurn = setImmediate;

/** What the thread and this one share. */
interface Shared {
  readonly path: string;
  readonly bell: Bell;
  readonly quick: QuickAnswer;
}

interface Waiter {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The program of the thread, and the way back from it. */
export interface StartedWorker {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** What has come through the port and nobody has heard yet. */
  readonly heard: () => readonly SentReply[] | undefined;
  /** Of the machine. */
  readonly cores: number;
}

/** Starts the program of the thread. */
export type StartWorker = (settings: ThreadSettings) => Promise<StartedWorker>;

/** Modules of Node that only this needs are loaded when it is needed. */
export const startWorker: StartWorker = async (settings) => {
  const { MessageChannel, receiveMessageOnPort, Worker: NodeWorker } = await import('node:worker_threads');
  const { availableParallelism } = await import('node:os');
  const isSource = import.meta.url.endsWith('.ts');
  const program = new URL(isSource ? '../sqlite-worker.ts' : './sqlite-worker.js', import.meta.url);
  const { port1: port, port2: itsPort } = new MessageChannel();
  const worker = new NodeWorker(program, {
    name: 'acp-journal',
    workerData: { journal: settings, port: itsPort },
    transferList: [itsPort],
    // What this program was started with may make no sense for another; sources need what can read them.
    ...(isSource ? {} : { execArgv: [] }),
  });
  const heard: StartedWorker['heard'] = () => receiveMessageOnPort(port)?.message;
  return { worker, port, heard, cores: availableParallelism() };
};

export class SqliteThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #heard: StartedWorker['heard'];
  readonly #waiters = new Map<number, Waiter>();
  readonly #path: string;
  readonly #bell: Bell;
  readonly #quick: QuickAnswer;
  readonly #hurry: Hurry;
  #isLooking = false;
  #unsent: SentRequest[] = [];
  #ids = opening;
  #state: 'open' | 'ending' | 'ended' = 'open';
  /** Why it ended, if nobody asked for it. */
  #reason: Error | undefined;
  readonly #ended: Promise<void>;

  private constructor({ worker, port, heard, cores }: StartedWorker, { path, bell, quick }: Shared) {
    this.#worker = worker;
    this.#port = port;
    this.#heard = heard;
    this.#path = path;
    this.#bell = bell;
    this.#quick = quick;
    this.#hurry = new Hurry({ cores });
    port.on('message', (replies: readonly SentReply[]) => {
      this.#settle(replies);
    });
    port.unref();
    worker.on('error', (error) => (this.#reason = error));
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#end();
        resolve();
      });
    });
  }

  /** Starts a thread and waits until it has opened the file. */
  static async start(settings: StoreSettings, start: StartWorker): Promise<SqliteThread> {
    const shared = { path: settings.path, bell: new Bell(), quick: new QuickAnswer() };
    const started = await start({ ...settings, bell: shared.bell.words, quick: shared.quick.buffer });
    const thread = new SqliteThread(started, shared);
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
    const isHurried = this.#hurry.ask();
    if (isHurried) this.#quick.expect();
    this.#post(this.#unsent, isHurried);
    this.#unsent = [];
    if (isHurried) this.#look();
  }

  /** Looks for the answer in each turn of the event loop, which takes less than to be woken by it. */
  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    nextTurn(() => {
      this.#isLooking = false;
      this.#settleQuick(this.#quick.take());
      if (this.#hurry.isAwake) this.#look();
      else this.#settleQuick(this.#quick.withdraw());
    });
  }

  #post(message: readonly SentRequest[] | typeof ending, isHurried = false): void {
    this.#port.postMessage(message); // oxlint-disable-line require-post-message-target-origin -- a thread, not a window
    this.#bell.ring(isHurried);
  }

  #settleQuick(reply: SentAppended | undefined): void {
    if (reply !== undefined) this.#settle([reply]);
  }

  #settle(replies: readonly SentReply[]): void {
    for (const reply of replies) {
      const { id, answer, failure } = unpackedReply(reply);
      const waiter = this.#waiters.get(id);
      this.#waiters.delete(id);
      if (failure === undefined) waiter?.resolve(answer as never);
      else waiter?.reject(errorOf(failure));
    }
    if (this.#waiters.size > 0) return;
    this.#hurry.answer();
    if (this.#state === 'open') this.#worker.unref();
  }

  #end(): void {
    this.#settleQuick(this.#quick.withdraw());
    for (let replies = this.#heard(); replies !== undefined; replies = this.#heard()) this.#settle(replies);
    this.#state = 'ended';
    this.#hurry.answer();
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
