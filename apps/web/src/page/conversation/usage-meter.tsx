/** How full the context of a session is, and what it has cost. */
import { useTranscript, type SessionStore } from '@acp-stack/react';
import { costText, type Transcript } from '@acp-stack/transcript';
import type { ReactNode } from 'react';

import { classes } from '../ui/classes.ts';
import { contextUse, type UsageLevel } from './facts/usage-level.ts';

const bars: Readonly<Record<UsageLevel, string>> = {
  normal: 'bg-accent',
  filling: 'bg-warn',
  high: 'bg-warn',
  full: 'bg-bad',
};
const words: Readonly<Record<UsageLevel, string>> = {
  normal: 'text-muted',
  filling: 'text-warn',
  high: 'text-warn',
  full: 'text-bad',
};

const usageOf = ({ usage }: Transcript): Transcript['usage'] => usage;

/** A small meter for the head of a session; nothing until the agent has reported its use. */
export function UsageMeter({ session }: { readonly session: SessionStore }): ReactNode {
  const usage = useTranscript(session, usageOf);
  if (usage === undefined) return undefined;
  const use = contextUse(usage.used, usage.size);
  const cost = usage.cost === undefined ? undefined : costText(usage.cost);
  const title = [use === undefined ? undefined : `Context: ${use.text}.`, use?.warning, cost && `Cost: ${cost}.`];
  return (
    <span
      className="inline-flex items-center gap-2 text-xs whitespace-nowrap text-muted"
      title={title.filter(Boolean).join(' ')}
    >
      {use === undefined ? undefined : (
        <>
          <span
            role="meter"
            aria-label="Context used"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(use.percent)}
            aria-valuetext={`${use.text}${use.warning === undefined ? '' : `. ${use.warning}`}`}
            className="inline-block h-1.5 w-8 sm:w-14 overflow-hidden rounded-full bg-line"
          >
            <span className={classes('block h-full', bars[use.level])} style={{ width: `${use.percent}%` }} />
          </span>
          <span className={words[use.level]}>{Math.round(use.percent)}%</span>
        </>
      )}
      {cost === undefined ? undefined : <span className="hidden sm:inline">{cost}</span>}
      <span role="status" className="sr-only">
        {use?.warning ?? ''}
      </span>
    </span>
  );
}
