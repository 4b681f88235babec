/** A value as JSON, folded until it is wanted. */
import { useState, type ReactNode } from 'react';

import { CodeBlock } from '../../markdown/code-block.tsx';
import { Icon } from '../../ui/icons.tsx';
import { classes } from '../../ui/classes.ts';

/** A label that opens the value. */
export function JsonFold({ label, value }: { readonly label: string; readonly value: unknown }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        className="inline-flex cursor-pointer items-center gap-1 text-muted hover:text-text"
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <Icon name="chevron-end" className={classes('size-3.5 transition-transform', isOpen && 'rotate-90')} />
        {label}
      </button>
      {isOpen ? <CodeBlock code={jsonText(value)} language="json" isOpen={false} /> : undefined}
    </div>
  );
}

function jsonText(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? String(value));
  } catch {
    return String(value);
  }
}
