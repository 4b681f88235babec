/**
 * How an upsert changes an object: absent keeps a field, null clears it, a value replaces it (TOOL-05, LIFE-17).
 *
 * Unknown fields are treated alike. Metadata are merged key by key (EXT-07).
 */
import type { Meta } from '@acp-stack/schema/v2/unstable';

import { isEqualJson } from './equal-json.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PatchRules {
  /** The value of a field after it was cleared; absent if it is not listed here. */
  readonly defaults?: Fields;
  /** Fields that are not patched here, because the caller sets them itself. */
  readonly except: ReadonlySet<string>;
}

const ordinary = { enumerable: true, configurable: true, writable: true };

/** Applies `update` to `before`; returns the same object if nothing changes. */
export function patched<T extends object>(before: T, update: object, { defaults = {}, except }: PatchRules): T {
  let after: Record<string, unknown> | undefined;
  for (const [field, next] of Object.entries(update) as [string, unknown][]) {
    if (next === undefined || field === '_meta' || except.has(field)) continue;
    const value = next ?? (Object.hasOwn(defaults, field) ? defaults[field] : undefined);
    const known = Object.hasOwn(before, field) ? (before as Fields)[field] : undefined;
    if (isEqualJson(known, value)) continue;
    after ??= { ...(before as Fields) };
    if (value === undefined) delete after[field];
    // Assigning to `__proto__` would not create a field.
    else if (field === '__proto__') Object.defineProperty(after, field, { value, ...ordinary });
    else after[field] = value;
  }
  return withMeta((after ?? before) as T, (update as { readonly _meta?: Meta })['_meta']);
}

function withMeta<T extends { readonly _meta?: Meta }>(before: T, patch: Meta | undefined): T {
  if (patch === undefined) return before;
  if (patch === null) {
    const { _meta: cleared, ...rest } = before;
    return cleared === undefined ? before : (rest as T);
  }
  const stored = before['_meta'];
  const merged = { ...stored, ...patch };
  return stored !== undefined && isEqualJson(stored, merged) ? before : { ...before, _meta: merged };
}
