/**
 * The threads whose sessions are open. One run at a time reads a thread; beyond the limit the session that was used
 * least recently is closed, unless it works.
 */
import type { ClientSession } from '@acp-stack/sdk';

import { Refusal } from '../input/refusal.ts';
import type { Thread } from './thread.ts';

export class Threads {
  readonly #limit: number;
  /** The least recently used first. */
  readonly #threads = new Map<string, Thread>();
  /** The threads whose session is being opened. */
  readonly #opening = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get all(): readonly Thread[] {
    return [...this.#threads.values()];
  }

  /** The thread whose session this is. */
  of(sessionId: string): Thread | undefined {
    return this.all.find(({ session }) => session.id === sessionId);
  }

  /** Takes a thread for a run, with the session that `open` makes if it has none; it is released after the run. */
  async take(
    { principal, threadId }: Pick<Thread, 'principal' | 'threadId'>,
    open: () => Promise<Pick<Thread, 'session' | 'system'>>,
  ): Promise<Thread> {
    const key = JSON.stringify([principal, threadId]);
    const known = this.#threads.get(key);
    if (known?.isRunning === true || this.#opening.has(key))
      throw new Refusal(409, 'Another run of this thread is in progress; wait for its end, or abort it.');
    if (known !== undefined && !known.session.isClosed) return this.#use(key, known);
    this.#opening.add(key);
    try {
      const opened = await open();
      return this.#use(key, { principal, threadId, ...opened, seen: undefined, turn: undefined, isRunning: true });
    } finally {
      this.#opening.delete(key);
    }
  }

  #use(key: string, used: Thread): Thread {
    used.isRunning = true;
    this.#threads.delete(key);
    this.#threads.set(key, used);
    for (const [each, thread] of this.#threads) {
      if (thread.session.isClosed) this.#threads.delete(each);
      else if (this.#threads.size > this.#limit && !thread.isRunning) {
        this.#threads.delete(each);
        thread.turn?.cancel();
        close(thread.session);
      }
    }
    return used;
  }
}

function close(session: ClientSession): void {
  session.close().catch(() => undefined);
}
