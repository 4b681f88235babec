/** Several replacements at once, as in an edit suggestion: all refer to the original text, and none overlap. */
import { comparePositions, type TextPosition, type Replacement } from './text-position.ts';
import type { Text } from './text.ts';

/**
 * Sorts replacements by position; insertions at one position keep their order. Returns undefined if two overlap or one
 * is not in the text.
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

/** Returns the text with all replacements applied; undefined if two overlap or one is not in the text. */
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
  const start = positionAfter(before, from, head);
  return {
    span: { start, end: positionAfter(before, from, old.length - tail) },
    text: now.slice(head, now.length - tail),
  };
}

/** Widens a replacement, without changing its result, so that it splits neither a surrogate pair nor CR LF. */
export function widenToWholeCharacters(text: Text, { span, text: inserted }: Replacement): Replacement {
  const isInsidePair = ({ line, column }: TextPosition): boolean => splitsPair(text.line(line), column);
  const start = isInsidePair(span.start) ? { ...span.start, column: span.start.column - 1 } : span.start;
  const end = isInsidePair(span.end) ? { ...span.end, column: span.end.column + 1 } : span.end;
  const [before, after] = [text.slice({ start, end: span.start }), text.slice({ start: span.end, end })];
  return { span: { start, end }, text: before + inserted + after };
}

/** The position `offset` code units after the start of a line. */
function positionAfter(text: Text, line: number, offset: number): TextPosition {
  let column = offset;
  let current = line;
  for (;;) {
    const { length } = text.lineWithEnd(current);
    if (column < length || current === text.lineCount - 1) return { line: current, column };
    column -= length;
    current += 1;
  }
}

/** The length of the common prefix; it does not end inside a surrogate pair or CR LF. */
export function commonPrefix(left: string, right: string): number {
  const least = Math.min(left.length, right.length);
  let same = 0;
  while (same < least && left.charCodeAt(same) === right.charCodeAt(same)) same += 1;
  return splitsPair(left, same) || splitsPair(right, same) ? same - 1 : same;
}

/** The length of the common suffix; it does not start inside a surrogate pair or CR LF. */
export function commonSuffix(left: string, right: string): number {
  const least = Math.min(left.length, right.length);
  let same = 0;
  while (same < least && left.charCodeAt(left.length - 1 - same) === right.charCodeAt(right.length - 1 - same))
    same += 1;
  return splitsPair(left, left.length - same) || splitsPair(right, right.length - same) ? same - 1 : same;
}

/** Whether `at` is inside a surrogate pair or CR LF. */
function splitsPair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return ((before & 0xfc00) === 0xd800 && (after & 0xfc00) === 0xdc00) || (before === 0x0d && after === 0x0a);
}
