/**
 * The threads whose sessions are open. One run at a time reads a thread; beyond the limit the session that was used
 * least recently is closed, unless it works.
 */
import { RecentSessions } from '@acp-stack/sdk';

import { Refusal } from '../input/refusal.ts';
import type { Thread } from './thread.ts';

export class Threads {
  readonly #threads: RecentSessions<Thread>;
  /** The threads whose session is being opened. */
  readonly #opening = new Set<string>();

  constructor(limit: number) {
    this.#threads = new RecentSessions({
      limit,
      isBusy: ({ isRunning }) => isRunning,
      onClosing: ({ turn }) => turn?.cancel(),
    });
  }

  get all(): readonly Thread[] {
    return this.#threads.all;
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
    const known = this.all.find((thread) => thread.principal === principal && thread.threadId === threadId);
    if (known?.isRunning === true || this.#opening.has(key))
      throw new Refusal(409, 'Another run of this thread is in progress; wait for its end, or abort it.');
    if (known !== undefined && !known.session.isClosed) return this.#use(known);
    this.#opening.add(key);
    try {
      const opened = await open();
      return this.#use({ principal, threadId, ...opened, seen: undefined, turn: undefined, isRunning: true });
    } finally {
      this.#opening.delete(key);
    }
  }

  #use(used: Thread): Thread {
    used.isRunning = true;
    this.#threads.use(used);
    return used;
  }
}
