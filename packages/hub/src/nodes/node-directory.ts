/**
 * The directory of one node: it owns sessions, gives requests to the owners of others, and takes over what dead nodes
 * have left.
 *
 * A request is stored while the session has an owner, or before one is found: if this node ends in between, the
 * survivors find the session by the name of its owner, and the request in its inbox. A remote owner learns of a request
 * by the hint of the journal, by a request in its row, which it reads with its next beat, or by reading the inboxes of
 * its sessions every few seconds.
 */
import { JournalError } from '@acp-stack/journal';
import { RpcError, type Clock } from '@acp-stack/rpc';

import type { LiveSession } from '../session/session-host.ts';
import { HubCounters } from '../observe/counters.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { InboxItem } from '../store/records.ts';
import { Drain, type DrainOptions } from './drain.ts';
import { LiveSessions } from './live-sessions.ts';
import type { NodeMembership } from './membership.ts';
import type { SessionRequest } from './node-rows.ts';
import { chosenNode } from './rendezvous.ts';
import type { SessionDirectory } from './session-directory.ts';
import { sessionsOf, Takeover } from './takeover.ts';

export interface NodeDirectoryOptions {
  readonly store: HubStore;
  readonly membership: NodeMembership;
  readonly clock: Clock;
  readonly counters?: Pick<HubCounters, 'takeovers'>;
  /** Makes this node the owner of a session: fence, barrier, recovery. Rejects with `fenced` if another was faster. */
  readonly take: (sessionId: string) => Promise<LiveSession>;
  /** How many sessions of dead nodes are taken, or handed over, at the same time. */
  readonly parallel?: number;
  /** How often the inboxes of live sessions are read without a hint, in milliseconds. */
  readonly pollEvery?: number;
  /** Called with what cannot be told to a client; one sentence. */
  readonly log?: (line: string) => void;
}

/** Inboxes are polled in so many portions, so that the reads do not come all at once. */
const portions = 10;
/** A session that ended here is looked at again after this time: its new owner may have ended before it began. */
const recheckAfter = 3000;

export class NodeDirectory implements SessionDirectory {
  readonly #options: Required<NodeDirectoryOptions>;
  readonly #sessions = new LiveSessions();
  readonly #takeover: Takeover;
  readonly #cancels = new Set<() => void>();
  /** Sessions that were woken since the last recheck, with the time; the oldest ones, which no longer matter, are removed. */
  readonly #wokenAt = new Map<string, number>();
  /** Sessions whose owner could not be told of an item yet. */
  readonly #untold = new Set<string>();
  /** Looks after sessions that are not over. */
  readonly #looking = new Set<Promise<void>>();
  #watching: Disposable | undefined;
  #isClosed = false;
  readonly #drain: Drain;
  #draining: Promise<void> | undefined;
  #taken = 0;

