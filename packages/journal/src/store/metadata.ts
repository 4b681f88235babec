/** The metadata of a stream: validation and patching. */
import type { Metadata, MetadataPatch } from '../contract/journal.ts';
import { JournalError } from '../contract/journal-error.ts';
import { jsonText } from './json-text.ts';
import { assertLabels } from './names.ts';

/** Metadata as a store keeps them: the JSON string, and the fields by which lists are ordered and filtered. */
export interface StoredMetadata {
  readonly text: string;
  readonly updatedAt: number;
  readonly cwd: string | null;
  readonly archived: boolean;
  readonly labels: readonly string[];
}

const checks: Readonly<Record<string, { readonly isValid: (value: unknown) => boolean; readonly expected: string }>> = {
  cwd: { isValid: (value) => value === null || typeof value === 'string', expected: 'a string' },
  archived: { isValid: (value) => value === null || typeof value === 'boolean', expected: 'a boolean' },
  updatedAt: { isValid: Number.isSafeInteger, expected: 'an integer (milliseconds since 1970)' },
};

/** Returns the patch as a JSON string; throws if a known field has the wrong type. */
export function metadataPatchText(patch: MetadataPatch): string {
  const text = jsonText(patch, 'A metadata patch');
  if (!text.startsWith('{')) throw new JournalError('invalid', 'A metadata patch must be an object.');
  const parsed = JSON.parse(text) as MetadataPatch;
  for (const [name, { isValid, expected }] of Object.entries(checks)) {
    const value = parsed[name];
    if (value === undefined || isValid(value)) continue;
    throw new JournalError('invalid', `${name} must be ${expected}, not ${jsonText(value, name)}.`);
  }
  assertLabels(parsed.labels ?? []);
  return text;
}

/** Applies a patch to metadata; both are JSON strings. */
export function patchMetadata(text: string, patch: string, metadataBytes: number): StoredMetadata {
  // A null prototype, so that a field may have any name.
  const metadata: Record<string, unknown> = Object.assign(Object.create(null), JSON.parse(text));
  for (const [name, value] of Object.entries(JSON.parse(patch) as MetadataPatch)) {
    if (value === null) delete metadata[name];
    else metadata[name] = value;
  }
  const patched = JSON.stringify(metadata);
  const bytes = Buffer.byteLength(patched);
  if (bytes > metadataBytes) {
    throw new JournalError('too-large', `The metadata of a stream have ${bytes} bytes; the limit is ${metadataBytes}.`);
  }
  const { updatedAt = 0, cwd = null, archived = false, labels = [] } = metadata as Metadata;
  return { text: patched, updatedAt, cwd, archived, labels };
}
