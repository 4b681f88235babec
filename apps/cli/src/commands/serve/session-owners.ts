/**
 * The owners of the sessions of a shared agent.
 *
 * A session belongs to one client: the one that opened, loaded or resumed it last. While a client loads or resumes a
 * session without an owner, messages about it already go to that client, because they are the replay. If another client
 * owns it, such messages wait for the response of the agent: until then a replay looks like a message for the
 * owner.
 */
import type { JsonObject } from '@acp-stack/schema/json-object';

import type { SharedClient } from './shared-client.ts';
import { fieldsOf, sessionIdOf } from './message-fields.ts';

/** Held messages of a session without an owner, such sessions, and held messages of a disputed session. */
const limits = { unowned: 1000, unownedSessions: 100, disputed: 10_000 } as const;

export class SessionOwners {
  readonly #owners = new Map<string, SharedClient>();
  /** The clients that are loading or resuming a session, the last one last. */
  readonly #takers = new Map<string, SharedClient[]>();
  /** Messages about sessions whose id the agent has not returned yet. */
  readonly #unowned = new Map<string, JsonObject[]>();

  /** Messages about sessions that one client owns and another one is loading or resuming. */
  readonly #disputed = new Map<string, JsonObject[]>();
  /** Sessions with too many held messages: they are regarded as a replay and not held any more. */
  readonly #replayed = new Set<string>();

  /**
   * Holds a message until the owner of its session is decided; false if it is decided, or if there are too many
   * messages.
   */
  holdDisputed(sessionId: string, message: JsonObject): boolean {
    if (!this.#isDisputed(sessionId)) return false;
    const held = this.#disputed.get(sessionId) ?? [];
    if (held.length >= limits.disputed) {
      this.#replayed.add(sessionId);
      return false;
    }
    held.push(message);
    this.#disputed.set(sessionId, held);
    return true;
  }

  /** Removes and returns the held messages of sessions whose owner is now decided. */
  takeDisputed(): readonly JsonObject[] {
    if (this.#disputed.size === 0) return [];
    const decided = [...this.#disputed.keys()].filter((each) => !this.#isDisputed(each));
    const messages = decided.flatMap((each) => this.#disputed.get(each) ?? []);
    for (const each of decided) this.#disputed.delete(each);
    return messages;
  }

  #isDisputed(sessionId: string): boolean {
    const owner = this.#owners.get(sessionId);
    if (owner === undefined || this.#replayed.has(sessionId)) return false;
    return this.#takers.get(sessionId)?.some((taker) => taker !== owner) === true;
  }

  /** The client that gets messages about the session. */
  receiverOf(sessionId: string): SharedClient | undefined {
    return this.#takers.get(sessionId)?.at(-1) ?? this.#owners.get(sessionId);
  }

  /** The owner of the session. */
  ownerOf(sessionId: string): SharedClient | undefined {
    return this.#owners.get(sessionId);
  }

  /** Whether another client owns the session. */
  isForeign(sessionId: string, client: SharedClient): boolean {
    const owner = this.#owners.get(sessionId);
    return owner !== undefined && owner !== client;
  }

  /** The sessions of `client`. */
  *sessionsOf(client: SharedClient): Iterable<string> {
    for (const [sessionId, owner] of this.#owners) if (owner === client) yield sessionId;
  }

  /** `client` has sent a request to load or resume the session. */
  takeOverRequested(sessionId: string, client: SharedClient): void {
    this.#takers.set(sessionId, [...(this.#takers.get(sessionId) ?? []), client]);
  }

  /** The agent has responded to a request of `client` to load or resume the session. */
  takeOverResponded(sessionId: string, client: SharedClient): void {
    const takers = this.#takers.get(sessionId) ?? [];
    const others = takers.toSpliced(takers.indexOf(client), takers.includes(client) ? 1 : 0);
    this.#replayed.delete(sessionId);
    if (others.length === 0) this.#takers.delete(sessionId);
    else this.#takers.set(sessionId, others);
  }

  /** Makes `client` the owner; returns the messages that waited for it. */
  own(sessionId: string, client: SharedClient): readonly JsonObject[] {
    this.#owners.set(sessionId, client);
    const waiting = this.#unowned.get(sessionId) ?? [];
    this.#unowned.delete(sessionId);
    return waiting;
  }

  /**
   * Gives a child session that an update announces to the owner of its parent; returns the messages that waited for it.
   */
  adopt(message: JsonObject, client: SharedClient): readonly JsonObject[] {
    const child = sessionIdOf(fieldsOf(message['params'])['update']);
    return child === undefined || this.#owners.has(child) ? [] : this.own(child, client);
  }

  /** Removes the owner. */
  disown(sessionId: string): void {
    this.#owners.delete(sessionId);
  }

  /** Removes a disconnected client; its sessions have no owner until a client loads or resumes them. */
  removeClient(client: SharedClient): void {
    for (const sessionId of this.sessionsOf(client)) this.disown(sessionId);
    for (const [sessionId, takers] of this.#takers)
      if (takers.includes(client)) this.takeOverResponded(sessionId, client);
  }

  /** Holds a message about a session without an owner; false if there is no room. */
  holdUnowned(sessionId: string, message: JsonObject): boolean {
    const waiting = this.#unowned.get(sessionId) ?? [];
    if (waiting.length >= limits.unowned || (waiting.length === 0 && this.#unowned.size >= limits.unownedSessions))
      return false;
    waiting.push(message);
    this.#unowned.set(sessionId, waiting);
    return true;
  }

  /** Removes and returns the held messages of sessions without an owner. */
  takeUnowned(): readonly JsonObject[] {
    const all = [...this.#unowned.values()].flat();
    this.#unowned.clear();
    return all;
  }
}
