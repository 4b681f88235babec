/** Objects without a prototype. */

/** Removes the prototype of `entries`, so that `constructor` and the like are not found in it. */
export function dictionary<T extends object>(entries: T): T {
  return Object.setPrototypeOf(entries, null) as T;
}
