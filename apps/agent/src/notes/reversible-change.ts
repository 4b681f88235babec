/**
 * How a change of a file is kept so that it can be undone: only what it took out, and how to recognise the texts before and after it.
 *
 * A small change of a large file is small.
 */
import { createHash } from 'node:crypto';

/** A change that the agent has made. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The text before; undefined when the file was new. */
  readonly before: string | undefined;
  /** The text after; undefined when the file was deleted. */
  readonly after: string | undefined;
}

export interface ReversibleChange {
  readonly path: string;
  /** The hash of the text before; undefined when the file was new. */
  readonly before?: string;
  /** The hash of the text after; undefined when the file was deleted. */
  readonly after?: string;
  /** Characters at the beginning and at the end that are the same in both texts. */
  readonly start: number;
  readonly end: number;
  /** What stood between them before; undefined when that was too large to keep. */
  readonly text?: string | undefined;
}

export function reversibleChange({ path, before, after }: FileChange): ReversibleChange {
  const [old = '', now = ''] = [before, after];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old.charCodeAt(start) === now.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < most - start && old.charCodeAt(old.length - 1 - end) === now.charCodeAt(now.length - 1 - end)) end += 1;
  return {
    path,
    ...(before === undefined ? {} : { before: hashOf(before) }),
    ...(after === undefined ? {} : { after: hashOf(after) }),
    start,
    end,
    text: old.slice(start, old.length - end),
  };
}

/** Which of the two texts the file has now; undefined when somebody else has changed it. */
export function currentState(
  { before, after }: ReversibleChange,
  now: string | undefined,
): 'before' | 'after' | undefined {
  const hash = now === undefined ? undefined : hashOf(now);
  return hash === after ? 'after' : hash === before ? 'before' : undefined;
}

/** The text before a change, from the text after it; undefined when there was no file. */
export function textBefore({ before, start, end, text = '' }: ReversibleChange, after = ''): string | undefined {
  return before === undefined ? undefined : `${after.slice(0, start)}${text}${after.slice(after.length - end)}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf16le').digest('base64');
