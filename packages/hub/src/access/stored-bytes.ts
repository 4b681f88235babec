/**
 * How much each principal has stored: the logs, inboxes and histories of the sessions that it has created.
 *
 * Counting reads the store, so the sum is kept for a minute, and of a session that has not changed since it was counted
 * the number is used again. Prompts look at the kept sum only and wait for nothing.
 */
import type { Clock } from '@acp-stack/rpc';
import { JournalError } from '@acp-stack/journal';

import type { HubStore } from '../store/hub-store.ts';
import type { SessionSummary } from '../store/records.ts';

interface Sum {
  readonly bytes: number;
  readonly at: number;
}

/** Milliseconds after which a sum is counted again. */
const keptFor = 60_000;
const maxPrincipals = 1000;
const maxSessions = 10_000;

export class StoredBytes {
  readonly #store: HubStore;
  readonly #clock: Clock;
  readonly #sums = new Map<string, Sum>();
  readonly #bySession = new Map<string, { readonly last: number; readonly bytes: number }>();
  readonly #counting = new Map<string, Promise<number>>();

  constructor(store: HubStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The sum that is known, at most about a minute old; undefined before the first count. Counts again if it is old. */
  known(principal: string): number | undefined {
    const sum = this.#sums.get(principal);
    // A failed count is repeated by the next call; the store reports its failures itself.
    if (sum === undefined || this.#isOld(sum)) this.count(principal).catch(() => undefined);
    return sum?.bytes;
  }

  /** The sum, counted now unless it is known. */
  async count(principal: string): Promise<number> {
    const sum = this.#sums.get(principal);
    if (sum !== undefined && !this.#isOld(sum)) return sum.bytes;
    const running = this.#counting.get(principal);
    if (running !== undefined) return running;
    const counting = this.#count(principal).finally(() => this.#counting.delete(principal));
    this.#counting.set(principal, counting);
    return counting;
  }

  /** The principal has deleted something, so the sum is counted again. */
  forget(principal: string): void {
    this.#sums.delete(principal);
  }

  #isOld({ at }: Sum): boolean {
    return this.#clock.now() - at >= keptFor;
  }

  async #count(principal: string): Promise<number> {
    let bytes = 0;
    for await (const session of ownedSessions(this.#store, principal)) bytes += await this.#sizeOf(session);
    remember(this.#sums, principal, { bytes, at: this.#clock.now() }, maxPrincipals);
    return bytes;
  }

  async #sizeOf({ sessionId, last }: SessionSummary): Promise<number> {
    const known = this.#bySession.get(sessionId);
    if (known?.last === last) return known.bytes;
    const streams = ['log', 'inbox', 'history', 'snapshot'].map((kind) => `${kind}/${sessionId}`);
    const sizes = await Promise.all(streams.map((stream) => this.#bytesOf(stream)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    remember(this.#bySession, sessionId, { last, bytes }, maxSessions);
    return bytes;
  }

  async #bytesOf(stream: string): Promise<number> {
    try {
      return (await this.#store.journal.size(stream)).bytes;
    } catch (error) {
      if (error instanceof JournalError && error.code === 'missing') return 0;
      throw error;
    }
  }
}

/** The sessions that a principal has created, even those that it is not a member of any more. */
export async function* ownedSessions(store: HubStore, principal: string): AsyncGenerator<SessionSummary, void> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ owner: principal, limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    yield* page.sessions;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** Adds to a map; beyond `limit` the oldest entry is forgotten. */
function remember<T>(map: Map<string, T>, key: string, value: T, limit: number): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= limit && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
