/** Makes a message that fails a test smaller for as long as it still fails. */

/** `value` without every field and item that the failure does not need. */
export function smallest(value: unknown, stillFails: (candidate: unknown) => boolean): unknown {
  for (const candidate of smaller(value)) {
    if (stillFails(candidate)) return smallest(candidate, stillFails);
  }
  return value;
}

/** Copies of `value` with one field or item less, the largest cuts first. */
function* smaller(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1);
    for (const [index, item] of value.entries()) for (const cut of smaller(item)) yield value.with(index, cut);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Readonly<Record<string, unknown>>;
      yield rest;
      for (const cut of smaller(item)) yield { ...value, [key]: cut };
    }
  }
}
