/** Places in a text: offsets of CodeMirror, and lines with columns for suggestions. Both count UTF-16 units. */
import type { Replacement, Span, TextPosition } from '@acp-stack/nes';
import type { ChangeSet, Text } from '@codemirror/state';

/** The position of an offset. */
export function positionAt(doc: Text, offset: number): TextPosition {
  const { number, from } = doc.lineAt(offset);
  return { line: number - 1, column: offset - from };
}

/** The offset of a position; a position outside the text is moved into it. */
export function offsetAt(doc: Text, { line, column }: TextPosition): number {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + column, to);
}

/** The span of a range. */
export const spanOf = (doc: Text, from: number, to: number): Span => ({
  start: positionAt(doc, from),
  end: positionAt(doc, to),
});

/**
 * A change of `doc` as replacements, each of which refers to the result of the one before: the last one in the text
 * comes first, so that the places of the others stay as they are.
 */
export function replacementsOf(doc: Text, changes: ChangeSet): readonly Replacement[] {
  const replacements: Replacement[] = [];
  changes.iterChanges((from, to, _start, _end, inserted) => {
    replacements.unshift({ span: spanOf(doc, from, to), text: inserted.toString() });
  });
  return replacements;
}

/** Replacements of the same text as a change of CodeMirror. */
export const changesOf = (
  doc: Text,
  replacements: readonly Replacement[],
): readonly { readonly from: number; readonly to: number; readonly insert: string }[] =>
  replacements.map(({ span, text }) => ({
    from: offsetAt(doc, span.start),
    to: offsetAt(doc, span.end),
    insert: text,
  }));
