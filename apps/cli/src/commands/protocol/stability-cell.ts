/** How stable something is, as a cell of a table. */
import type { Stability } from '@acp-stack/schema';

import type { Cell } from '../../terminal/columns.ts';
import type { Palette } from '../../terminal/palette.ts';

/** The word in its colour; a dash for what does not exist. */
export function stabilityCell(stability: Stability | undefined, palette: Palette): Cell {
  if (stability === undefined) return { text: '–', paint: palette.dim };
  const paints = { stable: palette.green, unstable: palette.yellow, draft: palette.magenta };
  return { text: stability, paint: paints[stability] };
}
