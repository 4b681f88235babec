/**
 * The sessions of a connection.
 *
 * The id of a session that is being opened is unknown until the agent responds. Earlier updates about it wait for the
 * response, because the client could not tell what they are about. Updates about a closed session do not reach the
 * client (CLOSE-04).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import type { About } from '../translate/rule-context.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import type { ClientFeatures } from './client-features.ts';
import type { ConnectionContext } from './connection-context.ts';
import type { ContentBatches } from './content-batches.ts';
import { Session } from './session.ts';

type AboutSession = About & { readonly sessionId: string };

interface Waiting {
  readonly about: About;
  readonly work: () => void;
  readonly onFailure: ((error: Error) => void) | undefined;
}

export class Sessions {
  readonly #context: ConnectionContext;
  readonly #batches: ContentBatches;
  readonly #features: () => ClientFeatures;
  readonly #sessions = new Map<string, Session>();
  readonly #closed: BoundedMap<string, true>;
  #latest: Session | undefined;
  /** Counts the changes from one session to another; a session keeps the number of its last use. */
  #uses = 0;
  /** How many sessions are being opened whose ids are unknown. */
  #opening = 0;
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #isOverflowReported = false;
  #isForgettingReported = false;

  constructor(context: ConnectionContext, batches: ContentBatches, features: () => ClientFeatures) {
    this.#context = context;
    this.#features = features;
    this.#batches = batches;
    this.#closed = new BoundedMap(context.limits.remembered);
  }

  get count(): number {
    return this.#sessions.size;
  }

  isClosed(sessionId: string): boolean {
    return this.#closed.has(sessionId);
  }

  /** Returns the session, if anything is remembered of it. */
  find(sessionId: string): Session | undefined {
    return this.#sessions.get(sessionId);
  }

  has(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /** Returns the session, which is remembered from now on. */
  get(sessionId: string): Session {
    if (this.#latest?.id === sessionId) return this.#latest;
    const known = this.#sessions.get(sessionId);
    const session = known ?? new Session(this.#context, sessionId, this.#features);
    this.#uses += 1;
    session.lastUse = this.#uses;
    this.#latest = session;
    if (known !== undefined) return session;
    this.#sessions.set(sessionId, session);
    if (this.#sessions.size > this.#context.limits.sessions) this.#forgetOne();
    return session;
  }

  /** The client opens it, maybe again. */
  reopen(sessionId: string): void {
    this.#closed.forget(sessionId);
  }

  /** Notes that it was closed or deleted. */
  close(sessionId: string): void {
    this.release(sessionId);
    this.#closed.remember(sessionId, true);
  }

  /** Forgets the session. */
  release(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session !== undefined) {
      session.close();
      this.#remove(session);
    }
    this.#context.endSession(sessionId);
  }

  /** A session is requested whose id is unknown. */
  beginOpening(): void {
    this.#opening += 1;
  }

  /** The agent has responded; what waited continues. */
  endOpening(sessionId?: string): void {
    this.#opening -= 1;
    if (sessionId !== undefined) this.#runWaiting(sessionId);
    if (this.#opening > 0) return;
    for (const other of this.#waiting.keys()) this.#runWaiting(other);
    this.#isOverflowReported = false;
  }

  /** Whether a session may be one that is still being opened. */
  mustWait(sessionId: string): boolean {
    return this.#opening > 0 && !this.#sessions.has(sessionId);
  }

  /** Postpones work for a session that must wait. */
  putOff(about: AboutSession, work: () => void, onFailure?: (error: Error) => void): void {
    if (this.#waitingCount >= this.#context.limits.waitingUpdates) {
      // A request must get a response.
      onFailure?.(new RpcError(rpcCodes.internalError, 'Too many messages wait for sessions that are being opened.'));
      this.#reportOverflow();
      return;
    }
    this.#waitingCount += 1;
    const waiting = this.#waiting.get(about.sessionId) ?? [];
    waiting.push({ about, work, onFailure });
    this.#waiting.set(about.sessionId, waiting);
  }

  stop(): void {
    for (const session of this.#sessions.values()) session.stop();
    this.#waiting.clear();
  }

  #reportOverflow(): void {
    if (this.#isOverflowReported) return;
    this.#isOverflowReported = true;
    this.#context.lose(
      'session/new',
      'Too many updates arrived for sessions before they were opened; the rest was dropped.',
    );
  }

  #runWaiting(sessionId: string): void {
    const waiting = this.#waiting.get(sessionId) ?? [];
    this.#waiting.delete(sessionId);
    this.#waitingCount -= waiting.length;
    if (waiting.length === 0) return;
    this.get(sessionId);
    for (const { about, work, onFailure } of waiting) this.#context.attempt(about, work, onFailure);
  }

  #forgetOne(): void {
    let oldest: Session | undefined;
    for (const session of this.#sessions.values()) {
      if (session === this.#latest || session.isPrompted) continue;
      if (oldest === undefined || session.lastUse < oldest.lastUse) oldest = session;
    }
    if (oldest === undefined) return;
    oldest.end();
    this.#remove(oldest);
    if (this.#isForgettingReported) return;
    this.#isForgettingReported = true;
    const words = `Only ${this.#context.limits.sessions} sessions are remembered; updates of older ones are sent as if they were new.`;
    this.#context.omit('session/new', words);
  }

  #remove(session: Session): void {
    this.#sessions.delete(session.id);
    this.#batches.remove(session);
    if (this.#latest === session) this.#latest = undefined;
  }
}
