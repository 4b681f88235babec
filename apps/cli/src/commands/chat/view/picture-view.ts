/** Pictures of a message or a tool call as lines: blank rows, and on the last one what draws the picture over them. */
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import {
  inlinePicture,
  pictureProtocol,
  type InlinePicture,
  type PictureSpace,
} from '../../../picture/inline-picture.ts';
import type { SixelTerminal } from '../../../picture/sixel-terminal.ts';
import type { Line } from '../../../tui/styled-line.ts';

export interface PictureOptions {
  readonly draw: (data: string, space: PictureSpace) => InlinePicture | undefined;
  /** The rows of the screen. */
  readonly rows: number;
}

/** How pictures are drawn into the scrollback of a terminal. */
export function pictureOptions(
  env: Readonly<Record<string, string | undefined>>,
  rows: number,
  sixels: SixelTerminal,
): PictureOptions | undefined {
  const protocol = pictureProtocol(env);
  if (protocol !== undefined) return { draw: (data, space) => inlinePicture(data, protocol, space), rows };
  return sixels.draw === undefined ? undefined : { draw: sixels.draw, rows };
}

/** Rows of the screen that no picture takes. */
const otherRows = 4;

/** The pictures among the blocks, one below the other. */
export function pictureView(
  blocks: Iterable<ContentBlock>,
  { width, pictures }: { readonly width: number; readonly pictures?: PictureOptions | undefined },
): readonly Line[] {
  if (pictures === undefined) return [];
  const { draw, rows } = pictures;
  const lines: Line[] = [];
  for (const block of blocks) {
    const { type, data } = block as { readonly type: string; readonly data?: unknown };
    if (type !== 'image' || typeof data !== 'string') continue;
    const picture = draw(data, { columns: width, rows: rows - otherRows });
    if (picture === undefined) continue;
    for (let row = 1; row < picture.rows; row += 1) lines.push([]);
    lines.push([{ text: '', drawing: picture.drawing }]);
  }
  return lines;
}
