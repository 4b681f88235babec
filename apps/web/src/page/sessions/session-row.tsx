/** One session in the list. */
import type { ListedSession } from '@acp-stack/react';
import { memo, useState, type ReactNode } from 'react';

import { useConnection } from '../connect/connection.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Menu } from '../ui/menu.tsx';
import { RenameField } from '../ui/rename-field.tsx';
import { relativeTime } from './relative-time.ts';
import { openBeside, openSession, renameSession } from './session-actions.ts';
import { titleOf } from './session-groups.ts';
import { sessionMenu } from './session-menu.ts';
import { shownState } from './session-state.ts';
import { StateDot } from './state-dot.tsx';

export interface SessionRowProps {
  readonly session: ListedSession;
  readonly isShown: boolean;
  /** Milliseconds since 1970, in steps of a minute. */
  readonly now: number;
  readonly onDelete: (session: ListedSession) => void;
  readonly onShare: (session: ListedSession) => void;
  readonly onOpen: () => void;
}

export const SessionRow = memo(function SessionRow(props: SessionRowProps): ReactNode {
  const { session, isShown, now, onDelete, onShare, onOpen } = props;
  const { agent, host, link } = useConnection();
  const [isRenaming, setRenaming] = useState(false);
  const title = titleOf(session);
  if (isRenaming) {
    return (
      <li className="px-1 py-0.5">
        <RenameField
          label={`New name of ${title}`}
          value={title}
          onDone={(next) => {
            setRenaming(false);
            if (next !== undefined) void renameSession(agent, session.sessionId, next);
          }}
        />
      </li>
    );
  }
  return (
    <li
      className={classes(
        'group relative flex h-9 items-center rounded-md pe-1',
        isShown ? 'bg-accent-soft' : 'hover:bg-hover focus-within:bg-hover',
      )}
    >
      <a
        href={`#/s/${encodeURIComponent(session.sessionId)}`}
        aria-current={isShown ? 'page' : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded-md ps-2 text-sm no-underline"
        onClick={(event) => {
          event.preventDefault();
          if (event.metaKey || event.ctrlKey || event.altKey) openBeside(session.sessionId);
          else openSession(session.sessionId);
          onOpen();
        }}
        onDoubleClick={() => {
          setRenaming(true);
        }}
      >
        <StateDot state={shownState(session)} />
        <span dir="auto" className="min-w-0 flex-1 truncate text-start">
          {title}
        </span>
        <span className="shrink-0 text-xs text-muted group-focus-within:invisible group-hover:invisible pointer-coarse:me-7 pointer-coarse:visible!">
          {relativeTime(session.updatedAt, now)}
        </span>
      </a>
      <div className="absolute inset-e-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100">
        <Menu
          trigger={<IconButton label={`Actions for ${title}`} icon="more" size="small" />}
          actions={sessionMenu({
            agent,
            sessionId: session.sessionId,
            isArchived: session.archived === true,
            role: session.hub.role,
            canShare: host.canAsk('invite') && link.hubAddress !== undefined,
            onRename: () => {
              setRenaming(true);
            },
            onDelete: () => {
              onDelete(session);
            },
            onShare: () => {
              onShare(session);
            },
          })}
        />
      </div>
    </li>
  );
});
