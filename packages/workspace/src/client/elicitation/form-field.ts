/**
 * One field of a form: what a person is asked for, and what may be answered.
 *
 * Only the kinds of the restricted schema are fields to fill in; any other is `unknown`, whatever it looks like (ELIC-03, ELIC-13).
 */
import type { ElicitationPropertySchema, EnumOption } from '@acp-stack/schema/v2/unstable';

/** A value that can be chosen. */
export interface FormChoice {
  /** What is answered when it is chosen. */
  readonly value: string;
  /** What the user reads; the value where the agent gives no title. */
  readonly label: string;
  /** More about it, where the agent says more. */
  readonly description: string | undefined;
}

interface FieldBase {
  /** Names the value in the answer. */
  readonly name: string;
  /** The title, or the name where there is none. */
  readonly label: string;
  /** What the agent says about it, to show beside it. */
  readonly description: string | undefined;
  /** Whether the form cannot be sent without it. */
  readonly isRequired: boolean;
}

/** What a text has to look like. */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** Free text. */
export interface TextField extends FieldBase {
  readonly kind: 'text';
  /** Characters at least. */
  readonly minLength: number | undefined;
  /** Characters at most. */
  readonly maxLength: number | undefined;
  /** A regular expression that the text has to match. */
  readonly pattern: string | undefined;
  /** Undefined also for formats that are not known here. */
  readonly format: TextFormat | undefined;
}

/** One out of several. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  /** What can be chosen, in the order of the agent. */
  readonly choices: readonly FormChoice[];
}

/** Any number out of several. */
export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  /** What can be chosen, in the order of the agent. */
  readonly choices: readonly FormChoice[];
  /** How many have to be chosen. */
  readonly minItems: number | undefined;
  /** How many may be chosen. */
  readonly maxItems: number | undefined;
}

/** A number; a whole one when `isInteger`. */
export interface NumberField extends FieldBase {
  readonly kind: 'number';
  /** Whether only whole numbers are an answer. */
  readonly isInteger: boolean;
  /** The least that is an answer. */
  readonly minimum: number | undefined;
  /** The most that is an answer. */
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

/** A field by what it asks for; `kind` tells them apart. */
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
