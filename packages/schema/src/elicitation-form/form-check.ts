/**
 * Validates a value for a field of a form, and all values of a form.
 *
 * The regular expression of a field may take exponential time, so each program says how it matches one.
 */
import type { ChoicesField, FormField, NumberField, TextField, TextFormat } from './form-field.ts';

/** The value of a field. */
export type FormValue = string | number | boolean | readonly string[];

/** Whether `text` matches the regular expression `pattern`; as in JSON Schema, a part of it is enough. */
export type FitsPattern = (pattern: string, text: string) => boolean;

/** Returns what is wrong with `value`, as words that follow the name of the field; undefined if it is valid. */
export function problemOf(field: FormField, value: FormValue, fitsPattern: FitsPattern): string | undefined {
  if (field.kind === 'text')
    return typeof value === 'string' ? textProblem(field, value, fitsPattern) : 'must be a text';
  if (field.kind === 'choice') return isChoice(field, value) ? undefined : 'must be one of the choices';
  if (field.kind === 'choices') return isTexts(value) ? choicesProblem(field, value) : 'must be a list of choices';
  if (field.kind === 'number') return typeof value === 'number' ? numberProblem(field, value) : 'must be a number';
  if (field.kind === 'boolean') return typeof value === 'boolean' ? undefined : 'must be yes or no';
  return `is of the type ${field.type}, which cannot be filled in here`;
}

/** Whether the field was left empty, which is neither a value nor a mistake. */
export const isBlank = (field: FormField, value: FormValue | undefined): boolean =>
  value === undefined || (value === '' && (field.kind === 'text' || field.kind === 'choice'));

/** As `problemOf`; a field that was left empty is only wrong if it is required. */
export function fieldProblem(
  field: FormField,
  value: FormValue | undefined,
  fitsPattern: FitsPattern,
): string | undefined {
  if (value !== undefined && !isBlank(field, value)) return problemOf(field, value, fitsPattern);
  return field.isRequired ? 'has to be filled in' : undefined;
}

function textProblem(
  { minLength, maxLength, pattern, format }: TextField,
  value: string,
  fitsPattern: FitsPattern,
): string | undefined {
  const length = Array.from(value).length;
  if (minLength !== undefined && length < minLength) return `needs at least ${minLength} characters`;
  if (maxLength !== undefined && length > maxLength) return `may have at most ${maxLength} characters`;
  if (format !== undefined && !formatChecks[format](value)) return formatWords[format];
  if (pattern !== undefined && !fitsPattern(pattern, value)) return `must fit the pattern ${pattern}`;
  return undefined;
}

function numberProblem({ isInteger, minimum, maximum }: NumberField, value: number): string | undefined {
  if (!Number.isFinite(value)) return 'must be a number';
  if (isInteger && !Number.isSafeInteger(value)) return 'must be a whole number';
  if (minimum !== undefined && value < minimum) return `must not be less than ${minimum}`;
  return maximum !== undefined && value > maximum ? `must not be more than ${maximum}` : undefined;
}

function choicesProblem(field: ChoicesField, values: readonly string[]): string | undefined {
  const { minItems, maxItems } = field;
  if (!values.every((value) => isChoice(field, value))) return 'must only have choices that are offered';
  if (new Set(values).size < values.length) return 'has a choice twice';
  if (minItems !== undefined && values.length < minItems) return `needs at least ${minItems} choices`;
  return maxItems !== undefined && values.length > maxItems ? `may have at most ${maxItems} choices` : undefined;
}

const isChoice = ({ choices }: Pick<ChoicesField, 'choices'>, value: FormValue): boolean =>
  choices.some((choice) => choice.value === value);

const isTexts = (value: FormValue): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const formatWords: Readonly<Record<TextFormat, string>> = {
  email: 'must be an e-mail address',
  uri: 'must be an address with its scheme, such as https://example.org',
  date: 'must be a day such as 2031-04-09',
  'date-time': 'must be a moment such as 2031-04-09T12:00:00Z',
};

const formatChecks: Readonly<Record<TextFormat, (value: string) => boolean>> = {
  // A rough check: only sending mail shows whether an address works.
  email: (value) => /^[^\s@]+@[^\s@]+$/u.test(value) && value.length <= 320,
  uri: (value) => /^[a-z][a-z0-9+.-]*:\S+$/iu.test(value) && URL.canParse(value),
  date: isDay,
  'date-time': (value) => {
    const [, day = '', hour, minute, second] =
      /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u.exec(
        value,
      ) ?? [];
    // A minute can have a leap second.
    return isDay(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  },
};

function isDay(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
