/**
 * The sessions that the agent has stored, newest first, with the live state of those that are open here.
 *
 * Pages are read one after another. A refresh reads as many pages as were shown, and replaces the list when it is
 * complete, so that nothing flickers.
 */
import type { SessionInfo } from '@acp-stack/schema/v2/unstable';
import type { ClientConnection } from '@acp-stack/sdk';

import { hubSession, type HubSession } from '../hub/hub-meta.ts';
import type { FrameScheduler } from '../notify/frames.ts';
import { Topics, type Listener } from '../notify/topics.ts';

/** A stored session in the list. */
export interface ListedSession extends SessionInfo {
  /** What a hub says about it; empty without a hub. */
  readonly hub: HubSession;
  /** Whether a hub works on it. */
  readonly isLive: boolean;
  /** Whether its agent works, also if it is not open here; false without a hub. */
  readonly isBusy: boolean;
  /** What it does, if it is open here: `idle`, `running` or `requires_action`. */
  readonly state: string | undefined;
  /** How many questions wait for the user, if it is open here. */
  readonly questions: number;
}

/** What is known of the list. */
export interface SessionListSnapshot {
  /** The sessions, newest first. */
  readonly sessions: readonly ListedSession[];
  /** Whether there is nothing more to load. */
  readonly isComplete: boolean;
  /** Whether a page is being read. */
  readonly isLoading: boolean;
  /** Why the last page could not be read. */
  readonly error: Error | undefined;
}

/** What is known of a session that is open here. */
export interface OpenSession {
  readonly title: string | undefined;
  readonly updatedAt: string | undefined;
  readonly state: string | undefined;
  readonly questions: number;
}

export interface SessionListOptions {
  readonly frames: FrameScheduler;
  readonly isConnected: () => boolean;
  readonly connection: () => ClientConnection;
  /** What is known of a session that is open here. */
  readonly openSession: (sessionId: string) => OpenSession | undefined;
}

const topic = 'list';

/** Which sessions are listed. */
export interface SessionListFilter {
  /** Only sessions of this directory. */
  readonly cwd?: string;
  /** Whether archived sessions are listed: `exclude` when absent. */
  readonly archived?: 'exclude' | 'include' | 'only';
}

/** A list of stored sessions. */
export class SessionList {
  readonly #topics: Topics;
  readonly #options: SessionListOptions;
  readonly #filter: SessionListFilter;
  #infos: readonly SessionInfo[] = [];
  #pages = 0;
  #cursor: string | undefined;
  #reading: Promise<void> | undefined;
  #isRefreshWanted = false;
  #snapshot: SessionListSnapshot = { sessions: [], isComplete: false, isLoading: false, error: undefined };
  #isStale = false;
  #users = 0;

  constructor(filter: SessionListFilter, options: SessionListOptions) {
    this.#filter = filter;
    this.#options = options;
    this.#topics = new Topics(options.frames);
  }

  /** The list; the same object until it changes. */
  readonly snapshot = (): SessionListSnapshot => {
    if (this.#isStale) {
      this.#isStale = false;
      this.#snapshot = { ...this.#snapshot, sessions: this.#listed() };
    }
    return this.#snapshot;
  };

  /** Calls `listener` once per frame in which the list has changed. */
  readonly subscribe = (listener: Listener): (() => void) => this.#topics.subscribe(topic, listener);

  /** Reads the next page; resolves when it was read. */
  readonly loadMore = async (): Promise<void> => {
    await this.#reading;
    if (this.#snapshot.isComplete) return;
    await this.#read(async (connection) => {
      const { sessions, nextCursor } = await connection.listPage(this.#params(this.#cursor));
      this.#infos = unique([...this.#infos, ...sessions]);
      this.#pages += 1;
      this.#continueAt(nextCursor);
    });
  };

