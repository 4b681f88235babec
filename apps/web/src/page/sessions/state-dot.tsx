/** The state of a session as a small mark with words for screen readers. */
import type { ReactNode } from 'react';

import { classes } from '../ui/classes.ts';
import { stateWords, type ShownState } from './session-state.ts';

const looks: Readonly<Record<ShownState, string>> = {
  waiting: 'bg-warn',
  working: 'bg-accent animate-pulse',
  idle: 'border border-muted opacity-40',
};

export function StateDot({ state }: { readonly state: ShownState }): ReactNode {
  return (
    <span className="inline-flex size-4 shrink-0 items-center justify-center" title={stateWords[state]}>
      <span className={classes('size-2 rounded-full', looks[state])} />
      <span className="sr-only">{stateWords[state]}:</span>
    </span>
  );
}
