/**
 * The sessions of one connection.
 *
 * Those that the client opened stay until it closes them. The agent may speak of others, such as children or one whose opening is not answered
 * yet; of these only so many are remembered. What is said about a closed session does not reach the client any more (CLOSE-04).
 */
import type { Hub } from '../hub.ts';
import type { V1, V2 } from '../methods.ts';
import { Remembered } from '../remembered.ts';
import { Session, type MakeTerminals, type Place } from './session.ts';

export class Sessions {
  readonly #hub: Hub<V2, V1>;
  readonly #makeTerminals: MakeTerminals;
  readonly #sessions = new Map<string, Session>();
  readonly #closed: Remembered<string, true>;
  /** The one that was spoken of last; most often the next message is about it too. */
  #latest: Session | undefined;
  /** How many of the sessions were not opened by the client. */
  #strangers = 0;

  constructor(hub: Hub<V2, V1>, makeTerminals: MakeTerminals) {
    this.#hub = hub;
    this.#makeTerminals = makeTerminals;
    this.#closed = new Remembered(hub.limits.remembered);
  }

  /** Those that the client opened, in that order. */
  get opened(): readonly Session[] {
    return [...this.#sessions.values()].filter(({ place }) => place !== undefined);
  }

  get count(): number {
    return this.#sessions.size;
  }

  isClosed(id: string): boolean {
    return this.#closed.has(id);
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** The session of this id, whoever spoke of it first. */
  of(id: string): Session {
    if (this.#latest?.id === id) return this.#latest;
    const known = this.#sessions.get(id);
    const session = known ?? new Session(this.#hub, id, this.#makeTerminals);
    this.#latest = session;
    if (known !== undefined) return known;
    this.#sessions.set(id, session);
    this.#strangers += 1;
    if (this.#strangers > this.#hub.limits.remembered) this.#forgetOne(session);
    return session;
  }

  /** The client opens it. */
  open(id: string, { cwd, additionalDirectories }: Place): Session {
    this.#closed.forget(id);
    const session = this.of(id);
    session.isClosing = false;
    if (session.place === undefined) this.#strangers -= 1;
    session.place = additionalDirectories === undefined ? { cwd } : { cwd, additionalDirectories };
    return session;
  }

  /** Its opening failed: what was said about it meanwhile is nobody's. */
  abandon(session: Session): void {
    if (this.#sessions.get(session.id) !== session) return;
    session.end();
    this.#remove(session);
    this.#hub.endSession(session.id);
  }

  /** It is closed, deleted or put away. */
  close(id: string): void {
    const session = this.#sessions.get(id);
    session?.end();
    if (session !== undefined) this.#remove(session);
    this.#hub.endSession(id);
    this.#closed.remember(id, true);
  }

  stop(): void {
    for (const session of this.#sessions.values()) session.stop();
  }

  #remove(session: Session): void {
    if (session.place === undefined) this.#strangers -= 1;
    if (this.#latest === session) this.#latest = undefined;
    this.#sessions.delete(session.id);
  }

  #forgetOne(newest: Session): void {
    for (const session of this.#sessions.values()) {
      if (session === newest || !session.isIdle) continue;
      session.end();
      this.#remove(session);
      return;
    }
  }
}
