/** A field for one line of text. */
import type { ComponentPropsWithRef, ReactNode } from 'react';

import { classes } from './classes.ts';

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'aria-label'> {
  /** What is asked for: its name for screen readers. */
  readonly label: string;
}

/** A field whose label is not shown; put a visible text or a placeholder beside it. */
export function TextField({ label, className, ...props }: TextFieldProps): ReactNode {
  return (
    <input
      type="text"
      dir="auto"
      autoComplete="off"
      {...props}
      aria-label={label}
      className={classes(
        'h-9 w-full min-w-0 rounded-md border border-line bg-page px-3 text-sm text-text placeholder:text-muted',
        className,
      )}
    />
  );
}
