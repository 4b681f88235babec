/**
 * The sessions of one agent in a journal: their updates in order, and what a list says about them.
 *
 * Only sessions whose whole history is in the journal are in it: one that was begun elsewhere is not, and one whose
 * updates could not be written is removed. Updates wait in memory only while those before them are being written.
 */
import { describeError } from '@acp-stack/rpc';
import type { Journal, StreamInfo } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/sdk';
import type { SessionInfo } from '@acp-stack/schema/v2/unstable';

import type { SessionDirectories } from './open-sessions.ts';

/** What belongs to the moment, and is never told again. */
const passing: ReadonlySet<string> = new Set(['state_update', 'notice']);
/** Updates that may wait; the sender of the next one waits too. */
const maxWaiting = 1000;

interface OpenStream {
  /** Updates that are not written yet. */
  readonly waiting: SessionUpdate[];
  /** Settles when nothing waits; undefined if nothing does. */
  writing: Promise<void> | undefined;
  /** Creates the stream before the first update, if it is new. */
  create: SessionDirectories | undefined;
}

/** One page of a list. */
export interface JournalPage {
  readonly sessions: readonly SessionInfo[];
  readonly next: string | undefined;
}

export class SessionJournal {
  readonly #journal: Journal;
  readonly #warn: (problem: string) => void;
  readonly #open = new Map<string, OpenStream>();
  #agent = '';
  #hasWarned = false;

  constructor(journal: Journal, warn: (problem: string) => void) {
    this.#journal = journal;
    this.#warn = warn;
  }

  /** Names the agent whose sessions these are; its sessions are kept apart from those of others. */
  set agent(name: string) {
    this.#agent = name;
  }

  /** Begins to record a new session. */
  begin(sessionId: string, create: SessionDirectories): void {
    this.#open.set(sessionId, { waiting: [], writing: undefined, create });
    this.#write(sessionId);
  }

  /** Goes on recording a session that is opened again; false if its history is not here. */
  async reopen(sessionId: string): Promise<boolean> {
    if (this.#open.has(sessionId)) return true;
    if (!(await this.has(sessionId))) return false;
    this.#open.set(sessionId, { waiting: [], writing: undefined, create: undefined });
    return true;
  }

  /** Whether the history of a session is here. */
  async has(sessionId: string): Promise<boolean> {
    if (this.#open.has(sessionId)) return true;
    return (await this.#journal.get(this.#stream(sessionId))) !== undefined;
  }

  /** Records a copy of a session under another id. */
  async fork(from: string, to: string, { cwd, additionalDirectories }: SessionDirectories): Promise<void> {
    if (!(await this.has(from))) return;
    await this.#open.get(from)?.writing;
    await this.#try(to, async () => {
      await this.#journal.copy(this.#stream(from), this.#stream(to), { patch: { cwd, additionalDirectories } });
      this.#open.set(to, { waiting: [], writing: undefined, create: undefined });
    });
  }

  /**
   * Records an update; the caller waits for the promise, if there is one, before it goes on. A change of the state
   * waits for the updates before it, so that the end of a turn is not told before the turn is on disk.
   */
  record(sessionId: string, update: SessionUpdate): Promise<void> | undefined {
    const stream = this.#open.get(sessionId);
    if (stream === undefined) return undefined;
    if (passing.has(update.sessionUpdate)) return update.sessionUpdate === 'state_update' ? stream.writing : undefined;
    stream.waiting.push(update);
    this.#write(sessionId);
    return stream.waiting.length > maxWaiting ? stream.writing : undefined;
  }

  /** The updates of a session, in order. */
  async *replay(sessionId: string): AsyncGenerator<SessionUpdate, void, undefined> {
    await this.#open.get(sessionId)?.writing;
    for await (const { event } of this.#journal.read(this.#stream(sessionId))) yield event as SessionUpdate;
  }

  /** Forgets a session that was closed; its history stays. */
  async close(sessionId: string): Promise<void> {
    await this.#open.get(sessionId)?.writing;
    this.#open.delete(sessionId);
  }

  /** Removes a session with its history. */
  async delete(sessionId: string): Promise<void> {
    await this.close(sessionId);
    await this.#try(sessionId, () => this.#journal.delete(this.#stream(sessionId)));
  }

  /** Lists sessions, newest first; pages may be short. */
  async list(cwd: string | undefined, cursor: string | undefined): Promise<JournalPage> {
    for (const { writing } of this.#open.values()) await writing;
    const where = cwd === undefined ? {} : { where: { cwd } };
    const page = await this.#journal.list({ ...where, ...(cursor === undefined ? {} : { cursor }) });
    const own = page.streams.filter(({ stream }) => stream.startsWith(this.#stream('')));
    return { sessions: own.map((each) => this.#infoOf(each)), next: page.next };
  }

  #stream(sessionId: string): string {
    return `${encodeURIComponent(this.#agent)}/${sessionId}`;
  }

  #infoOf({ stream, metadata }: StreamInfo): SessionInfo {
    const { cwd = '/', updatedAt, title, additionalDirectories } = metadata;
    return {
      sessionId: stream.slice(this.#stream('').length),
      cwd,
      updatedAt: new Date(updatedAt).toISOString(),
      ...(typeof title === 'string' ? { title } : {}),
      ...(Array.isArray(additionalDirectories) && additionalDirectories.length > 0 ? { additionalDirectories } : {}),
    };
  }

  #write(sessionId: string): void {
    const stream = this.#open.get(sessionId);
    if (stream === undefined || stream.writing !== undefined) return;
    stream.writing = this.#try(sessionId, () => this.#drain(this.#stream(sessionId), stream)).finally(() => {
      stream.writing = undefined;
    });
  }

  async #drain(name: string, stream: OpenStream): Promise<void> {
    const { create } = stream;
    stream.create = undefined;
    if (create !== undefined) await this.#journal.create(name, { metadata: { ...create } });
    while (stream.waiting.length > 0) {
      const updates = stream.waiting.splice(0);
      const titles = updates.flatMap((update) =>
        update.sessionUpdate === 'session_info_update' ? [update.title] : [],
      );
      const title = titles.findLast((each) => each !== undefined);
      const patch = { updatedAt: Date.now(), ...(title === undefined ? {} : { title }) };
      await this.#journal.append(name, updates, { patch });
    }
  }

  /** A journal that fails must not stop the chain; a history with a gap is worse than none. */
  async #try(sessionId: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#open.delete(sessionId);
      await this.#journal.delete(this.#stream(sessionId)).catch(() => undefined);
      if (this.#hasWarned) return;
      this.#hasWarned = true;
      const reason = describeError(error);
      this.#warn(`load-from-resume: a session cannot be loaded later, because it could not be recorded: ${reason}`);
    }
  }
}
