/** Names of streams, and labels: non-empty strings that every store can distinguish. */
import { JournalError } from '../contract/journal-error.ts';

/** A store may be unable to distinguish names with these characters. */
const unstorable = /[\0\p{Surrogate}]/u;

/** The maximum number of labels of a stream, and the maximum length of each. */
const maxLabels = 64;
const labelLength = 256;

export function assertStreamName(stream: unknown, nameLength: number): asserts stream is string {
  assertName(stream, 'The name of a stream', nameLength);
}

export function assertLabel(label: unknown): asserts label is string {
  assertName(label, 'A label', labelLength);
}

/** Throws unless `labels` is an array of different labels. */
export function assertLabels(labels: unknown): asserts labels is readonly string[] {
  if (!Array.isArray(labels)) throw new JournalError('invalid', 'labels must be an array of strings.');
  if (labels.length > maxLabels) {
    throw new JournalError('too-large', `A stream has ${labels.length} labels; the limit is ${maxLabels}.`);
  }
  for (const label of labels) assertLabel(label);
  if (new Set(labels).size < labels.length) throw new JournalError('invalid', 'labels must not contain a label twice.');
}

/** `maxLength` is in UTF-16 code units. */
function assertName(value: unknown, what: string, maxLength: number): asserts value is string {
  if (typeof value !== 'string' || value === '') {
    throw new JournalError('invalid', `${what} must be a non-empty string.`);
  }
  if (unstorable.test(value)) {
    throw new JournalError('invalid', `${what} must not contain a lone surrogate or a NUL character.`);
  }
  if (value.length > maxLength) {
    throw new JournalError('too-large', `${what} has ${value.length} characters; the limit is ${maxLength}.`);
  }
}
