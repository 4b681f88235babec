/** Content in words: text as it is, a picture by its kind and its size. */
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { harmless, harmlessLine } from '../text/harmless.ts';
import { textOfLine } from '../text/line.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { contentLabel, isMentioned } from '../view/content-view.ts';

/** Wide enough that no line of ours is broken; the terminal does that. */
const width = 10_000;

export function spokenContent(content: Iterable<ContentBlock>, form: 'markdown' | 'plain'): string {
  const parts: string[] = [];
  let text = '';
  const endText = (): void => {
    if (text.trim() !== '') parts.push(form === 'markdown' ? spokenMarkdown(text) : harmless(text).trim());
    text = '';
  };
  for (const block of content) {
    if (block.type === 'text') text += (block as { readonly text: string }).text;
    // A file that was mentioned stands in the sentence already.
    else if (block.type !== 'resource_link' || !isMentioned(block, text)) {
      endText();
      parts.push(spokenBlock(block));
    }
  }
  endText();
  return parts.join('\n');
}

const spokenMarkdown = (text: string): string => renderMarkdown(harmless(text), width).map(textOfLine).join('\n');

function spokenBlock(block: ContentBlock): string {
  const {
    type,
    data = '',
    mimeType = '',
  } = block as {
    readonly type: string;
    readonly data?: string;
    readonly mimeType?: string;
  };
  const kind = type === 'image' ? 'Picture' : type === 'audio' ? 'Sound' : undefined;
  if (kind === undefined) return contentLabel(block);
  const format = harmlessLine(mimeType).split('/')[1]?.toUpperCase() ?? 'of an unknown kind';
  const pixels = type === 'image' ? pixelWords(data) : '';
  return `${kind}: ${format}${pixels}, ${Math.ceil((data.length * 3) / 4 / 1024)} KiB.`;
}

/** The first bytes of the formats that say it there. */
function pixelWords(data: string): string {
  const bytes = Buffer.from(data.slice(0, 32), 'base64');
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG') {
    return `, ${bytes.readUInt32BE(16)} by ${bytes.readUInt32BE(20)} pixels`;
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return `, ${bytes.readUInt16LE(6)} by ${bytes.readUInt16LE(8)} pixels`;
  }
  return '';
}
