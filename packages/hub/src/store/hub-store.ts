/**
 * Everything that the hub stores, as streams of one journal.
 *
 * | stream            | events                          | metadata                                       |
 * | ----------------- | ------------------------------- | ---------------------------------------------- |
 * | `hub`             | none                            | the generation of the hub                      |
 * | `log/<session>`   | `LogRecord`, written by the owner | the summary of the session                   |
 * | `inbox/<session>` | `InboxItem`, written by all nodes | none                                         |
 * | `history/<session>` | merged history                | up to which record it reaches                  |
 * | `snapshot/<session>` | the state, in one event      | up to which record it reaches                  |
 * | `node/<node>`     | none                            | a number that grows while the node is alive    |
 * | `invitation/<hash>` | none                          | session, role, expiry                          |
 * | `invitations/<session>` | none; its last number counts the invitations | none                    |
 * | `audit/<principal>` | what the principal did        | none                                           |
 */
import { randomBytes } from 'node:crypto';

import {
  JournalError,
  type EventText,
  type Fence,
  type Journal,
  type MetadataPatch,
  type StreamInfo,
} from '@acp-stack/journal';

import type { HubCounters } from '../observe/counters.ts';
import type { InboxEntry, InboxItem, LogEntry, LogRecord, Role, SessionSummary } from './records.ts';

/** What a session is created with. */
export interface NewSession {
  readonly sessionId: string;
  readonly owner: string;
  readonly agent: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  /** The node that will own it; it becomes the owner by `fence`. */
  readonly node: string;
  /** Whether it has no member and is in no list until its members are set: it is not complete yet. */
  readonly isUnfinished?: boolean;
}

/** Changes of a summary. */
export interface SummaryPatch {
  readonly title?: string | null;
  readonly archived?: boolean;
  readonly members?: Readonly<Record<string, Role>>;
  readonly node?: string | null;
  readonly isBusy?: boolean;
  readonly updatedAt?: number;
  readonly lacksHistory?: boolean;
}

/** Which sessions are listed. */
export interface SessionFilter {
  /** Only those that this principal is a member of. */
  readonly principal?: string;
  /** Only those that this principal has created, whether it is still a member or not. */
  readonly owner?: string;
  /** Only those that this node owns. */
  readonly node?: string;
  readonly cwd?: string;
  readonly archived?: boolean;
  readonly cursor?: string;
  readonly limit?: number;
}

/** The sessions whose log or inbox another node may have changed. */
export interface ChangedSessions {
  readonly logs: readonly string[];
  readonly inboxes: readonly string[];
  /** Any session may have changed. */
  readonly isAll: boolean;
}

/** How many members a session has at most: each is a label of its log. */
export const maxMembers = 60;
/** How long the name of a principal is at most, in UTF-16 code units: it is part of a label. */
const maxPrincipalLength = 240;

/** The id of a new session: it cannot be guessed, but it is not a secret. */
export const newSessionId = (): string => `hub_${randomBytes(16).toString('base64url')}`;

const logOf = (sessionId: string): string => `log/${sessionId}`;
const inboxOf = (sessionId: string): string => `inbox/${sessionId}`;

export class HubStore {
  readonly journal: Journal;
  readonly #counters: Pick<HubCounters, 'appendSeconds' | 'items'> | undefined;

  constructor(journal: Journal, counters?: Pick<HubCounters, 'appendSeconds' | 'items'>) {
    this.journal = journal;
    this.#counters = counters;
  }

  /**
   * The generation of the hub: it changes when the store was set back to an earlier state, so that numbers of records
   * which clients know may name other records.
   */
  async generation(): Promise<string> {
    for (;;) {
      const found = (await this.journal.get('hub'))?.metadata['generation'];
      if (typeof found === 'string') return found;
      try {
        await this.journal.create('hub', { metadata: { generation: newGeneration() } });
      } catch (error) {
        // Another node was first.
        if (!(error instanceof JournalError && error.code === 'exists')) throw error;
      }
    }
  }

  /** Sets a new generation; called after the store was restored from a copy. */
  async renewGeneration(): Promise<string> {
    await this.generation();
    const generation = newGeneration();
    await this.journal.patch('hub', { generation });
    return generation;
  }

