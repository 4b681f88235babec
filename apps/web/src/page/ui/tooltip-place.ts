/** Where a tooltip is drawn: above its control, or below if there is no room, and never outside of the page. */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels between the tooltip and its control, and at least to the edge of the page. */
const gap = 6;

export function tooltipPlace(
  control: Box,
  { width, height }: Pick<Box, 'width' | 'height'>,
  page: Pick<Box, 'width' | 'height'>,
): { readonly left: number; readonly top: number } {
  const above = control.top - height - gap;
  const middle = control.left + control.width / 2 - width / 2;
  return {
    left: Math.max(gap, Math.min(middle, page.width - width - gap)),
    top: above >= gap ? above : control.top + control.height + gap,
  };
}
