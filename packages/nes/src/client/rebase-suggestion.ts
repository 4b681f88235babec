/**
 * Adapts a suggestion when the user continues to type.
 *
 * A change elsewhere moves it. A change that carries out a part of it leaves the rest. Any other change makes it stale.
 */
import type { EditSuggestion, Suggestion } from '../suggestions/suggestion.ts';
import {
  comparePositions,
  endOf,
  isEmptySpan,
  shiftPosition,
  type TextPosition,
  type Replacement,
} from '../text/text-position.ts';

/** Returns the suggestion after `change` in the document `uri`; undefined if it is stale or nothing is left of it. */
export function rebase(suggestion: Suggestion, uri: string, change: Replacement): Suggestion | undefined {
  if (suggestion.uri !== uri || suggestion.kind === 'searchAndReplace') return suggestion;
  if (suggestion.kind === 'edit') return rebaseEdit(suggestion, change);
  const position = moved(suggestion.position, change);
  return position && { ...suggestion, position };
}

function rebaseEdit(suggestion: EditSuggestion, change: Replacement): EditSuggestion | undefined {
  const edits = suggestion.edits.map((edit) => rebaseReplacement(edit, change));
  if (!edits.every((edit) => edit !== undefined)) return undefined;
  const left = edits.filter(({ span, text }) => !isEmptySpan(span) || text !== '');
  if (left.length === 0) return undefined;
  const { cursor, ...others } = suggestion;
  const rebased = cursor === undefined ? undefined : rebaseCursor(cursor, suggestion, change);
  return { ...others, edits: left, ...(rebased === undefined ? {} : { cursor: rebased }) };
}

/**
 * A cursor is a position in the text after the edits; changes before them move it, others do not or cannot be
 * determined.
 */
function rebaseCursor(cursor: TextPosition, { edits }: EditSuggestion, change: Replacement): TextPosition | undefined {
  const isFirst = edits.every(({ span }) => comparePositions(change.span.end, span.start) < 0);
  if (isFirst) return shiftPosition(cursor, change);
  const isLast = edits.every(({ span }) => comparePositions(change.span.start, span.end) > 0);
  if (isLast) return undefined;
  return edits.length === 1 ? cursor : undefined;
}

function rebaseReplacement(edit: Replacement, change: Replacement): Replacement | undefined {
  const { span } = edit;
  const isBefore = comparePositions(change.span.end, span.start) < 0;
  const isAfter = comparePositions(change.span.start, span.end) > 0;
  if (isBefore || isAfter) {
    return {
      span: { start: shiftPosition(span.start, change), end: shiftPosition(span.end, change) },
      text: edit.text,
    };
  }
  return remainder(edit, change);
}

/**
 * The rest of an edit after a change that carried out a part of it: deleted some of the old text, and typed the start
 * of the new one.
 */
function remainder({ span, text }: Replacement, { span: done, text: typed }: Replacement): Replacement | undefined {
  const isWithin = comparePositions(done.start, span.start) >= 0 && comparePositions(done.end, span.end) <= 0;
  if (!isWithin) return undefined;
  if (typed === '')
    return { span: { start: span.start, end: shiftPosition(span.end, { span: done, text: '' }) }, text };
  if (comparePositions(done.start, span.start) !== 0 || !text.startsWith(typed)) return undefined;
  const start = endOf(span.start, typed);
  return {
    span: { start, end: shiftPosition(span.end, { span: done, text: typed }) },
    text: text.slice(typed.length),
  };
}

/** The position after a change; undefined if the change removed it. */
function moved(position: TextPosition, change: Replacement): TextPosition | undefined {
  const { start, end } = change.span;
  const isInside = comparePositions(start, position) <= 0 && comparePositions(position, end) < 0;
  return isInside ? undefined : shiftPosition(position, change);
}
