/**
 * Keeps an answer back until everything that its session said before it has arrived.
 *
 * The answer to `session/load` comes on the stream of the connection, what is replayed on that of the session, and two streams have
 * no common order. A server that can resume tells on the stream of the session when that has said everything before the answer. Only
 * the answer waits: whatever else comes on the connection's stream goes on, so a slow session holds up nobody else.
 */
import type { RequestId } from '@acp-stack/rpc';

/** An answer, and the text that it came as. */
export interface HeldResponse {
  readonly message: unknown;
  readonly text: string;
}

export class ResponseOrder {
  /** Answers whose session has not said everything yet. */
  readonly #kept = new Map<RequestId, HeldResponse>();
  /** Requests whose session has said everything, and whose answer is not there yet. */
  readonly #announced = new Set<RequestId>();

  /** Takes the answer to `id`; whether it may go on now. */
  arrived(id: RequestId, answer: HeldResponse): boolean {
    if (this.#announced.delete(id)) return true;
    this.#kept.set(id, answer);
    return false;
  }

  /** The session has said everything before the answer to `id`; the answer, if it is there. */
  announced(id: RequestId): HeldResponse | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) this.#announced.add(id);
    this.#kept.delete(id);
    return kept;
  }

  /** The answer to `id` is not waited for any more; it, if it is there. */
  forget(id: RequestId): HeldResponse | undefined {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    this.#announced.delete(id);
    return kept;
  }
}
