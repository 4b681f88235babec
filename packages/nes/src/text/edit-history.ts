/**
 * The latest edits of the user, as diffs.
 *
 * Keystrokes are grouped into edits: changes of one document that are close in position and time. Edits that revert
 * themselves are dropped.
 */
import type { NesEditHistoryEntry } from '@acp-stack/schema/v2/unstable';

import type { Text } from './text.ts';
import { writeDiff } from './unified-diff.ts';

interface Edit {
  readonly uri: string;
  readonly before: Text;
  after: Text;
  at: number;
}

/** Lines and milliseconds within which changes are one edit. */
const near = 8;
const soon = 1000;
/** The maximum number of edits, and the maximum length of a diff that is sent. */
const maxEdits = 32;
const longestDiff = 6 * 1024;

export class EditHistory {
  #edits: Edit[] = [];
  #isSplit = false;

  /** Records a change at the time `at`, in milliseconds. */
  note(uri: string, before: Text, after: Text, at: number): void {
    if (before === after) return;
    const last = this.#edits.at(-1);
    if (
      last !== undefined &&
      !this.#isSplit &&
      last.uri === uri &&
      at - last.at <= soon &&
      isNear(last, before, after)
    ) {
      last.after = after;
      last.at = at;
    } else {
      this.#edits.push({ uri, before, after, at });
      this.#edits = this.#edits.slice(-maxEdits);
    }
    this.#isSplit = false;
  }

  /** Ends the current edit; the next change starts another one. */
  split(): void {
    this.#isSplit = true;
  }

  /** The document before the latest edit; undefined if that was in another document. */
  before(uri: string): Text | undefined {
    const last = this.#edits.at(-1);
    return last?.uri === uri ? last.before : undefined;
  }

  /** The latest edits, oldest first, at most `count`. */
  entries(count: number = maxEdits): readonly NesEditHistoryEntry[] {
    const entries: NesEditHistoryEntry[] = [];
    for (const { uri, before, after } of this.#edits.toReversed()) {
      if (entries.length >= count) break;
      const diff = writeDiff(pathOf(uri), before, after);
      if (diff !== undefined && diff.length <= longestDiff) entries.unshift({ uri, diff });
    }
    return entries;
  }
}

/** Whether a change is close to the lines that an edit has changed so far. */
function isNear(edit: Edit, before: Text, after: Text): boolean {
  const changed = edit.before.difference(edit.after);
  const next = before.difference(after);
  if (changed === undefined || next === undefined) return true;
  return next.from <= changed.otherTo + near && next.to >= changed.from - near;
}

/** The name of a document in a diff. */
function pathOf(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname).replace(/^\//u, '');
  } catch {
    return uri;
  }
}
