/**
 * A form that an agent asks the user to fill in, for whoever shows it.
 *
 * It does not change. Values go in, and come out as an answer only when all of them are what was asked for.
 */
import type {
  CreateElicitationRequestBase,
  CreateElicitationRequestVariants,
  CreateElicitationResponse,
  ElicitationContentValue,
} from '@acp-stack/schema/v2/unstable';

import { isBlank, problemOf, type FormValue } from './form-check.ts';
import { readField, type FormField } from './form-field.ts';
import { asksForSecret } from './secret-fields.ts';

/** A request for data by a form. */
export type FormRequest = CreateElicitationRequestBase & CreateElicitationRequestVariants['form'];

/** What is entered, by the names of the fields; a field that is left out was not filled in. */
export type FormValues = Readonly<Record<string, FormValue | undefined>>;

/** What is wrong with one field. */
export interface FormProblem {
  /** The name of the field. */
  readonly field: string;
  /** A sentence for people. */
  readonly message: string;
}

/** What an agent asks for, ready to be shown, checked and answered. */
export interface Form {
  /** What the agent says it wants, and why. */
  readonly message: string;
  /** What to write above it, where the agent says that. */
  readonly title: string | undefined;
  /** More about it, where the agent says more. */
  readonly description: string | undefined;
  /** In the order of the agent; those that are `unknown` are named, and not filled in. */
  readonly fields: readonly FormField[];
  /** What the fields begin with: the defaults that can be answers (ELIC-04). */
  readonly initial: FormValues;
  /** The fields that ask for a secret, which a form must not do (ELIC-07). */
  readonly secrets: readonly FormField[];
  /** Why the form cannot be filled in at all, in a sentence; undefined when it can. */
  readonly obstacle: string | undefined;
  /** What is wrong with `values`; nothing when they are an answer. */
  readonly check: (values: FormValues) => readonly FormProblem[];
  /** The answer with `values`, without what was not asked for; throws when something is wrong with them. */
  readonly answer: (values: FormValues) => CreateElicitationResponse;
}

/** Reads a request. */
export function readForm({ message, requestedSchema }: FormRequest): Form {
  const { title, description, properties, required } = requestedSchema;
  const entries = Object.entries(properties);
  const fields = entries.map(([name, property]) => readField(name, property, required?.includes(name) === true));
  const check = (values: FormValues): readonly FormProblem[] =>
    fields.flatMap((field) => {
      const problem = fieldProblem(field, ownValue(values, field.name));
      return problem === undefined ? [] : [{ field: field.name, message: `${field.label} ${problem}.` }];
    });
  return {
    message,
    title: title ?? undefined,
    description: description ?? undefined,
    fields,
    initial: initialValues(fields, properties),
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

function fieldProblem(field: FormField, value: FormValue | undefined): string | undefined {
  if (value !== undefined && !isBlank(field, value)) return problemOf(field, value);
  return field.isRequired ? 'has to be filled in' : undefined;
}

/** A name such as `constructor` is no value unless somebody entered one. */
const ownValue = (values: FormValues, name: string): FormValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function initialValues(fields: readonly FormField[], properties: Readonly<Record<string, object>>): FormValues {
  const values = fields.flatMap((field): [string, FormValue][] => {
    const { default: value } = (properties[field.name] ?? {}) as { readonly default?: FormValue | null };
    return value === undefined || value === null || problemOf(field, value) !== undefined ? [] : [[field.name, value]];
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
