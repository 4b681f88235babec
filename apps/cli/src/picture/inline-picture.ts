/**
 * Pictures in the text of a terminal, where it can show them.
 *
 * The protocols of kitty and iTerm2 are known from the environment, so nothing waits for the terminal. Inside tmux or
 * screen no picture is shown, because they do not know which rows it takes.
 */
import { pictureSize } from './picture-size.ts';

/** The protocols of kitty and of iTerm2. */
export type PictureProtocol = 'kitty' | 'iterm2';

type Environment = Readonly<Record<string, string | undefined>>;

/** The protocol of the terminal; undefined if it shows no pictures. */
export function pictureProtocol(env: Environment): PictureProtocol | undefined {
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL = '' } = env;
  if (isWithoutPictures(env)) return undefined;
  if ((env['KITTY_WINDOW_ID'] ?? '') !== '' || /kitty|ghostty/u.test(TERM) || TERM_PROGRAM === 'ghostty')
    return 'kitty';
  const isLikeIterm = ['iTerm.app', 'WezTerm', 'mintty'].includes(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2';
  return isLikeIterm ? 'iterm2' : undefined;
}

/** Whether it makes sense to ask the terminal for pictures. */
export const mayShowPictures = (env: Environment): boolean =>
  !isWithoutPictures(env) && !/^(?:|linux)$/u.test(env['TERM'] ?? '');

function isWithoutPictures(env: Environment): boolean {
  const { TERM = '' } = env;
  const isInside = (env['TMUX'] ?? '') !== '' || (env['STY'] ?? '') !== '' || /^(?:tmux|screen)/u.test(TERM);
  return isInside || TERM === 'dumb';
}

export interface PictureSpace {
  readonly columns: number;
  readonly rows: number;
}

export interface InlinePicture {
  /** The rows that the picture takes. */
  readonly rows: number;
  /** Draws it, from the last of its rows, and leaves the cursor there. */
  readonly drawing: string;
}

/** The assumed size of a cell in pixels; only the proportions matter much. */
const cell = { width: 10, height: 20 };
const mostColumns = 80;
const mostRows = 16;
/** Characters of Base64; larger pictures are only named. */
const maxLength = 8 * 1024 * 1024;
/** Characters of Base64 with the size of a picture. */
const headLength = 64 * 1024;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/u;

/** The part of a space that a picture may take. */
export const pictureSpace = ({ columns, rows }: PictureSpace): PictureSpace => ({
  columns: Math.min(columns, mostColumns),
  rows: Math.min(rows, mostRows),
});

/** The picture in at most this space; undefined if the terminal cannot show it. */
export function inlinePicture(data: string, protocol: PictureProtocol, space: PictureSpace): InlinePicture | undefined {
  if (data.length > maxLength || !base64.test(data)) return undefined;
  const head = Buffer.from(data.slice(0, headLength), 'base64');
  const size = pictureSize(head);
  // The protocol of kitty knows PNG as its only file format.
  const isPng = head.toString('latin1', 1, 4) === 'PNG';
  if (size === undefined || size.width === 0 || size.height === 0 || (protocol === 'kitty' && !isPng)) return undefined;
  const most = pictureSpace(space);
  if (most.columns < 1 || most.rows < 1) return undefined;
  const scale = Math.min(1, (most.columns * cell.width) / size.width, (most.rows * cell.height) / size.height);
  const columns = Math.max(1, Math.min(most.columns, Math.round((size.width * scale) / cell.width)));
  const rows = Math.max(1, Math.min(most.rows, Math.round((size.height * scale) / cell.height)));
  const code = protocol === 'kitty' ? kittyCode(data, { columns, rows }) : itermCode(data, { columns, rows });
  const up = rows > 1 ? `\u001b[${rows - 1}A` : '';
  return { rows, drawing: `\u001b7${up}\r${code}\u001b8` };
}

/** https://sw.kovidgoyal.net/kitty/graphics-protocol/: quiet, and the cursor does not move. */
function kittyCode(data: string, { columns, rows }: PictureSpace): string {
  const chunkLength = 4096;
  let code = '';
  for (let from = 0; from < data.length; from += chunkLength) {
    const control = from === 0 ? `a=T,f=100,q=2,C=1,c=${columns},r=${rows},` : '';
    const hasMore = from + chunkLength < data.length ? 1 : 0;
    code += `\u001b_G${control}m=${hasMore};${data.slice(from, from + chunkLength)}\u001b\\`;
  }
  return code;
}

/** https://iterm2.com/documentation-images.html */
const itermCode = (data: string, { columns, rows }: PictureSpace): string =>
  `\u001b]1337;File=inline=1;width=${columns};height=${rows};preserveAspectRatio=1:${data}\u0007`;
