/**
 * How an upsert changes what is known: absent leaves a field as it is, null clears it, a value replaces it (TOOL-05, LIFE-17).
 *
 * Fields that this version does not know are treated alike. The metadata is patched key by key (EXT-07).
 */
import type { Meta } from '@acp-stack/schema/v2/unstable';

import { isEqualJson } from './equal-json.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PatchRules {
  /** What a field is when it is cleared; absent when it is not in here. */
  readonly defaults?: Fields;
  /** The fields that are not simply replaced: the caller's own, and those it applies itself. */
  readonly except: ReadonlySet<string>;
}

/** `before` with `update` applied to it; the same object when that changes nothing. */
export function patched<T extends object>(before: T, update: object, { defaults = {}, except }: PatchRules): T {
  let after: Record<string, unknown> | undefined;
  for (const [field, told] of Object.entries(update) as [string, unknown][]) {
    if (told === undefined || field === '_meta' || field === '__proto__' || except.has(field)) continue;
    const value = told ?? defaults[field];
    const known = Object.hasOwn(before, field) ? (before as Fields)[field] : undefined;
    if (isEqualJson(known, value)) continue;
    after ??= { ...(before as Fields) };
    if (value === undefined) delete after[field];
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
