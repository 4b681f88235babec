/**
 * What the user changed lately, as diffs.
 *
 * Keystrokes become edits: changes of one document belong together while they are close in place and time. Edits that undo themselves are forgotten.
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
/** Edits that are kept, and the longest diff that is sent. */
const mostEdits = 32;
const longestDiff = 6 * 1024;

export class EditHistory {
  #edits: Edit[] = [];
  #isSplit = false;

  /** Notes a change that happened at `at`, in milliseconds. */
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
      this.#edits = this.#edits.slice(-mostEdits);
    }
    this.#isSplit = false;
  }

  /** What comes next is another edit, whatever it is. */
  split(): void {
    this.#isSplit = true;
  }

  /** The document as it was before the latest edit; undefined when that was elsewhere. */
  before(uri: string): Text | undefined {
    const last = this.#edits.at(-1);
    return last?.uri === uri ? last.before : undefined;
  }

  /** The latest edits, oldest first, at most `count`. */
  entries(count: number = mostEdits): readonly NesEditHistoryEntry[] {
    const entries: NesEditHistoryEntry[] = [];
    for (const { uri, before, after } of this.#edits.toReversed()) {
      if (entries.length >= count) break;
      const diff = writeDiff(pathOf(uri), before, after);
      if (diff !== undefined && diff.length <= longestDiff) entries.unshift({ uri, diff });
    }
    return entries;
  }
}

/** Whether a change touches lines close to those that an edit has changed so far. */
function isNear(edit: Edit, before: Text, after: Text): boolean {
  const done = edit.before.difference(edit.after);
  const next = before.difference(after);
  if (done === undefined || next === undefined) return true;
  return next.from <= done.otherTo + near && next.to >= done.from - near;
}

/** The name that a diff gives a document. */
function pathOf(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname).replace(/^\//u, '');
  } catch {
    return uri;
  }
}
