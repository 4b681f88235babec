/**
 * The file changes of the agent, so that the newest can be undone, even after a restart.
 *
 * A change is noted before it is made. Whether a crash prevented it is found out when it is undone.
 */
import type { Note, SessionNotes } from './session-notes.ts';
import { reversibleChange, type FileChange, type ReversibleChange } from './reversible-change.ts';

export interface EditLimits {
  /** Characters of all changes in memory; the oldest are dropped first. */
  readonly held: number;
  /** Characters of one edit that are stored for later processes. */
  readonly kept: number;
  /** How many edits are kept. */
  readonly count: number;
}

const mebibyte = 1024 * 1024;
const defaultLimits: EditLimits = { held: 64 * mebibyte, kept: 2 * mebibyte, count: 1000 };

/** The newest changes of a session. */
export class EditLog {
  readonly #notes: SessionNotes | undefined;
  readonly #limits: EditLimits;
  #edits: Promise<(readonly ReversibleChange[])[]> | undefined;

  /** Without notes, the log is lost with the process. */
  constructor(notes?: SessionNotes, limits: Partial<EditLimits> = {}) {
    this.#notes = notes;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Adds one edit; resolves with false if a later process cannot undo it. */
  async add(changes: readonly FileChange[]): Promise<boolean> {
    const edits = await this.#load();
    const edit = changes.map(reversibleChange);
    const isKept = sizeOf(edit) <= this.#limits.kept;
    await this.#notes?.add({ type: 'edit', changes: isKept ? edit : edit.map(withoutText) });
    edits.push(edit);
    dropOldest(edits, this.#limits);
    return isKept;
  }

  /** The newest edit, or the newest that changed the file `path`; undefined if there is none. */
  async newest(path?: string): Promise<readonly ReversibleChange[] | undefined> {
    const edits = await this.#load();
    return path === undefined ? edits.at(-1) : edits.findLast((edit) => edit.some((change) => change.path === path));
  }

  /** The changed files, those of the newest edits first. */
  async paths(): Promise<readonly string[]> {
    const edits = await this.#load();
    return [...new Set(edits.toReversed().flatMap((edit) => edit.map(({ path }) => path)))];
  }

  /** Removes `edit`, or the newest edit, because it was undone; later edits stay. */
  async drop(edit?: readonly ReversibleChange[]): Promise<void> {
    const edits = await this.#load();
    const index = edit === undefined ? edits.length - 1 : edits.lastIndexOf(edit);
    if (edit !== undefined && index === -1) return;
    const later = Math.max(0, edits.length - 1 - index);
    await this.#notes?.add({ type: 'undone', ...(later === 0 ? {} : { later }) });
    edits.splice(-1 - later, 1);
  }

  #load(): Promise<(readonly ReversibleChange[])[]> {
    this.#edits ??= readEdits(this.#notes?.read() ?? [], this.#limits).catch((error: unknown) => {
      this.#edits = undefined;
      throw error;
    });
    return this.#edits;
  }
}

async function readEdits(
  notes: AsyncIterable<Note> | Iterable<Note>,
  limits: EditLimits,
): Promise<(readonly ReversibleChange[])[]> {
  const edits: (readonly ReversibleChange[])[] = [];
  for await (const note of notes) {
    if (note.type === 'edit') edits.push(note.changes);
    else if (note.type === 'undone' && edits.length > (note.later ?? 0)) edits.splice(-1 - (note.later ?? 0), 1);
    dropOldest(edits, limits);
  }
  return edits;
}

function dropOldest(edits: (readonly ReversibleChange[])[], limits: EditLimits): void {
  let held = edits.reduce((sum, edit) => sum + sizeOf(edit), 0);
  while ((held > limits.held || edits.length > limits.count) && edits.length > 1) held -= sizeOf(edits.shift() ?? []);
}

const sizeOf = (edit: readonly ReversibleChange[]): number => edit.reduce((sum, { text = '' }) => sum + text.length, 0);

const withoutText = (change: ReversibleChange): ReversibleChange => ({ ...change, text: undefined });
