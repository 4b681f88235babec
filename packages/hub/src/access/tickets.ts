/**
 * Tickets for the WebSockets of browsers, which cannot send headers: a page gets a ticket with its token, and opens the
 * socket with `?ticket=`.
 *
 * A ticket is valid for 30 seconds and once, on any node: using it deletes its stream, and one deletion succeeds. An
 * address with a ticket in a log is worth nothing.
 */
import { randomBytes } from 'node:crypto';

import type { Journal } from '@acp-stack/journal';

import { hashOf } from './invitation-link.ts';
import type { Principal } from './principal.ts';

/** What proved who a principal is. */
export interface Proof {
  readonly principal: Principal;
  readonly kind: 'token' | 'invitation' | 'oidc' | 'certificate';
  /** When the credentials end, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** The hash of the secret of an invitation. */
  readonly guestHash?: string;
}

const lifetime = 30_000;
const label = 'ticket';
const streamOf = (ticket: string): string => `${label}/${hashOf(ticket)}`;

export class Tickets {
  readonly #journal: Journal;
  readonly #now: () => number;

  constructor(journal: Journal, now: () => number = Date.now) {
    this.#journal = journal;
    this.#now = now;
  }

  /** Creates a ticket that is worth as much as other credentials. */
  async create(proof: Proof): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    const metadata = { proof, expiresAt: this.#now() + lifetime, labels: [label] };
    await this.#journal.create(streamOf(ticket), { metadata });
    return ticket;
  }

  /** Uses a ticket up; undefined if it is not valid. */
  async use(ticket: string): Promise<Proof | undefined> {
    if (!/^[\w-]{43}$/u.test(ticket)) return undefined;
    const info = await this.#journal.get(streamOf(ticket));
    if (info === undefined || !(await this.#journal.delete(info.stream))) return undefined;
    const { proof, expiresAt } = info.metadata as unknown as StoredTicket;
    return expiresAt > this.#now() ? proof : undefined;
  }

  /** Deletes tickets that were not used; returns how many. */
  async collect(): Promise<number> {
    let count = 0;
    let cursor: string | undefined;
    do {
      const page = await this.#journal.list({ where: { label }, ...(cursor === undefined ? {} : { cursor }) });
      for (const { stream, metadata } of page.streams) {
        if ((metadata as unknown as StoredTicket).expiresAt > this.#now()) continue;
        if (await this.#journal.delete(stream)) count += 1;
      }
      cursor = page.next;
    } while (cursor !== undefined);
    return count;
  }
}

interface StoredTicket {
  readonly proof: Proof;
  readonly expiresAt: number;
}
