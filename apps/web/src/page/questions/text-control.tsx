/** A field for a text or a number. */
import type { NumberField, TextField } from '@acp-stack/schema/elicitation-form';
import type { ReactNode } from 'react';

import { isPressed } from '../ui/key-names.ts';
import type { Entered } from './form-values.ts';

/** The value of a field, what is wrong with it, and what happens to it. */
export interface EnteredValueProps {
  readonly entered: Entered[string];
  /** One sentence. */
  readonly problem: string | undefined;
  readonly change: (value: Entered[string]) => void;
  readonly submit: () => void;
}

export interface TextControlProps extends EnteredValueProps {
  readonly field: TextField | NumberField;
  readonly id: string;
  readonly describedBy: string;
}

const types = { email: 'email', uri: 'url', date: 'date', 'date-time': 'text' } as const;
const look = 'w-full rounded-md border border-line bg-page px-3 py-1.5 text-sm aria-invalid:border-bad';

export function TextControl({ field, entered, problem, change, submit, id, describedBy }: TextControlProps): ReactNode {
  const shared = {
    id,
    dir: 'auto',
    value: typeof entered === 'string' ? entered : '',
    required: field.isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': describedBy,
    'data-field': field.name,
    className: look,
  } as const;
  if (field.kind === 'text' && field.format === undefined) {
    return (
      <textarea
        {...shared}
        rows={1}
        className={`${look} field-sizing-content max-h-40 resize-none`}
        onChange={(event) => {
          change(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || !isPressed(event, 'Enter')) return;
          event.preventDefault();
          submit();
        }}
      />
    );
  }
  const isNumber = field.kind === 'number';
  return (
    <input
      {...shared}
      type={field.kind === 'text' && field.format !== undefined ? types[field.format] : 'text'}
      {...(isNumber ? { inputMode: field.isInteger ? 'numeric' : 'decimal' } : {})}
      {...(field.kind === 'text' && field.format === 'date-time' ? { placeholder: '2031-04-09T12:00:00Z' } : {})}
      onChange={(event) => {
        change(event.currentTarget.value);
      }}
    />
  );
}