  /** Reads the pages again that were read; calls during a refresh share one further refresh. */
  readonly refresh = async (): Promise<void> => {
    if (this.#reading !== undefined) {
      if (this.#isRefreshWanted) return this.#reading;
      this.#isRefreshWanted = true;
      await this.#reading;
      this.#isRefreshWanted = false;
    }
    await this.#read(async (connection) => {
      let infos: readonly SessionInfo[] = [];
      let cursor: string | null | undefined;
      let pages = 0;
      do {
        const page = await connection.listPage(this.#params(cursor ?? undefined));
        infos = [...infos, ...page.sessions];
        cursor = page.nextCursor;
        pages += 1;
      } while (pages < this.#pages && cursor !== undefined && cursor !== null);
      this.#infos = unique(infos);
      this.#pages = pages;
      this.#continueAt(cursor);
    });
  };

  /** Reads the list whenever there is a connection, until the returned function is called; called by `useSessions`. */
  readonly retain = (): (() => void) => {
    this.#users += 1;
    if (this.#users === 1) this.connected();
    return () => {
      this.#users -= 1;
    };
  };

  /** There is a connection. */
  connected(): void {
    if (this.#users > 0 && this.#options.isConnected()) void this.refresh();
  }

  /** The listed session with this id. */
  find(sessionId: string): SessionInfo | undefined {
    return this.#infos.find((each) => each.sessionId === sessionId);
  }

  /** Changes what is known of a session, or removes it, before the agent lists it so. */
  change(sessionId: string, changes: Partial<SessionInfo> | undefined): void {
    this.#infos =
      changes === undefined
        ? this.#infos.filter((each) => each.sessionId !== sessionId)
        : this.#infos.map((each) => (each.sessionId === sessionId ? { ...each, ...changes } : each));
    this.touch();
  }

  /** Adds a session that was created here. */
  add(info: SessionInfo): void {
    if (this.find(info.sessionId) === undefined) this.#infos = [info, ...this.#infos];
    this.touch();
  }

  /** Something of an open session has changed. */
  touch(): void {
    this.#isStale = true;
    this.#topics.touch(topic);
  }

  #params(cursor: string | undefined): Parameters<ClientConnection['listPage']>[0] {
    return { ...this.#filter, ...(cursor === undefined ? {} : { cursor }) };
  }

  #continueAt(cursor: string | null | undefined): void {
    // An agent that repeats a cursor would be read for ever.
    const isEnd = cursor === undefined || cursor === null || cursor === this.#cursor;
    this.#cursor = isEnd ? undefined : cursor;
    this.#set({ isComplete: isEnd });
  }

  #read(work: (connection: ClientConnection) => Promise<void>): Promise<void> {
    const reading = (async () => {
      this.#set({ isLoading: true });
      try {
        await work(this.#options.connection());
        this.#set({ error: undefined });
      } catch (error) {
        this.#set({ error: error as Error });
      } finally {
        this.#reading = undefined;
        this.#set({ isLoading: false });
      }
    })();
    this.#reading = reading;
    return reading;
  }

  #set(changes: Partial<SessionListSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    this.touch();
  }

  #listed(): readonly ListedSession[] {
    const known = new Map(this.#snapshot.sessions.map((each) => [each.sessionId, each]));
    const listed = this.#infos.map((info) => sameAs(known.get(info.sessionId), this.#withLiveState(info)));
    return listed.toSorted((left, right) => (right.updatedAt ?? '').localeCompare(left.updatedAt ?? ''));
  }

  #withLiveState(info: SessionInfo): ListedSession {
    const open = this.#options.openSession(info.sessionId);
    const { _meta: meta } = info;
    const { isLive = false, isBusy = false, ...hub } = hubSession(meta);
    const updatedAt = [info.updatedAt ?? undefined, open?.updatedAt].findLast((each) => each !== undefined);
    const title = open?.title ?? info.title;
    return {
      ...info,
      ...(title === undefined ? {} : { title }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
      hub,
      isLive,
      isBusy: open === undefined ? isBusy : open.state !== 'idle',
      state: open?.state,
      questions: open?.questions ?? 0,
    };
  }
}

/** The known object if nothing has changed, so that its row is not drawn again. */
const sameAs = (known: ListedSession | undefined, listed: ListedSession): ListedSession =>
  known !== undefined && JSON.stringify(known) === JSON.stringify(listed) ? known : listed;

/** Of several entries of a session, the first. */
function unique(infos: readonly SessionInfo[]): readonly SessionInfo[] {
  const byId = new Map<string, SessionInfo>();
  for (const info of infos) if (!byId.has(info.sessionId)) byId.set(info.sessionId, info);
  return [...byId.values()];
}
