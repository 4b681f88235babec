/** Content in words: text as it is, a picture by its kind and its size. */
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { pictureSize } from '../../../picture/picture-size.ts';
import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';
import { contentLabel, isMentioned } from '../view/content-view.ts';

/** Wide enough that no line of ours is broken; the terminal does that. */
const width = 10_000;
/** Characters of a picture that its size is looked for in. */
const headLength = 64 * 1024;

export function spokenContent(content: Iterable<ContentBlock>, form: 'markdown' | 'plain'): string {
  const parts: string[] = [];
  let text = '';
  const endText = (): void => {
    if (text.trim() !== '') parts.push(form === 'markdown' ? spokenMarkdown(text) : escapeControls(text).trim());
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

const spokenMarkdown = (text: string): string => renderMarkdown(escapeControls(text), width).map(textOfLine).join('\n');

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
  const format = escapeLine(mimeType).split('/')[1]?.toUpperCase() ?? 'of an unknown kind';
  const pixels = type === 'image' ? pixelWords(data) : '';
  return `${kind}: ${format}${pixels}, ${Math.ceil((data.length * 3) / 4 / 1024)} KiB.`;
}

/** Where the first bytes say it. */
function pixelWords(data: string): string {
  const size = pictureSize(Buffer.from(data.slice(0, headLength), 'base64'));
  return size === undefined ? '' : `, ${size.width} by ${size.height} pixels`;
}
