/**
 * A file change in the form that is stored for undo: the removed text, and hashes of the texts before and after.
 *
 * A small change of a large file is small.
 */
import { createHash } from 'node:crypto';

/** A change that the agent has made. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The text before; undefined if the file was new. */
  readonly before: string | undefined;
  /** The text after; undefined if the file was deleted. */
  readonly after: string | undefined;
}

export interface ReversibleChange {
  readonly path: string;
  /** Hash of the text before; undefined if the file was new. */
  readonly before?: string;
  /** Hash of the text after; undefined if the file was deleted. */
  readonly after?: string;
  /** How many characters at the start and at the end are the same in both texts. */
  readonly start: number;
  readonly end: number;
  /** The text between them before the change; undefined if it was too large to store. */
  readonly text?: string | undefined;
}

export function reversibleChange({ path, before, after }: FileChange): ReversibleChange {
  const [old = '', now = ''] = [before, after];
  const limit = Math.min(old.length, now.length);
  let start = 0;
  while (start < limit && old.charCodeAt(start) === now.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < limit - start && old.charCodeAt(old.length - 1 - end) === now.charCodeAt(now.length - 1 - end)) end += 1;
  return {
    path,
    ...(before === undefined ? {} : { before: hashOf(before) }),
    ...(after === undefined ? {} : { after: hashOf(after) }),
    start,
    end,
    text: old.slice(start, old.length - end),
  };
}

/** Which of the two texts the file has now; undefined if it was changed since. */
export function currentState(
  { before, after }: ReversibleChange,
  now: string | undefined,
): 'before' | 'after' | undefined {
  const hash = now === undefined ? undefined : hashOf(now);
  return hash === after ? 'after' : hash === before ? 'before' : undefined;
}

/** The text before a change, from the text after it; undefined if the file did not exist. */
export function textBefore({ before, start, end, text = '' }: ReversibleChange, after = ''): string | undefined {
  return before === undefined ? undefined : `${after.slice(0, start)}${text}${after.slice(after.length - end)}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf16le').digest('base64');
