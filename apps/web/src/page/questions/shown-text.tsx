/** A text of an agent that the user decides about: every character of it is visible. */
import type { ReactNode } from 'react';

import { visibleParts } from './visible-characters.ts';

export interface ShownTextProps {
  readonly text: string;
  readonly label?: string;
  readonly isCode?: boolean;
}

export function ShownText({ text, label, isCode = false }: ShownTextProps): ReactNode {
  const shown = visibleParts(text).map((part, index) =>
    part.isHidden ? (
      <mark key={index} className="rounded-sm bg-warn-soft px-1 font-mono text-warn">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
  if (!isCode) {
    return (
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {shown}
      </p>
    );
  }
  return (
    <div>
      {label === undefined ? undefined : <p className="text-xs text-muted">{label}</p>}
      <pre
        dir="ltr"
        className="rounded-md border border-line bg-panel px-3 py-2 font-mono break-all whitespace-pre-wrap"
      >
        {shown}
      </pre>
    </div>
  );
}
