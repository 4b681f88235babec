/**
 * What each principal did, in the stream `audit/<principal>`.
 *
 * `note` never waits: events are collected and stored together after a second, or when many have come. A crash loses at
 * most what was noted in that second; what a client sees of a session does not depend on it. An event has the fields
 * named here and no others, so that neither contents of messages nor secrets can get into it.
 */
import { JournalError, type Journal } from '@acp-stack/journal';
import { describeError, systemClock, type Clock } from '@acp-stack/rpc';

import type { HubCounters } from '../observe/counters.ts';
import type { Role } from '../store/records.ts';
import { isPrincipalName } from './principal.ts';

/** What a principal did: the method that it called, or one of these. */
export type AuditAction = 'connect' | 'attach' | 'detach' | (string & {});

/** Details of an action. */
export interface AuditDetail {
  readonly sessionId?: string;
  /** The role that was given. */
  readonly role?: Role;
  /** The principal that was given a role or lost it. */
  readonly member?: string;
  /** The id of an invitation. */
  readonly invitation?: string;
  /** The id of a question. */
  readonly question?: string;
  /** Why it was refused; absent if it was not. */
  readonly refused?: string;
}

/** An event of the audit log. */
export interface AuditEvent extends AuditDetail {
  readonly action: AuditAction;
  /** How often it happened; absent if once. */
  readonly times?: number;
}

/** An event with its number and time. */
export interface AuditEntry {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: AuditEvent;
}

export interface AuditOptions {
  readonly journal: Journal;
  readonly counters?: HubCounters;
  readonly clock?: Clock;
  /** Called with what cannot be stored; one sentence. */
  readonly log?: (line: string) => void;
  /** How many different events may wait to be stored; 10,000. */
  readonly maxWaiting?: number;
}

/** How long and how much of the audit log is kept. */
export interface AuditRetention {
  /** Milliseconds; 90 days. */
  readonly maxAge?: number;
  /** Events of each principal; 100,000. */
  readonly maxEvents?: number;
}

const day = 24 * 60 * 60 * 1000;
const flushDelay = 1000;
/** Events are stored early when so many wait. */
const flushCount = 1000;
const label = 'audit';
/** Of how many principals the last events are read when none is named. */
const recentPrincipals = 100;

const streamOf = (principal: string): string => `${label}/${principal}`;

