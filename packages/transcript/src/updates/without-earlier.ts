/**
 * Leaves out the oldest entries of a long transcript, so that a client which stays open does not need more and more
 * memory. The program that holds the whole history can replay them.
 */
import { entryId, type Entry } from '../state/entry.ts';
import { Table } from '../collections/table.ts';
import type { MessageParts } from '../state/message-parts.ts';
import { terminalsOf } from '../state/selectors.ts';
import type { Terminal, Transcript } from '../state/transcript.ts';

/** How much of the end of a transcript stays. */
export interface KeptPart {
  /** Older entries are left out when the newer ones have this many characters together. */
  readonly characters: number;
  /** So many of the last entries stay, whatever they contain. */
  readonly entries: number;
}

/**
 * Returns the transcript without its oldest entries; the same object if it is not longer than what is kept. Tool calls
 * and terminals that have not ended stay, and so do plans, questions and everything else of the session.
 */
export function withoutEarlier(transcript: Transcript, kept: KeptPart): Transcript {
  const all = transcript.entries.toArray();
  const start = startOf(all, kept);
  const left = all.filter((entry, index) => index >= start || transcript.unfinished.has(entry.id));
  if (left.length === all.length) return transcript;
  return {
    ...transcript,
    entries: Table.from(left),
    terminals: terminalsWithout(transcript, left),
    messageParts: { ...transcript.messageParts, last: partsIn(transcript, left) },
  };
}

/** The place of the first entry that stays for its age. */
function startOf(entries: readonly Entry[], { characters, entries: count }: KeptPart): number {
  let sum = 0;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    sum += charactersIn(entries[index]);
    if (sum > characters && entries.length - index > count) return index + 1;
  }
  return 0;
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const parts: Iterable<unknown> = Symbol.iterator in value ? (value as Iterable<unknown>) : Object.values(value);
  let sum = 0;
  for (const part of parts) sum += charactersIn(part);
  return sum;
}

/** The terminals without those that have ended and that only entries which were left out mention. */
function terminalsWithout(transcript: Transcript, left: readonly Entry[]): Table<Terminal> {
  const ended = (entry: Entry): readonly string[] =>
    entry.type === 'tool_call'
      ? terminalsOf(transcript, entry).flatMap(({ id, exitStatus }) => (exitStatus === undefined ? [] : [id]))
      : [];
  const needed = new Set(left.flatMap(ended));
  const all = transcript.entries.toArray().flatMap(ended);
  return all.filter((id) => !needed.has(id)).reduce((table, id) => table.delete(id), transcript.terminals);
}

/** Where the next text goes of the messages of which a part is left. */
function partsIn({ messageParts }: Transcript, left: readonly Entry[]): MessageParts['last'] {
  const ids = new Set(left.flatMap((entry) => ('messageId' in entry ? [entryId(entry.type, entry.messageId)] : [])));
  return Table.from([...messageParts.last].filter(({ id }) => ids.has(id)));
}
