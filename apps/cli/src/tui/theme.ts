/**
 * Themes: which escape sequences stand for the colours of a style.
 *
 * `16` uses the colours that the user has chosen for the terminal; `dark` and `light` use colours of their own, which
 * allow the background of a changed line. Nothing is expressed by a theme alone: `none` has no escape sequences.
 */
export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** What a changed line of a file, and a changed word in it, stand on. */
export type Ground = 'added' | 'removed' | 'added-words' | 'removed-words';

export type ThemeName = 'none' | '16' | 'dark' | 'light';

/** What a user can choose; `auto` follows the background of the terminal. */
export type ThemeChoice = ThemeName | 'auto';

export const themeChoices: readonly ThemeChoice[] = ['auto', 'dark', 'light', '16', 'none'];

export interface Theme {
  readonly name: ThemeName;
  /** The parameters of SGR for text in a colour. */
  readonly colours: Readonly<Record<Colour, string>>;
  /** The parameters of SGR for text on a ground, and whether they replace those of the colour of the text. */
  readonly grounds: Readonly<Record<Ground, string>>;
  readonly replacesColour: boolean;
  /** Whether the terminal can show links. */
  readonly hasLinks: boolean;
}

export interface ThemeFeatures {
  /** Whether the terminal has all colours, and not only 256. */
  readonly hasAllColours?: boolean;
  readonly hasLinks?: boolean;
}

/** Red, green, blue, and the number of a similar colour among 256. */
type Shade = readonly [red: number, green: number, blue: number, index: number];

interface Shades {
  readonly colours: Readonly<Record<Colour, Shade>>;
  readonly grounds: Readonly<Record<Ground, Shade>>;
}

const shades: Readonly<Record<'dark' | 'light', Shades>> = {
  dark: {
    colours: {
      red: [255, 123, 114, 210],
      green: [126, 231, 135, 114],
      yellow: [242, 204, 96, 221],
      blue: [121, 192, 255, 111],
      magenta: [210, 168, 255, 183],
      cyan: [86, 212, 221, 80],
    },
    grounds: {
      added: [18, 50, 30, 22],
      removed: [64, 24, 27, 52],
      'added-words': [26, 98, 51, 28],
      'removed-words': [128, 36, 42, 88],
    },
  },
  light: {
    colours: {
      red: [164, 14, 38, 124],
      green: [17, 99, 41, 22],
      yellow: [125, 78, 0, 94],
      blue: [5, 80, 174, 25],
      magenta: [111, 55, 190, 91],
      cyan: [3, 98, 115, 23],
    },
    grounds: {
      added: [218, 251, 225, 194],
      removed: [255, 235, 233, 224],
      'added-words': [162, 232, 178, 157],
      'removed-words': [255, 193, 188, 217],
    },
  },
};

const named: Readonly<Record<Colour, string>> = {
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  magenta: '35',
  cyan: '36',
};

const white = '38;5;231';

/** A changed word is inverse, because sixteen colours have no quiet background. */
const namedGrounds: Readonly<Record<Ground, string>> = {
  added: '32',
  removed: '31',
  'added-words': '32;7',
  'removed-words': '31;7',
};

/** The theme of this name for a terminal with these features. */
export function createTheme(name: ThemeName, { hasAllColours = false, hasLinks = false }: ThemeFeatures = {}): Theme {
  if (name === 'none' || name === '16')
    return { name, colours: named, grounds: namedGrounds, replacesColour: true, hasLinks };
  const code = (layer: 38 | 48, [red, green, blue, index]: Shade): string =>
    hasAllColours ? `${layer};2;${red};${green};${blue}` : `${layer};5;${index}`;
  const { colours, grounds } = shades[name];
  // Among 256 colours there is no ground that is bright enough to be seen and dark enough for coloured text.
  const isBright = (ground: string): boolean => name === 'dark' && !hasAllColours && ground.endsWith('-words');
  return {
    name,
    colours: mapped(colours, (shade) => code(38, shade)),
    grounds: mapped(grounds, (shade, ground) => code(48, shade) + (isBright(ground) ? `;${white}` : '')),
    replacesColour: false,
    hasLinks,
  };
}

function mapped<Name extends string>(
  table: Readonly<Record<Name, Shade>>,
  codeOf: (shade: Shade, name: string) => string,
): Readonly<Record<Name, string>> {
  const entries = Object.entries<Shade>(table).map(([name, shade]) => [name, codeOf(shade, name)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** No escape sequences at all. */
export const withoutColours: Theme = createTheme('none');

/** The colours that the user has chosen for the terminal. */
export const sixteenColours: Theme = createTheme('16');
