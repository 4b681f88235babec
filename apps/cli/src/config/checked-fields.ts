/** Reads fields of values from outside; a wrong type throws a `FieldError` that names the place. */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { UsageError } from '../errors/usage-error.ts';

/** A field that is not what it must be. */
export class FieldError extends UsageError {
  static {
    this.prototype.name = 'UsageError';
  }

  /** Its name, or its path in a file. */
  readonly field: string;
  /** What follows its name in a sentence, such as `must be a string`, or `: the file does not exist`. */
  readonly words: string;

  constructor(field: string, words: string) {
    super(sentenceAbout(field, words));
    this.field = field;
    this.words = words;
  }
}

/** A sentence about what is at `place`. */
export const sentenceAbout = (place: string, words: string): string =>
  words.startsWith(':') ? `${place}${words}` : `${place} ${words}`;

/** The fields of an object; none if it is absent. */
export function fieldsOf(value: unknown, place: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  throw new FieldError(place, 'must be an object');
}

export function stringOf(value: unknown, place: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new FieldError(place, 'must be a non-empty string');
}

export function stringsOf(value: unknown, place: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new FieldError(place, 'must be a list of strings');
}

export function stringMapOf(value: unknown, place: string): Readonly<Record<string, string>> {
  const fields = fieldsOf(value, place);
  const wrong = Object.keys(fields).find((name) => typeof fields[name] !== 'string');
  if (wrong !== undefined) throw new FieldError(`${place}.${wrong}`, 'must be a string');
  return fields as Readonly<Record<string, string>>;
}
