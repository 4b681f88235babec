/**
 * Groups changes into edits of the user.
 *
 * Changes of neighbouring lines are one edit until the user moves elsewhere. Reverted edits are dropped, and so are
 * changes that are not made by hand: formatting the whole file, or replacing everything.
 */
import type { MirroredChange } from '../documents/document-mirror.ts';
import { contentLength } from '../text/text-position.ts';
import type { Text } from '../text/text.ts';
import type { LinePair } from './edit-unit.ts';
import { pairLines } from './line-pairs.ts';
import { TouchedLines } from './touched-lines.ts';

/** A line that the user changed; `line` is its current number. */
export interface LineEdit extends LinePair {
  readonly uri: string;
  readonly languageId: string;
  readonly line: number;
  /** Whether lines were added or removed with it, so that the pairing of old and new lines is a guess. */
  readonly isGuessed?: boolean;
}

interface Open {
  readonly uri: string;
  readonly languageId: string;
  readonly before: Text;
  readonly after: Text;
}

/** Limits: lines that are remembered, lines of one edit, and pairs of lines that are compared. */
const maxEdits = 64;
const maxLines = 60;
const maxChanged = 20;

export class EditTracker {
  readonly #touched = new Map<string, TouchedLines>();
  readonly #latest = new Map<string, number>();
  #closed: readonly LineEdit[] = [];
  #open: Open | undefined;

  /** The edits, oldest first, including the current one. */
  get edits(): readonly LineEdit[] {
    return [...this.#closed, ...this.#current()].slice(-maxEdits);
  }

  /** The lines of a document that the user has written or changed. */
  touched(uri: string): ReadonlySet<number> {
    return this.#touched.get(uri)?.lines ?? new Set();
  }

  /** The last line of the latest change in a document; undefined if there was none. */
  latest(uri: string): number | undefined {
    return this.#latest.get(uri);
  }

  /** Forgets the touched lines of a document that was closed or opened anew. */
  forget(uri: string): void {
    this.#touched.delete(uri);
    this.#latest.delete(uri);
  }

  note({ uri, languageId, before, after }: MirroredChange): void {
    const changed = before.difference(after);
    if (changed === undefined) return;
    const touched = this.#touched.get(uri) ?? new TouchedLines();
    touched.note(changed);
    this.#touched.set(uri, touched);
    this.#latest.set(uri, changed.otherTo - 1);
    const open = this.#open;
    if (open?.uri === uri && open.after === before && isNext(open, changed)) {
      this.#open = { ...open, after };
      return;
    }
    this.#close();
    const delta = after.lineCount - before.lineCount;
    this.#closed = this.#closed.map((edit) =>
      edit.uri === uri && edit.line >= changed.to ? { ...edit, line: edit.line + delta } : edit,
    );
    this.#open = { uri, languageId, before, after };
  }

  /** Adds an edit from the history of the client. */
  add(edit: LineEdit): void {
    this.#closed = [...this.#closed, edit].slice(-maxEdits);
  }

  get isEmpty(): boolean {
    return this.#closed.length === 0 && this.#open === undefined;
  }

  #close(): void {
    const current = this.#current();
    this.#open = undefined;
    for (const edit of current) {
      const undone = this.#closed.find((each) => isReverse(each, edit));
      this.#closed =
        undone === undefined
          ? [...this.#closed, edit].slice(-maxEdits)
          : this.#closed.filter((each) => each !== undone);
    }
  }

  #current(): readonly LineEdit[] {
    return this.#open === undefined ? [] : lineEdits(this.#open);
  }
}

/** Whether a change of `changed.from` to `changed.to` touches the lines of the current edit or their neighbours. */
function isNext({ before, after }: Open, changed: { readonly from: number; readonly to: number }): boolean {
  const done = before.difference(after);
  if (done === undefined) return true;
  if (done.otherTo - done.from > maxLines) return false;
  return changed.from <= done.otherTo && changed.to >= done.from;
}

function lineEdits({ uri, languageId, before, after }: Open): readonly LineEdit[] {
  const changed = before.difference(after);
  if (changed === undefined) return [];
  const { from, to, otherTo } = changed;
  if (Math.max(to - from, otherTo - from) > maxLines) return [];
  const pairs = pairLines(contents(before, from, to), contents(after, from, otherTo));
  if (pairs.length > maxChanged) return [];
  const isGuessed = to !== otherTo;
  return pairs.map(({ index, ...pair }) => ({ uri, languageId, line: from + index, isGuessed, ...pair }));
}

const contents = (text: Text, from: number, to: number): string[] =>
  text.lines(from, to).map((line) => line.slice(0, contentLength(line)));

const isReverse = (edit: LineEdit, later: LineEdit): boolean =>
  edit.uri === later.uri && edit.line === later.line && edit.before === later.after && edit.after === later.before;
