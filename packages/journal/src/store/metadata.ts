/** Facts of a stream: what may be in them, and how they change. */
import type { Metadata, MetadataPatch } from '../contract/journal.ts';
import { JournalError } from '../contract/journal-error.ts';
import { jsonText } from './json-text.ts';

/** Facts as they are kept: their JSON text, and beside it what lists are ordered and narrowed by. */
export interface StoredMetadata {
  readonly text: string;
  readonly updatedAt: number;
  readonly cwd: string | null;
  readonly archived: boolean;
}

const checks: Readonly<Record<string, { readonly isFine: (value: unknown) => boolean; readonly words: string }>> = {
  cwd: { isFine: (value) => value === null || typeof value === 'string', words: 'a string' },
  archived: { isFine: (value) => value === null || typeof value === 'boolean', words: 'true or false' },
  updatedAt: { isFine: Number.isSafeInteger, words: 'a whole number of milliseconds' },
};

/** The JSON text of a patch whose understood names have the right types. */
export function metadataPatchText(patch: MetadataPatch): string {
  const text = jsonText(patch, 'A patch of metadata');
  if (!text.startsWith('{')) throw new JournalError('invalid', 'A patch of metadata is an object.');
  const parsed = JSON.parse(text) as MetadataPatch;
  for (const [name, { isFine, words }] of Object.entries(checks)) {
    const value = parsed[name];
    if (value === undefined || isFine(value)) continue;
    throw new JournalError('invalid', `The fact ${name} is ${words}, not ${jsonText(value, 'a fact')}.`);
  }
  return text;
}

/** Facts with a patch applied; both are JSON texts. */
export function patchMetadata(text: string, patch: string, metadataBytes: number): StoredMetadata {
  // A null prototype, so that a fact may have any name.
  const metadata: Record<string, unknown> = Object.assign(Object.create(null), JSON.parse(text));
  for (const [name, value] of Object.entries(JSON.parse(patch) as MetadataPatch)) {
    if (value === null) delete metadata[name];
    else metadata[name] = value;
  }
  const patched = JSON.stringify(metadata);
  const bytes = Buffer.byteLength(patched);
  if (bytes > metadataBytes) {
    throw new JournalError('too-large', `The metadata of a stream have ${bytes} bytes; ${metadataBytes} are the most.`);
  }
  const { updatedAt = 0, cwd = null, archived = false } = metadata as Metadata;
  return { text: patched, updatedAt, cwd, archived };
}
