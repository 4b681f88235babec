/** How fast something grows, and how sure that is, although some of the points are far off. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Slope {
  /** The median of the slopes between any two points: units of y for each unit of x. */
  readonly slope: number;
  /** Its error, from the median of what the points are off the line. */
  readonly error: number;
}

/** What the median of the absolute deviations is multiplied with to be a standard deviation. */
const deviations = 1.4826;

/** The slope of points, of which there are at least three. */
export function slopeOf(points: readonly Point[]): Slope {
  if (points.length < 3) throw new Error('A slope with an error needs three points.');
  const slope = medianOf(
    points.flatMap((left, index) => points.slice(index + 1).map((right) => (right.y - left.y) / (right.x - left.x))),
  );
  const heights = points.map(({ x, y }) => y - slope * x);
  const middle = medianOf(heights);
  const off = deviations * medianOf(heights.map((height) => Math.abs(height - middle)));
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return { slope, error: off / Math.sqrt(spread) };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
