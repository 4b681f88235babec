/** Whether two values are the same on the wire: the order of fields does not matter, and null equals absent. */

import { isObject } from './is-object.ts';

export function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right)) return isAbsent(left) && isAbsent(right);
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((each, index) => isSameValue(each, right[index]));
  }
  return Object.keys({ ...left, ...right }).every((key) => isSameValue(own(left, key), own(right, key)));
}

/** What an object has of its own; every object inherits a `constructor`. */
const own = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
