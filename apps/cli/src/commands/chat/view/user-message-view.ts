/** A message of the user as lines; a long one, such as a pasted text, is folded. */
import { lineCount } from '../../../text/line-count.ts';
import { textLines } from '../../../text/escape-control-characters.ts';
import { unfoldKeyOf } from './view-options.ts';
import { span, truncate, wrap, type Line, type Style } from '../../../tui/styled-line.ts';

const mine: Style = { colour: 'blue', isBold: true };

/** Longer messages are folded, to their first lines. */
const maxLines = 20;
const shownLines = 10;

interface MessageViewOptions {
  readonly width: number;
  /** The name of another user of a hub. */
  readonly sender?: string | undefined;
  readonly isVerbose?: boolean;
  readonly unfoldKey?: string | undefined;
}

/** A message of the user, as typed; that of another user of a hub begins with the name. */
export function userMessageView(text: string, options: MessageViewOptions): readonly Line[] {
  const lines = rows(text, options);
  if (options.isVerbose === true || lines.length <= maxLines) return lines;
  const more = `  … ${lineCount(lines.length - shownLines, 'more')}, ${unfoldKeyOf(options)} shows them`;
  return [...lines.slice(0, shownLines), truncate([span(more, { isDim: true })], options.width)];
}

/** Whether a message has a short and a long form. */
export const isLongMessage = (text: string, width: number): boolean => rows(text, { width }).length > maxLines;

function rows(text: string, { width, sender = '' }: MessageViewOptions): readonly Line[] {
  return textLines(text.trimEnd()).flatMap((each, index) =>
    wrap([span(each, { isBold: true })], width, {
      first: [span(index === 0 ? `${sender === '' ? '' : `${sender} `}❯ ` : '  ', mine)],
      hanging: [span('  ')],
    }),
  );
}
