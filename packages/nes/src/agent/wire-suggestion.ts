/** Suggestions on their way to the client: with an id, and counted as agreed. */
import type { NesSuggestion, PositionEncodingKind } from '@acp-stack/schema/v2/unstable';

import type { Suggestion } from '../suggestions/suggestion.ts';
import { countedUnseen, toWirePosition, toWireRange } from '../text/position-encoding.ts';
import type { Replacement } from '../text/text-position.ts';
import { applyAll, ordered, replacementBetween, wholeCharacters } from '../text/replacements.ts';
import type { Text } from '../text/text.ts';

/** How places of one document are written. */
export interface Writing {
  /** The document as the client has it; undefined when it is not open. */
  readonly textOf: (uri: string) => Text | undefined;
  readonly encoding: PositionEncodingKind;
}

/** The suggestion on the wire; undefined when it makes no sense in the documents as they are. */
export function writeSuggestion(
  suggestionId: string,
  suggestion: Suggestion,
  { textOf, encoding }: Writing,
): NesSuggestion | undefined {
  const { kind, uri } = suggestion;
  if (kind === 'searchAndReplace') {
    const { search, replace, isRegex } = suggestion;
    return { kind, suggestionId, uri, search, replace, ...(isRegex === undefined ? {} : { isRegex }) };
  }
  const text = textOf(uri);
  if (text === undefined) {
    // A jump may lead to a document that nobody has opened yet; only the editor can tell whether the place is in it.
    if (kind !== 'jump') return undefined;
    const { line, column } = suggestion.position;
    return { kind, suggestionId, uri, position: { line, character: countedUnseen(column, encoding) } };
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

/** Half a character cannot be counted in every encoding, and clients round it as they like. */
function countable(text: Text, edits: readonly Replacement[], after: Text): readonly Replacement[] {
  const whole = edits.map((edit) => wholeCharacters(text, edit));
  if (ordered(text, whole) !== undefined) return whole;
  // Two of them met between the halves.
  const all = replacementBetween(text, after);
  return all === undefined ? [] : [all];
}
