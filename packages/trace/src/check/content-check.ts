/** Checks the params or the result of one message, and adds notes about valid but unusual content. */
import type { Repair, Validator } from '@acp-stack/schema';

import { splitPath } from '../json/json-pointer.ts';
import { nearestNames } from '../text/nearest-names.ts';
import { remarksOn, type Remark } from './remarks.ts';
import type { Side } from './sender-side.ts';
import type { VersionSchema } from './version-schema.ts';
import { maxReports, quote, shortenPath, type Findings } from './verdict.ts';

export interface Content {
  readonly path: '/params' | '/result';
  readonly value: unknown;
  readonly type: Validator<unknown>;
  readonly schema: VersionSchema;
  /** The side that sends such content; undefined if either may. */
  readonly sender: Side | undefined;
}

/** Adds problems and notes to `findings`; what only older peers may do is a problem if `isStrict`. */
export function checkContent(
  { path, value, type, schema, sender }: Content,
  isStrict: boolean,
  findings: Findings,
): void {
  const checked = type.check(value);
  findings.defined(type.name);
  findings.add(path, checked);
  const draft = schema.unstable ? undefined : schema.others(schema.version, true);
  if (!checked.ok) {
    if (draft?.validator(type.name)?.check(value).ok === true) findings.note('valid with --unstable');
    return;
  }
  const remarks = remarksOn(schema.document, type.name, checked.value, '');
  if (remarks.length === 0) return;
  const remaining = draft === undefined ? remarks : remarksOn(draft.document, type.name, checked.value, '');
  const unknown = new Set(remaining.flatMap((remark) => (remark.kind === 'unknown' ? [remark.path] : [])));
  const skipped = skippedEntries(checked.repairs);
  for (const remark of remarks.slice(0, maxReports)) {
    const place = shortenPath(path + originalPath(remark.path, skipped));
    if (remark.kind === 'unknown') {
      findings.note(`${place}: ${unknownText(remark, schema.version, unknown.has(remark.path))}`);
    } else if (remark.kind === 'relative') {
      findings.note(`${place}: ${quote(remark.value)} is not an absolute path`);
    } else if (isStrict) {
      findings.problem(place, `a value, which only older ${sender ?? 'peer'}s omit`, 'nothing');
    } else {
      findings.note(`${place} is missing; only older ${sender ?? 'peer'}s omit it`);
    }
  }
}

type UnknownValue = Extract<Remark, { readonly kind: 'unknown' }>;

/** An unknown value is valid, because receivers keep it, but it may be a typo. */
function unknownText({ value, known }: UnknownValue, version: number, isUnknown: boolean): string {
  const name = quote(value);
  if (!isUnknown) return `${name} is known only with --unstable`;
  if (value.startsWith('_')) return `${name} is an extension`;
  const [guess] = nearestNames(value, known);
  return `version ${version} does not know ${name}${guess === undefined ? '' : ` (perhaps ${guess})`}`;
}

type SkippedEntries = ReadonlyMap<string, readonly number[]>;

/** The entries that the validator skipped, in order, by the path of their array. */
function skippedEntries(repairs: readonly Repair[]): SkippedEntries {
  const skipped = new Map<string, number[]>();
  for (const { action, path } of repairs) {
    if (action !== 'skipped') continue;
    const { parent, key } = splitPath(path);
    skipped.set(parent, [...(skipped.get(parent) ?? []), Number(key)]);
  }
  return skipped;
}

/** Converts a path in the repaired value to a path in the original one, where skipped entries count. */
function originalPath(path: string, skipped: SkippedEntries): string {
  if (skipped.size === 0) return path;
  let original = '';
  for (const step of path.split('/').slice(1)) {
    const before = skipped.get(original) ?? [];
    const index = before.reduce((each, entry) => (entry <= each ? each + 1 : each), Number(step));
    original += `/${before.length === 0 ? step : index}`;
  }
  return original;
}
