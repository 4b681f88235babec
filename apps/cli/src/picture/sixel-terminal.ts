/**
 * Whether the terminal shows sixel graphics, and how large its cells are.
 *
 * It is asked once, and nothing waits for its answers; before they come, pictures are only named.
 */
import { mayShowPictures, pictureProtocol, type InlinePicture, type PictureSpace } from './inline-picture.ts';

type Draw = (data: string, space: PictureSpace) => InlinePicture | undefined;
type Environment = Readonly<Record<string, string | undefined>>;

/** The size of a cell in pixels, and the primary device attributes: xterm's ctlseqs, `CSI 16 t` and `CSI c`. */
const questions = '\u001b[16t\u001b[c';
/** The attribute of a terminal that shows sixels. */
const sixelAttribute = '4';
const largestCell = 200;
/**
 * The cell of a terminal that answers the second question only, as xterm does unless `allowWindowOps` is set. If its
 * cells are larger, empty rows follow an image; of smaller ones too few would be kept free.
 */
const smallCell = { width: 6, height: 12 };

export class SixelTerminal {
  readonly #asks: boolean;
  #cell: { readonly width: number; readonly height: number } | undefined;
  #hasSixels = false;
  #draw: Draw | undefined;

  constructor(env: Environment) {
    this.#asks = mayShowPictures(env) && pictureProtocol(env) === undefined;
  }

  /** What to ask the terminal; empty if it shows pictures in another way, or cannot show any. */
  get questions(): string {
    return this.#asks ? questions : '';
  }

  /** Draws a picture; undefined until the terminal has said that it can show one. */
  get draw(): Draw | undefined {
    return this.#draw;
  }

  /** An answer of the terminal. Resolves when pictures can be drawn, if they can be. */
  readonly hear = async (answer: string): Promise<void> => {
    if (!this.#asks) return;
    const size = /^6;(\d+);(\d+)t$/u.exec(answer);
    if (size !== null) this.#cell = { height: Number(size[1]), width: Number(size[2]) };
    const attributes = /^\?([\d;]+)c$/u.exec(answer)?.[1];
    if (attributes?.split(';').slice(1).includes(sixelAttribute) === true) {
      this.#hasSixels = true;
      this.#cell ??= smallCell;
    }
    const cell = this.#cell;
    if (!this.#hasSixels || cell === undefined || !isPlausible(cell.width) || !isPlausible(cell.height)) return;
    const { sixelPicture } = await import('./sixel.ts');
    this.#draw = (data, space) => sixelPicture(data, cell, space);
  };
}

const isPlausible = (pixels: number): boolean => pixels > 0 && pixels <= largestCell;
