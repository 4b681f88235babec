/** Converts suggestions for the client: with an id, and in the negotiated encoding. */
import type { NesSuggestion, PositionEncodingKind } from '@acp-stack/schema/v2/unstable';

import type { Suggestion } from '../suggestions/suggestion.ts';
import { columnInUnknownLine, toWirePosition, toWireRange } from '../text/position-encoding.ts';
import type { Replacement } from '../text/text-position.ts';
import { applyAll, ordered, replacementBetween, widenToWholeCharacters } from '../text/replacements.ts';
import type { Text } from '../text/text.ts';

/** The context of a conversion. */
export interface WireContext {
  /** The document as the client has it; undefined if it is not open. */
  readonly textOf: (uri: string) => Text | undefined;
  readonly encoding: PositionEncodingKind;
}

/** Returns the suggestion for the wire; undefined if it is not valid in the current documents. */
export function writeSuggestion(
  suggestionId: string,
  suggestion: Suggestion,
  { textOf, encoding }: WireContext,
): NesSuggestion | undefined {
  const { kind, uri } = suggestion;
  if (kind === 'searchAndReplace') {
    const { search, replace, isRegex } = suggestion;
    return { kind, suggestionId, uri, search, replace, ...(isRegex === undefined ? {} : { isRegex }) };
  }
  const text = textOf(uri);
  if (text === undefined) {
    // A jump may lead to a document that is not open; only the editor can check its position.
    if (kind !== 'jump') return undefined;
    const { line, column } = suggestion.position;
    return { kind, suggestionId, uri, position: { line, character: columnInUnknownLine(column, encoding) } };
  }
  if (kind === 'edit') {
    const edits = ordered(text, suggestion.edits);
    const after = edits && applyAll(text, edits);
    if (edits === undefined || after === undefined || edits.length === 0) return undefined;
    const { cursor } = suggestion;
    return {
      kind,
      suggestionId,
      uri,
      edits: countable(text, edits, after).map(({ span, text: newText }) => ({
        range: toWireRange(text, span, encoding),
        newText,
      })),
      ...(cursor === undefined ? {} : { cursorPosition: toWirePosition(after, cursor, encoding) }),
    };
  }
  if (!text.has(suggestion.position)) return undefined;
  const position = toWirePosition(text, suggestion.position, encoding);
  if (kind === 'jump') return { kind, suggestionId, uri, position };
  return { kind, suggestionId, uri, position, newName: suggestion.newName };
}

/** A lone surrogate cannot be counted in every encoding, and clients round it differently. */
function countable(text: Text, edits: readonly Replacement[], after: Text): readonly Replacement[] {
  const whole = edits.map((edit) => widenToWholeCharacters(text, edit));
  if (ordered(text, whole) !== undefined) return whole;
  // Two edits met inside a surrogate pair.
  const all = replacementBetween(text, after);
  return all === undefined ? [] : [all];
}
