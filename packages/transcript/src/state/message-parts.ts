/**
 * Into which parts the messages and thoughts of an agent fall.
 *
 * An entry keeps its position, so text that comes after a tool call cannot be added to the entry before the call: it
 * becomes another part of the message, at its own position. Notices do not divide a message, and neither do changes of
 * entries that are already there.
 */
import { entryId, type Entry, type MessageEntry } from './entry.ts';
import { Table } from '../collections/table.ts';

/** The messages that fall into parts: those of the agent, by type. */
type PartedType = 'agent_message' | 'agent_thought';

interface LastPart {
  /** The id of the first part. */
  readonly id: string;
  /** The number of parts. */
  readonly parts: number;
  /** The number of breaks of its type when the last part began; -1 if nothing may be added to it. */
  readonly breaks: number;
}

/** The state of a transcript that says where the next text of each message goes. */
export interface MessageParts {
  /** The number of entries so far that end the texts of this type. */
  readonly breaks: { readonly [Type in PartedType]: number };
  /** The last part of each message. */
  readonly last: Table<LastPart>;
}

export const noMessageParts: MessageParts = {
  breaks: { agent_message: 0, agent_thought: 0 },
  last: Table.empty(),
};

/** Entries after which text of this type begins a new part. */
const breaking: { readonly [Type in PartedType]: ReadonlySet<Entry['type']> } = {
  agent_message: new Set(['tool_call', 'user_message', 'agent_thought', 'compaction', 'subagent', 'session_message']),
  agent_thought: new Set(['tool_call', 'user_message', 'agent_message', 'compaction', 'subagent', 'session_message']),
};

const isParted = (type: MessageEntry['type']): type is PartedType => type !== 'user_message';

/** The id of a part, counted from 1; the first one has the id of the message. */
export function partId(type: MessageEntry['type'], messageId: string, part: number): string {
  return part === 1 ? entryId(type, messageId) : `${type}/${part}:${messageId}`;
}

/** Returns the state after an entry was added. */
export function withNewEntry(state: MessageParts, { type }: Entry): MessageParts {
  const { agent_message, agent_thought } = state.breaks;
  const breaks = {
    agent_message: agent_message + (breaking.agent_message.has(type) ? 1 : 0),
    agent_thought: agent_thought + (breaking.agent_thought.has(type) ? 1 : 0),
  };
  return breaks.agent_message === agent_message && breaks.agent_thought === agent_thought
    ? state
    : { ...state, breaks };
}

/** The part that the next chunk of a message goes to, counted from 1. */
export function nextPart(state: MessageParts, type: MessageEntry['type'], messageId: string): number {
  if (!isParted(type)) return 1;
  const last = state.last.get(entryId(type, messageId));
  if (last === undefined) return 1;
  return last.breaks === state.breaks[type] ? last.parts : last.parts + 1;
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
  const breaks = before !== undefined && before.parts > parts ? -1 : state.breaks[type];
  return { ...state, last: state.last.put({ id, parts, breaks }) };
}

/** Returns the state after a replay: its messages go on where they ended in it. */
export function withReplayedParts(known: MessageParts, replayed: MessageParts): MessageParts {
  let { last } = known;
  for (const each of replayed.last) {
    const type: PartedType = each.id.startsWith('agent_thought') ? 'agent_thought' : 'agent_message';
    const isOpen = each.breaks === replayed.breaks[type];
    const before = last.get(each.id);
    const wasOpen = before?.breaks === known.breaks[type];
    if (before?.parts === each.parts && wasOpen === isOpen) continue;
    last = last.put({ ...each, breaks: isOpen ? known.breaks[type] : -1 });
  }
  return last === known.last ? known : { ...known, last };
}
