/** The dialogs of the frame, loaded when they are first opened, and the actions that open them. */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

import { pageActions, useActions, type Action } from '../actions/actions.ts';
import { listenToShortcuts } from '../actions/shortcuts.ts';
import { useConnection } from '../connect/connection.tsx';
import { isInEditor } from '../connect/page-link.ts';
import { setPreferences, usePreferences } from '../preferences/preferences.ts';
import { IconButton } from '../ui/button.tsx';

const loaded = {
  palette: lazy(async () => ({ default: (await import('./palette.tsx')).Palette })),
  settings: lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog })),
  shortcuts: lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog })),
  agents: lazy(async () => ({ default: (await import('../agents/agents-dialog.tsx')).AgentsDialog })),
  join: lazy(async () => ({ default: (await import('./join-dialog.tsx')).JoinDialog })),
} as const;

type DialogName = keyof typeof loaded;

/** The dialog that is open, and how to open one. */
export interface Dialogs {
  readonly open: DialogName | undefined;
  readonly show: (name: DialogName | undefined) => void;
}

/** Registers the actions of the frame's dialogs, and listens to the keys of the page. */
export function useDialogs(): Dialogs {
  const { agent, host } = useConnection();
  const { theme } = usePreferences();
  const [open, show] = useState<DialogName>();
  useEffect(() => listenToShortcuts(isInEditor() ? actionsForKeysInEditor : pageActions.all), []);
  const isOpen = agent.status === 'open';
  useActions([
    {
      id: 'palette',
      title: 'Show the command palette',
      keys: 'Mod+K',
      worksInFields: true,
      run: () => {
        show('palette');
      },
    },
    {
      id: 'shortcuts',
      title: 'Show the keys',
      group: 'Help',
      keys: '?',
      run: () => {
        show('shortcuts');
      },
    },
    {
      id: 'settings',
      title: 'Settings',
      group: 'View',
      keys: 'Mod+,',
      worksInFields: true,
      run: () => {
        show('settings');
      },
    },
    ...(isInEditor() ? [] : (['light', 'dark', 'system'] as const))
      .filter((each) => each !== theme)
      .map((each) => ({
        id: `theme-${each}`,
        title: each === 'system' ? 'Use the theme of the system' : `Use the ${each} theme`,
        group: 'View',
        run: () => {
          setPreferences({ theme: each });
        },
      })),
    ...(isOpen && host.can('agents')
      ? [
          {
            id: 'agents',
            title: 'Agents: install, log in, what they can do',
            group: 'Agents',
            run: () => {
              show('agents');
            },
          },
        ]
      : []),
    ...(isOpen && host.canAsk('accept_invitation')
      ? [
          {
            id: 'join',
            title: 'Join a session by an invitation link',
            group: 'Sessions',
            run: () => {
              show('join');
            },
          },
        ]
      : []),
  ]);
  return { open, show };
}

/** Combinations belong to the editor, whose user sets them; single keys are those of the page. */
const actionsForKeysInEditor = (): readonly Action[] =>
  pageActions.all().filter(({ keys }) => keys?.includes('Mod+') !== true);

export function OpenDialog({ open, show }: Dialogs): ReactNode {
  if (open === undefined) return undefined;
  const Shown = loaded[open];
  return (
    <Suspense>
      <Shown
        onClose={() => {
          show(undefined);
        }}
      />
    </Suspense>
  );
}

/** The buttons under the list of sessions. */
export function FrameButtons({ show }: Pick<Dialogs, 'show'>): ReactNode {
  return (
    <>
      <IconButton
        label="Command palette"
        icon="search"
        keys="Mod+K"
        onClick={() => {
          show('palette');
        }}
      />
      <IconButton
        label="Agents"
        icon="terminal"
        onClick={() => {
          show('agents');
        }}
      />
      <span className="flex-1" />
      <IconButton
        label="Keys"
        icon="help"
        keys="?"
        onClick={() => {
          show('shortcuts');
        }}
      />
      <IconButton
        label="Settings"
        icon="gear"
        keys="Mod+,"
        onClick={() => {
          show('settings');
        }}
      />
    </>
  );
}
