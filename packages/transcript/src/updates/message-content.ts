/** The content of a message as it grows. */
import type { ContentBlock, ContentBlockVariants } from '@acp-stack/schema/v2/unstable';

import { List } from '../collections/list.ts';
import { isEqualJson } from './equal-json.ts';

/**
 * The content with one more block; plain text goes on where plain text ended.
 *
 * Engines keep a sum of strings as its parts until somebody reads it, so a long text is not copied for every piece that is added.
 */
export function appendBlock(content: List<ContentBlock>, block: ContentBlock): List<ContentBlock> {
  if (!isPlainText(block)) return content.push(block);
  const last = content.at(-1);
  if (last === undefined || !isPlainText(last)) return content.push({ type: 'text', text: block.text });
  if (block.text === '') return content;
  return content.set(content.length - 1, { type: 'text', text: last.text + block.text });
}

/** Whether a block is text and nothing else: no hints, no metadata, nothing that is not known. */
function isPlainText(block: ContentBlock): block is ContentBlockVariants['text'] {
  if (block.type !== 'text' || typeof block.text !== 'string') return false;
  const fields = block as object as Readonly<Record<string, unknown>>;
  for (const field in fields) {
    if (field !== 'type' && field !== 'text' && fields[field] !== null && fields[field] !== undefined) return false;
  }
  return true;
}

/** What a list is after it was told as a whole: absent leaves it, null empties it; the same list when that changes nothing. */
export function replaceItems<T>(before: List<T>, told: readonly T[] | null | undefined): List<T> {
  if (told === undefined) return before;
  const items = told ?? [];
  if (before.length === items.length && isEqualJson(before.toArray(), items)) return before;
  return List.from(items);
}
