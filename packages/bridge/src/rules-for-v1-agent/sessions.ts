/**
 * The sessions of one connection.
 *
 * Most of a long list are only opened: of such a one nothing but its place is kept, until somebody speaks to it or about it.
 *
 * Those that the client opened stay until it closes them. The agent may speak of others, such as children or one whose opening is not answered
 * yet; of these only so many are remembered. What is said about a closed session does not reach the client any more (CLOSE-04).
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
  /** The one that was spoken of last; most often the next message is about it too. */
  #latest: Session | undefined;
  /** The place that was named last; many sessions work in the same one. */
  #latestPlace: Place | undefined;
  /** How many of the sessions were not opened by the client. */
  #strangers = 0;

  constructor(context: RuleContext<V2, V1>, makeTerminals: MakeTerminals) {
    this.#context = context;
    this.#makeTerminals = makeTerminals;
    this.#closed = new BoundedMap(context.limits.remembered);
  }

  /** Those that the client opened, in that order. */
  get opened(): readonly OpenedSession[] {
    return [...this.#sessions].flatMap(([id, known]) => {
      const [place, info] = known instanceof Session ? [known.place, known.info] : [known, nothingSaid];
      return place === undefined ? [] : [{ id, place, info }];
    });
  }

  /** The session whose prompt the agent knows as `id`. */
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

  /** The session of this id, whoever spoke of it first. */
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

  /** The client opens it. */
  open(id: string, place: Place): Session {
    this.#closed.forget(id);
    const session = this.of(id);
    session.isClosing = false;
    if (session.place === undefined) this.#strangers -= 1;
    session.place = this.#shared(place);
    return session;
  }

  /** The client opens it, and there is nothing to say about it. */
  openQuietly(id: string, place: Place): void {
    if (this.#sessions.get(id) instanceof Session) {
      this.open(id, place);
      return;
    }
    this.#closed.forget(id);
    this.#sessions.set(id, this.#shared(place));
  }

  /** Its opening failed: what was said about it meanwhile is nobody's. */
  abandon(session: Session): void {
    if (this.#sessions.get(session.id) !== session) return;
    session.end();
    this.#remove(session);
    this.#context.endSession(session.id);
  }

  /** It is closed, deleted or put away. */
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

  /** A place of the same directories, and nothing else of what is given. */
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
