/**
 * A recording as an animated SVG: the frames lie side by side, and move past in steps.
 *
 * Rows that are equal are written once. The colours follow those of the page; a reader who wants no motion sees the last
 * frame.
 */
import type { Frame, Recording } from './recording.ts';
import type { Row, Run } from './screen-cells.ts';

const cell = { width: 8, height: 18 };
const padding = 12;

/** The colours of the terminal: red, green, yellow, blue, magenta and cyan. */
const light = ['#b3261e', '#1a7f37', '#8a6100', '#0b5cad', '#8a3ffc', '#006d77'];
const dark = ['#ff8a80', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea'];

export function animatedSvg({ title, columns, rows, frames, rest }: Recording): string {
  const width = columns * cell.width + 2 * padding;
  const height = rows * cell.height + 2 * padding;
  const ids = new Map<string, string>();
  const idOf = (row: Row): string => {
    const drawn = rowMarkup(row);
    const id = ids.get(drawn) ?? `r${ids.size}`;
    ids.set(drawn, id);
    return id;
  };
  const drawnFrames = frames.map((frame, index) => frameMarkup(frame, { x: index * width, idOf }));
  const total = (frames.at(-1)?.at ?? 0) + rest;
  const steps = frames.map(({ at }, index) => `${percent(at / total)}{transform:translateX(${-index * width}px)}`);
  const last = `transform:translateX(${-(frames.length - 1) * width}px)`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    '<style>',
    `:root{--bg:#ffffff;--fg:#1f2328;--line:#d0d7de${variables(light)}}`,
    `@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--line:#30363d${variables(dark)}}}`,
    'text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--fg);white-space:pre}',
    ...light.map((_, index) => `.c${index + 1}{fill:var(--c${index + 1})}`),
    '.b{font-weight:bold}.d{opacity:.65}.i{font-style:italic}.u{text-decoration:underline}.k{fill:var(--fg);opacity:.6}.f{fill:var(--fg)}.v{fill:var(--bg)}',
    `#film{animation:film ${total / 1000}s step-end infinite}`,
    `@keyframes film{${steps.join('')}100%{${last}}}`,
    `@media (prefers-reduced-motion:reduce){#film{animation:none;${last}}}`,
    '</style>',
    `<defs>${[...ids].map(([drawn, id]) => `<g id="${id}">${drawn}</g>`).join('\n')}</defs>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="var(--bg)" stroke="var(--line)"/>`,
    `<svg x="${padding}" y="${padding}" width="${width - 2 * padding}" height="${height - 2 * padding}"><g id="film">`,
    ...drawnFrames,
    '</g></svg>',
    '</svg>',
    '',
  ].join('\n');
}

function frameMarkup(
  { rows, cursor }: Frame,
  { x, idOf }: { readonly x: number; readonly idOf: (row: Row) => string },
): string {
  const uses = rows.flatMap((row, index) =>
    row.length === 0 ? [] : [`<use href="#${idOf(row)}" y="${index * cell.height}"/>`],
  );
  return `<svg x="${x}" overflow="visible">${uses.join('')}${cursor === undefined ? '' : caretAt(cursor)}</svg>`;
}

function caretAt({ row, column }: NonNullable<Frame['cursor']>): string {
  const box = `x="${column * cell.width}" y="${row * cell.height + 2}" width="${cell.width}" height="${cell.height - 3}"`;
  return `<rect class="k" ${box}/>`;
}

/** The length keeps the columns aligned with any font. */
const rowMarkup = (row: Row): string =>
  row
    .filter(({ text }) => text.trim() !== '')
    .map((run) => {
      const classes = classesOf(run);
      const left = run.text.length - run.text.trimStart().length;
      const text = run.text.trim();
      const back = run.isInverse === true ? backOf(run) : '';
      const box = `x="${(run.column + left) * cell.width}" y="${cell.height - 5}" textLength="${columnsOf(text) * cell.width}"`;
      return `${back}<text ${box}${classes === '' ? '' : ` class="${classes}"`}>${escaped(text)}</text>`;
    })
    .join('');

/** The field behind inverse text. */
const backOf = (run: Run): string =>
  `<rect class="${colourClass(run) ?? 'f'}" x="${run.column * cell.width}" y="1" width="${columnsOf(run.text) * cell.width}" height="${cell.height - 2}"/>`;

const colourClass = ({ colour }: Run): string | undefined =>
  colour === undefined ? undefined : `c${((colour - 1) % 8) + 1}`;

const columnsOf = (text: string): number => Array.from(text).length;

const classesOf = (run: Run): string =>
  [
    ...(run.isInverse === true ? ['v'] : [colourClass(run) ?? []].flat()),
    ...(run.isBold === true ? ['b'] : []),
    ...(run.isDim === true ? ['d'] : []),
    ...(run.isItalic === true ? ['i'] : []),
    ...(run.isUnderlined === true ? ['u'] : []),
  ].join(' ');

const variables = (colours: readonly string[]): string =>
  colours.map((colour, index) => `;--c${index + 1}:${colour}`).join('');

const percent = (part: number): string => `${Number((part * 100).toFixed(3))}%`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
