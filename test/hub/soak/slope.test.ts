import { expect, test } from 'vitest';

import { Random } from '../simulation/random.ts';
import { slopeOf, type Point } from './slope.ts';

/** Points in a quarter of an hour that rise by so much in an hour, of which some are much too high. */
function points(rise: number): readonly Point[] {
  const random = new Random(5);
  return Array.from({ length: 20 }, (_, index) => {
    const outlier = index % 6 === 4 ? 0.2 : 0;
    return { x: index / 80, y: 14 + (rise * index) / 80 + 0.02 * random.next() + outlier };
  });
}

test('growth is told from noise and from points that are far off', () => {
  const [flat, rising] = [slopeOf(points(0)), slopeOf(points(3))];
  expect(Math.abs(flat.slope)).toBeLessThan(3 * flat.error);
  expect(flat.slope - 3 * flat.error).toBeLessThan(1);
  expect(rising.slope - 3 * rising.error).toBeGreaterThan(1);
  expect(rising.slope).toBeCloseTo(3, 0);
});
