/** The command palette: every action and every session, found by a few letters. */
import { useSessions } from '@acp-stack/react';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';

import { useAllActions, type Action } from '../actions/actions.ts';
import { fuzzyFilter } from '../actions/fuzzy.ts';
import { useConnection } from '../connect/connection.tsx';
import { openSession } from '../sessions/session-actions.ts';
import { folderName, titleOf } from '../sessions/session-groups.ts';
import { classes } from '../ui/classes.ts';
import { Keys } from '../ui/keys.tsx';
import { PlainDialog } from '../ui/plain-dialog.tsx';

/** How many lines are drawn. */
const maxLines = 60;

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const entries = useEntries();
  const found = useMemo(
    () => fuzzyFilter(query, entries, ({ title, group }) => `${title} ${group ?? ''}`).slice(0, maxLines),
    [query, entries],
  );
  const at = Math.min(chosen, Math.max(0, found.length - 1));
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (action: Action | undefined): void => {
    if (action === undefined) return;
    onClose();
    action.run();
  };
  const move = (by: number): void => {
    if (found.length > 0) setChosen((at + by + found.length) % found.length);
  };
  return (
    <PlainDialog label="Command palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Find an action or a session"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${at}`}
        autoComplete="off"
        placeholder="Find an action or a session"
        dir="auto"
        value={query}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted"
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else if (event.key === 'Enter') run(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Actions and sessions"
        className="max-h-[60vh] overflow-y-auto p-1"
      >
        {found.map((action, index) => (
          // Keys are handled by the field, which keeps the focus.
          <li
            key={action.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={classes(
              'flex cursor-pointer items-center gap-3 rounded-sm px-3 py-2 text-sm',
              index === at && 'bg-accent-soft',
            )}
            onPointerMove={() => {
              setChosen(index);
            }}
            onClick={() => {
              run(action);
            }}
          >
            <bdi className="min-w-0 flex-1 truncate">{action.title}</bdi>
            {action.group === undefined ? undefined : <span className="text-xs text-muted">{action.group}</span>}
            {action.keys === undefined ? undefined : <Keys keys={action.keys} />}
          </li>
        ))}
      </ul>
      <p role="status" className={found.length === 0 ? 'px-4 pb-3 text-sm text-muted' : 'sr-only'}>
        {found.length === 0 ? 'Nothing matches.' : `${found.length} found`}
      </p>
    </PlainDialog>
  );
}

/** The actions of the page, and one for each session. */
function useEntries(): readonly Action[] {
  const { agent } = useConnection();
  const { sessions } = useSessions(agent);
  const actions = useAllActions();
  return useMemo(
    () => [
      ...actions.filter(({ id }) => id !== 'palette' && !id.startsWith('session-number-')),
      ...sessions.map((session) => ({
        id: `open ${session.sessionId}`,
        title: titleOf(session),
        group: folderName(session.cwd),
        run: () => {
          openSession(session.sessionId);
        },
      })),
    ],
    [actions, sessions],
  );
}
