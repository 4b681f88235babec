/** Objects that have nothing but what was put into them. */

/** Takes the prototype away from `entries`, so that `constructor` and its like are found only where they were stated. */
export function dictionary<T extends object>(entries: T): T {
  return Object.setPrototypeOf(entries, null) as T;
}
