/** The commands or files that fit, above the input; the focus stays in the input. */
import { useEffect, useRef, type ReactNode } from 'react';

import { classes } from '../ui/classes.ts';
import type { Completion } from './use-completion.ts';

/** The id of a line, for `aria-activedescendant`. */
export const suggestionId = (listId: string, index: number): string => `${listId}-${index}`;

export interface CompletionListProps {
  readonly id: string;
  readonly completion: Completion;
  readonly take: (index: number) => void;
}

export function CompletionList({ id, completion, take }: CompletionListProps): ReactNode {
  const { what, suggestions, selected } = completion;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={what.kind === 'command' ? 'Commands' : 'Files'}
      className="absolute inset-x-0 bottom-full z-30 mb-1 max-h-64 overflow-y-auto rounded-md border border-line bg-raised p-1 text-sm"
    >
      {suggestions.map(({ label, description }, index) => (
        <div
          key={label}
          id={suggestionId(id, index)}
          role="option"
          aria-selected={index === selected}
          className={classes(
            'flex cursor-pointer items-baseline gap-3 rounded-sm px-2 py-1',
            index === selected && 'bg-hover',
          )}
          // The input keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            take(index);
          }}
        >
          <span dir="auto" className="max-w-full shrink-0 truncate font-mono">
            {label}
          </span>
          <span dir="auto" className="min-w-0 truncate text-muted">
            {description}
          </span>
        </div>
      ))}
    </div>
  );
}
