/** The frame of the client: the list of sessions, the banner, and the sessions side by side. */
import { useAgent } from '@acp-stack/react';
import { useRef, useState, type ReactNode } from 'react';

import { useActions } from '../actions/actions.ts';
import { useConnection } from '../connect/connection.tsx';
import { NoTokenError } from '../connect/page-token.ts';
import { setPreferences, usePreferences } from '../preferences/preferences.ts';
import { columnKey, showBeside } from '../routes/route.ts';
import { change, go, useRoute } from '../routes/use-route.ts';
import { Sidebar } from '../sessions/sidebar.tsx';
import { IconButton } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Banner } from './banner.tsx';
import { Column } from './column.tsx';
import { FrameButtons, OpenDialog, useDialogs } from './dialogs.tsx';
import { NoToken } from './no-token.tsx';
import { useNotifications } from './use-notifications.ts';
import { useSessionNumbers } from './use-session-numbers.ts';

export function Frame(): ReactNode {
  const { agent } = useConnection();
  useAgent(agent);
  if (agent.error instanceof NoTokenError && agent.status === 'failed') return <NoToken />;
  return <OpenFrame />;
}

/** Shows the start of a new session. */
const startNew = (): void => {
  go({ columns: ['new'] });
};

function OpenFrame(): ReactNode {
  const { agent } = useConnection();
  const { sidebar } = usePreferences();
  const { columns } = useRoute();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const main = useRef<HTMLElement>(null);
  const dialogs = useDialogs();
  useNotifications();
  useSessionNumbers();
  const keys = columns.map(columnKey);
  // The column that was used last, or the last one.
  const active = keys.includes(chosen) ? chosen : keys.at(-1);
  const closeDrawer = (): void => {
    setDrawerOpen(false);
  };
  const toggleSidebar = (): void => {
    setPreferences({ sidebar: !sidebar });
  };
  useActions([
    {
      id: 'new-session',
      title: 'New session',
      group: 'Sessions',
      keys: 'Mod+Shift+O',
      worksInFields: true,
      run: startNew,
    },
    {
      id: 'new-beside',
      title: 'New session beside this one',
      group: 'Sessions',
      run: () => {
        change((route) => showBeside(route, 'new'));
      },
    },
    {
      id: 'show-sessions',
      title: 'Show the list of sessions',
      group: 'Sessions',
      run: () => {
        if (matchMedia('(width < 48rem)').matches) setDrawerOpen(true);
        else setPreferences({ sidebar: true });
      },
    },
    {
      id: 'toggle-sidebar',
      title: sidebar ? 'Hide the list of sessions' : 'Show the list of sessions',
      group: 'View',
      keys: 'Mod+B',
      worksInFields: true,
      run: toggleSidebar,
    },
  ]);
  const list = (
    <Sidebar
      onNew={() => {
        closeDrawer();
        startNew();
      }}
      onOpen={closeDrawer}
      footer={
        <FrameButtons
          show={(name) => {
            closeDrawer();
            dialogs.show(name);
          }}
        />
      }
    />
  );
  return (
    <div className="flex h-dvh overflow-hidden">
      <button
        type="button"
        className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
        onClick={() => main.current?.focus()}
      >
        Skip to the conversation
      </button>
      {sidebar ? (
        <aside aria-label="List of sessions" className="w-68 shrink-0 border-e border-line bg-panel max-md:hidden">
          {list}
        </aside>
      ) : undefined}
      <Drawer isOpen={isDrawerOpen} onClose={closeDrawer} label="List of sessions">
        {list}
      </Drawer>
      <div className="flex min-w-0 flex-1 flex-col">
        <Banner agent={agent} />
        <main ref={main} tabIndex={-1} className="flex min-h-0 flex-1 outline-none">
          {columns.map((column, index) => (
            <Column
              key={columnKey(column)}
              column={column}
              index={index}
              isActive={columnKey(column) === active}
              isOnly={columns.length === 1}
              onActivate={() => {
                setChosen(columnKey(column));
              }}
              start={
                index === 0 ? (
                  <>
                    <IconButton
                      label="Show the list of sessions"
                      icon="menu"
                      className="md:hidden"
                      onClick={() => {
                        setDrawerOpen(true);
                      }}
                    />
                    {sidebar ? undefined : (
                      <IconButton
                        label="Show the list of sessions"
                        icon="sidebar"
                        keys="Mod+B"
                        className="max-md:hidden"
                        onClick={toggleSidebar}
                      />
                    )}
                  </>
                ) : undefined
              }
            />
          ))}
        </main>
      </div>
      <OpenDialog {...dialogs} />
    </div>
  );
}
