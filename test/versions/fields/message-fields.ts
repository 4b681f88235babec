/** The fields of a message that hold a value, each with its path. */

export interface MessageField {
  /** Where it stands, such as `update/content/0/text`; places in lists are numbers. */
  readonly path: string;
  /** The last name on the way to it. */
  readonly key: string;
  readonly value: unknown;
}

/** Every value that is neither an object nor a list, and every empty object: a marker counts by being there. */
export function fieldsOf(value: unknown, path = '', key = ''): MessageField[] {
  if (typeof value !== 'object' || value === null) return [{ path, key, value }];
  const fields = Object.entries(value);
  if (fields.length === 0) return Array.isArray(value) ? [] : [{ path, key, value: '{}' }];
  return fields.flatMap(([name, field]) =>
    fieldsOf(field, path === '' ? name : `${path}/${name}`, Array.isArray(value) ? key : name),
  );
}

/** Strings without a meaning, so that each can be told from all others. */
const free: ReadonlySet<string> = new Set([
  'text',
  'title',
  'name',
  'description',
  'hint',
  'message',
  'messageId',
  'terminalId',
  'command',
  'planId',
  'error',
  'label',
]);

/** The same value with texts that stand nowhere else. */
export function branded<T>(value: T, mark: () => string): T {
  const brand = (part: unknown, key: string, isFree: boolean): unknown => {
    if (typeof part === 'string') return isFree || free.has(key) ? `${part}${mark()}` : part;
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((each) => brand(each, key, isFree));
    return Object.fromEntries(
      Object.entries(part).map(([name, field]) => [name, brand(field, name, isFree || name === '_meta')]),
    );
  };
  return brand(value, '', false) as T;
}
