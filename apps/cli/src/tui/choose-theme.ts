/**
 * Which theme a terminal gets: the one that the user wants, or one for its background.
 *
 * Nothing waits for the terminal: its background is asked for, and the theme changes when it answers.
 */
import { hasColours } from '../terminal/palette.ts';
import type { Output } from '../terminal/output.ts';
import { createTheme, type Theme, type ThemeChoice, type ThemeFeatures, type ThemeName } from './theme.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Asks for the colour of the background: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, OSC 11. */
export const backgroundQuestion = '\u001b]11;?\u001b\\';

export interface ChosenTheme {
  readonly theme: Theme;
  /** The theme after an answer of the terminal; absent if it would change nothing. */
  readonly after?: (answer: string) => Theme | undefined;
}

/** The theme for an output. */
export function chooseTheme(choice: ThemeChoice, output: Output, env: Environment): ChosenTheme {
  const features = featuresOf(output, env);
  const fixed = (name: ThemeName): ChosenTheme => ({ theme: createTheme(name, features) });
  if (choice !== 'auto') return fixed(choice);
  if (!hasColours(output, env)) return fixed('none');
  if (!hasManyColours(env)) return fixed('16');
  const known = backgroundOf(env['COLORFGBG'] ?? '');
  return {
    ...fixed(known ?? '16'),
    after: (answer) => {
      const name = backgroundInAnswer(answer);
      return name === undefined || name === known ? undefined : createTheme(name, features);
    },
  };
}

function featuresOf(output: Output, env: Environment): ThemeFeatures {
  const hasAllColours = /^(?:truecolor|24bit)$/iu.test(env['COLORTERM'] ?? '');
  // Consoles without a window print the sequences of a link or ignore them.
  const hasLinks = output.isTerminal && !/^(?:|dumb|linux|vt\d+)$/u.test(env['TERM'] ?? '');
  return { hasAllColours, hasLinks };
}

const hasManyColours = (env: Environment): boolean =>
  (env['COLORTERM'] ?? '') !== '' || /256|kitty|ghostty|alacritty|direct/u.test(env['TERM'] ?? '');

/** `COLORFGBG` ends with the number of the background colour. */
function backgroundOf(variable: string): 'dark' | 'light' | undefined {
  const [, number] = /;(\d+)$/u.exec(variable) ?? [];
  if (number === undefined) return undefined;
  return number === '7' || Number(number) > 8 ? 'light' : 'dark';
}

/** `11;rgb:` and three hexadecimal numbers of one to four digits. */
function backgroundInAnswer(answer: string): 'dark' | 'light' | undefined {
  const found = /^11;rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/iu.exec(answer);
  if (found === null) return undefined;
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map((digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}
