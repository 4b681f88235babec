/** The sessions of each folder under its name. */
import type { ListedSession } from '@acp-stack/react';
import { useEffect, useState, type ReactNode } from 'react';

import { Icon } from '../ui/icons.tsx';
import { sessionGroups } from './session-groups.ts';
import { SessionRow } from './session-row.tsx';

export interface SessionGroupsProps {
  readonly sessions: readonly ListedSession[];
  /** The ids of those that are shown. */
  readonly shown: ReadonlySet<string>;
  readonly onDelete: (session: ListedSession) => void;
  readonly onShare: (session: ListedSession) => void;
  readonly onOpen: () => void;
}

export function SessionGroups({ sessions, shown, onDelete, onShare, onOpen }: SessionGroupsProps): ReactNode {
  const now = useMinutes();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  return sessionGroups(sessions).map(({ cwd, name, sessions: members }) => {
    const isClosed = closed.has(cwd);
    return (
      <section key={cwd} aria-label={name}>
        <h2 className="text-xs font-normal">
          <button
            type="button"
            aria-expanded={!isClosed}
            title={cwd}
            className="flex h-8 w-full cursor-pointer items-center gap-1.5 rounded-md ps-2 pe-2 text-muted hover:text-text"
            onClick={() => {
              setClosed(new Set(isClosed ? [...closed].filter((each) => each !== cwd) : [...closed, cwd]));
            }}
          >
            <Icon name={isClosed ? 'chevron-end' : 'chevron-down'} className="size-3 rtl:-scale-x-100" />
            <bdi className="truncate">{name}</bdi>
          </button>
        </h2>
        {isClosed ? undefined : (
          <ul className="mb-1 flex flex-col gap-px">
            {members.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                isShown={shown.has(session.sessionId)}
                now={now}
                onDelete={onDelete}
                onShare={onShare}
                onOpen={onOpen}
              />
            ))}
          </ul>
        )}
      </section>
    );
  });
}

/** The time in steps of a minute. */
function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 60_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
