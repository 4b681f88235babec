/** A message of an agent as plain text, with the targets of its links. */
import type { ContentBlock } from '@acp-stack/sdk';

/** Every block appends text, so that a growing message keeps its beginning. */
export function messageText(content: Iterable<ContentBlock>): string {
  let text = '';
  for (const block of content) {
    if (block.type === 'text' && 'text' in block && typeof block.text === 'string') text += block.text;
    else if (block.type === 'resource_link') text += linkText(block, text);
  }
  return text;
}

/** The URI, preceded by the name if the text before does not end with it. */
function linkText(link: ContentBlock, before: string): string {
  const { name = '', uri = '' } = link as { readonly name?: string; readonly uri?: string };
  const isNamed = name === '' || before.replace(/[\s*_`]+$/u, '').endsWith(name);
  const gap = before === '' || /\s$/u.test(before) ? '' : ' ';
  return `${gap}${isNamed ? '' : `${name} `}${uri}`;
}
