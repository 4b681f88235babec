/**
 * Patches as git prints them, with absolute paths.
 *
 * A patch written here holds the whole file if that is not too long, and says so, so that a reader gets both texts. A
 * patch of git names the old content by its hash; a hunk that is the whole file is recognized by that hash.
 */
import { applyPatch } from 'diff/lib/patch/apply.js';
import { formatPatch, structuredPatch } from 'diff/lib/patch/create.js';
import { parsePatch } from 'diff/lib/patch/parse.js';

import { blobId } from './git-blob.ts';
import { readPlainPatch, type PlainPatch } from './unified-patch.ts';
import { hunkHead, isMarkedWhole, wholeHunk, type HunkRange } from './whole-file-hunk.ts';

/** What happened to one file. Without an old text it is a new file, without a new text a deleted one. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The whole file before the change; undefined if there was none. */
  readonly oldText: string | undefined;
  /** The whole file after the change; undefined if it was deleted. */
  readonly newText: string | undefined;
}

/** One file of a patch. */
export interface PatchedFile {
  /** The path; undefined if the patch could not be read. */
  readonly path: string | undefined;
  /** This part of the patch, as it was written. */
  readonly text: string;
  /** The mode of the file, if it is not the default one. */
  readonly mode: string | undefined;
  /** Both texts, if the patch holds them in full. */
  readonly change: FileChange | undefined;
  /** Returns the text after the change; undefined if the patch does not apply to `oldText`. */
  apply(oldText: string): string | undefined;
}

interface Hunk extends HunkRange {
  readonly lines: readonly string[];
}

/** The longest text that is written in full; of longer ones only the context of each change. */
const maxWholeLength = 65_536;
/** The longest two texts that are compared; longer ones count as replaced. */
const maxComparedLength = 4 * 1024 * 1024;
const surroundings = 3;
/** Milliseconds after which all differences count as replaced. */
export const patience = 50;
const noTime = -1;

/** Returns the patch for one file. */
export function writeGitPatch(change: FileChange, timeout: number = patience): string {
  const { path, oldText, newText } = change;
  const isWhole = (oldText?.length ?? 0) <= maxWholeLength;
  // Splitting a very long text into lines would exceed the time limit.
  const isEndless = (oldText?.length ?? 0) + (newText?.length ?? 0) > maxComparedLength;
  const name = nameOf(path);
  const hunks = hunksOf(oldText ?? '', newText ?? '', { isWhole, timeout: isEndless ? noTime : timeout });
  const first = `diff --git ${name} ${name}\n`;
  const names = (from: string, to: string): string => (hunks === '' ? '' : `--- ${from}\n+++ ${to}\n`);
  if (oldText === undefined) return `${first}new file mode 100644\n${names('/dev/null', name)}${hunks}`;
  if (newText === undefined) return `${first}deleted file mode 100644\n${names(name, '/dev/null')}${hunks}`;
  return `${first}${names(name, name)}${hunks}`;
}

/** A path as git writes it: in quotes if necessary. */
function nameOf(path: string): string {
  if (needsNoQuotes.test(path)) return path;
  const head = formatPatch({ ...nameless, oldFileName: path, newFileName: path });
  const names = head.slice('diff --git '.length, -1);
  return names.slice(0, (names.length - 1) / 2);
}

