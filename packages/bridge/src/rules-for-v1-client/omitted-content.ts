/**
 * What replaces content that is not sent again.
 *
 * Version 1 replaces the content of a tool call as a whole. If sending all of it again would be too much, the first
 * item refers to what an earlier update contained: as text for people, and as numbers in `_meta` for programs, which
 * can put the whole together.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

/** The key in `_meta` of the first item. */
const omittedContentKey = '_acp-stack.dev/earlier';

/**
 * The first `items` items of the content, about `bytes` bytes, are those of the content that update number `update` of
 * the tool call contained.
 */
export interface OmittedContent {
  readonly items: number;
  readonly bytes: number;
  /** The number of the update among those with content of this tool call, starting at 1. */
  readonly update: number;
}

export const omittedContentItem = ({ items, bytes, update }: OmittedContent): v1.ToolCallContent => {
  const what = items === 1 ? '1 earlier item' : `${items} earlier items`;
  return {
    ...textItem(`[${what} (${bytes} bytes): as shown in update ${update} of this tool call.]`),
    _meta: { [omittedContentKey]: { items, bytes, update } },
  };
};

/** The output of a terminal, without its first `bytes` bytes. */
export const outputItem = (text: string, bytes: number): v1.ToolCallContent =>
  bytes === 0 ? textItem(text) : { ...textItem(text), _meta: { [omittedContentKey]: { bytes } } };

const textItem = (text: string): v1.ToolCallContent => ({ type: 'content', content: { type: 'text', text } });

/** Replaces output of a terminal that was dropped to keep within limits. */
export const leftOut = '[Earlier output was left out.]';
