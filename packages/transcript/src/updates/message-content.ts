/** The content of a message while it is streamed. */
import type { ContentBlock, ContentBlockVariants } from '@acp-stack/schema/v2/unstable';

import { List } from '../collections/list.ts';
import { isEqualJson } from './equal-json.ts';

/**
 * Adds a block to the content; plain text is appended to a preceding plain text block.
 *
 * JavaScript engines concatenate strings lazily, so a long text is not copied for every chunk.
 */
export function appendBlock(content: List<ContentBlock>, block: ContentBlock): List<ContentBlock> {
  if (!isPlainText(block)) return content.push(block);
  const last = content.at(-1);
  if (last === undefined || !isPlainText(last)) return content.push({ type: 'text', text: block.text });
  if (block.text === '') return content;
  return content.set(content.length - 1, { type: 'text', text: last.text + block.text });
}

/** The text of content that is nothing but plain text; undefined if it has other blocks. */
export function plainText(content: Iterable<ContentBlock>): string | undefined {
  let text = '';
  for (const block of content) {
    if (!isPlainText(block)) return undefined;
    text += block.text;
  }
  return text;
}

/** Whether a block has nothing but text: no annotations, metadata or unknown fields. */
function isPlainText(block: ContentBlock): block is ContentBlockVariants['text'] {
  if (block.type !== 'text' || typeof block.text !== 'string') return false;
  const fields = block as object as Readonly<Record<string, unknown>>;
  for (const field in fields) {
    if (field !== 'type' && field !== 'text' && fields[field] !== null && fields[field] !== undefined) return false;
  }
  return true;
}

/** Replaces the items of a list: undefined keeps it, null empties it. Returns the same object if nothing changes. */
export function replaceItems<T>(before: List<T>, next: readonly T[] | null | undefined): List<T> {
  if (next === undefined) return before;
  const items = next ?? [];
  if (before.length === items.length && isEqualJson(before.toArray(), items)) return before;
  return List.from(items);
}
