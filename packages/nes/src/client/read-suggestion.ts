/** Suggestions as they arrive, in places of the client's documents. */
import { isNesSuggestion, type NesSuggestion, type PositionEncodingKind } from '@acp-stack/schema/v2/unstable';

import type { Suggestion, SuggestionKind } from '../suggestions/suggestion.ts';
import { countedUnseen, fromWirePosition, fromWireRange } from '../text/position-encoding.ts';
import { applyAll } from '../text/replacements.ts';
import type { Text } from '../text/text.ts';

/** How suggestions are read. */
export interface Reading {
  /** The document as it was when the client asked; undefined when it is not open. */
  readonly textOf: (uri: string) => Text | undefined;
  readonly encoding: PositionEncodingKind;
  /** What the client can show. */
  readonly kinds: ReadonlySet<SuggestionKind>;
}

/** The suggestion; undefined when it is of a kind that was not offered, or does not fit the documents. */
export function readSuggestion(received: NesSuggestion, { textOf, encoding, kinds }: Reading): Suggestion | undefined {
  if (!isNesSuggestion.known(received) || !kinds.has(received.kind)) return undefined;
  const { kind, uri } = received;
  if (kind === 'searchAndReplace') {
    const { search, replace, isRegex } = received;
    return { kind, uri, search, replace, isRegex: isRegex ?? false };
  }
  const text = textOf(uri);
  if (text === undefined) {
    // A jump may lead to a document that nobody has opened yet; only the editor can tell whether the place is in it.
    if (kind !== 'jump') return undefined;
    const { line, character } = received.position;
    return { kind, uri, position: { line, column: countedUnseen(character, encoding) } };
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
