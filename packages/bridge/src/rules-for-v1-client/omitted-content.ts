/**
 * What stands in place of content that is not sent again.
 *
 * Version 1 replaces the content of a tool call as a whole. Where sending all of it again would be too much, the first item refers to what an
 * earlier message has shown: people read it, and a program finds the numbers in `_meta` and can put the whole together.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

/** Under this key the first item of a content says what it stands for. */
const omittedContentKey = '_acp-stack.dev/earlier';

/** The first `items` items of the content, of about `bytes` bytes, are those of the content that message `update` of the tool call showed. */
export interface OmittedContent {
  readonly items: number;
  readonly bytes: number;
  /** Which of the messages that carried content of this tool call, counted from one. */
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

/** Stands where output of a terminal was dropped to keep within limits. */
export const leftOut = '[Earlier output was left out.]';
