/**
 * A history that is told again, put over what is known of it already.
 *
 * Chunks that come a second time would be added a second time. So a replay is folded into a transcript of its own and merged when it is
 * complete: an entry that says what is known stays the same object, another one takes its place, and what the replay does not mention
 * stays, behind what it stood behind.
 */
import { isFinished, type Entry } from '../state/entry.ts';
import { isEqualJson } from './equal-json.ts';
import { Table, type Identified } from '../collections/table.ts';
import { entryUpdate } from './to-updates.ts';
import type { Terminal, Transcript } from '../state/transcript.ts';

/** The transcript after `replayed` was told again; the same one when it holds nothing else. */
export function mergeReplay(transcript: Transcript, replayed: Transcript): Transcript {
  const merged: Transcript = {
    ...withEntries(transcript, replayed),
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

const keepSame = <T>(known: T, told: T): T => (isEqualJson(known, told) ? known : told);

function mergeTable<T extends Identified>(known: Table<T>, told: Table<T>, merge: (known: T, told: T) => T): Table<T> {
  let table = known;
  for (const item of told) {
    const before = known.get(item.id);
    table = table.put(before === undefined ? item : merge(before, item));
  }
  return table;
}

/** A replay that says nothing of a terminal's output leaves it as it is known. */
function mergeTerminal(known: Terminal, told: Terminal): Terminal {
  const { output: _, ...before } = known;
  const { output, ...after } = told;
  const isSameOutput = output.total === 0 || output.isSame(known.output);
  if (isSameOutput && isEqualJson(before, after)) return known;
  return isSameOutput ? { ...told, output: known.output } : told;
}

// -------------------------------------------------------------------------------------------- entries

function withEntries(transcript: Transcript, replayed: Transcript): Transcript {
  const { told, numbered } = matched(transcript, replayed);
  const entries = inOrder(transcript.entries, told);
  if (entries === transcript.entries) return transcript;
  const unfinished = entries.toArray().flatMap((entry) => (isUnfinished(entry) ? [{ id: entry.id }] : []));
  return { ...transcript, entries, numbered, unfinished: Table.from(unfinished) };
}

const isUnfinished = (entry: Entry): boolean => entry.type === 'tool_call' && !isFinished(entry);

/** The entries of the replay under the ids that they have here. Those without an id of the protocol are known by what they say, in turn. */
function matched({ entries, numbered }: Transcript, replayed: Transcript): { told: Entry[]; numbered: number } {
  const alike = new Map<string, string[]>();
  for (const entry of entries) {
    if (!isNumbered(entry)) continue;
    const key = signature(entry);
    const ids = alike.get(key);
    if (ids === undefined) alike.set(key, [entry.id]);
    else ids.push(entry.id);
  }
  for (const ids of alike.values()) ids.reverse();
  let next = numbered;
  const told = replayed.entries.toArray().map((entry): Entry => {
    if (!isNumbered(entry)) return sameEntry(entries.get(entry.id), entry);
    const id = alike.get(signature(entry))?.pop();
    if (id !== undefined) return entries.get(id) ?? entry;
    next += 1;
    return { ...entry, id: `${entry.type}:${next - 1}` };
  });
  return { told, numbered: next };
}

const isNumbered = ({ type }: Entry): boolean => type === 'notice' || type === 'unknown';

const signature = (entry: Entry): string => JSON.stringify(entryUpdate(entry));

function sameEntry(known: Entry | undefined, told: Entry): Entry {
  return known !== undefined && isEqualJson(entryUpdate(known), entryUpdate(told)) ? known : told;
}

/** All entries in the order of the replay; what it does not mention follows what it followed. */
function inOrder(known: Table<Entry>, told: readonly Entry[]): Table<Entry> {
  if (keepsOrder(known, told)) return told.reduce((table, entry) => table.put(entry), known);
  const mentioned = new Set(told.map(({ id }) => id));
  const first: Entry[] = [];
  const followers = new Map<string, Entry[]>();
  let group = first;
  for (const entry of known) {
    if (!mentioned.has(entry.id)) group.push(entry);
    else followers.set(entry.id, (group = []));
  }
  return Table.from([...first, ...told.flatMap((entry) => [entry, ...(followers.get(entry.id) ?? [])])]);
}

/** Whether what is known comes in the same order in the replay, before all that is new. */
function keepsOrder(known: Table<Entry>, told: readonly Entry[]): boolean {
  const places = new Map<string, number>();
  for (const entry of known) places.set(entry.id, places.size);
  let last = -1;
  return told.every(({ id }) => {
    const place = places.get(id) ?? places.size;
    const isBehind = place >= last;
    last = place;
    return isBehind;
  });
}
