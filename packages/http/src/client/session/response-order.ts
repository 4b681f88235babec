/**
 * Holds a response back until the messages that its session sent before it have arrived.
 *
 * The response to `session/load` comes on the connection's stream, but the replayed messages come on the session's
 * stream, and two streams have no common order. A server that can resume marks the place of the response on the
 * session's stream. Only that response waits; other messages on the connection's stream are delivered, so a slow
 * session does not delay others.
 */
import type { RequestId } from '@acp-stack/rpc';

/** A response, and the text it was parsed from. */
export interface HeldResponse {
  readonly message: unknown;
  readonly text: string;
}

export class ResponseOrder {
  /** Responses whose mark has not arrived. */
  readonly #held = new Map<RequestId, HeldResponse>();
  /** Requests whose mark has arrived before the response. */
  readonly #announced = new Set<RequestId>();

  /** Adds the response to `id`; returns whether it can be delivered now. */
  arrived(id: RequestId, answer: HeldResponse): boolean {
    if (this.#announced.delete(id)) return true;
    this.#held.set(id, answer);
    return false;
  }

  /** The mark for `id` has arrived; returns the response, if it is held. */
  announced(id: RequestId): HeldResponse | undefined {
    const held = this.#held.get(id);
    if (held === undefined) this.#announced.add(id);
    this.#held.delete(id);
    return held;
  }

  /** Stops waiting for `id`; returns the response, if it is held. */
  forget(id: RequestId): HeldResponse | undefined {
    const held = this.#held.get(id);
    this.#held.delete(id);
    this.#announced.delete(id);
    return held;
  }
}
