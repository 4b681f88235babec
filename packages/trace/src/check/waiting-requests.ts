/**
 * The open requests, oldest first, and the lines of responses to earlier ones.
 *
 * Both directions share the table, because a recording does not always contain the sender, so several requests may have
 * the same id; the caller tells them apart where it is known. The table has a maximum size: the oldest requests are
 * removed.
 */
import type { Validator } from '@acp-stack/schema';

import { RecentMap } from './recent-map.ts';
import type { Side } from './sender-side.ts';
import type { Method, VersionSchema } from './version-schema.ts';

export type RequestId = string | number | null;

export interface WaitingRequest {
  /** The method as spelled in the request. */
  readonly name: string;
  /** Undefined for an extension or an unknown method. */
  readonly method: Method | undefined;
  /** Its result type; undefined if unknown. */
  readonly result: Validator<unknown> | undefined;
  /** The negotiated schema when the request was sent. */
  readonly schema: VersionSchema;
  /** The side that sent it, if that is known. */
  readonly caller?: Side | undefined;
}

const maxKeyLength = 100;
const maxPerId = 8;

export class WaitingRequests {
  readonly #waiting: RecentMap<RequestId, readonly WaitingRequest[]>;
  readonly #answered: RecentMap<RequestId, number>;

  /** Keeps requests with at most `maxIds` ids. */
  constructor(maxIds = 100_000) {
    this.#waiting = new RecentMap(maxIds);
    this.#answered = new RecentMap(maxIds);
  }

  add(id: RequestId, request: WaitingRequest): void {
    const key = keyOf(id);
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), request].slice(-maxPerId));
  }

  /** The open requests with this id, oldest first. */
  find(id: RequestId): readonly WaitingRequest[] {
    return this.#waiting.get(keyOf(id)) ?? [];
  }

  /** Removes the request of the response on `line`. */
  answer(id: RequestId, request: WaitingRequest, line: number): void {
    const key = keyOf(id);
    const rest = this.find(id).filter((each) => each !== request);
    if (rest.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, rest);
    this.#answered.set(key, line);
  }

  /** The line of the last response with this id; undefined if there is none, or it is long ago. */
  answeredOn(id: RequestId): number | undefined {
    return this.#answered.get(keyOf(id));
  }
}

/** Whether `value` can be an id. */
export function isRequestId(value: unknown): value is RequestId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Long ids are stored as their ends, length and a hash, to limit the memory. */
function keyOf(id: RequestId): RequestId {
  if (typeof id !== 'string' || id.length <= maxKeyLength) return id;
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) | 0;
  return `${id.slice(0, 40)} ${id.length} ${hash} ${id.slice(-40)}`;
}
