/**
 * The sessions of an agent that are open here, by their ids, and the way of each update to its session.
 *
 * A session that no component uses stays open until too many do; then the one that was used longest ago is left, unless
 * its agent works or asks something.
 */
import { ConnectionError, type Clock } from '@acp-stack/rpc';
import type { SessionNotification, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { entryId, isBusy } from '@acp-stack/transcript';

import type { OpenSession, SessionList } from '../list/session-list.ts';
import type { FrameScheduler } from '../notify/frames.ts';
import type { SessionTarget } from '../session/open-session.ts';
import type { SessionHost, SessionLink } from '../session/session-host.ts';
import { SessionStore } from '../session/session-store.ts';

export interface SessionTableOptions {
  readonly frames: FrameScheduler;
  readonly clock: Clock;
  readonly tail: number | undefined;
  /** How many unused sessions stay open. */
  readonly kept: number;
  readonly link: () => SessionLink | undefined;
  readonly isReachable: () => boolean;
  readonly lists: () => Iterable<SessionList>;
}

interface EarlyUpdate {
  readonly update: SessionUpdate;
  readonly cursor: string | undefined;
}

/** Updates that are kept of sessions which are being created. */
const maxEarly = 10_000;
/** Stored sessions that are looked through for one that is not known. */
const maxListed = 1000;

export class SessionTable implements SessionHost<SessionStore> {
  readonly #options: SessionTableOptions;
  readonly #byId = new Map<string, SessionStore>();
  /** Sessions that are being created. */
  readonly #new = new Set<SessionStore>();
  readonly #users = new Map<SessionStore, number>();
  /** The sessions that no component uses, longest ago first. */
  readonly #unused = new Set<SessionStore>();
  #creating = 0;
  #early: Map<string, EarlyUpdate[]> | undefined;
  #earlyCount = 0;

  constructor(options: SessionTableOptions) {
    this.#options = options;
  }

  get(target: SessionTarget): SessionStore {
    const { sessionId } = target as { readonly sessionId?: string };
    const known = sessionId === undefined ? undefined : this.#byId.get(sessionId);
    if (known !== undefined) return known;
    const { frames, clock, tail } = this.#options;
    const store = new SessionStore(target, this, { frames, clock, tail });
    if (sessionId !== undefined) this.#byId.set(sessionId, store);
    return store;
  }

  find(sessionId: string): SessionStore | undefined {
    return this.#byId.get(sessionId);
  }

  /** The session whose user answers a question: its own, that of its parent, or the only one. */
  asking(sessionId: string): SessionStore | undefined {
    const own = this.#byId.get(sessionId);
    if (own !== undefined) return own;
    const stores = [...this.#byId.values()];
    const id = entryId('subagent', sessionId);
    return stores.find((store) => store.transcript().entries.has(id)) ?? (stores.length === 1 ? stores[0] : undefined);
  }

  summaryOf(sessionId: string): OpenSession | undefined {
    const store = this.#byId.get(sessionId);
    if (store === undefined || store.status !== 'open') return undefined;
    const { info, state, permissions, elicitations } = store.transcript();
    return {
      title: info.title,
      updatedAt: info.updatedAt,
      state: state?.state ?? 'idle',
      questions: permissions.size + elicitations.size,
    };
  }

  renamed(sessionId: string, title: string): void {
    this.#byId.get(sessionId)?.receive({ sessionUpdate: 'session_info_update', title }, undefined);
  }

  forget(sessionId: string): void {
    const store = this.#byId.get(sessionId);
    if (store === undefined) return;
    this.#byId.delete(sessionId);
    this.#unused.delete(store);
    store.lost(new Error('The session was removed.'));
  }

  // -------------------------------------------------------------------------------------------- connection

  attach(link: SessionLink): void {
    for (const store of this.#all()) store.attach(link);
  }

  detach(): void {
    for (const store of this.#all()) store.detach();
  }

  reachableChanged(): void {
    for (const store of this.#all()) store.reachableChanged();
  }

  receive({ sessionId, update }: SessionNotification, cursor: string | undefined): void {
    const store = this.#byId.get(sessionId);
    if (store !== undefined) store.receive(update, cursor);
    else if (this.#creating > 0 && this.#earlyCount < maxEarly) {
      this.#early ??= new Map();
      const kept = this.#early.get(sessionId) ?? [];
      kept.push({ update, cursor });
      this.#early.set(sessionId, kept);
      this.#earlyCount += 1;
    }
  }

  #all(): Iterable<SessionStore> {
    return [...this.#byId.values(), ...this.#new];
  }

  // -------------------------------------------------------------------------------------------- for sessions

  link(): SessionLink | undefined {
    return this.#options.link();
  }

  isReachable(): boolean {
    return this.#options.isReachable();
  }

  wanted(store: SessionStore): void {
    if (store.id === undefined) this.#new.add(store);
    else if (!this.#byId.has(store.id)) this.#byId.set(store.id, store);
    this.#unused.add(store);
  }

  creating(): () => void {
    this.#creating += 1;
    return () => {
      this.#creating -= 1;
      if (this.#creating > 0) return;
      this.#early = undefined;
      this.#earlyCount = 0;
    };
  }

  created(store: SessionStore, sessionId: string): void {
    this.#new.delete(store);
    this.#byId.set(sessionId, store);
    for (const { update, cursor } of this.#early?.get(sessionId) ?? []) store.receive(update, cursor);
    const { cwd = '/' } = store.snapshot();
    const info = { sessionId, cwd, updatedAt: new Date().toISOString() };
    for (const list of this.#options.lists()) list.add(info);
  }

  changed(): void {
    for (const list of this.#options.lists()) list.touch();
  }

  async cwdOf(sessionId: string): Promise<string> {
    const open = this.#byId.get(sessionId)?.snapshot().cwd;
    if (open !== undefined) return open;
    for (const list of this.#options.lists()) {
      const info = list.find(sessionId);
      if (info !== undefined) return info.cwd;
    }
    return (await this.#listedCwd(sessionId)) ?? '/';
  }

  /** An agent that cannot list its sessions may still open one. */
  async #listedCwd(sessionId: string): Promise<string | undefined> {
    let count = 0;
    try {
      for await (const info of this.#options.link()?.connection.list() ?? []) {
        if (info.sessionId === sessionId) return info.cwd;
        count += 1;
        if (count >= maxListed) return undefined;
      }
    } catch (error) {
      if (error instanceof ConnectionError) throw error;
    }
    return undefined;
  }

  retain(store: SessionStore): () => void {
    this.#users.set(store, (this.#users.get(store) ?? 0) + 1);
    this.#unused.delete(store);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const users = (this.#users.get(store) ?? 1) - 1;
      if (users > 0) this.#users.set(store, users);
      else {
        this.#users.delete(store);
        this.#unused.add(store);
        this.#leaveUnused();
      }
    };
  }

  #leaveUnused(): void {
    for (const store of this.#unused) {
      if (this.#unused.size <= this.#options.kept) return;
      const transcript = store.transcript();
      if (isBusy(transcript) || transcript.permissions.size + transcript.elicitations.size > 0) continue;
      this.#unused.delete(store);
      this.#new.delete(store);
      if (store.id !== undefined && this.#byId.get(store.id) === store) this.#byId.delete(store.id);
      store.leave();
    }
  }
}
