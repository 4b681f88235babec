/**
 * A field of a form: what the user is asked for, and which values are valid.
 *
 * Only the kinds of the restricted schema can be filled in; any other field is `unknown` (ELIC-03, ELIC-13).
 */
import type { ElicitationPropertySchema, EnumOption } from '../v2/unstable/index.ts';

/** An option of a field. */
export interface FormChoice {
  /** The value of the option. */
  readonly value: string;
  /** The title; the value if the agent sends none. */
  readonly label: string;
  /** The description, if the agent sends one. */
  readonly description: string | undefined;
}

interface FieldBase {
  /** The name of the value in the response. */
  readonly name: string;
  /** The title, or the name if there is none. */
  readonly label: string;
  /** The description, if the agent sends one. */
  readonly description: string | undefined;
  /** Whether the field must be filled in. */
  readonly isRequired: boolean;
}

/** The format of a text. */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** Free text. */
export interface TextField extends FieldBase {
  readonly kind: 'text';
  /** The minimum number of characters. */
  readonly minLength: number | undefined;
  /** The maximum number of characters. */
  readonly maxLength: number | undefined;
  /** A regular expression that the text must match. */
  readonly pattern: string | undefined;
  /** Undefined also for unknown formats. */
  readonly format: TextFormat | undefined;
}

/** One of several options. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  /** The options, in the order of the agent. */
  readonly choices: readonly FormChoice[];
}

/** Any number of several options. */
export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  /** The options, in the order of the agent. */
  readonly choices: readonly FormChoice[];
  /** The minimum number of selected options. */
  readonly minItems: number | undefined;
  /** The maximum number of selected options. */
  readonly maxItems: number | undefined;
}

/** A number; an integer if `isInteger` is set. */
export interface NumberField extends FieldBase {
  readonly kind: 'number';
  /** Whether the number must be an integer. */
  readonly isInteger: boolean;
  /** The minimum. */
  readonly minimum: number | undefined;
  /** The maximum. */
  readonly maximum: number | undefined;
}

/** Yes or no. */
export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

/** A field of a type that this program does not support. */
export interface UnknownField extends FieldBase {
  readonly kind: 'unknown';
  /** The type that the agent sent. */
  readonly type: string;
}

/** A field; `kind` says which. */
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

/** Undefined for items of an unknown type (ELIC-13). */
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
