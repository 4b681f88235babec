/** Several replacements at once, as in an edit suggestion: all refer to the text before, and none overlap. */
import { comparePositions, type TextPosition, type Replacement } from './text-position.ts';
import type { Text } from './text.ts';

/**
 * Sorts replacements by position; insertions at one position keep their order. Undefined if two overlap or one is not
 * in the text.
 */
export function ordered(text: Text, replacements: readonly Replacement[]): readonly Replacement[] | undefined {
  const sorted = replacements.toSorted((left, right) => comparePositions(left.span.start, right.span.start));
  let end: TextPosition = { line: 0, column: 0 };
  for (const { span } of sorted) {
    if (!text.has(span.start) || !text.has(span.end)) return undefined;
    if (comparePositions(span.start, end) < 0 || comparePositions(span.end, span.start) < 0) return undefined;
    end = span.end;
  }
  return sorted;
}

/** Applies all replacements; undefined if two overlap or one is not in the text. */
export function applyAll(text: Text, replacements: readonly Replacement[]): Text | undefined {
  const sorted = ordered(text, replacements);
  // From the end, so that the positions of the others stay valid.
  return sorted?.reduceRight((before, { span, text: inserted }) => before.replace(span, inserted), text);
}

/** The smallest single replacement that leads from one text to another; undefined if they are equal. */
export function replacementBetween(before: Text, after: Text): Replacement | undefined {
  const changed = before.difference(after);
  if (changed === undefined) return undefined;
  const { from, to, otherTo } = changed;
  const old = before.lines(from, to).join('');
  const now = after.lines(from, otherTo).join('');
  const head = commonPrefix(old, now);
  const tail = commonSuffix(old.slice(head), now.slice(head));
  const start = placeIn(before, from, head);
  return {
    span: { start, end: placeIn(before, from, old.length - tail) },
    text: now.slice(head, now.length - tail),
  };
}

/** Extends a replacement with the same result so that it does not split a surrogate pair. */
export function wholeCharacters(text: Text, { span, text: inserted }: Replacement): Replacement {
  const isBetween = ({ line, column }: TextPosition): boolean => cuts(text.line(line), column);
  const start = isBetween(span.start) ? { ...span.start, column: span.start.column - 1 } : span.start;
  const end = isBetween(span.end) ? { ...span.end, column: span.end.column + 1 } : span.end;
  const [before, after] = [text.slice({ start, end: span.start }), text.slice({ start: span.end, end })];
  return { span: { start, end }, text: before + inserted + after };
}

/** The position `offset` code units after the start of a line. */
function placeIn(text: Text, line: number, offset: number): TextPosition {
  let column = offset;
  let at = line;
  for (;;) {
    const { length } = text.lineWithEnd(at);
    if (column < length || at === text.lineCount - 1) return { line: at, column };
    column -= length;
    at += 1;
  }
}

/** The length of the common prefix, never inside a surrogate pair or a line ending. */
export function commonPrefix(left: string, right: string): number {
  const least = Math.min(left.length, right.length);
  let same = 0;
  while (same < least && left.charCodeAt(same) === right.charCodeAt(same)) same += 1;
  return cuts(left, same) || cuts(right, same) ? same - 1 : same;
}

export function commonSuffix(left: string, right: string): number {
  const least = Math.min(left.length, right.length);
  let same = 0;
  while (same < least && left.charCodeAt(left.length - 1 - same) === right.charCodeAt(right.length - 1 - same))
    same += 1;
  return cuts(left, left.length - same) || cuts(right, right.length - same) ? same - 1 : same;
}

const cuts = (text: string, at: number): boolean => at > 0 && at < text.length && isPair(text, at);

function isPair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return ((before & 0xfc00) === 0xd800 && (after & 0xfc00) === 0xdc00) || (before === 0x0d && after === 0x0a);
}
