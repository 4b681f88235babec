/** A line that opens and closes what is below it. */
import type { ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icons.tsx';

export interface FoldLineProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The button of a part that can be folded. */
export function FoldLine({ isOpen, onToggle, children, className }: FoldLineProps): ReactNode {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={classes(
        'flex w-full min-w-0 cursor-pointer items-center gap-2 text-start text-sm text-muted hover:text-text',
        className,
      )}
      onClick={onToggle}
    >
      <Icon
        name="chevron-end"
        className={classes('size-3.5 transition-transform rtl:-scale-x-100', isOpen && 'rotate-90 rtl:-rotate-90')}
      />
      {children}
    </button>
  );
}
