/** A value as JSON text; the value changes only while the text is valid. */
import { useState, type ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';

export interface JsonFieldProps {
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly rows?: number;
}

export function JsonField({ name, value, onChange, rows = 3 }: JsonFieldProps): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(value, undefined, 2));
  const problem = problemOf(text);
  return (
    <div className="flex flex-col gap-1">
      <textarea
        aria-label={name}
        aria-invalid={problem !== undefined}
        spellCheck={false}
        rows={Math.max(rows, Math.min(text.split('\n').length, 24))}
        value={text}
        className={classes(
          'w-full rounded-md border bg-page px-3 py-2 font-mono text-xs',
          problem === undefined ? 'border-line' : 'border-bad',
        )}
        onChange={(event) => {
          setText(event.target.value);
          if (problemOf(event.target.value) === undefined) onChange(JSON.parse(event.target.value));
        }}
      />
      {problem === undefined ? undefined : <p className="text-xs text-bad">{problem}</p>}
    </div>
  );
}

/** Why a text is not JSON; undefined if it is. */
function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}
