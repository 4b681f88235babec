/**
 * Into which parts the messages and thoughts of an agent fall.
 *
 * An entry keeps its position, so text that comes after a tool call cannot be added to the entry before the call: it
 * becomes another part of the message, at its own position. Thoughts and notices do not divide a message, and neither
 * do changes of entries that are already there.
 */
import { entryId, type Entry, type MessageEntry } from './entry.ts';
import { Table } from '../collections/table.ts';

interface LastPart {
  /** The id of the first part. */
  readonly id: string;
  /** The number of parts. */
  readonly parts: number;
  /** The number of breaks when the last part began; -1 if nothing may be added to it. */
  readonly breaks: number;
}

/** The state of a transcript that says where the next text of each message goes. */
export interface MessageParts {
  /** The number of entries so far that end the texts before them. */
  readonly breaks: number;
  /** The last part of each message. */
  readonly last: Table<LastPart>;
}

export const noMessageParts: MessageParts = { breaks: 0, last: Table.empty() };

/** Entries after which text begins a new part. */
const breaking: ReadonlySet<Entry['type']> = new Set([
  'tool_call',
  'user_message',
  'compaction',
  'subagent',
  'session_message',
]);

/** Only the messages and thoughts of the agent fall into parts. */
const isParted = (type: MessageEntry['type']): boolean => type !== 'user_message';

/** The id of a part, counted from 1; the first one has the id of the message. */
export function partId(type: MessageEntry['type'], messageId: string, part: number): string {
  return part === 1 ? entryId(type, messageId) : `${type}/${part}:${messageId}`;
}

/** Returns the state after an entry was added. */
export function withNewEntry(state: MessageParts, { type }: Entry): MessageParts {
  return breaking.has(type) ? { ...state, breaks: state.breaks + 1 } : state;
}

/** The part that the next chunk of a message goes to, counted from 1. */
export function nextPart(state: MessageParts, type: MessageEntry['type'], messageId: string): number {
  if (!isParted(type)) return 1;
  const last = state.last.get(entryId(type, messageId));
  if (last === undefined) return 1;
  return last.breaks === state.breaks ? last.parts : last.parts + 1;
}

/** The number of parts of a message; 0 if it is unknown or does not fall into parts. */
export function partsOf(state: MessageParts, type: MessageEntry['type'], messageId: string): number {
  return state.last.get(entryId(type, messageId))?.parts ?? 0;
}

/** Returns the state after a part began, which is the last one from now on. */
export function withPart(
  state: MessageParts,
  { type, messageId }: Pick<MessageEntry, 'type' | 'messageId'>,
  parts: number,
): MessageParts {
  if (!isParted(type)) return state;
  const id = entryId(type, messageId);
  const before = state.last.get(id);
  if (before?.parts === parts) return state;
  // A message that lost its later parts goes on at a new position.
  const breaks = before !== undefined && before.parts > parts ? -1 : state.breaks;
  return { ...state, last: state.last.put({ id, parts, breaks }) };
}

/** Returns the state after a replay: its messages go on where they ended in it. */
export function withReplayedParts(known: MessageParts, replayed: MessageParts): MessageParts {
  let { last } = known;
  for (const each of replayed.last) {
    const isOpen = each.breaks === replayed.breaks;
    const before = last.get(each.id);
    const wasOpen = before?.breaks === known.breaks;
    if (before?.parts === each.parts && wasOpen === isOpen) continue;
    last = last.put({ ...each, breaks: isOpen ? known.breaks : -1 });
  }
  return last === known.last ? known : { ...known, last };
}
