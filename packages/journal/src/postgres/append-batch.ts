/**
 * A batch of appends for one statement.
 *
 * A run is what one stream gets: appends that succeed or fail together, with the same token. If the first one expects a
 * last event number, the others may expect what follows from it. A stream has one run in a batch, and an append with a
 * patch is the last of its run.
 */
import type { JournalError } from '../contract/journal-error.ts';
import { assertWritable } from '../store/ownership.ts';
import { missing } from '../store/store-errors.ts';
import type { AppendParams, Operations } from '../store/store.ts';

export interface PendingAppend {
  readonly params: AppendParams;
  readonly resolve: (result: Operations['append']['result']) => void;
  readonly reject: (error: unknown) => void;
}

export interface Run {
  readonly stream: string;
  readonly appends: PendingAppend[];
  events: number;
}

/** A batch ends with the append that reaches one of these. */
const maxEvents = 2000;
const maxCharacters = 4 * 1024 * 1024;

/** Takes appends from the front of the queue; what cannot be in the same batch stays there, in its order. */
export function takeBatch(waiting: PendingAppend[]): Run[] {
  const runs = new Map<string, Run>();
  const held = new Set<string>();
  const kept: PendingAppend[] = [];
  let [events, characters, index] = [0, 0, 0];
  for (; index < waiting.length && events < maxEvents && characters < maxCharacters; index += 1) {
    const append = waiting[index] as PendingAppend;
    const { stream, texts, patch } = append.params;
    const run = runs.get(stream);
    if (held.has(stream) || (run !== undefined && !canFollow(run, append))) {
      held.add(stream);
      kept.push(append);
      continue;
    }
    if (run === undefined) runs.set(stream, { stream, appends: [append], events: texts.length });
    else {
      run.appends.push(append);
      run.events += texts.length;
    }
    if (patch !== undefined) held.add(stream);
    // An append without events has its costs too.
    events += Math.max(texts.length, 1);
    for (const { length } of texts) characters += length;
  }
  waiting.splice(0, index, ...kept);
  return [...runs.values()];
}

function canFollow({ appends, events }: Run, { params: { token, expectedLast } }: PendingAppend): boolean {
  const first = appends[0]?.params;
  if ((first?.token ?? 0) !== (token ?? 0)) return false;
  return expectedLast === undefined || expectedLast === (first?.expectedLast ?? Number.NaN) + events;
}

/** What the database says about the stream of a run; `id` is 0 if it does not exist. */
export interface RunState {
  readonly id: number;
  readonly owner: number;
  /** The number of its newest event before the batch. */
  readonly last: number;
}

/** The parameters of its first append, which its conditions are those of. */
export function firstOf({ appends: [first], stream }: Run): AppendParams {
  return first?.params ?? { stream, at: 0, texts: [] };
}

/** Whether a run was written, as the function in the database decides it. */
export const isAccepted = (run: Run, { id, owner, last }: RunState): boolean =>
  id !== 0 && refusalOf(firstOf(run), last, owner) === undefined;

/** Settles the appends of a run; returns those that have to be tried again, because only the first one was refused. */
export function settleRun({ stream, appends }: Run, { id, owner, last }: RunState): readonly PendingAppend[] {
  const [first, ...others] = appends;
  if (first === undefined) return [];
  const refusal = id === 0 ? missing(stream) : refusalOf(first.params, last, owner);
  if (refusal === undefined) {
    let end = last;
    for (const { params, resolve } of appends) {
      const start = end + 1;
      end += params.texts.length;
      resolve({ first: start, last: end });
    }
    return [];
  }
  first.reject(refusal);
  if (refusal.code === 'conflict') return others;
  for (const { reject } of others) reject(refusal);
  return [];
}

function refusalOf(params: AppendParams, last: number, owner: number): JournalError | undefined {
  try {
    assertWritable(params, last, owner);
    return undefined;
  } catch (error) {
    return error as JournalError;
  }
}
