/** The output of a tool as text; only the end of a long one, until all of it is wanted. */
import { useState, type ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';

const shownLines = 20;
/** Even when all of it is wanted. */
const maxLength = 200_000;

export function OutputText({ text }: { readonly text: string }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const lines = text.slice(-maxLength).split('\n');
  const hidden = isWhole ? 0 : Math.max(0, lines.length - shownLines);
  return (
    <div className="min-w-0">
      {hidden > 0 ? (
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            setWhole(true);
          }}
        >
          Show {hidden} lines before
        </Button>
      ) : undefined}
      <pre
        tabIndex={0}
        aria-label="Output"
        className="max-h-96 overflow-auto rounded-sm bg-panel px-3 py-2 font-mono text-sm leading-relaxed"
      >
        {lines.slice(hidden).join('\n')}
      </pre>
    </div>
  );
}
