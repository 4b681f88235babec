/** Changes a JSON value by RFC 6902, as far as the reviewed lists need it. */

export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace';
  /** JSON Pointer; `-` as its last step is the end of a list. */
  readonly path: string;
  readonly value?: unknown;
}

/** A changed copy of `value`; throws when a step does not find its place. */
export function applyPatch<T>(value: T, steps: readonly PatchStep[]): T {
  const copy = structuredClone(value);
  for (const step of steps) applyStep(copy, step);
  return copy;
}

function applyStep(root: unknown, { op, path, value }: PatchStep): void {
  const keys = path.split('/').slice(1).map(unescape);
  const last = keys.pop();
  const parent = keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], root);
  if (last === undefined || typeof parent !== 'object' || parent === null) throw new Error(`there is no ${path}`);
  if (Array.isArray(parent)) {
    const index = last === '-' ? parent.length : Number(last);
    parent.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
    return;
  }
  const fields = parent as Record<string, unknown>;
  if ((op === 'add') === last in fields) throw new Error(`cannot ${op} ${path}`);
  if (op === 'remove') delete fields[last];
  else fields[last] = value;
}

const unescape = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
