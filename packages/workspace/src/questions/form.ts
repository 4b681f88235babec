/**
 * A form that an agent asks the user to fill in, as a model without a user interface (ELIC-04, ELIC-07).
 *
 * It is immutable. Values become a response only if all of them are valid.
 */
import type {
  CreateElicitationRequestBase,
  CreateElicitationRequestVariants,
  CreateElicitationResponse,
  ElicitationContentValue,
} from '@acp-stack/schema/v2/unstable';

import {
  fieldProblem,
  isBlank,
  problemOf,
  readField,
  type FitsPattern,
  type FormField,
  type FormValue,
} from '@acp-stack/schema/elicitation-form';

import { asksForSecret } from './secret-fields.ts';

/** A request for a form. */
export type FormRequest = CreateElicitationRequestBase & CreateElicitationRequestVariants['form'];

/** The values by field name; an absent field was not filled in. */
export type FormValues = Readonly<Record<string, FormValue | undefined>>;

/** A problem with a field. */
export interface FormProblem {
  /** The name of the field. */
  readonly field: string;
  /** One sentence for people. */
  readonly message: string;
}

/** A form that can be shown, validated and answered. */
export interface Form {
  /** The message of the agent: what it wants, and why. */
  readonly message: string;
  /** The title, if the agent sends one. */
  readonly title: string | undefined;
  /** The description, if the agent sends one. */
  readonly description: string | undefined;
  /** In the order of the agent; `unknown` fields are listed, but cannot be filled in. */
  readonly fields: readonly FormField[];
  /** The initial values: the defaults that are valid. */
  readonly initial: FormValues;
  /** The fields that ask for a secret, which a form must not do. */
  readonly secrets: readonly FormField[];
  /** One sentence that says why the form cannot be filled in; undefined if it can. */
  readonly obstacle: string | undefined;
  /** Validates values; returns an empty list if they are valid. */
  readonly check: (values: FormValues) => readonly FormProblem[];
  /** Returns the response with `values`, without additional ones; throws if they are not valid. */
  readonly answer: (values: FormValues) => CreateElicitationResponse;
}

/** Reads a form request; `fitsPattern` matches regular expressions of the agent, which may take exponential time. */
export function readForm({ message, requestedSchema }: FormRequest, fitsPattern: FitsPattern): Form {
  const { title, description, properties, required } = requestedSchema;
  const entries = Object.entries(properties);
  const fields = entries.map(([name, property]) => readField(name, property, required?.includes(name) === true));
  const check = (values: FormValues): readonly FormProblem[] =>
    fields.flatMap((field) => {
      const problem = fieldProblem(field, ownValue(values, field.name), fitsPattern);
      return problem === undefined ? [] : [{ field: field.name, message: `${field.label} ${problem}.` }];
    });
  return {
    message,
    title: title ?? undefined,
    description: description ?? undefined,
    fields,
    initial: initialValues(fields, properties, fitsPattern),
    secrets: fields.filter(asksForSecret),
    obstacle: obstacleOf(fields, required ?? []),
    check,
    answer: (values) => {
      const [first] = check(values);
      if (first !== undefined) throw new TypeError(first.message);
      const content = fields.flatMap((field): [string, ElicitationContentValue][] => {
        const value = ownValue(values, field.name);
        return value === undefined || isBlank(field, value) ? [] : [[field.name, value]];
      });
      return { action: 'accept', content: Object.fromEntries(content) };
    },
  };
}

/** A name such as `constructor` has no value unless the user entered one. */
const ownValue = (values: FormValues, name: string): FormValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function initialValues(
  fields: readonly FormField[],
  properties: Readonly<Record<string, object>>,
  fitsPattern: FitsPattern,
): FormValues {
  const values = fields.flatMap((field): [string, FormValue][] => {
    const { default: value } = (properties[field.name] ?? {}) as { readonly default?: FormValue | null };
    return value === undefined || value === null || problemOf(field, value, fitsPattern) !== undefined
      ? []
      : [[field.name, value]];
  });
  return Object.fromEntries(values);
}

function obstacleOf(fields: readonly FormField[], required: readonly string[]): string | undefined {
  const unknown = fields.find((field) => field.kind === 'unknown' && field.isRequired);
  if (unknown?.kind === 'unknown') {
    return `The field ${unknown.label} is required and of the type ${unknown.type}, which this program does not know.`;
  }
  const missing = required.find((name) => !fields.some((field) => field.name === name));
  return missing === undefined ? undefined : `The field ${missing} is required, and the form does not have it.`;
}
