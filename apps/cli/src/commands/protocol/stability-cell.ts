/** The stability of a method or type as a table cell. */
import type { Stability } from '@acp-stack/schema';

import type { Cell } from '../../terminal/columns.ts';
import type { Palette } from '../../terminal/palette.ts';

/** The coloured word; a dash if it does not exist. */
export function stabilityCell(stability: Stability | undefined, palette: Palette): Cell {
  if (stability === undefined) return { text: '–', paint: palette.dim };
  const paints = { stable: palette.green, unstable: palette.yellow, draft: palette.magenta };
  return { text: stability, paint: paints[stability] };
}
