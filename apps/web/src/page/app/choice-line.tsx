/** A line of a settings dialog: what it is, and the choice. */
import type { ReactNode } from 'react';

export interface ChoiceLineProps {
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
}

export function ChoiceLine({ title, description, children }: ChoiceLineProps): ReactNode {
  return (
    <div className="flex min-h-12 items-center gap-4 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="text-sm">{title}</p>
        {description === undefined ? undefined : <p className="text-xs text-muted">{description}</p>}
      </div>
      {children}
    </div>
  );
}
