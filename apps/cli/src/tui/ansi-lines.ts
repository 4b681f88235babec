/**
 * Converts output with ANSI colours to styled lines.
 *
 * Only the named colours and the weight are kept; every other escape sequence is removed.
 */
import { visibleText } from '@acp-stack/transcript';

import { escapeControls } from '../text/escape-control-characters.ts';
import { span, type Line, type Span, type Style } from './styled-line.ts';

type Colour = NonNullable<Style['colour']>;

// oxlint-disable-next-line no-control-regex -- it matches control characters.
const graphics = /\u001b\[([\d;:]*)m/gu;
const colours: readonly (Colour | undefined)[] = [
  undefined,
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  undefined,
];

/** The lines of `text`, as `visibleText` returns them, with their colours. */
export function ansiLines(text: string): readonly Line[] {
  let style: Style = {};
  return text.split('\n').map((written): Line => {
    // Overwritten text is not visible, but its colours stay in effect.
    const start = lastWriting(written);
    for (const [, codes = ''] of written.slice(0, start).matchAll(graphics)) style = styled(style, codes);
    const spans: Span[] = [];
    let from = start;
    graphics.lastIndex = start;
    for (let found = graphics.exec(written); found !== null; found = graphics.exec(written)) {
      add(spans, written.slice(from, found.index), style);
      style = styled(style, found[1] ?? '');
      from = found.index + found[0].length;
    }
    add(spans, written.slice(from), style);
    return spans;
  });
}

/** Where the visible part of a line begins: after the last carriage return that text follows. */
function lastWriting(written: string): number {
  for (let at = written.lastIndexOf('\r'); at > 0; at = written.lastIndexOf('\r', at - 1)) {
    if (visibleText(written.slice(at + 1)) !== '') return at + 1;
  }
  return 0;
}

function add(spans: Span[], raw: string, style: Style): void {
  const words = escapeControls(visibleText(raw)).replaceAll('\t', '    ');
  if (words !== '') spans.push(Object.keys(style).length === 0 ? span(words) : span(words, style));
}

/** https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, under SGR. */
function styled(before: Style, codes: string): Style {
  let style = before;
  const numbers = codes.split(/[;:]/u).map(Number);
  for (let index = 0; index < numbers.length; index += 1) {
    const code = numbers[index] ?? 0;
    if (code === 38 || code === 48) index += numbers[index + 1] === 5 ? 2 : 4;
    else style = changed(style, code);
  }
  return style;
}

function changed(style: Style, code: number): Style {
  if (code === 0) return {};
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 3) return { ...style, isItalic: true };
  if (code === 4) return { ...style, isUnderlined: true };
  if (code === 22) return without(style, ['isBold', 'isDim']);
  if (code === 23) return without(style, ['isItalic']);
  if (code === 24) return without(style, ['isUnderlined']);
  const isColour = (code >= 30 && code <= 37) || (code >= 90 && code <= 97) || code === 39;
  if (!isColour) return style;
  const colour = colours[code % 10];
  const plain = without(style, ['colour']);
  return code === 39 || colour === undefined ? plain : { ...plain, colour };
}

const without = (style: Style, names: readonly (keyof Style)[]): Style =>
  Object.fromEntries(Object.entries(style).filter(([name]) => !names.includes(name as keyof Style)));
