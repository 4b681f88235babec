/**
 * One field of a form: what a person is asked for, and what may be answered.
 *
 * Only the kinds of the restricted schema are fields to fill in; any other is `unknown`, whatever it looks like (ELIC-03, ELIC-13).
 */
import type { ElicitationPropertySchema, EnumOption } from '@acp-stack/schema/v2/unstable';

/** A value that can be chosen. */
export interface FormChoice {
  readonly value: string;
  readonly label: string;
  readonly description: string | undefined;
}

interface FieldBase {
  readonly name: string;
  /** The title, or the name where there is none. */
  readonly label: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** Free text. */
export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;
  /** Undefined also for formats that are not known here. */
  readonly format: TextFormat | undefined;
}

/** One out of several. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: readonly FormChoice[];
}

/** Any number out of several. */
export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly choices: readonly FormChoice[];
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}

/** A number; a whole one when `isInteger`. */
export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

/** Yes or no. */
export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

/** Something that this program does not know how to ask for. */
export interface UnknownField extends FieldBase {
  readonly kind: 'unknown';
  /** The type that the agent gave it. */
  readonly type: string;
}

export type FormField = TextField | ChoiceField | ChoicesField | NumberField | BooleanField | UnknownField;

/** Reads a property of the schema. */
export function readField(name: string, property: ElicitationPropertySchema, isRequired: boolean): FormField {
  const { title, description } = property as { readonly title?: unknown; readonly description?: unknown };
  const base: FieldBase = {
    name,
    label: textOr(title, name),
    description: typeof description === 'string' ? description : undefined,
    isRequired,
  };
  const { type } = property;
  if (type === 'string') return readTextField(base, property);
  if (type === 'number' || type === 'integer') {
    const { minimum, maximum } = property;
    return {
      ...base,
      kind: 'number',
      isInteger: type === 'integer',
      minimum: minimum ?? undefined,
      maximum: maximum ?? undefined,
    };
  }
  if (type === 'boolean') return { ...base, kind: 'boolean' };
  const choices = type === 'array' ? readItems(property.items) : undefined;
  if (type !== 'array' || choices === undefined) return { ...base, kind: 'unknown', type };
  return {
    ...base,
    kind: 'choices',
    choices,
    minItems: property.minItems ?? undefined,
    maxItems: property.maxItems ?? undefined,
  };
}

type Property<T extends string> = Extract<ElicitationPropertySchema, { readonly type: T }>;

function readTextField(base: FieldBase, property: Property<'string'>): TextField | ChoiceField {
  const { oneOf, enum: values, minLength, maxLength, pattern, format } = property;
  if (oneOf) return { ...base, kind: 'choice', choices: oneOf.map(choiceOf) };
  if (values) return { ...base, kind: 'choice', choices: values.map(plainChoice) };
  return {
    ...base,
    kind: 'text',
    minLength: minLength ?? undefined,
    maxLength: maxLength ?? undefined,
    pattern: pattern ?? undefined,
    format: formats.find((each) => each === format),
  };
}

const formats: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];

/** Undefined for items of a type that is not known (ELIC-13). */
function readItems(items: Property<'array'>['items']): readonly FormChoice[] | undefined {
  if (!('type' in items) || items.type === undefined)
    return (items as { anyOf: readonly EnumOption[] }).anyOf.map(choiceOf);
  return items.type === 'string' ? (items as { enum: readonly string[] }).enum.map(plainChoice) : undefined;
}

const choiceOf = ({ const: value, title, description }: EnumOption): FormChoice => ({
  value,
  label: title,
  description: description ?? undefined,
});

const plainChoice = (value: string): FormChoice => ({ value, label: value, description: undefined });

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;