  /** Creates a session, without an owner yet. */
  async create(session: NewSession): Promise<SessionSummary> {
    const { sessionId, owner, agent, cwd, additionalDirectories, node, isUnfinished = false } = session;
    const members = isUnfinished ? {} : checkedMembers({ [owner]: 'owner' });
    const labels = isUnfinished ? [unfinishedLabel] : labelsOf({ owner, members, node });
    const metadata = { owner, agent, cwd, additionalDirectories, members, node, labels };
    // The log is the first if it is in no list: whatever is created can be found by it and removed.
    if (!isUnfinished) await this.journal.create(inboxOf(sessionId));
    const info = await this.journal.create(logOf(sessionId), { metadata });
    if (isUnfinished) await this.journal.create(inboxOf(sessionId));
    return summaryOf(info);
  }

  /** Deletes sessions that were never completed, if they were begun before a time; returns how many. */
  async deleteUnfinished(before: number): Promise<number> {
    let count = 0;
    const { streams } = await this.journal.list({ where: { label: unfinishedLabel }, limit: 1000 });
    for (const info of streams) {
      if (info.createdAt >= before) continue;
      await this.delete(summaryOf(info).sessionId);
      count += 1;
    }
    return count;
  }

  /** The summary of a session; undefined if it does not exist. */
  async get(sessionId: string): Promise<SessionSummary | undefined> {
    if (!isSessionId(sessionId)) return undefined;
    const info = await this.journal.get(logOf(sessionId));
    return info === undefined ? undefined : summaryOf(info);
  }

  /** Lists sessions, the last active first. */
  async list(filter: SessionFilter): Promise<{ readonly sessions: readonly SessionSummary[]; readonly next?: string }> {
    const { cwd, archived, cursor, limit } = filter;
    const { streams, next } = await this.journal.list({
      where: {
        label: labelOf(filter),
        ...(cwd === undefined ? {} : { cwd }),
        ...(archived === undefined ? {} : { archived }),
      },
      ...(cursor === undefined ? {} : { cursor }),
      ...(limit === undefined ? {} : { limit }),
    });
    return { sessions: streams.map(summaryOf), ...(next === undefined ? {} : { next }) };
  }

  /** Changes the summary of a session outside of its log; the owner uses the patch of `append`. */
  async patch(sessionId: string, patch: SummaryPatch): Promise<SessionSummary> {
    const before = await this.get(sessionId);
    if (before === undefined) throw new JournalError('missing', `The session ${sessionId} does not exist.`);
    return summaryOf(await this.journal.patch(logOf(sessionId), metadataPatch(before, patch)));
  }

  /** Deletes a session with everything that belongs to it. */
  async delete(sessionId: string): Promise<void> {
    // The log is the last: until it is gone, the session is listed and deleting it can be repeated.
    await this.journal.delete(inboxOf(sessionId));
    await this.#deleteHistory(sessionId);
    await this.journal.delete(logOf(sessionId));
    // While the log was there, history may have been merged again.
    await this.#deleteHistory(sessionId);
  }

  async #deleteHistory(sessionId: string): Promise<void> {
    await this.journal.delete(`history/${sessionId}`);
    await this.journal.delete(`snapshot/${sessionId}`);
  }

  /** Removes records of the log up to a number; they must not be needed any more. */
  async trim(sessionId: string, through: number): Promise<void> {
    await this.journal.trim(logOf(sessionId), { through });
  }

  /** Makes the caller the owner: from now on only appends with its token are accepted. */
  fence(sessionId: string): Promise<Fence> {
    return this.journal.fence(logOf(sessionId));
  }

  /** Appends to the log as the owner; the records are stored when the promise resolves. */
  async append(
    sessionId: string,
    records: readonly (LogRecord | EventText)[],
    {
      token,
      expectedLast,
      summary,
    }: { readonly token: number; readonly expectedLast?: number; readonly summary?: MetadataPatch },
  ): Promise<{ readonly first: number; readonly last: number }> {
    const begun = performance.now();
    const appended = await this.journal.append(logOf(sessionId), records, {
      token,
      ...(expectedLast === undefined ? {} : { expectedLast }),
      ...(summary === undefined ? {} : { patch: summary }),
    });
    this.#counters?.appendSeconds.observe((performance.now() - begun) / 1000);
    return appended;
  }

  /** Reads the log after a number, up to its end. */
  async *read(sessionId: string, after: number, limit?: number): AsyncGenerator<LogEntry, void> {
    const entries = this.journal.read(logOf(sessionId), { after, ...(limit === undefined ? {} : { limit }) });
    for await (const { sequence, at, event } of entries) yield { sequence, at, record: event as LogRecord };
  }

  /** Adds an item to the inbox; it is stored when the promise resolves with its number. */
  async submit(sessionId: string, item: InboxItem): Promise<number> {
    const { last } = await this.journal.append(inboxOf(sessionId), [item]);
    this.#counters?.items.add(1, item.method);
    return last;
  }

  /** Removes items that need not be read again: those up to a number. */
  async trimInbox(sessionId: string, through: number): Promise<void> {
    await this.journal.trim(inboxOf(sessionId), { through });
  }

  /** Reads the inbox after an item, up to its end. */
  async *inbox(sessionId: string, after: number): AsyncGenerator<InboxEntry, void> {
    for await (const { sequence, at, event } of this.journal.read(inboxOf(sessionId), { after })) {
      yield { item: sequence, at, request: event as InboxItem };
    }
  }

  /** Calls `listener` with what other nodes may have changed; a hint. */
  watch(listener: (changed: ChangedSessions) => void): Disposable {
    return this.journal.watch((streams) => {
      listener({
        logs: named(streams, 'log/'),
        inboxes: named(streams, 'inbox/'),
        isAll: streams.length === 0,
      });
    });
  }
}

