/** Whether a value has no other fields than these: to take it apart and put it together again costs more than all the rest. */
export function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

/** Whether one of the fields is null; `_meta` may be. */
export function hasNull(value: object): boolean {
  for (const name in value)
    if ((value as Readonly<Record<string, unknown>>)[name] === null && name !== '_meta') return true;
  return false;
}
