/** The line above a conversation: its title, agent and folder, and what can be done with the session. */
import { useSessions, useSessionState, useTranscript, type SessionStore } from '@acp-stack/react';
import { useEffect, useState, type ReactNode } from 'react';

import { useActions } from '../actions/actions.ts';
import { useConnection } from '../connect/connection.tsx';
import { UsageMeter } from '../conversation/usage-meter.tsx';
import { DeleteDialog } from '../sessions/delete-dialog.tsx';
import { renameSession } from '../sessions/session-actions.ts';
import { folderName, titleOf } from '../sessions/session-groups.ts';
import { sessionMenu } from '../sessions/session-menu.ts';
import { ShareDialog } from '../sessions/share-dialog.tsx';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { RenameField } from '../ui/rename-field.tsx';

export interface SessionHeaderProps {
  readonly session: SessionStore;
  readonly sessionId: string;
  readonly isActive: boolean;
  readonly start: ReactNode;
  readonly end: ReactNode;
}

type Open = 'rename' | 'delete' | 'share' | undefined;

export function SessionHeader({ session, sessionId, isActive, start, end }: SessionHeaderProps): ReactNode {
  const { agent, host, link } = useConnection();
  const { cwd, hub } = useSessionState(session);
  const { sessions, refresh } = useSessions(agent);
  const named = useTranscript(session, (transcript) => transcript.info.title);
  const listed = sessions.find((each) => each.sessionId === sessionId)?.title;
  const title = titleOf({ title: named ?? listed });
  // A hub names a session without a title in its list, after the first message.
  const isNamedNow = useTranscript(session, ({ entries }) => entries.size > 0) && (named ?? listed ?? '') === '';
  useEffect(() => {
    if (isNamedNow) refresh().catch(() => undefined);
  }, [isNamedNow, refresh]);
  const [open, setOpen] = useState<Open>();
  const close = (): void => {
    setOpen(undefined);
  };
  const menu = sessionMenu({
    agent,
    sessionId,
    isArchived: false,
    role: hub.role,
    canShare: host.canAsk('invite') && link.hubAddress !== undefined,
    onRename: () => {
      setOpen('rename');
    },
    onDelete: () => {
      setOpen('delete');
    },
    onShare: () => {
      setOpen('share');
    },
  });
  useEffect(() => {
    if (isActive) document.title = `${title} · acp`;
  }, [isActive, title]);
  useActions(
    isActive
      ? menu.map(({ label, run }) => ({
          id: `session-${label}`,
          title: `${label.replace('…', '')}: ${title}`,
          group: 'This session',
          run,
        }))
      : [],
  );
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2">
      {start}
      <div className="flex min-w-0 flex-1 items-baseline gap-2 ps-2">
        {open === 'rename' ? (
          <RenameField
            label="New name of the session"
            value={title}
            onDone={(next) => {
              close();
              if (next !== undefined) void renameSession(agent, sessionId, next);
            }}
          />
        ) : (
          <>
            <h1 dir="auto" className="truncate text-sm font-semibold">
              {title}
            </h1>
            <p className="min-w-0 shrink-[9] truncate text-xs text-muted max-sm:hidden" title={cwd}>
              {[hub.agent, cwd === undefined ? undefined : folderName(cwd)].filter(Boolean).join(' · ')}
            </p>
            {hub.role === 'observer' ? (
              <span className="shrink-0 rounded-sm border border-line px-1.5 text-xs text-muted">You watch</span>
            ) : undefined}
          </>
        )}
      </div>
      <UsageMeter session={session} />
      <Menu trigger={<IconButton label="Actions for this session" icon="more" />} actions={menu} />
      {end}
      <DeleteDialog session={open === 'delete' ? { sessionId, title } : undefined} onClose={close} />
      <ShareDialog sessionId={open === 'share' ? sessionId : undefined} onClose={close} />
    </header>
  );
}
