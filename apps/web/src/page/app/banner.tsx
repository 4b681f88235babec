/** Says that the connection is lost, when it is tried again, and offers to try at once. */
import type { AgentSnapshot, AgentStore } from '@acp-stack/react';
import { useAgentState } from '@acp-stack/react';
import { useEffect, useState, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';

/** What the banner says; undefined while everything is well. */
export function bannerText(
  { status, retryAt }: Pick<AgentSnapshot, 'status' | 'retryAt'>,
  now: number,
): string | undefined {
  if (status === 'open') return undefined;
  if (status === 'failed') return 'The connection has failed.';
  const seconds = retryAt === undefined ? undefined : Math.max(0, Math.ceil((retryAt - now) / 1000));
  // The first attempt of a page needs no words, unless it did not succeed.
  if (status === 'connecting' && seconds === undefined) return undefined;
  const what =
    status === 'connecting'
      ? 'Cannot connect.'
      : 'Disconnected. Nothing is lost: agents go on, and you can keep typing.';
  if (seconds === undefined) return `${what} Trying now…`;
  return `${what} Next try ${seconds === 0 ? 'now' : `in ${seconds} s`}.`;
}

export function Banner({ agent }: { readonly agent: AgentStore }): ReactNode {
  const state = useAgentState(agent);
  const now = useSeconds(state.retryAt !== undefined);
  const text = bannerText(state, now);
  return (
    <div role="status" className={text === undefined ? '' : 'border-b border-line bg-warn-soft'}>
      {text === undefined ? undefined : (
        <div className="flex min-h-11 items-center gap-3 px-4 py-1 text-sm">
          <Icon name="warning" className="size-4 text-warn" />
          <span className="min-w-0 flex-1">
            {text}
            {state.status === 'failed' && state.error !== undefined ? ` ${state.error.message}` : ''}
          </span>
          <Button size="small" onClick={agent.retry}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}

/** The time, read each second while `isWanted`. */
function useSeconds(isWanted: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isWanted) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [isWanted]);
  return now;
}
