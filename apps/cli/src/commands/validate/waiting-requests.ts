/**
 * The requests that no response has answered yet, oldest first, and where the others were answered.
 *
 * Both directions share the table, because a recording does not always say who sent what; so several requests may wait under
 * one id. The table does not grow without end: of very many requests, and of many with the same id, the oldest are forgotten.
 */
import { createHash } from 'node:crypto';

import type { Validator } from '@acp-stack/schema';

import { RecentMap } from './recent-map.ts';
import type { Method, VersionSchema } from './version-schema.ts';

export type RequestId = string | number | null;

export interface WaitingRequest {
  /** The method as the request spelled it. */
  readonly name: string;
  /** Undefined for an extension or an unknown method. */
  readonly method: Method | undefined;
  /** What its result must be; undefined when nothing is known about it. */
  readonly result: Validator<unknown> | undefined;
  /** The protocol that was spoken when the request was sent. */
  readonly schema: VersionSchema;
}

const longestKey = 100;
const mostPerId = 8;

export class WaitingRequests {
  readonly #waiting: RecentMap<RequestId, readonly WaitingRequest[]>;
  readonly #answered: RecentMap<RequestId, number>;

  /** Keeps requests under at most `most` ids. */
  constructor(most = 100_000) {
    this.#waiting = new RecentMap(most);
    this.#answered = new RecentMap(most);
  }

  add(id: RequestId, request: WaitingRequest): void {
    const key = keyOf(id);
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), request].slice(-mostPerId));
  }

  /** The requests that wait for a response with this id, oldest first. */
  find(id: RequestId): readonly WaitingRequest[] {
    return this.#waiting.get(keyOf(id)) ?? [];
  }

  /** Takes out a request that the response on `line` answers. */
  answer(id: RequestId, request: WaitingRequest, line: number): void {
    const key = keyOf(id);
    const rest = this.find(id).filter((each) => each !== request);
    if (rest.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, rest);
    this.#answered.set(key, line);
  }

  /** The line with the last answer to a request with this id; undefined when none was answered or it is long ago. */
  answeredOn(id: RequestId): number | undefined {
    return this.#answered.get(keyOf(id));
  }
}

/** Whether `value` can be an id at all. */
export function isRequestId(value: unknown): value is RequestId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Very long ids are kept as their digest, so that the table stays small whatever the input holds. */
function keyOf(id: RequestId): RequestId {
  if (typeof id !== 'string' || id.length <= longestKey) return id;
  return `sha256:${createHash('sha256').update(id).digest('hex')}`;
}
