/** Content in words: text as it is, an image by its format and size. */
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { pictureSize } from '../../../picture/picture-size.ts';
import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';
import { contentLabel, isMentioned } from '../view/content-view.ts';

/** Wide enough that no line is wrapped; the terminal does that. */
const width = 10_000;
/** Base64 characters of an image that contain its size. */
const headLength = 64 * 1024;

export function contentText(content: Iterable<ContentBlock>, form: 'markdown' | 'plain'): string {
  const parts: string[] = [];
  let text = '';
  const endText = (): void => {
    if (text.trim() !== '') parts.push(form === 'markdown' ? markdownText(text) : escapeControls(text).trim());
    text = '';
  };
  for (const block of content) {
    if (block.type === 'text') text += (block as { readonly text: string }).text;
    // A mentioned file is already in the text.
    else if (block.type !== 'resource_link' || !isMentioned(block, text)) {
      endText();
      parts.push(blockText(block));
    }
  }
  endText();
  return parts.join('\n');
}

const markdownText = (text: string): string => renderMarkdown(escapeControls(text), width).map(textOfLine).join('\n');

function blockText(block: ContentBlock): string {
  const {
    type,
    data = '',
    mimeType = '',
  } = block as {
    readonly type: string;
    readonly data?: string;
    readonly mimeType?: string;
  };
  const kind = type === 'image' ? 'Image' : type === 'audio' ? 'Audio' : undefined;
  if (kind === undefined) return contentLabel(block);
  const format = escapeLine(mimeType).split('/')[1]?.toUpperCase() ?? 'unknown format';
  const pixels = type === 'image' ? pixelWords(data) : '';
  return `${kind}: ${format}${pixels}, ${Math.ceil((data.length * 3) / 4 / 1024)} KiB.`;
}

/** The size in pixels, if the first bytes contain it. */
function pixelWords(data: string): string {
  const size = pictureSize(Buffer.from(data.slice(0, headLength), 'base64'));
  return size === undefined ? '' : `, ${size.width} by ${size.height} pixels`;
}
