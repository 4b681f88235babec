/**
 * A session that clients of this node are attached to: its feed, and the state at the end of it.
 *
 * All attachments of a session share one of these, so that the log is read and folded once, however many there are. It
 * exists while something is attached.
 */
import { JournalError } from '@acp-stack/journal';

import type { FeedLease } from '../feed/feed-table.ts';
import type { SessionFeed } from '../feed/session-feed.ts';
import { SessionState } from '../session/session-state.ts';
import type { LogEntry, PendingMessage, QuestionRecord, Role, SessionSummary } from '../store/records.ts';
import type { HubParts } from './hub-parts.ts';
import { nextEntries } from './next-entries.ts';

/** What a client that attaches has to know besides the history. */
export interface SessionMoment {
  /** The number of the last record that it contains. */
  readonly through: number;
  /** The response that opened the session in the agent, with the current config options and commands. */
  readonly opened: Readonly<Record<string, unknown>>;
  readonly agent: SessionState['agent'];
  readonly lastState: SessionState['lastState'];
  readonly questions: readonly QuestionRecord[];
  readonly pending: readonly PendingMessage[];
}

/** What is attached to a session. */
export interface Follower {
  /** The members have changed. Called at once, even if the follower is behind. */
  onMembers(members: Readonly<Record<string, Role>>): void;
  /** The session cannot be followed any more. */
  onLost(reason: SessionLoss): void;
}

/** Why a session ended for all attached clients. */
export type SessionLoss = 'deleted' | 'unreadable';

type Parts = Pick<HubParts, 'store' | 'feeds' | 'snapshotOf' | 'clock' | 'log'>;

export class FollowedSession {
  readonly sessionId: string;
  /** The principal that created it. */
  readonly owner: string;
  readonly feed: SessionFeed;
  readonly followers: Set<Follower> = new Set();
  readonly #opened: FeedLease;
  readonly #state: SessionState;
  readonly #onLost: () => void;
  readonly #stopping = new AbortController();
  readonly #waiting = new Set<() => void>();
  #through: number;
  #members: Readonly<Record<string, Role>>;
  #loss: SessionLoss | undefined;

  private constructor(
    summary: SessionSummary,
    {
      opened,
      state,
      through,
      onLost,
    }: {
      readonly opened: FeedLease;
      readonly state: SessionState;
      readonly through: number;
      readonly onLost: () => void;
    },
  ) {
    this.sessionId = summary.sessionId;
    this.owner = summary.owner;
    this.feed = opened.feed;
    this.#opened = opened;
    this.#state = state;
    this.#through = through;
    this.#onLost = onLost;
    this.#members = state.members ?? summary.members;
  }

