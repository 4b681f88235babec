/**
 * The requests that no response has answered yet, oldest first.
 *
 * Both directions share the table, because a recording does not always say who sent what; so several requests may wait under
 * one id. The table does not grow without end: of very many requests, and of many with the same id, the oldest are forgotten.
 */
import { createHash } from 'node:crypto';

import type { Method, Surface } from './surface.ts';

export type RequestId = string | number | null;

export interface WaitingRequest {
  /** The method as the request spelled it. */
  readonly name: string;
  /** Undefined for an extension or an unknown method. */
  readonly method: Method | undefined;
  /** The protocol that was spoken when the request was sent. */
  readonly surface: Surface;
}

const longestKey = 100;
const mostPerId = 8;

type Generation = Map<RequestId, WaitingRequest[]>;

export class WaitingRequests {
  readonly #most: number;
  /** Two generations make forgetting cheap: when the young one is full, the old one goes as a whole. */
  #old: Generation = new Map();
  #young: Generation = new Map();

  /** Keeps requests under at most `most` ids. */
  constructor(most = 100_000) {
    this.#most = most;
  }

  add(id: RequestId, request: WaitingRequest): void {
    if (this.#young.size >= this.#most / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    const key = keyOf(id);
    this.#young.set(key, [...(this.#young.get(key) ?? []), request].slice(-mostPerId));
  }

  /** The requests that wait for a response with this id, oldest first. */
  find(id: RequestId): readonly WaitingRequest[] {
    const key = keyOf(id);
    return [...(this.#old.get(key) ?? []), ...(this.#young.get(key) ?? [])];
  }

  remove(id: RequestId, request: WaitingRequest): void {
    const key = keyOf(id);
    for (const generation of [this.#old, this.#young]) {
      const waiting = generation.get(key);
      if (waiting?.includes(request) !== true) continue;
      const rest = waiting.filter((each) => each !== request);
      if (rest.length === 0) generation.delete(key);
      else generation.set(key, rest);
      return;
    }
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
