/**
 * What was recorded while a hub ran: what every client saw, what it was told, what the agents got, and what the store
 * held at the end.
 *
 * Messages are recognised by their text: a test gives each prompt, injected message and question a text of its own.
 */
import { createHash } from 'node:crypto';

import type { InboxEntry, LogEntry } from '../../../packages/hub/src/store/records.ts';

/** A client follows a session from behind a record; it sees what comes after that. */
export interface AttachedEvent {
  readonly kind: 'attached';
  readonly client: string;
  readonly session: string;
  /** One name for each attachment; a client that comes back has a new one. */
  readonly attachment: string;
  readonly after: number;
}

/** A client was sent an update with the number of its record. */
export interface SawEvent {
  readonly kind: 'saw';
  readonly attachment: string;
  readonly sequence: number;
  readonly hash: string;
}

/** An attachment lasted until nothing happened any more: it must have seen everything. */
interface StayedEvent {
  readonly kind: 'stayed';
  readonly attachment: string;
}

/** A client was told that its prompt, injected message or answer was accepted, or that its message is stored. */
export interface AcknowledgedEvent {
  readonly kind: 'acknowledged';
  readonly session: string;
  readonly what: 'prompt' | 'inject' | 'answer' | 'stored';
  /** The text of the message, or the text of the question. */
  readonly text: string;
}

/** An agent was given a message. */
export interface GivenEvent {
  readonly kind: 'given';
  readonly session: string;
  readonly text: string;
}

/** The question of an agent was answered. */
export interface AnsweredEvent {
  readonly kind: 'answered';
  readonly session: string;
  /** The text of the question. */
  readonly text: string;
}

/** A node has written records to the log. */
interface WroteEvent {
  readonly kind: 'wrote';
  readonly session: string;
  readonly node: string;
  readonly first: number;
  readonly last: number;
}

export type HistoryEvent =
  | AttachedEvent
  | SawEvent
  | StayedEvent
  | AcknowledgedEvent
  | GivenEvent
  | AnsweredEvent
  | WroteEvent;

/** What the store holds of a session at the end. */
export interface StoredSession {
  readonly session: string;
  readonly log: readonly LogEntry[];
  readonly inbox: readonly InboxEntry[];
}

export interface History {
  readonly events: readonly HistoryEvent[];
  readonly sessions: readonly StoredSession[];
  readonly copies?: readonly CopiedSession[];
}

/** A copy of a session that a client has asked for; its log is one of `sessions` if it is in the list. */
export interface CopiedSession {
  readonly source: string;
  readonly copy: string;
  /** Whether the client was told that it exists. */
  readonly isAcknowledged: boolean;
  readonly isListed: boolean;
}

/** A promise of the hub that was not kept. */
export interface Violation {
  readonly kind:
    | 'gap'
    | 'duplicate'
    | 'reorder'
    | 'different-bytes'
    | 'shown-not-stored'
    | 'behind'
    | 'log-gap'
    | 'acknowledged-missing'
    | 'given-twice'
    | 'given-unrecorded'
    | 'result-twice'
    | 'message-twice'
    | 'old-owner'
    | 'answered-twice'
    | 'inject-state'
    | 'turn-without-end'
    | 'overtaken'
    | 'half-copy';
  readonly session: string;
  readonly detail: string;
}

/**
 * The same for two updates if and only if they are equal as JSON; the order of keys does not matter, nor who sent a
 * message, which only some of the clients are told.
 */
export function hashOf(update: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(withoutSender(update), (_, each: unknown) => (isObject(each) ? sorted(each) : each)))
    .digest('hex')
    .slice(0, 16);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutSender(update: unknown): unknown {
  if (!isObject(update) || !isObject(update['_meta'])) return update;
  const { _meta: meta, ...fields } = update;
  const { 'acp-stack.dev/hub': _, ...others } = meta;
  return Object.keys(others).length === 0 ? fields : { ...fields, _meta: others };
}

const sorted = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).toSorted(([left], [right]) => (left < right ? -1 : 1)));

/** The text of the content of a message. */
export function textOf(content: unknown): string {
  const blocks = Array.isArray(content) ? (content as unknown[]) : [content];
  return blocks.map((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : '')).join('');
}

/** The items by what `keyOf` says of them, in order. */
export function groupedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
