import { expect, test } from 'vitest';

import { tooltipPlace } from './tooltip-place.ts';

const page = { width: 1000, height: 600 };
const text = { width: 100, height: 20 };

test.each([
  ['above the middle of its control', { left: 450, top: 300, width: 100, height: 30 }, { left: 450, top: 274 }],
  ['below, if there is no room above', { left: 450, top: 10, width: 100, height: 30 }, { left: 450, top: 46 }],
  ['inside the page at its start', { left: 0, top: 300, width: 20, height: 30 }, { left: 6, top: 274 }],
  ['inside the page at its end', { left: 980, top: 300, width: 20, height: 30 }, { left: 894, top: 274 }],
])('a tooltip is %s', (_, control, place) => {
  expect(tooltipPlace(control, text, page)).toEqual(place);
});