  /** Reads the state of a session and follows it from there. */
  static async open(parts: Parts, summary: SessionSummary, onLost: () => void): Promise<FollowedSession> {
    const { sessionId } = summary;
    const opened = parts.feeds.open(sessionId);
    try {
      const snapshot = await parts.snapshotOf?.(sessionId);
      const state = new SessionState(snapshot?.state);
      let through = snapshot?.through ?? 0;
      for await (const { sequence, record } of parts.store.read(sessionId, through)) {
        state.fold(record);
        through = sequence;
      }
      const followed = new FollowedSession(summary, { opened, state, through, onLost });
      void followed.#run(parts);
      return followed;
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
  }

  /** Who may use the session, as far as this node knows. */
  get members(): Readonly<Record<string, Role>> {
    return this.#members;
  }

  /** The number of the last record that is known here. */
  get through(): number {
    return this.#through;
  }

  /** What a client that attaches now has to know. */
  get moment(): SessionMoment {
    const { opened, agent, lastState, questions, pending } = this.#state;
    return {
      through: this.#through,
      opened,
      agent,
      lastState,
      questions: [...questions.values()],
      pending: [...pending.values()],
    };
  }

  /** What the agent takes, as far as it is known: kinds of content, and modes of messages while it works. */
  get accepts(): { readonly content: readonly string[]; readonly inject: readonly string[] } | undefined {
    const { session } = this.#state.capabilities;
    if (session === undefined || session === null) return undefined;
    const content = Object.entries(session.prompt ?? {}).filter(([, value]) => value !== null && value !== undefined);
    const canSteer = session.inject?.modes.includes('steer') === true;
    return {
      content: content.map(([name]) => name).filter((name) => name !== '_meta'),
      inject: canSteer ? ['queue', 'steer'] : ['queue'],
    };
  }

  /** Whether a question waits for an answer. An attachment that is ahead, at the record `at`, knows better. */
  isOpen(question: string, at: number): boolean {
    return this.#through < at || this.#state.questions.has(question);
  }

  /** Resolves when this node has read the log up to `last`, or cannot read it. */
  async reached(last: number): Promise<void> {
    this.feed.grown(last);
    while (this.#through < last && this.#loss === undefined && !this.#stopping.signal.aborted)
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** The session was deleted: all that are attached are told. */
  lose(reason: SessionLoss): void {
    if (this.#loss !== undefined) return;
    this.#loss = reason;
    this.#onLost();
    for (const follower of this.followers) follower.onLost(reason);
    this.#wake();
  }

  stop(): void {
    this.#stopping.abort(new Error('Nothing is attached to the session any more.'));
    this.#opened[Symbol.dispose]();
    this.#wake();
  }

  async #run({ log, clock }: Parts): Promise<void> {
    const { signal } = this.#stopping;
    this.feed.follow(signal);
    try {
      for (;;) {
        const entries = await nextEntries(this.feed, this.#through, { signal, clock });
        for (const entry of entries) this.#take(entry);
        this.#wake();
      }
    } catch (error) {
      if (signal.aborted) return;
      const isDeleted = error instanceof JournalError && error.code === 'missing';
      if (!isDeleted) log(`The log of session ${this.sessionId} cannot be read: ${(error as Error).message}`);
      this.lose(isDeleted ? 'deleted' : 'unreadable');
    }
  }

  #take({ sequence, record }: LogEntry): void {
    if (sequence <= this.#through) return;
    this.#state.fold(record);
    this.#through = sequence;
    if (record.kind !== 'members') return;
    this.#members = record.members;
    for (const follower of this.followers) follower.onMembers(record.members);
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

interface FollowedEntry {
  readonly session: Promise<FollowedSession>;
  /** How many have opened it and not released it. */
  uses: number;
}

/** The sessions that clients of this node are attached to. */
export class FollowedSessions {
  readonly #parts: Parts;
  readonly #open = new Map<string, FollowedEntry>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Follows a session until the returned object is disposed of; it has read at least what the summary says. */
  async follow(summary: SessionSummary): Promise<{ readonly session: FollowedSession } & Disposable> {
    const { sessionId, last } = summary;
    const entry = this.#open.get(sessionId) ?? this.#begin(summary);
    entry.uses += 1;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      entry.uses -= 1;
      if (entry.uses > 0) return;
      if (this.#open.get(sessionId) === entry) this.#open.delete(sessionId);
      void entry.session.then(
        (session) => {
          session.stop();
        },
        () => undefined,
      );
    };
    try {
      const session = await entry.session;
      await session.reached(last);
      return { session, [Symbol.dispose]: release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The session was deleted on this node. */
  async deleted(sessionId: string): Promise<void> {
    const entry = this.#open.get(sessionId);
    (await entry?.session.catch(() => undefined))?.lose('deleted');
  }

  #begin(summary: SessionSummary): FollowedEntry {
    const { sessionId } = summary;
    const forget = (): void => {
      if (this.#open.get(sessionId) === entry) this.#open.delete(sessionId);
    };
    const entry: FollowedEntry = { session: FollowedSession.open(this.#parts, summary, forget), uses: 0 };
    this.#open.set(sessionId, entry);
    return entry;
  }
}
