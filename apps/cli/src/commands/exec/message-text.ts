/**
 * A message of an agent as plain text, with the targets of its links, while it grows.
 *
 * A chunk costs its own length, not that of the message before it.
 */
import type { ContentBlock } from '@acp-stack/sdk';

/** The end of a message that decides how a link is written. */
const tailLength = 1024;

export class MessageText {
  /** Strings are concatenated lazily; this one is only read when the message is replaced. */
  #text = '';
  #tail = '';

  /** Adds a block; returns its text. */
  append(block: ContentBlock): string {
    const added = blockText(block, this.#tail);
    this.#text += added;
    this.#tail = added.length < tailLength ? (this.#tail + added).slice(-tailLength) : added.slice(-tailLength);
    return added;
  }

  /** Replaces the content; returns the text that was added, or all of it if it does not begin with the text before. */
  replace(content: Iterable<ContentBlock>): { readonly text: string; readonly isContinued: boolean } {
    const before = this.#text;
    this.#text = '';
    this.#tail = '';
    for (const block of content) this.append(block);
    const isContinued = this.#text.startsWith(before);
    return { text: isContinued ? this.#text.slice(before.length) : this.#text, isContinued };
  }
}

function blockText(block: ContentBlock, before: string): string {
  if (block.type === 'text' && 'text' in block && typeof block.text === 'string') return block.text;
  return block.type === 'resource_link' ? linkText(block, before) : '';
}

/** The URI, preceded by the name if the text before does not end with it. */
function linkText(link: ContentBlock, before: string): string {
  const { name = '', uri = '' } = link as { readonly name?: string; readonly uri?: string };
  const isNamed = name === '' || before.replace(/[\s*_`]+$/u, '').endsWith(name);
  const gap = before === '' || /\s$/u.test(before) ? '' : ' ';
  return `${gap}${isNamed ? '' : `${name} `}${uri}`;
}
