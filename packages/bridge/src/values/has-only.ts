/**
 * Whether a value has no fields other than these. Copying an object without a field costs more than everything else, so
 * it is avoided with this check.
 */
export function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

/** Whether one of these fields is null. */
export function hasNull(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value)
    if ((value as Readonly<Record<string, unknown>>)[name] === null && names.has(name)) return true;
  return false;
}

/** The value without those of these fields that are null. */
export const withoutNull = <T extends object>(value: T, names: ReadonlySet<string>): T =>
  Object.fromEntries(Object.entries(value).filter(([name, field]) => field !== null || !names.has(name))) as T;
