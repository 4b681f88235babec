/** The state of a tool call as a small mark with words for screen readers. */
import type { ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { stateWords, type ToolState } from './tool-words.ts';

const marks: Readonly<Partial<Record<ToolState, readonly [IconName, string]>>> = {
  waiting: ['help', 'text-warn'],
  done: ['check', 'text-good'],
  failed: ['warning', 'text-bad'],
  cancelled: ['stop', 'text-muted'],
};

export function ToolStateMark({ state }: { readonly state: ToolState }): ReactNode {
  const mark = marks[state];
  const isSaid = state === 'waiting' || state === 'failed' || state === 'cancelled' || state === 'paused';
  return (
    <span className={classes('inline-flex shrink-0 items-center gap-1 text-xs', mark?.[1] ?? 'text-muted')}>
      {mark === undefined ? (
        <span
          aria-hidden="true"
          className={classes(
            'size-3 rounded-full border-2 border-line',
            state === 'running' && 'animate-spin border-t-accent',
          )}
        />
      ) : (
        <Icon name={mark[0]} className="size-3.5" />
      )}
      <span className={isSaid ? '' : 'sr-only'}>{stateWords[state]}</span>
    </span>
  );
}
