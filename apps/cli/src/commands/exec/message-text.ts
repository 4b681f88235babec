/** What an agent says, as plain text: its words, and where its links lead. */
import type { ContentBlock } from '@acp-stack/sdk';

/** Every block adds to the end, so what is printed of a message that grows stays as it is. */
export function messageText(content: Iterable<ContentBlock>): string {
  let text = '';
  for (const block of content) {
    if (block.type === 'text' && 'text' in block && typeof block.text === 'string') text += block.text;
    else if (block.type === 'resource_link') text += linkText(block, text);
  }
  return text;
}

/** The address, and the name before it where the words before it do not end with that already. */
function linkText(link: ContentBlock, before: string): string {
  const { name = '', uri = '' } = link as { readonly name?: string; readonly uri?: string };
  const isNamed = name === '' || before.replace(/[\s*_`]+$/u, '').endsWith(name);
  const gap = before === '' || /\s$/u.test(before) ? '' : ' ';
  return `${gap}${isNamed ? '' : `${name} `}${uri}`;
}
