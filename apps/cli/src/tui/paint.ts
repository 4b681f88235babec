/** Writes styled lines with the escape sequences of a theme. */
import { textOfLine, type Line, type Style } from './styled-line.ts';
import type { Theme } from './theme.ts';

/** Begins and ends a link: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda */
const link = (target: string): string => `\u001b]8;;${target}\u001b\\`;

/** The text for a terminal, with escape sequences. */
export function paint(spans: Line, theme: Theme): string {
  if (theme.name === 'none' && !theme.hasLinks) return textOfLine(spans);
  let painted = '';
  let run: Run = { text: '', codes: '', target: '' };
  for (const { text, style = {} } of spans) {
    const codes = theme.name === 'none' ? '' : codesOf(style, theme).join(';');
    const target = theme.hasLinks ? (style.link ?? '') : '';
    if (codes === run.codes && target === run.target) run.text += text;
    else {
      painted += paintedRun(run);
      run = { text, codes, target };
    }
  }
  return painted + paintedRun(run);
}

/** Text that looks the same. */
interface Run {
  text: string;
  readonly codes: string;
  readonly target: string;
}

function paintedRun({ text, codes, target }: Run): string {
  if (text === '') return '';
  const styled = codes === '' ? text : `\u001b[${codes}m${text}\u001b[0m`;
  return target === '' ? styled : `${link(target)}${styled}${link('')}`;
}

function codesOf(style: Style, { colours, grounds, replacesColour }: Theme): readonly (number | string)[] {
  const { colour, ground, isBold, isDim, isItalic, isUnderlined, isStruck, isInverse } = style;
  const switches: readonly (readonly [boolean | undefined, number])[] = [
    [isBold, 1],
    [isDim, 2],
    [isItalic, 3],
    [isUnderlined, 4],
    [isInverse, 7],
    [isStruck, 9],
  ];
  const hasColour = colour !== undefined && (ground === undefined || !replacesColour);
  return [
    ...switches.filter(([isOn]) => isOn === true).map(([, code]) => code),
    ...(hasColour ? [colours[colour]] : []),
    ...(ground === undefined ? [] : [grounds[ground]]),
  ];
}
