/** Converts received suggestions to positions in the documents of the client. */
import { isNesSuggestion, type NesSuggestion, type PositionEncodingKind } from '@acp-stack/schema/v2/unstable';

import type { Suggestion, SuggestionKind } from '../suggestions/suggestion.ts';
import { columnInUnknownLine, fromWirePosition, fromWireRange } from '../text/position-encoding.ts';
import { applyAll } from '../text/replacements.ts';
import type { Text } from '../text/text.ts';

/** The context of a conversion. */
export interface ReadContext {
  /** The document when the request was sent; undefined if it is not open. */
  readonly textOf: (uri: string) => Text | undefined;
  readonly encoding: PositionEncodingKind;
  /** The kinds that the client supports. */
  readonly kinds: ReadonlySet<SuggestionKind>;
}

/** Returns the suggestion; undefined if its kind is not supported, or it does not fit the documents. */
export function readSuggestion(
  received: NesSuggestion,
  { textOf, encoding, kinds }: ReadContext,
): Suggestion | undefined {
  if (!isNesSuggestion.known(received) || !kinds.has(received.kind)) return undefined;
  const { kind, uri } = received;
  if (kind === 'searchAndReplace') {
    const { search, replace, isRegex } = received;
    return { kind, uri, search, replace, isRegex: isRegex ?? false };
  }
  const text = textOf(uri);
  if (text === undefined) {
    // A jump may lead to a document that is not open; only the editor can check its position.
    if (kind !== 'jump') return undefined;
    const { line, character } = received.position;
    return { kind, uri, position: { line, column: columnInUnknownLine(character, encoding) } };
  }
  if (kind === 'edit') {
    const edits = received.edits.map(({ range, newText }) => {
      const span = fromWireRange(text, range, encoding);
      return span && { span, text: newText };
    });
    if (!edits.every((edit) => edit !== undefined)) return undefined;
    const after = applyAll(text, edits);
    if (after === undefined || String(after) === String(text)) return undefined;
    const cursor = received.cursorPosition ? fromWirePosition(after, received.cursorPosition, encoding) : undefined;
    return { kind, uri, edits, ...(cursor === undefined ? {} : { cursor }) };
  }
  const position = fromWirePosition(text, received.position, encoding);
  if (position === undefined) return undefined;
  return kind === 'jump' ? { kind, uri, position } : { kind, uri, position, newName: received.newName };
}
