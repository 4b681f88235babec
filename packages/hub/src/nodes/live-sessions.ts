/**
 * The sessions that this node owns.
 *
 * A session is taken once at a time: calls that come meanwhile share the outcome, and a session that is stopping is
 * taken again only after it has stopped.
 */
import type { LiveSession } from '../session/session-host.ts';
import { eachBounded } from './each-bounded.ts';

type StopReason = Parameters<LiveSession['stop']>[0];

export class LiveSessions {
  readonly #live = new Map<string, LiveSession>();
  readonly #taking = new Map<string, Promise<void>>();
  readonly #stopping = new Map<string, Promise<void>>();
  /** Sessions that have ended before their taking was finished. */
  readonly #endedEarly = new Set<string>();

  get size(): number {
    return this.#live.size;
  }

  get(sessionId: string): LiveSession | undefined {
    return this.#live.get(sessionId);
  }

  all(): readonly LiveSession[] {
    return [...this.#live.values()];
  }

  /** Sessions that are being taken, or that are stopping. */
  get inTransition(): number {
    return this.#taking.size + this.#stopping.size;
  }

  /** Adds a session; false if it has ended already. */
  add(session: LiveSession): boolean {
    if (this.#endedEarly.delete(session.sessionId)) return false;
    this.#live.set(session.sessionId, session);
    return true;
  }

  /** Forgets a session that has ended by itself; false if it was not live. */
  forget(sessionId: string): boolean {
    if (this.#live.delete(sessionId)) return true;
    if (this.#taking.has(sessionId) && !this.#stopping.has(sessionId)) this.#endedEarly.add(sessionId);
    return false;
  }

  /** Runs `take`, unless the session is live or being taken already. */
  take(sessionId: string, take: () => Promise<void>): Promise<void> {
    const running = this.#taking.get(sessionId);
    if (running !== undefined) return running;
    if (this.#live.has(sessionId)) return Promise.resolve();
    const begun = this.#afterStop(sessionId).then(take);
    const taken = begun.finally(() => {
      this.#taking.delete(sessionId);
      this.#endedEarly.delete(sessionId);
    });
    this.#taking.set(sessionId, taken);
    return taken;
  }

  /** Stops a session; it is not live from now on. Errors are the session's to report. */
  stop(sessionId: string, why: StopReason): Promise<void> {
    const session = this.#live.get(sessionId);
    if (session === undefined) return this.#afterStop(sessionId);
    this.#live.delete(sessionId);
    const stopped = session
      .stop(why)
      .catch(() => undefined)
      .finally(() => this.#stopping.delete(sessionId));
    this.#stopping.set(sessionId, stopped);
    return stopped;
  }

  async stopAll(why: StopReason, parallel: number): Promise<void> {
    await eachBounded([...this.#live.keys()], (sessionId) => this.stop(sessionId, why), { parallel });
  }

  /** Resolves when nothing is being taken or is stopping. */
  async settled(): Promise<void> {
    while (this.inTransition > 0) await Promise.allSettled([...this.#taking.values(), ...this.#stopping.values()]);
  }

  async #afterStop(sessionId: string): Promise<void> {
    await this.#stopping.get(sessionId);
  }
}