export class AuditLog {
  readonly #options: AuditOptions;
  readonly #clock: Clock;
  readonly #maxWaiting: number;
  /** By principal, the events that wait; equal ones are counted together. */
  #waiting = new Map<string, Map<string, { readonly event: AuditEvent; times: number }>>();
  #count = 0;
  #cancelTimer: (() => void) | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#maxWaiting = options.maxWaiting ?? 10_000;
  }

  /** Notes that a principal did something; returns at once. */
  note(principal: string, action: AuditAction, detail: AuditDetail = {}): void {
    const event: AuditEvent = { action: isWord(action) ? action : 'unknown', ...allowedDetail(detail) };
    const key = JSON.stringify(event);
    const own = this.#waiting.get(principal);
    const known = own?.get(key);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    if (this.#count >= this.#maxWaiting) {
      this.#options.counters?.auditDropped.add();
      return;
    }
    this.#count += 1;
    if (own === undefined) this.#waiting.set(principal, new Map([[key, { event, times: 1 }]]));
    else own.set(key, { event, times: 1 });
    if (this.#count >= flushCount) void this.flush();
    else this.#cancelTimer ??= this.#clock.schedule(flushDelay, () => void this.flush());
  }

  /** Stores what was noted; resolves when it is stored. Never rejects. */
  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const batch = this.#waiting;
    this.#waiting = new Map();
    this.#count = 0;
    this.#flushing = this.#flushing.then(async () => {
      for (const [principal, events] of batch) await this.#store(principal, [...events.values()]);
    });
    return this.#flushing;
  }

  /** Reads what a principal did, the oldest first. */
  async *read(
    principal: string,
    options: { readonly after?: number; readonly limit?: number } = {},
  ): AsyncGenerator<AuditEntry, void> {
    const info = await this.#options.journal.get(streamOf(principal));
    if (info === undefined) return;
    const after = Math.max(options.after ?? 0, info.first - 1);
    for await (const { sequence, at, event } of this.#options.journal.read(streamOf(principal), {
      ...options,
      after,
    })) {
      yield { sequence, at, event: event as AuditEvent };
    }
  }

  /** Reads the last events of a principal, or of all that were active last, the oldest first. */
  async newest(limit: number, principal?: string): Promise<readonly (AuditEntry & { readonly principal: string })[]> {
    await this.flush();
    const names =
      principal === undefined ? (await this.principals({ limit: recentPrincipals })).principals : [principal];
    const found: (AuditEntry & { readonly principal: string })[] = [];
    for (const name of names) {
      const { last = 0 } = (await this.#options.journal.get(streamOf(name))) ?? {};
      for await (const entry of this.read(name, { after: Math.max(0, last - limit) }))
        found.push({ ...entry, principal: name });
    }
    return found.toSorted((one, other) => one.at - other.at || one.sequence - other.sequence).slice(-limit);
  }

  /** The principals that have done anything that is kept, the last active first. */
  async principals(
    options: { readonly cursor?: string; readonly limit?: number } = {},
  ): Promise<{ readonly principals: readonly string[]; readonly next?: string }> {
    const { streams, next } = await this.#options.journal.list({ ...options, where: { label } });
    return {
      principals: streams.map(({ stream }) => stream.slice(label.length + 1)),
      ...(next === undefined ? {} : { next }),
    };
  }

  /** Removes what is older or more than is kept; returns how many events were removed. `now` is in ms since 1970. */
  async retain(retention: AuditRetention = {}, now: number = Date.now()): Promise<number> {
    const { maxAge = 90 * day, maxEvents = 100_000 } = retention;
    const { journal } = this.#options;
    let removed = 0;
    let cursor: string | undefined;
    do {
      const page = await journal.list({ where: { label }, ...(cursor === undefined ? {} : { cursor }) });
      for (const { stream, first, last } of page.streams) {
        let through = Math.max(first - 1, last - maxEvents);
        for await (const { sequence, at } of journal.read(stream, { after: through })) {
          if (now - at < maxAge) break;
          through = sequence;
        }
        if (through < first) continue;
        await journal.trim(stream, { through });
        removed += through - first + 1;
      }
      cursor = page.next;
    } while (cursor !== undefined);
    return removed;
  }

  async #store(
    principal: string,
    events: readonly { readonly event: AuditEvent; readonly times: number }[],
  ): Promise<void> {
    const { journal, log } = this.#options;
    const stored = events.map(({ event, times }) => (times === 1 ? event : { ...event, times }));
    const patch = { updatedAt: Date.now() };
    try {
      await journal.append(streamOf(principal), stored, { patch }).catch(async (error: unknown) => {
        if (!(error instanceof JournalError) || error.code !== 'missing') throw error;
        await create(journal, principal);
        return journal.append(streamOf(principal), stored, { patch });
      });
    } catch (error) {
      this.#options.counters?.auditDropped.add(stored.length);
      log?.(`The audit log could not be written: ${describeError(error)}`);
    }
  }
}

async function create(journal: Journal, principal: string): Promise<void> {
  try {
    await journal.create(streamOf(principal), { metadata: { labels: [label] } });
  } catch (error) {
    // Another node was faster.
    if (!(error instanceof JournalError) || error.code !== 'exists') throw error;
  }
}

/** Ids and words of the hub; whatever else a client sends in their place is left out. */
const isWord = (value: string): boolean => /^[\w./:-]{1,200}$/u.test(value);

const fields = {
  sessionId: isWord,
  role: isWord,
  member: isPrincipalName,
  invitation: isWord,
  question: isWord,
  refused: isWord,
} satisfies Record<keyof AuditDetail, (value: string) => boolean>;

function allowedDetail(detail: AuditDetail): AuditDetail {
  const allowed = Object.entries(fields).flatMap(([name, isAllowed]) => {
    const value: unknown = detail[name as keyof AuditDetail];
    return typeof value === 'string' && isAllowed(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(allowed);
}
