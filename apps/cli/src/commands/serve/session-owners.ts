/**
 * Whose the sessions of a shared agent are.
 *
 * A session belongs to one client at a time: the one that opened, loaded or resumed it last. While somebody loads or resumes one that nobody
 * has, what the agent says about it is for him already, because that is how it is replayed. While somebody else has it, that waits for the
 * agent's answer: until then nobody can tell a replay from what is only the owner's to hear.
 */
import type { SharedClient } from './shared-client.ts';
import { fieldsOf, sessionIdOf, type Fields } from './message-fields.ts';

/** Messages about one session that wait until it is known whose it is, and sessions that they may be about. */
const most = { waiting: 1000, sessions: 100, disputed: 10_000 } as const;

export class SessionOwners {
  readonly #owners = new Map<string, SharedClient>();
  /** Who is about to take a session over, the last one last. */
  readonly #takers = new Map<string, SharedClient[]>();
  /** What the agent said about sessions before it told their ids to whoever opened them. */
  readonly #waiting = new Map<string, Fields[]>();

  /** What the agent said about sessions that somebody has and somebody else asks for. */
  readonly #disputed = new Map<string, Fields[]>();
  /** Those of which so much was said that it can only be a replay. */
  readonly #replayed = new Set<string>();

  /** Keeps what is said about a session until it is known whose it is; false when that is known, or when so much can only be a replay. */
  holdDisputed(sessionId: string, message: Fields): boolean {
    if (!this.#isDisputed(sessionId)) return false;
    const held = this.#disputed.get(sessionId) ?? [];
    if (held.length >= most.disputed) {
      this.#replayed.add(sessionId);
      return false;
    }
    held.push(message);
    this.#disputed.set(sessionId, held);
    return true;
  }

  /** What was kept about sessions of which it is known now whose they are. */
  takeDisputed(): readonly Fields[] {
    if (this.#disputed.size === 0) return [];
    const settled = [...this.#disputed.keys()].filter((each) => !this.#isDisputed(each));
    const messages = settled.flatMap((each) => this.#disputed.get(each) ?? []);
    for (const each of settled) this.#disputed.delete(each);
    return messages;
  }

  #isDisputed(sessionId: string): boolean {
    const owner = this.#owners.get(sessionId);
    if (owner === undefined || this.#replayed.has(sessionId)) return false;
    return this.#takers.get(sessionId)?.some((taker) => taker !== owner) === true;
  }

  /** Who is told about the session. */
  of(sessionId: string): SharedClient | undefined {
    return this.#takers.get(sessionId)?.at(-1) ?? this.#owners.get(sessionId);
  }

  /** Whose the session is. */
  ownerOf(sessionId: string): SharedClient | undefined {
    return this.#owners.get(sessionId);
  }

  /** Whether the session is somebody else's. */
  isForeign(sessionId: string, client: SharedClient): boolean {
    const owner = this.#owners.get(sessionId);
    return owner !== undefined && owner !== client;
  }

  /** The sessions of `client`. */
  *sessionsOf(client: SharedClient): Iterable<string> {
    for (const [sessionId, owner] of this.#owners) if (owner === client) yield sessionId;
  }

  /** `client` asks the agent for the session. */
  asks(sessionId: string, client: SharedClient): void {
    this.#takers.set(sessionId, [...(this.#takers.get(sessionId) ?? []), client]);
  }

  /** The agent has answered that. */
  asked(sessionId: string, client: SharedClient): void {
    const takers = this.#takers.get(sessionId) ?? [];
    const left = takers.toSpliced(takers.indexOf(client), takers.includes(client) ? 1 : 0);
    this.#replayed.delete(sessionId);
    if (left.length === 0) this.#takers.delete(sessionId);
    else this.#takers.set(sessionId, left);
  }

  /** The session is the client's from now on; what was said about it before that. */
  own(sessionId: string, client: SharedClient): readonly Fields[] {
    this.#owners.set(sessionId, client);
    const waiting = this.#waiting.get(sessionId) ?? [];
    this.#waiting.delete(sessionId);
    return waiting;
  }

  /** Gives the child session that an update announces to whoever has its parent; what was said about it before. */
  adopt(message: Fields, client: SharedClient): readonly Fields[] {
    const child = sessionIdOf(fieldsOf(message['params'])['update']);
    return child === undefined || this.#owners.has(child) ? [] : this.own(child, client);
  }

  /** The session is nobody's. */
  disown(sessionId: string): void {
    this.#owners.delete(sessionId);
  }

  /** The client is gone: its sessions are nobody's until somebody loads or resumes them. */
  left(client: SharedClient): void {
    for (const sessionId of this.sessionsOf(client)) this.disown(sessionId);
    for (const [sessionId, takers] of this.#takers) if (takers.includes(client)) this.asked(sessionId, client);
  }

  /** Keeps what is said about a session that nobody has yet; false when there is no room. */
  hold(sessionId: string, message: Fields): boolean {
    const waiting = this.#waiting.get(sessionId) ?? [];
    if (waiting.length >= most.waiting || (waiting.length === 0 && this.#waiting.size >= most.sessions)) return false;
    waiting.push(message);
    this.#waiting.set(sessionId, waiting);
    return true;
  }

  /** Gives back what is held: no session is being opened that it could be about. */
  giveUp(): readonly Fields[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