/** The metadata that change the summary of a session. */
export function metadataPatch(before: LabelledSession, patch: SummaryPatch): MetadataPatch {
  const { members = before.members, node = before.node } = patch;
  checkedMembers(members);
  const changesLabels = patch.members !== undefined || patch.node !== undefined;
  return { ...patch, ...(changesLabels ? { labels: labelsOf({ owner: before.owner, members, node }) } : {}) };
}

/** Throws `too-large` unless a session can have these members. */
function checkedMembers(members: Readonly<Record<string, Role>>): Readonly<Record<string, Role>> {
  const names = Object.keys(members);
  if (names.length > maxMembers)
    throw new JournalError('too-large', `A session has at most ${maxMembers} members; remove one first.`);
  if (names.some((name) => name.length === 0 || name.length > maxPrincipalLength))
    throw new JournalError('too-large', `The name of a principal has 1 to ${maxPrincipalLength} characters.`);
  return members;
}

/** The sessions whose streams of one kind are named. */
const named = (streams: readonly string[], prefix: string): readonly string[] =>
  streams.filter((stream) => stream.startsWith(prefix)).map((stream) => stream.slice(prefix.length));

const newGeneration = (): string => randomBytes(9).toString('base64url');

/** Of sessions that are in no list because they are not complete yet. */
const unfinishedLabel = 'unfinished';

const memberLabel = (principal: string): string => `member ${principal}`;
const ownerLabel = (principal: string): string => `owner ${principal}`;
const nodeLabel = (node: string): string => `node ${node}`;

/** What the labels of a session are made from. */
type LabelledSession = Pick<SessionSummary, 'owner' | 'members' | 'node'>;

function labelsOf({ owner, members, node }: LabelledSession): readonly string[] {
  const ofMembers = Object.keys(members).map(memberLabel);
  return ['session', ownerLabel(owner), ...ofMembers, ...(node === null ? [] : [nodeLabel(node)])];
}

/** The label of the sessions that are listed. */
function labelOf({ principal, owner, node }: SessionFilter): string {
  if (node !== undefined) return nodeLabel(node);
  if (owner !== undefined) return ownerLabel(owner);
  return principal === undefined ? 'session' : memberLabel(principal);
}

/** Ids of sessions are made by the hub; anything else cannot be one. */
const isSessionId = (sessionId: string): boolean => /^[\w-]{1,128}$/u.test(sessionId);

function summaryOf({ stream, metadata, createdAt, last }: StreamInfo): SessionSummary {
  const { owner, members, agent, cwd, additionalDirectories, title, archived, updatedAt, node, isBusy, lacksHistory } =
    metadata as Partial<Omit<SessionSummary, 'sessionId' | 'createdAt' | 'last'>>;
  return {
    sessionId: stream.slice('log/'.length),
    owner: owner ?? '',
    members: members ?? {},
    agent: agent ?? '',
    cwd: cwd ?? '',
    additionalDirectories: additionalDirectories ?? [],
    title: title ?? null,
    archived: archived ?? false,
    createdAt,
    updatedAt: updatedAt ?? createdAt,
    node: node ?? null,
    isBusy: isBusy ?? false,
    lacksHistory: lacksHistory ?? false,
    last,
  };
}
