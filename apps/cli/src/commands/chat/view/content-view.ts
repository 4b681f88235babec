/** Content blocks as lines: text, images, audio, links, and unknown types. */
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { ansiLines } from '../../../tui/ansi-lines.ts';
import { escapeControls, escapeLine } from '../../../text/escape-control-characters.ts';
import { span, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { wrapBehindGutter } from '../../../tui/line-gutter.ts';
import { renderMarkdown } from '../../../tui/markdown.ts';
import type { ViewOptions } from './view-options.ts';

const dim: Style = { isDim: true };
const escape = '\u001b';
const fences = /^ {0,3}(?:`{3,}|~{3,})[^\n`]*(?:\n|$)/gmu;

interface Fields {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly uri?: string;
  readonly name?: string;
  readonly resource?: { readonly uri?: string; readonly text?: string };
}

export function contentView(block: ContentBlock, { width }: Pick<ViewOptions, 'width'>): readonly Line[] {
  const fields = block as Fields;
  if (fields.type === 'text') return textView(fields.text ?? '', width);
  return wrap([span(contentLabel(block), dim)], width);
}

/** Text with escape sequences is the output of a program, even inside a code fence. */
function textView(text: string, width: number): readonly Line[] {
  if (!text.includes(escape)) return renderMarkdown(escapeControls(text), width);
  return ansiLines(text.replaceAll(fences, '').trimEnd()).flatMap((each) => wrapBehindGutter(each, width));
}

/** Whether the text before a link already names its file: as `@name`, or at its end. */
export function isMentioned(link: ContentBlock, text: string): boolean {
  const label = contentLabel(link);
  return text.includes(label) || text.replace(/[\s*_`]+$/u, '').endsWith(label.slice(1));
}

/** The URI of a resource, or the name of a text that the user shares. */
function resourceName(uri = 'resource'): string {
  const [, shared] = /^shared:(.*)$/su.exec(uri) ?? [];
  if (shared === undefined) return uri;
  try {
    return decodeURIComponent(shared);
  } catch {
    return uri;
  }
}

/** A short label of a block. */
export function contentLabel(block: ContentBlock): string {
  const { type, data = '', mimeType = '', uri, name, resource, text = '' } = block as Fields;
  const size = `${Math.ceil((data.length * 3) / 4 / 1024)} KiB`;
  const words: ReadonlyMap<string, string> = new Map(
    Object.entries({
      text,
      image: `[image ${mimeType} ${size}]`,
      audio: `[audio ${mimeType} ${size}]`,
      resource_link: `@${name ?? uri ?? ''}`,
      resource: `[${resourceName(resource?.uri)}]`,
    }),
  );
  return escapeLine(words.get(type) ?? `[${type}]`);
}
