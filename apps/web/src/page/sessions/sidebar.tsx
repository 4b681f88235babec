/** The list of sessions: search, folders, archive. */
import { useAgentState, useSessions, type ListedSession } from '@acp-stack/react';
import { useState, type ReactNode } from 'react';

import { useConnection } from '../connect/connection.tsx';
import { useRoute } from '../routes/use-route.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FoundTexts } from './found-texts.tsx';
import { SessionGroups } from './session-group-list.tsx';
import { matchesSearch, titleOf } from './session-groups.ts';
import { ShareDialog } from './share-dialog.tsx';
import { useListRefresh } from './use-list-refresh.ts';

export interface SidebarProps {
  readonly onNew: () => void;
  /** Called when a session was chosen, so that a drawer can close. */
  readonly onOpen: () => void;
  /** Buttons at the end. */
  readonly footer: ReactNode;
}

export function Sidebar({ onNew, onOpen, footer }: SidebarProps): ReactNode {
  const { agent } = useConnection();
  const [search, setSearch] = useState('');
  const [isArchive, setArchive] = useState(false);
  const [toDelete, setToDelete] = useState<ListedSession>();
  const [toShare, setToShare] = useState<ListedSession>();
  const list = useSessions(agent, { archived: isArchive ? 'only' : 'exclude' });
  const isConnected = useAgentState(agent).status === 'open';
  useListRefresh(list.refresh, isConnected);
  const { columns } = useRoute();
  const shown = new Set(columns.flatMap((column) => (column === 'new' ? [] : [column.sessionId])));
  const found =
    search.trim() === '' ? list.sessions : list.sessions.filter((each) => matchesSearch(each, search.trim()));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex items-center gap-2 p-3 pb-2">
        <Button icon="plus" className="flex-1" onClick={onNew}>
          New session
        </Button>
        <IconButton
          label={isArchive ? 'Show current sessions' : 'Show archived sessions'}
          icon="archive"
          aria-pressed={isArchive}
          look={isArchive ? 'plain' : 'quiet'}
          onClick={() => {
            setArchive(!isArchive);
          }}
        />
      </div>
      <search className="px-3 pb-2">
        <TextField
          type="search"
          label="Search sessions"
          placeholder="Search titles and text"
          value={search}
          className="h-8"
          onChange={(event) => {
            setSearch(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setSearch('');
          }}
        />
      </search>
      <nav
        aria-label={isArchive ? 'Archived sessions' : 'Sessions'}
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-2"
      >
        <SessionGroups sessions={found} shown={shown} onDelete={setToDelete} onShare={setToShare} onOpen={onOpen} />
        {found.length === 0 && list.isComplete ? (
          <p className="px-2 py-3 text-sm text-muted">{emptyText(search, isArchive)}</p>
        ) : undefined}
        {list.error === undefined || !isConnected ? undefined : (
          <p role="alert" className="px-2 py-3 text-sm text-bad">
            The list could not be read: {list.error.message}
          </p>
        )}
        {list.isComplete || list.sessions.length === 0 ? undefined : (
          <Button
            look="quiet"
            size="small"
            className="m-1"
            disabled={list.isLoading}
            onClick={() => {
              void list.loadMore();
            }}
          >
            Show older sessions
          </Button>
        )}
        <FoundTexts search={search.trim()} onOpen={onOpen} />
      </nav>
      <div className="flex items-center gap-1 border-t border-line p-2">{footer}</div>
      <DeleteDialog
        session={toDelete === undefined ? undefined : { sessionId: toDelete.sessionId, title: titleOf(toDelete) }}
        onClose={() => {
          setToDelete(undefined);
        }}
      />
      <ShareDialog
        sessionId={toShare?.sessionId}
        onClose={() => {
          setToShare(undefined);
        }}
      />
    </div>
  );
}

function emptyText(search: string, isArchive: boolean): string {
  if (search.trim() !== '') return 'No title matches.';
  return isArchive ? 'Nothing is archived.' : 'No sessions yet.';
}
