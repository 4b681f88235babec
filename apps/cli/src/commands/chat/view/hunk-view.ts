/**
 * The lines of hunks with the colours of their language, and with the words that have changed.
 *
 * The signs stay in the first column, so nothing is expressed by colour alone.
 */
import type { PatchLine } from '@acp-stack/transcript';

import { highlighter, languageOfPath, type Highlighter } from '../../../tui/highlight.ts';
import { span, type Line, type Span, type Style } from '../../../tui/styled-line.ts';
import type { Ground } from '../../../tui/theme.ts';
import { wordChanges, type Range } from '../../../tui/word-changes.ts';

/** The style of the head of a hunk, by which `isHunkHead` knows it. */
const head: Style = { colour: 'cyan' };
const dim: Style = { isDim: true };

/** Whether a line of a view is the head of a hunk. */
export const isHunkHead = (line: Line): boolean => line.some(({ style }) => style === head);

/** Whether a line of a view was added or removed. */
export const isChangedLine = (line: Line): boolean => line.some(({ style }) => style?.ground !== undefined);

/** Which hunks of how many are shown. */
export interface HunkCount {
  /** The number of hunks before. */
  readonly before: number;
  readonly all: number;
}

/** The lines of a file in a patch. */
export function hunkView(lines: readonly PatchLine[], path: string, { before, all }: HunkCount): readonly Line[] {
  const language = languageOfPath(path);
  const changes = changedWords(lines);
  let count = before;
  let versions = { old: highlighter(language), new: highlighter(language) };
  return lines.map(({ kind, text }, index): Line => {
    if (kind === 'hunk') {
      count += 1;
      versions = { old: highlighter(language), new: highlighter(language) };
      return [span(text, head), ...(all > 1 ? [span(`  ${count} of ${all} hunks`, dim)] : [])];
    }
    return kind === 'line' ? codeLine(text, versions, changes.get(index) ?? []) : highlighter('diff')(text);
  });
}

interface Versions {
  readonly old: Highlighter;
  readonly new: Highlighter;
}

function codeLine(text: string, versions: Versions, changed: readonly Range[]): Line {
  const [sign, code] = [text.charAt(0), text.slice(1)];
  if (sign === '+') return onGround('added', sign, versions.new(code), changed);
  if (sign === '-') return onGround('removed', sign, versions.old(code), changed);
  if (sign === '\\') return [span(text, dim)];
  versions.old(code);
  return [span(sign), ...versions.new(code)];
}

const signColours = { added: 'green', removed: 'red' } as const;

/** A changed line, with its changed words on a ground of their own. */
function onGround(ground: 'added' | 'removed', sign: string, code: Line, changed: readonly Range[]): Line {
  let offset = 0;
  const spans = code.flatMap((each): readonly Span[] => {
    const from = offset;
    offset += each.text.length;
    return parts(each.text, from, changed).map(({ text, isChanged }) =>
      span(text, groundStyle(each.style, isChanged ? `${ground}-words` : ground)),
    );
  });
  return [span(sign, { colour: signColours[ground], ground }), ...merged(spans)];
}

const known = new Map<Style | undefined, Map<Ground, Style>>();

/** The same object for the same style, so that neighbours can be joined. */
function groundStyle(style: Style | undefined, ground: Ground): Style {
  const grounds = known.get(style) ?? new Map<Ground, Style>();
  known.set(style, grounds);
  const found = grounds.get(ground) ?? { ...style, ground };
  grounds.set(ground, found);
  return found;
}

function merged(spans: readonly Span[]): Line {
  const joined: Span[] = [];
  for (const each of spans) {
    const last = joined.at(-1);
    if (last !== undefined && last.style === each.style)
      joined[joined.length - 1] = { ...last, text: last.text + each.text };
    else joined.push(each);
  }
  return joined;
}

interface Part {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Cuts a text that begins at `start` where a range begins or ends. */
function parts(text: string, start: number, ranges: readonly Range[]): readonly Part[] {
  const found: Part[] = [];
  let from = 0;
  const add = (to: number, isChanged: boolean): void => {
    if (to > from) found.push({ text: text.slice(from, to), isChanged });
    from = Math.max(from, to);
  };
  for (const range of ranges) {
    add(Math.min(text.length, range.from - start), false);
    add(Math.min(text.length, range.to - start), true);
  }
  add(text.length, false);
  return found;
}

/**
 * The changed words of the lines that replace each other: the first removed line and the first added one, and so on.
 */
function changedWords(lines: readonly PatchLine[]): ReadonlyMap<number, readonly Range[]> {
  const found = new Map<number, readonly Range[]>();
  const signAt = (index: number): string => (lines[index]?.kind === 'line' ? (lines[index]?.text.charAt(0) ?? '') : '');
  for (let index = 0; index < lines.length;) {
    const removed = index;
    while (signAt(index) === '-') index += 1;
    const added = index;
    while (signAt(index) === '+') index += 1;
    const count = Math.min(added - removed, index - added);
    for (let pair = 0; pair < count; pair += 1) {
      const changes = wordChanges(lines[removed + pair]?.text.slice(1) ?? '', lines[added + pair]?.text.slice(1) ?? '');
      if (changes === undefined) continue;
      found.set(removed + pair, changes.removed);
      found.set(added + pair, changes.added);
    }
    if (index === removed) index += 1;
  }
  return found;
}
