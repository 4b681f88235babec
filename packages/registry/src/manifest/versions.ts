/** The order of versions, as semantic versioning defines it; it also orders versions with fewer or more numbers. */

interface Version {
  readonly numbers: readonly bigint[];
  /** The parts of a pre-release; none for a release. */
  readonly preRelease: readonly string[];
}

const pattern = /^v?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/u;

/** Whether `text` is one version and not a range or a tag. */
export function isExactVersion(text: string): boolean {
  return pattern.test(text) && text.includes('.');
}

/**
 * Whether `next` is newer than `current`. Versions that have no order, such as names, are newer if they differ: the
 * version that a registry lists is the one that its author wants to be used.
 */
export function isNewerVersion(next: string, current: string): boolean {
  const [left, right] = [parse(next), parse(current)];
  if (left === undefined || right === undefined) return next !== current;
  return compare(left, right) > 0;
}

function parse(text: string): Version | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, numbers = '', preRelease] = match;
  return { numbers: numbers.split('.').map(BigInt), preRelease: preRelease?.split('.') ?? [] };
}

function compare(left: Version, right: Version): number {
  const length = Math.max(left.numbers.length, right.numbers.length);
  for (let at = 0; at < length; at += 1) {
    const order = orderOf(left.numbers[at] ?? 0n, right.numbers[at] ?? 0n);
    if (order !== 0) return order;
  }
  return comparePreReleases(left.preRelease, right.preRelease);
}

function comparePreReleases(left: readonly string[], right: readonly string[]): number {
  // A release is newer than its pre-releases.
  if (left.length === 0 || right.length === 0) return orderOf(right.length, left.length);
  for (const [at, part] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return orderOf(left.length, right.length);
}

function compareParts(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^\d+$/u.test(left), /^\d+$/u.test(right)];
  if (leftIsNumber && rightIsNumber) return orderOf(BigInt(left), BigInt(right));
  // Numbers come before words.
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return orderOf(left, right);
}

function orderOf<T extends bigint | number | string>(left: T, right: T): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
