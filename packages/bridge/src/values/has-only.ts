/**
 * Whether a value has no fields other than these. Copying an object without a field costs more than everything else, so
 * it is avoided with this check.
 */
export function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

/** Whether a field other than `_meta` is null. */
export function hasNull(value: object): boolean {
  for (const name in value)
    if ((value as Readonly<Record<string, unknown>>)[name] === null && name !== '_meta') return true;
  return false;
}
