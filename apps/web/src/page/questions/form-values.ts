/** The values of a form while the user fills it in: texts as they are typed, and what they mean. */
import type { FormField, FormValue } from '@acp-stack/schema/elicitation-form';
import type { FormValues } from '@acp-stack/workspace/questions';

/** What is in each control. */
export type Entered = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What the controls show for values. */
export const enteredOf = (values: FormValues): Entered =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

/** The values of what was entered; a number that is none is `NaN`, so that the field says so. */
export function valuesOf(fields: readonly FormField[], entered: Entered): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, entered[field.name])]));
}

function valueOf({ kind }: FormField, entered: Entered[string]): FormValue | undefined {
  if (kind !== 'number' || typeof entered !== 'string') return entered;
  return entered.trim() === '' ? undefined : Number(entered.trim());
}

/** The texts with a pattern that have to be matched. */
export const patternsIn = (
  fields: readonly FormField[],
  entered: Entered,
): readonly { readonly pattern: string; readonly text: string }[] =>
  fields.flatMap((field) => {
    const text = entered[field.name];
    if (field.kind !== 'text' || field.pattern === undefined || typeof text !== 'string' || text === '') return [];
    return [{ pattern: field.pattern, text }];
  });
