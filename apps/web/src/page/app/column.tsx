/** One column: a session with its header, or the start of a new one. */
import { useSession } from '@acp-stack/react';
import type { ReactNode } from 'react';

import { LoginButton } from '../agents/login-button.tsx';
import { useConnection } from '../connect/connection.tsx';
import { closeColumn, replaceColumn, type Column as ColumnRoute } from '../routes/route.ts';
import { change } from '../routes/use-route.ts';
import { NewSession } from '../sessions/new-session.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { SessionHeader } from './session-header.tsx';
import { SessionView, type SessionViewProps } from './session-view.tsx';

export interface ColumnProps {
  readonly column: ColumnRoute;
  readonly index: number;
  readonly isActive: boolean;
  readonly isOnly: boolean;
  readonly onActivate: () => void;
  /** Buttons at the start of its header. */
  readonly start: ReactNode;
}

export function Column(props: ColumnProps): ReactNode {
  const { column, index, isActive, isOnly, onActivate, start } = props;
  const end = isOnly ? undefined : (
    <IconButton
      label="Close column"
      icon="close"
      onClick={() => {
        change((route) => closeColumn(route, index));
      }}
    />
  );
  return (
    <div
      className={classes(
        'flex min-h-0 min-w-0 flex-1 flex-col not-first:border-s border-line',
        !isActive && 'max-md:hidden',
      )}
      onFocusCapture={onActivate}
      onPointerDownCapture={onActivate}
    >
      {column === 'new' ? (
        <>
          <header className="flex h-12 shrink-0 items-center gap-1 px-2">
            {start}
            <span className="flex-1" />
            {end}
          </header>
          <NewSession
            onCreated={(sessionId) => {
              change((route) => replaceColumn(route, index, { sessionId }), { replace: true });
            }}
          />
        </>
      ) : (
        <OpenSession sessionId={column.sessionId} isActive={isActive} start={start} end={end} />
      )}
    </div>
  );
}

interface OpenSessionProps {
  readonly sessionId: string;
  readonly isActive: boolean;
  readonly start: ReactNode;
  readonly end: ReactNode;
}

function OpenSession({ sessionId, isActive, start, end }: OpenSessionProps): ReactNode {
  const { agent } = useConnection();
  const session = useSession(agent, sessionId);
  if (session === undefined) return undefined;
  return (
    <>
      <SessionHeader session={session} sessionId={sessionId} isActive={isActive} start={start} end={end} />
      <SessionState session={session} isActive={isActive} />
    </>
  );
}

/** The conversation, or why there is none. */
function SessionState({ session, isActive }: SessionViewProps): ReactNode {
  const { status, error } = session;
  const isEmpty = session.entryIds().length === 0;
  if (status === 'failed' || (status === 'ended' && isEmpty)) {
    return (
      <div role="alert" className="mx-auto flex w-full max-w-xl flex-col items-start gap-3 p-6">
        <h2 className="text-lg font-semibold">This session cannot be opened</h2>
        <p dir="auto" className="break-words text-muted">
          {error?.message}
        </p>
        <div className="flex flex-wrap gap-2">
          <LoginButton
            error={error}
            onDone={() => {
              session.retry();
            }}
          />
          <Button
            icon="refresh"
            onClick={() => {
              session.retry();
            }}
          >
            Try again
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      {status === 'ended' ? (
        <p role="alert" dir="auto" className="border-b border-line bg-warn-soft px-4 py-2 text-sm break-words">
          This session has ended here; what it said stays until you close it. {error?.message}
        </p>
      ) : undefined}
      <SessionView session={session} isActive={isActive} />
    </>
  );
}