  constructor(options: NodeDirectoryOptions) {
    this.#options = { parallel: 16, pollEvery: 5000, log: () => undefined, counters: new HubCounters(), ...options };
    const { store, membership, clock, parallel, log } = this.#options;
    const ensureOwner = (sessionId: string): Promise<void> => this.ensureOwner(sessionId);
    this.#takeover = new Takeover({ store, membership, clock, ensureOwner, parallel, log });
    this.#drain = new Drain({
      clock,
      parallel,
      log,
      sessions: this.#sessions,
      hasHeir: () => membership.accepting.some((name) => name !== this.node),
      handedOver: (sessionId) => this.#askHeir({ sessionId, releasedBy: this.node }),
    });
  }

  get node(): string {
    return this.#options.membership.name;
  }

  /** The sessions that this node owns. */
  get live(): readonly LiveSession[] {
    return this.#sessions.all();
  }

  /** Whether this node takes new sessions. */
  get isAccepting(): boolean {
    const { membership } = this.#options;
    return membership.isActive && !membership.isDraining && !this.#isClosed;
  }

  /** How many sessions this node has taken since it started. */
  get taken(): number {
    return this.#taken;
  }

  /** Joins the other nodes; the sessions of those that are dead are taken in the background. */
  async start(): Promise<void> {
    const { membership, store } = this.#options;
    await membership.start({
      died: (name) => {
        this.#takeover.begin(name);
      },
      lapsed: () => {
        void this.#sessions.stopAll('fenced', Number.POSITIVE_INFINITY);
      },
      returned: () => {
        void this.#returned();
      },
      asked: (request) => {
        void this.#lookAfter(request);
      },
    });
    this.#watching = store.watch(({ inboxes, isAll }) => {
      if (isAll) for (const session of this.live) session.wake();
      for (const sessionId of inboxes) this.#sessions.get(sessionId)?.wake();
    });
    // Alone, this node knows of every item, and no other one takes its sessions.
    if (!membership.isAlone) this.#poll(0);
  }

  /** Adds a session that was created here. */
  add(session: LiveSession): void {
    if (!this.#sessions.add(session)) this.#recheckLater(session.sessionId);
    else if (!this.#options.membership.isActive) void this.#sessions.stop(session.sessionId, 'fenced');
  }

  /** A session that is live here. */
  get(sessionId: string): LiveSession | undefined {
    return this.#sessions.get(sessionId);
  }

  /** Throws if this node takes no new sessions. */
  assertAccepting(): void {
    if (!this.isAccepting) throw unavailable(this.#options.membership.isDraining);
  }

  async submit(sessionId: string, item: InboxItem): Promise<number> {
    const { store, log } = this.#options;
    await this.ensureOwner(sessionId);
    const number = await store.submit(sessionId, item);
    try {
      await this.#wakeOwner(sessionId);
    } catch (error) {
      // The item is stored, which is what the caller asked for; its owner is found when the store works again.
      log(`The owner of the session ${sessionId} could not be told of an item: ${(error as Error).message}`);
      this.#recheckLater(sessionId, true);
    }
    return number;
  }

  ensureOwner(sessionId: string): Promise<void> {
    return this.#ensureOwner({ sessionId });
  }

  /**
   * A session has ended here: another node has taken it, or it fell asleep. `isNeeded` means that an item came
   * meanwhile, so that the session has to be taken again.
   */
  ended(sessionId: string, isNeeded = false): void {
    if (this.#sessions.forget(sessionId)) this.#recheckLater(sessionId);
    if (isNeeded) void this.#lookAfter({ sessionId });
  }

  /** Stops a session that is live here, for example because it is deleted. */
  stop(sessionId: string, why: 'hand-over' | 'delete'): Promise<void> {
    return this.#sessions.stop(sessionId, why);
  }

  /**
   * Takes no more sessions, hands over those that have no work at once and the others when their turn ends, at the
   * latest after the timeout. Called again, it can only shorten the time.
   */
  drain(options: DrainOptions): Promise<void> {
    this.#drain.limit(options);
    this.#draining ??= this.#beginDrain();
    return this.#draining;
  }

  /** Ends: hands over what is still live, and removes the row of this node. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.drain({ timeout: 0 });
    this.#isClosed = true;
    this.#watching?.[Symbol.dispose]();
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
    await this.#sessions.settled();
    while (this.#looking.size > 0) await Promise.all(this.#looking);
    const { store, membership } = this.#options;
    const hasSessions = await sessionsOf(store, this.node).then(
      (left) => left.length > 0,
      () => true,
    );
    const requests: SessionRequest[] = [];
    for (const sessionId of this.#untold) if (!(await this.#askHeir({ sessionId }))) requests.push({ sessionId });
    await membership.leave({ hasSessions, requests });
  }

  async #beginDrain(): Promise<void> {
    this.#takeover.stop();
    await this.#options.membership.drain();
    await this.#drain.run();
  }

  #ensureOwner(request: SessionRequest): Promise<void> {
    return this.#sessions.take(request.sessionId, () => this.#own(request));
  }

  async #own({ sessionId, releasedBy }: SessionRequest): Promise<void> {
    const { store, membership, take } = this.#options;
    const summary = await store.get(sessionId);
    if (summary === undefined) return;
    const { node } = summary;
    if (node !== releasedBy && (await this.#isOwnedElsewhere(node))) return;
    if (!membership.isActive || this.#isClosed) throw unavailable(membership.isDraining);
    if (membership.isDraining) {
      if (await this.#askHeir({ sessionId, ...(node === null ? {} : { releasedBy: node }) })) return;
      throw unavailable(true);
    }
    let session: LiveSession;
    try {
      session = await take(sessionId);
    } catch (error) {
      if (error instanceof JournalError && (error.code === 'fenced' || error.code === 'missing')) return;
      // The barrier may be stored already, so that the session carries the name of this node.
      this.#recheckLater(sessionId);
      throw error;
    }
    this.#taken += 1;
    if (node !== null && node !== membership.name) this.#options.counters.takeovers.add();
    this.add(session);
  }

  /** The owner, here or on another node, reads the inbox again. */
  async #wakeOwner(sessionId: string): Promise<void> {
    if (this.#wake(sessionId)) return;
    const { store, membership } = this.#options;
    const node = (await store.get(sessionId))?.node;
    if (node === undefined) return;
    if (node !== null && (await this.#isOwnedElsewhere(node))) {
      if (await membership.ask(node, { sessionId })) return;
      throw new Error(`The node ${node} is gone.`);
    }
    await this.ensureOwner(sessionId);
    this.#wake(sessionId);
  }

  async #isOwnedElsewhere(node: string | null): Promise<boolean> {
    return node !== null && node !== this.node && this.#options.membership.isAlive(node);
  }

  #wake(sessionId: string): boolean {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return false;
    this.#noteWake(sessionId);
    session.wake();
    return true;
  }

  #noteWake(sessionId: string): void {
    const now = this.#options.clock.now();
    // The last one woken is the last in the map.
    this.#wokenAt.delete(sessionId);
    this.#wokenAt.set(sessionId, now);
    for (const [earlier, at] of this.#wokenAt) {
      if (at > now - recheckAfter) break;
      this.#wokenAt.delete(earlier);
    }
  }

  /** Another node asks: this one owns the session, unless yet another does, and reads its inbox. */
  #lookAfter(request: SessionRequest): Promise<void> {
    const look = this.#tryToOwn(request).finally(() => this.#looking.delete(look));
    this.#looking.add(look);
    return look;
  }

  async #tryToOwn(request: SessionRequest): Promise<void> {
    const { sessionId } = request;
    if (this.#wake(sessionId)) return;
    try {
      await this.#ensureOwner(request);
      this.#wake(sessionId);
    } catch (error) {
      this.#options.log(`The session ${sessionId} could not be taken yet: ${(error as Error).message}`);
      this.#recheckLater(sessionId, true);
    }
  }

  /**
   * After a lapse or a late beat: the sessions that no other node has taken are taken again, live ones that another
   * node has taken are stopped, and dead nodes are looked at again.
   */
  async #returned(): Promise<void> {
    const { store, log } = this.#options;
    this.#takeover.beginAll();
    try {
      const own = new Set(await sessionsOf(store, this.node));
      for (const session of this.live) if (!own.has(session.sessionId)) void this.#checkOwner(session);
      for (const sessionId of own) await this.#lookAfter({ sessionId });
    } catch (error) {
      log(`The sessions of this node could not be listed: ${(error as Error).message}`);
    }
  }

  /**
   * Looks again at a session that ended here, or whose owner could not be told of an item. It still carries the name of
   * this node if the node that fenced it never became the owner; and if it was woken while it fell asleep, its inbox
   * may hold an item that it has not read.
   */
  #recheckLater(sessionId: string, hasItem = this.#wasWoken(sessionId)): void {
    if (hasItem) this.#untold.add(sessionId);
    this.#later(recheckAfter, () => {
      void this.#recheck(sessionId, hasItem);
    });
  }

  #wasWoken(sessionId: string): boolean {
    const wokenAt = this.#wokenAt.get(sessionId) ?? Number.NEGATIVE_INFINITY;
    this.#wokenAt.delete(sessionId);
    return wokenAt > this.#options.clock.now() - recheckAfter;
  }

  async #recheck(sessionId: string, hasItem: boolean): Promise<void> {
    const { store, log } = this.#options;
    if (!hasItem && this.#sessions.get(sessionId) !== undefined) return;
    try {
      if (hasItem) {
        await this.#wakeOwner(sessionId);
        this.#untold.delete(sessionId);
      } else if ((await store.get(sessionId))?.node === this.node) await this.ensureOwner(sessionId);
    } catch (error) {
      log(`The session ${sessionId} could not be looked at again: ${(error as Error).message}`);
      this.#recheckLater(sessionId, hasItem);
    }
  }

  /** Asks the node that a session falls to if this one does not take it; false if there is none. */
  async #askHeir(request: SessionRequest): Promise<boolean> {
    const { membership } = this.#options;
    for (let heirs = membership.accepting.filter((name) => name !== this.node); ;) {
      const heir = chosenNode(request.sessionId, heirs);
      if (heir === undefined) return false;
      if (await membership.ask(heir, request)) return true;
      heirs = heirs.filter((name) => name !== heir);
    }
  }

  /** Reads inboxes without a hint, and finds sessions that another node has taken and that had nothing to write. */
  #poll(portion: number): void {
    this.#later(this.#options.pollEvery / portions, () => {
      for (const [index, session] of this.live.entries())
        if (index % portions === portion) {
          session.wake();
          void this.#checkOwner(session);
        }
      this.#poll((portion + 1) % portions);
    });
  }

  async #checkOwner(session: LiveSession): Promise<void> {
    const { sessionId } = session;
    const summary = await this.#options.store.get(sessionId).catch(() => undefined);
    if (summary === undefined || summary.node === this.node || this.#sessions.get(sessionId) !== session) return;
    await this.#sessions.stop(sessionId, 'fenced');
  }

  #later(ms: number, work: () => void): void {
    if (this.#isClosed) return;
    const cancel = this.#options.clock.schedule(ms, () => {
      this.#cancels.delete(cancel);
      work();
    });
    this.#cancels.add(cancel);
  }
}

function unavailable(isDraining: boolean): RpcError {
  const why = isDraining
    ? 'This hub is drained and takes no sessions until it is restarted; use another hub, or try again later.'
    : 'This hub cannot reach its database; try again in a moment.';
  return new RpcError(-32603, why, {
    data: { reason: isDraining ? 'draining' : 'unavailable' },
  });
}
