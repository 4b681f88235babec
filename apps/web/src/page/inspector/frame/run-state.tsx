/** Whether the agent runs, and why it ended. */
import type { InspectorState } from '@acp-stack/trace/inspect';
import type { ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';

const words = { starting: 'starting', open: 'running', ended: 'ended' } as const;

export function RunState({ state }: { readonly state: InspectorState }): ReactNode {
  const run = state.runs.at(-1);
  if (run === undefined || run.label === 'file') return undefined;
  const version = run.version === undefined ? '' : `, version ${run.version}`;
  return (
    <span
      role="status"
      title={run.error}
      className={classes('max-w-96 truncate text-xs', run.error === undefined ? 'text-muted' : 'text-bad')}
    >
      {run.error ?? `${words[run.state]}${version}`}
    </span>
  );
}
