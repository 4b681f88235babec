/** JSON Pointers (RFC 6901) into messages. */

/** Appends a key to a pointer. */
export function joinPath(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

/** Splits a pointer into the pointer to the parent and the last key. */
export function splitPath(path: string): { readonly parent: string; readonly key: string } {
  const end = path.lastIndexOf('/');
  return { parent: path.slice(0, Math.max(0, end)), key: stepsOf(path).at(-1) ?? '' };
}

const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
