/**
 * The sessions of one connection.
 *
 * Most sessions of a long list are only opened: of these only the directories are kept, until a message is about them.
 *
 * Sessions that the client opened stay until it closes them. The agent may send updates about others, such as child
 * sessions or one that is still being opened; of these a limited number is remembered. Updates about a closed session
 * do not reach the client (CLOSE-04).
 */
import type { RequestId } from '@acp-stack/rpc';

import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import { nothingSaid, Session, type Info, type MakeTerminals, type Place } from './session.ts';

/** A session that the client opened. */
export interface OpenedSession {
  readonly id: string;
  readonly place: Place;
  readonly info: Info;
}

export class Sessions {
  readonly #context: RuleContext<V2, V1>;
  readonly #makeTerminals: MakeTerminals;
  readonly #sessions = new Map<string, Session | Place>();
  readonly #closed: BoundedMap<string, true>;
  /** The session of the last message; usually the next message is about it too. */
  #latest: Session | undefined;
  /** The directories of the last session that was opened; many sessions share them. */
  #latestPlace: Place | undefined;
  /** How many of the sessions were not opened by the client. */
  #strangers = 0;

  constructor(context: RuleContext<V2, V1>, makeTerminals: MakeTerminals) {
    this.#context = context;
    this.#makeTerminals = makeTerminals;
    this.#closed = new BoundedMap(context.limits.remembered);
  }

  /** The sessions that the client opened, in that order. */
  get opened(): readonly OpenedSession[] {
    return [...this.#sessions].flatMap(([id, known]) => {
      const [place, info] = known instanceof Session ? [known.place, known.info] : [known, nothingSaid];
      return place === undefined ? [] : [{ id, place, info }];
    });
  }

  /** The session whose prompt has `id` for the agent. */
  prompted(id: RequestId): Session | undefined {
    for (const session of this.#sessions.values())
      if (session instanceof Session && session.place !== undefined && session.runs(id)) return session;
    return undefined;
  }

  get count(): number {
    return this.#sessions.size;
  }

  isClosed(id: string): boolean {
    return this.#closed.has(id);
  }

  find(id: string): Session | undefined {
    const known = this.#sessions.get(id);
    return known === undefined || known instanceof Session ? known : this.#make(id, known);
  }

  /** Returns the session with this id, known or not. */
  of(id: string): Session {
    if (this.#latest?.id === id) return this.#latest;
    const known = this.find(id);
    const session = known ?? this.#make(id, undefined);
    this.#latest = session;
    if (known !== undefined) return known;
    this.#strangers += 1;
    if (this.#strangers > this.#context.limits.remembered) this.#forgetOne(session);
    return session;
  }

  /** Notes that the client opens it. */
  open(id: string, place: Place): Session {
    this.#closed.forget(id);
    const session = this.of(id);
    session.isClosing = false;
    if (session.place === undefined) this.#strangers -= 1;
    session.place = this.#shared(place);
    return session;
  }

  /** Notes that the client opens it, and that nothing else is known about it. */
  openQuietly(id: string, place: Place): void {
    if (this.#sessions.get(id) instanceof Session) {
      this.open(id, place);
      return;
    }
    this.#closed.forget(id);
    this.#sessions.set(id, this.#shared(place));
  }

  /** Forgets a session whose opening failed. */
  abandon(session: Session): void {
    if (this.#sessions.get(session.id) !== session) return;
    session.end();
    this.#remove(session);
    this.#context.endSession(session.id);
  }

  /** Notes that it was closed, deleted or archived. */
  close(id: string): void {
    const known = this.#sessions.get(id);
    if (known instanceof Session) {
      known.end();
      this.#remove(known);
    } else this.#sessions.delete(id);
    this.#context.endSession(id);
    this.#closed.remember(id, true);
  }

  stop(): void {
    for (const session of this.#sessions.values()) if (session instanceof Session) session.stop();
  }

  #make(id: string, place: Place | undefined): Session {
    const session = new Session(this.#context, id, this.#makeTerminals);
    session.place = place;
    this.#sessions.set(id, session);
    return session;
  }

  /** The given directories and nothing else, shared with the last session if they are the same. */
  #shared({ cwd, additionalDirectories }: Place): Place {
    if (additionalDirectories !== undefined) return { cwd, additionalDirectories };
    if (this.#latestPlace?.cwd !== cwd) this.#latestPlace = { cwd };
    return this.#latestPlace;
  }

  #remove(session: Session): void {
    if (session.place === undefined) this.#strangers -= 1;
    if (this.#latest === session) this.#latest = undefined;
    this.#sessions.delete(session.id);
  }

  #forgetOne(newest: Session): void {
    for (const session of this.#sessions.values()) {
      if (!(session instanceof Session) || session === newest || !session.isIdle) continue;
      session.end();
      this.#remove(session);
      return;
    }
  }
}