const needsNoQuotes = /^[ !#-[\]-~]*$/;
const nameless = { oldHeader: undefined, newHeader: undefined, hunks: [], isGit: true };

function hunksOf(
  before: string,
  after: string,
  { isWhole, timeout }: { readonly isWhole: boolean; readonly timeout: number },
): string {
  if (before === after) return '';
  const found =
    isWhole || timeout === noTime
      ? undefined
      : structuredPatch('', '', before, after, undefined, undefined, { context: surroundings, timeout });
  // After a comparison that timed out, a second one would time out too.
  if (found === undefined) return wholeHunk(before, after, isWhole ? timeout : noTime);
  return found.hunks.map((hunk) => `${hunkHead(hunk)}${hunk.lines.join('\n')}\n`).join('');
}

/** Returns the files of a patch; what cannot be read is kept as text. */
export function readGitPatch(text: string): readonly PatchedFile[] {
  const plain = readPlainPatch(text);
  return plain === undefined ? readSections(text) : [plainFile(text, plain)];
}

/**
 * Returns the files of any patch. Only `\n` ends a line of a patch; `^` would also match after other line separators,
 * which are part of a line.
 */
export function readSections(text: string): readonly PatchedFile[] {
  return text
    .split(/(?<=\n)(?=diff --git )/)
    .filter((section) => section.startsWith('diff --git '))
    .map(readSection);
}

function plainFile(text: string, { name, isNew, isGone, oldId, isMarked, oldText, newText }: PlainPatch): PatchedFile {
  const path = withoutPrefix(name);
  const isWhole = isNew || isGone || (oldId === undefined ? isMarked : isNamed(oldText, oldId));
  return {
    path,
    text,
    mode: undefined,
    change: isWhole ? { path, oldText: isNew ? undefined : oldText, newText: isGone ? undefined : newText } : undefined,
    apply: (known) => readSection(text).apply(known),
  };
}

function readSection(text: string): PatchedFile {
  const parsed = parse(text);
  if (parsed === undefined)
    return { path: undefined, text, mode: undefined, change: undefined, apply: () => undefined };
  const { hunks } = parsed;
  const isNew = parsed.isCreate === true || parsed.oldFileName === '/dev/null';
  const isGone = parsed.isDelete === true || parsed.newFileName === '/dev/null';
  const path = pathOf(text, isGone ? nameIn(text, '---', parsed.oldFileName) : nameIn(text, '+++', parsed.newFileName));
  const [, oldName, newName] = /\nindex ([0-9a-f]{4,40})\.\.([0-9a-f]{4,40})/.exec(text) ?? [];
  const isMarked = oldName === undefined && isMarkedWhole(text);
  return {
    path,
    text,
    mode: modeOf(text),
    change:
      path === undefined || parsed.isBinary === true
        ? undefined
        : wholeChange(path, hunks, { isNew, isGone, isMarked, oldName }),
    apply: (oldText) => {
      if (hunks.length === 0 || (oldName !== undefined && !isNamed(oldText, oldName))) return undefined;
      if (!areInOrder(hunks, oldText) || (isMarked && oldText !== side(hunks[0], '-'))) return undefined;
      const applied = applyPatch(oldText, parsed, { autoConvertLineEndings: false });
      if (applied === false || (newName !== undefined && !isNamed(applied, newName))) return undefined;
      return applied;
    },
  };
}

function parse(text: string): ReturnType<typeof parsePatch>[number] | undefined {
  try {
    const parsed = parsePatch(text)[0];
    // A malformed hunk header gives NaN.
    return parsed?.hunks.every((hunk) => Number.isInteger(hunk.oldStart + hunk.newStart)) === true ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether each hunk comes after the one before it, and inside the text.
 *
 * The library relies on that: otherwise it goes back and copies the lines in between again, until the memory is full.
 */
function areInOrder(hunks: readonly Hunk[], text: string): boolean {
  const lines = text.split('\n').length;
  let next = 1;
  return hunks.every(({ oldStart, oldLines }) => {
    const isLater = oldStart >= next && oldStart <= lines + 1;
    next = oldStart + oldLines;
    return isLater;
  });
}

/** Both texts, if the patch is known to hold them from the first line to the last. */
function wholeChange(
  path: string,
  hunks: readonly Hunk[],
  {
    isNew,
    isGone,
    isMarked,
    oldName,
  }: {
    readonly isNew: boolean;
    readonly isGone: boolean;
    readonly isMarked: boolean;
    readonly oldName: string | undefined;
  },
): FileChange | undefined {
  if (hunks.length > 1) return undefined;
  const before = side(hunks[0], '-');
  const after = side(hunks[0], '+');
  if (isNew) return { path, oldText: undefined, newText: after };
  if (isGone) return { path, oldText: before, newText: undefined };
  const isWhole = oldName === undefined ? isMarked : isNamed(before, oldName);
  return isWhole ? { path, oldText: before, newText: after } : undefined;
}

/** The lines of a hunk before or after the change. */
function side(hunk: Hunk | undefined, sign: '-' | '+'): string {
  let text = '';
  let isIn = false;
  for (const line of hunk?.lines ?? []) {
    if (line.startsWith('\\')) {
      if (isIn) text = text.slice(0, -1);
      continue;
    }
    isIn = line.startsWith(sign) || line.startsWith(' ') || line === '';
    if (isIn) text += `${line.slice(1)}\n`;
  }
  return text;
}

/** The name as it is written: the library drops spaces at its end. */
function nameIn(text: string, sign: '---' | '+++', parsed: string | undefined): string | undefined {
  const start = text.indexOf(`\n${sign} `);
  if (start === -1 || parsed === undefined) return parsed;
  const [written = ''] = text.slice(start + 5, text.indexOf('\n', start + 1)).split(/[\t\r]/, 1);
  return written.trimEnd() === parsed ? written : parsed;
}

/** Given before the first hunk; a new file is readable and not executable, unless its mode says otherwise. */
function modeOf(text: string): string | undefined {
  const head = text.slice(0, Math.max(text.indexOf('\n@@ '), text.indexOf('\n--- ')) + 1 || text.length);
  const [, mode] = /\n(?:new mode|new file mode) (\d+)\r?(?:\n|$)/.exec(head) ?? [];
  return mode === '100644' && !head.includes('\nnew mode ') ? undefined : mode;
}

/** A name without the prefixes that git puts in front of relative paths. */
const withoutPrefix = (name: string): string => name.replace(/^[ab]\//, '');

/** The path in a patch, with or without the prefixes that git puts in front of relative paths. */
function pathOf(text: string, name: string | undefined): string | undefined {
  if (name !== undefined && name !== '/dev/null') return withoutPrefix(name);
  // A section without hunks names the file only in its first line, twice.
  const names = text.slice('diff --git '.length, text.indexOf('\n'));
  const half = (names.length - 1) / 2;
  return names.slice(0, half) === names.slice(half + 1) ? names.slice(0, half) : undefined;
}

const isNamed = (text: string, name: string): boolean => blobId(text).startsWith(name);
