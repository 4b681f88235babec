/** Compares JSON values, so that an update that repeats what is known changes nothing. */

type Fields = Readonly<Record<string, unknown>>;

/** Values nested deeper than this count as different, so that a comparison cannot exhaust the stack. */
const deepest = 200;

export function isEqualJson(left: unknown, right: unknown, depth = 0): boolean {
  if (Object.is(left, right)) return true;
  if (!isObject(left) || !isObject(right) || depth === deepest) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((each, index) => isEqualJson(each, right[index], depth + 1));
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isEqualJson(left[key], right[key], depth + 1));
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
