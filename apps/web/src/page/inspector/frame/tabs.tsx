/** The tabs of the views; the arrow keys move between them. */
import { useRef, type KeyboardEvent, type ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { views, type ViewName } from './views.ts';

export interface TabsProps {
  readonly selected: ViewName;
  readonly onSelect: (view: ViewName) => void;
}

export function Tabs({ selected, onSelect }: TabsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const position = views.findIndex(({ name }) => name === selected);
    const next = views[(position + step + views.length) % views.length];
    if (next === undefined) return;
    onSelect(next.name);
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Views"
      onKeyDown={onKeyDown}
      className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2"
    >
      {views.map(({ name, title }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === selected}
          aria-controls={name === selected ? `view-${name}` : undefined}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => {
            onSelect(name);
          }}
          className={classes(
            'cursor-pointer border-b-2 px-3 py-1.5 text-sm',
            name === selected ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
          )}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
