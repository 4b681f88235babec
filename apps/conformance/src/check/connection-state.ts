/**
 * What is known of a connection at one place of its log: the version, the capabilities of the client, and the requests
 * of both sides that wait for a response.
 */
import { fieldsOf, isFields, isResponse, type Fields, type LoggedMessage } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';

/** A request of the suite. */
export interface Asked {
  readonly method: unknown;
  readonly params: unknown;
  readonly message: LoggedMessage;
}

export class ConnectionState {
  /** The version that was agreed on; undefined before that. */
  version: Version | undefined;
  /** The params of the last `initialize` that succeeded. */
  client: Fields = {};
  /** The result of that `initialize`. */
  agent: Fields = {};
  /** Whether the suite has sent an array. */
  hasBatched = false;
  readonly #asked = new Map<string, Asked[]>();
  /** Ids of the requests of the suite. */
  readonly #used = new Set<string>();
  /** Ids of its responses to requests that the program has not sent. */
  readonly #stray = new Set<string>();
  readonly #openOfPeer = new Set<string>();

  /** Notes a message of the suite. */
  sent(message: LoggedMessage): void {
    const { value } = message;
    if (Array.isArray(value)) this.hasBatched = true;
    for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (!isFields(each) || !('id' in each)) continue;
      const id = JSON.stringify(each['id']);
      if (isResponse(each)) {
        if (!this.#openOfPeer.delete(id)) this.#stray.add(id);
        continue;
      }
      this.#used.add(id);
      const asked = { method: each['method'], params: each['params'], message };
      this.#asked.set(id, [...(this.#asked.get(id) ?? []), asked]);
    }
  }

  /** Whether the suite has ever sent a request with this id. */
  knows(id: unknown): boolean {
    return this.#used.has(JSON.stringify(id));
  }

  /** Whether the suite has sent a response with this id that nothing had asked for. */
  isStray(id: unknown): boolean {
    return this.#stray.has(JSON.stringify(id));
  }

  /** The request that a response with this id answers; it is answered from now on. */
  answered(id: unknown): Asked | undefined {
    return this.#asked.get(JSON.stringify(id))?.shift();
  }

  /** Notes a request of the program; false if it reuses the id of one that waits. */
  opened(id: unknown): boolean {
    const key = JSON.stringify(id);
    if (this.#openOfPeer.has(key)) return false;
    this.#openOfPeer.add(key);
    return true;
  }

  /** Notes the response to `initialize`. */
  initialized(asked: Asked, result: unknown): void {
    const { protocolVersion } = fieldsOf(result);
    if (protocolVersion !== 1 && protocolVersion !== 2) return;
    this.version = protocolVersion;
    this.client = fieldsOf(asked.params);
    this.agent = fieldsOf(result);
  }
}
