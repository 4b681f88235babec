/** Converts a list; returns the very same list if no item changed. */
export function mapOrSame<From, To>(list: readonly From[], convert: (item: From) => To | undefined): readonly To[] {
  let converted: To[] | undefined;
  let index = -1;
  for (const item of list) {
    index += 1;
    const result = convert(item);
    if (converted === undefined) {
      if (Object.is(result, item)) continue;
      converted = list.slice(0, index) as unknown as To[];
    }
    if (result !== undefined) converted.push(result);
  }
  return converted ?? (list as unknown as readonly To[]);
}
