/**
 * Merges a replayed history into a transcript that already has parts of it.
 *
 * Replayed chunks must not be appended a second time, so a replay is folded into a transcript of its own and merged
 * when it is complete. An equal entry stays the same object, a different one is replaced. Entries missing from the
 * replay keep their position after their old predecessor.
 */
import { isFinished, type Entry } from '../state/entry.ts';
import { partsOf, withReplayedParts } from '../state/message-parts.ts';
import { isEqualJson } from './equal-json.ts';
import { Table, type Identified } from '../collections/table.ts';
import { entryUpdate } from './to-updates.ts';
import type { Terminal, Transcript } from '../state/transcript.ts';

/** Merges `replayed` into `transcript`; returns the same object if it has nothing new. */
export function mergeReplay(transcript: Transcript, replayed: Transcript): Transcript {
  const merged: Transcript = {
    ...withEntries(withoutLaterParts(transcript, replayed), replayed),
    messageParts: withReplayedParts(transcript.messageParts, replayed.messageParts),
    terminals: mergeTable(transcript.terminals, replayed.terminals, mergeTerminal),
    plans: mergeTable(transcript.plans, replayed.plans, keepSame),
    lastPlanId: replayed.lastPlanId ?? transcript.lastPlanId,
    permissions: mergeTable(transcript.permissions, replayed.permissions, keepSame),
    elicitations: mergeTable(transcript.elicitations, replayed.elicitations, keepSame),
    state: keepSame(transcript.state, replayed.state ?? transcript.state),
    info: keepSame(transcript.info, { ...transcript.info, ...replayed.info }),
    usage: keepSame(transcript.usage, replayed.usage ?? transcript.usage),
    configOptions: keepSame(transcript.configOptions, replayed.configOptions ?? transcript.configOptions),
    availableCommands: keepSame(
      transcript.availableCommands,
      replayed.availableCommands ?? transcript.availableCommands,
    ),
  };
  const isSame = (Object.keys(merged) as (keyof Transcript)[]).every((field) => merged[field] === transcript[field]);
  return isSame ? transcript : merged;
}

const keepSame = <T>(known: T, replayed: T): T => (isEqualJson(known, replayed) ? known : replayed);

function mergeTable<T extends Identified>(
  known: Table<T>,
  replayed: Table<T>,
  merge: (known: T, replayed: T) => T,
): Table<T> {
  let table = known;
  for (const item of replayed) {
    const before = known.get(item.id);
    table = table.put(before === undefined ? item : merge(before, item));
  }
  return table;
}

/** If the replay has no output of a terminal, the known output stays. */
function mergeTerminal(known: Terminal, replayed: Terminal): Terminal {
  const { output: _, ...before } = known;
  const { output, ...after } = replayed;
  const isSameOutput = output.total === 0 || output.isSame(known.output);
  if (isSameOutput && isEqualJson(before, after)) return known;
  return isSameOutput ? { ...replayed, output: known.output } : replayed;
}

// -------------------------------------------------------------------------------------------- entries

/** The transcript without the parts of messages that are in fewer pieces in the replay. */
function withoutLaterParts(transcript: Transcript, { entries, messageParts }: Transcript): Transcript {
  const isObsolete = (entry: Entry): boolean =>
    'part' in entry &&
    entry.part !== undefined &&
    !entries.has(entry.id) &&
    partsOf(messageParts, entry.type, entry.messageId) > 0;
  const kept = transcript.entries.toArray().filter((entry) => !isObsolete(entry));
  return kept.length === transcript.entries.size ? transcript : { ...transcript, entries: Table.from(kept) };
}

function withEntries(transcript: Transcript, replayed: Transcript): Transcript {
  const { replayedEntries, numbered } = withKnownIds(transcript, replayed);
  const entries = inOrder(transcript.entries, replayedEntries);
  if (entries === transcript.entries) return transcript;
  const unfinished = entries.toArray().flatMap((entry) => (isUnfinished(entry) ? [{ id: entry.id }] : []));
  return { ...transcript, entries, numbered, unfinished: Table.from(unfinished) };
}

const isUnfinished = (entry: Entry): boolean => entry.type === 'tool_call' && !isFinished(entry);

/**
 * The replayed entries with the ids of the known transcript. Entries without an id of the protocol are matched by their
 * content, in order.
 */
function withKnownIds(
  { entries, numbered }: Transcript,
  replayed: Transcript,
): { replayedEntries: Entry[]; numbered: number } {
  const idsByContent = new Map<string, string[]>();
  for (const entry of entries) {
    if (!isNumbered(entry)) continue;
    const key = signature(entry);
    const ids = idsByContent.get(key);
    if (ids === undefined) idsByContent.set(key, [entry.id]);
    else ids.push(entry.id);
  }
  for (const ids of idsByContent.values()) ids.reverse();
  let next = numbered;
  const replayedEntries = replayed.entries.toArray().map((entry): Entry => {
    if (!isNumbered(entry)) return sameEntry(entries.get(entry.id), entry);
    const id = idsByContent.get(signature(entry))?.pop();
    if (id !== undefined) return entries.get(id) ?? entry;
    next += 1;
    return { ...entry, id: `${entry.type}:${next - 1}` };
  });
  return { replayedEntries, numbered: next };
}

const isNumbered = ({ type }: Entry): boolean => type === 'notice' || type === 'unknown';

const signature = (entry: Entry): string => JSON.stringify(entryUpdate(entry));

function sameEntry(known: Entry | undefined, replayed: Entry): Entry {
  return known !== undefined && isEqualJson(entryUpdate(known), entryUpdate(replayed)) ? known : replayed;
}

/** All entries in the order of the replay; an entry missing from it follows its old predecessor. */
function inOrder(known: Table<Entry>, replayed: readonly Entry[]): Table<Entry> {
  if (keepsOrder(known, replayed)) return replayed.reduce((table, entry) => table.put(entry), known);
  const mentioned = new Set(replayed.map(({ id }) => id));
  const first: Entry[] = [];
  const followers = new Map<string, Entry[]>();
  let group = first;
  for (const entry of known) {
    if (!mentioned.has(entry.id)) group.push(entry);
    else followers.set(entry.id, (group = []));
  }
  return Table.from([...first, ...replayed.flatMap((entry) => [entry, ...(followers.get(entry.id) ?? [])])]);
}

/** Whether the known entries have the same order in the replay and come before all new ones. */
function keepsOrder(known: Table<Entry>, replayed: readonly Entry[]): boolean {
  const places = new Map<string, number>();
  for (const entry of known) places.set(entry.id, places.size);
  let last = -1;
  return replayed.every(({ id }) => {
    const place = places.get(id) ?? places.size;
    const isBehind = place >= last;
    last = place;
    return isBehind;
  });
}
