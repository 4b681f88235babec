/** Which messages of a queue keep their place when it is reordered. */

/** How many of `wanted`, from the beginning, are in the same order in `before`; the others have to be added again. */
export function keptPrefixLength<T>(wanted: readonly T[], before: readonly T[]): number {
  const places = before.filter((each) => wanted.includes(each));
  const first = wanted.findIndex((each, index) => each !== places[index]);
  return first < 0 ? wanted.length : first;
}
