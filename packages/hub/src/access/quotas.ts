/**
 * What each principal may use of the hub: sessions, stored bytes, processes, requests per second, attachments.
 *
 * Sessions and bytes are counted in the store, so they hold for all nodes together; the others hold for each node. A
 * session counts for the principal that created it until it is deleted: handing it over or leaving it makes no room. A
 * principal that uses nothing is not remembered.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';

import type { HubStore } from '../store/hub-store.ts';
import { RateLimit } from './rate-limit.ts';
import { quotaExceeded } from './refusals.ts';
import { ownedSessions, StoredBytes } from './stored-bytes.ts';

/** The quotas of one principal; `Infinity` means without a limit, and then nothing is counted. */
export interface QuotaLimits {
  /** Sessions that it has created and that are not deleted, no matter which principal owns them now. */
  readonly sessions: number;
  /** Bytes of these sessions; above it they take no more prompts. */
  readonly storedBytes: number;
  /** Agents that run for it on one node. */
  readonly processes: number;
  /** Requests on one node, averaged over `burstSeconds`. */
  readonly requestsPerSecond: number;
  /** Seconds of `requestsPerSecond` that may be used at once. */
  readonly burstSeconds: number;
  /** Sessions that its clients are attached to on one node; each client counts. */
  readonly attachments: number;
}

/** The quotas of a principal without others. */
export const defaultQuotaLimits: QuotaLimits = {
  sessions: 256,
  storedBytes: 4 * 1024 ** 3,
  processes: 32,
  requestsPerSecond: 50,
  burstSeconds: 10,
  attachments: 1024,
};

export interface QuotaOptions {
  readonly store: HubStore;
  /** The limits that differ from `defaultQuotaLimits`. */
  readonly limits?: Partial<QuotaLimits>;
  /** Limits of one principal that differ from those of all. */
  readonly limitsOf?: (principal: string) => Partial<QuotaLimits> | undefined;
  readonly clock?: Clock;
}

export class Quotas {
  readonly #options: QuotaOptions;
  readonly #rate: RateLimit;
  readonly #bytes: StoredBytes;
  readonly #attachments = new Map<string, number>();
  /** Sessions that are being created; they are not in the store yet. */
  readonly #creating = new Map<string, number>();

  constructor(options: QuotaOptions) {
    const { store, clock = systemClock } = options;
    this.#options = options;
    this.#rate = new RateLimit(clock);
    this.#bytes = new StoredBytes(store, clock);
  }

  /** Counts a request; throws if there were too many. */
  request(principal: string): void {
    const { requestsPerSecond: perSecond, burstSeconds } = this.#limitsOf(principal);
    if (this.#rate.take(principal, { perSecond, burst: perSecond * burstSeconds })) return;
    throw quotaExceeded('requestsPerSecond', `More than ${perSecond} requests per second; send fewer.`);
  }

  /** Counts an attachment until the result is disposed of; throws if there are too many. */
  attach(principal: string): Disposable {
    const { attachments } = this.#limitsOf(principal);
    if ((this.#attachments.get(principal) ?? 0) >= attachments) {
      throw quotaExceeded('attachments', `More than ${attachments} attached sessions; close some.`);
    }
    return counted(this.#attachments, principal);
  }

  /** How many attachments there are. */
  get attachments(): number {
    let sum = 0;
    for (const count of this.#attachments.values()) sum += count;
    return sum;
  }

  /** Throws if a principal for which `running` agents run may not start another. */
  startProcess(principal: string, running: number): void {
    const { processes } = this.#limitsOf(principal);
    if (running < processes) return;
    throw quotaExceeded('processes', `More than ${processes} running agents; wait until a session is idle.`);
  }

  /**
   * Checks whether a principal may create a session; rejects if not. The session counts until the result is disposed
   * of, which is when it is in the store.
   */
  async createSession(principal: string): Promise<Disposable> {
    const limits = this.#limitsOf(principal);
    const reserved = counted(this.#creating, principal);
    try {
      if (!(await this.#hasRoom(principal, limits.sessions))) {
        throw quotaExceeded('sessions', `More than ${limits.sessions} sessions; delete some.`);
      }
      if (limits.storedBytes !== Infinity) this.#checkBytes(await this.#bytes.count(principal), limits);
      return reserved;
    } catch (error) {
      reserved[Symbol.dispose]();
      throw error;
    }
  }

  /** Whether a principal has created at most `limit` sessions, with those that are being created. */
  async #hasRoom(principal: string, limit: number): Promise<boolean> {
    if (limit === Infinity) return true;
    let count = this.#creating.get(principal) ?? 0;
    for await (const _ of ownedSessions(this.#options.store, principal)) {
      count += 1;
      if (count > limit) return false;
    }
    return count <= limit;
  }

  /** Throws if the creator of a session has stored too much for another prompt. Does not wait for the store. */
  prompt(owner: string): void {
    const limits = this.#limitsOf(owner);
    if (limits.storedBytes !== Infinity) this.#checkBytes(this.#bytes.known(owner) ?? 0, limits);
  }

  /** A session of a principal was deleted, or a copy of one was made: what it has stored is counted again. */
  changed(owner: string): void {
    this.#bytes.forget(owner);
  }

  #checkBytes(bytes: number, { storedBytes }: QuotaLimits): void {
    if (bytes < storedBytes) return;
    throw quotaExceeded('storedBytes', `More than ${storedBytes} bytes of sessions; delete some.`);
  }

  #limitsOf(principal: string): QuotaLimits {
    const { limits, limitsOf } = this.#options;
    return { ...defaultQuotaLimits, ...limits, ...limitsOf?.(principal) };
  }
}

/** Counts in `counts` until the result is disposed of. */
function counted(counts: Map<string, number>, name: string): Disposable {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  let isOver = false;
  return {
    [Symbol.dispose]: () => {
      if (isOver) return;
      isOver = true;
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    },
  };
}
