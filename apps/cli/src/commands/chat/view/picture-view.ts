/** Pictures of a message or a tool call as lines: blank rows, and on the last one what draws the picture over them. */
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { inlinePicture, pictureProtocol, type PictureProtocol } from '../../../picture/inline-picture.ts';
import type { Line } from '../../../tui/styled-line.ts';

export interface PictureOptions {
  readonly protocol: PictureProtocol;
  /** The rows of the screen. */
  readonly rows: number;
}

/** How pictures are drawn into the scrollback of a terminal. */
export function pictureOptions(
  env: Readonly<Record<string, string | undefined>>,
  rows: number,
): PictureOptions | undefined {
  const protocol = pictureProtocol(env);
  return protocol === undefined ? undefined : { protocol, rows };
}

/** Rows of the screen that no picture takes. */
const otherRows = 4;

/** The pictures among the blocks, one below the other. */
export function pictureView(
  blocks: Iterable<ContentBlock>,
  { width, pictures }: { readonly width: number; readonly pictures?: PictureOptions | undefined },
): readonly Line[] {
  if (pictures === undefined) return [];
  const { protocol, rows } = pictures;
  const lines: Line[] = [];
  for (const block of blocks) {
    const { type, data } = block as { readonly type: string; readonly data?: unknown };
    if (type !== 'image' || typeof data !== 'string') continue;
    const picture = inlinePicture(data, protocol, { columns: width, rows: rows - otherRows });
    if (picture === undefined) continue;
    for (let row = 1; row < picture.rows; row += 1) lines.push([]);
    lines.push([{ text: '', drawing: picture.drawing }]);
  }
  return lines;
}
