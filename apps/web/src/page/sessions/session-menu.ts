/** The menu of a session, in the list and above its conversation. */
import type { AgentStore } from '@acp-stack/react';

import type { MenuAction } from '../ui/menu.tsx';
import { archiveSession, forkSession, openBeside, unarchiveSession } from './session-actions.ts';

export interface SessionMenuOptions {
  readonly agent: AgentStore;
  readonly sessionId: string;
  readonly isArchived: boolean;
  /** Undefined without a hub; then the user may do everything. */
  readonly role: string | undefined;
  readonly canShare: boolean;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  readonly onShare: () => void;
}

/** The actions that this user may do. */
export function sessionMenu(options: SessionMenuOptions): readonly MenuAction[] {
  const { agent, sessionId, isArchived, role, canShare, onRename, onDelete, onShare } = options;
  const isOwner = role === undefined || role === 'owner';
  const mayChange = isOwner || role === 'controller';
  const offers = (path: string): boolean => offersOf(agent, path);
  return [
    {
      label: 'Open beside',
      icon: 'columns',
      run: () => {
        openBeside(sessionId);
      },
    },
    ...(mayChange && offers('title') ? ([{ label: 'Rename', icon: 'edit', run: onRename }] as const) : []),
    ...(mayChange && offers('fork')
      ? ([
          {
            label: 'Fork',
            icon: 'fork',
            run: () => {
              void forkSession(agent, sessionId);
            },
          },
        ] as const)
      : []),
    ...(isOwner && canShare ? ([{ label: 'Share…', icon: 'people', run: onShare }] as const) : []),
    ...(isOwner && offers('archive')
      ? ([
          {
            label: isArchived ? 'Bring back' : 'Archive',
            icon: 'archive',
            run: () => {
              void (isArchived ? unarchiveSession : archiveSession)(agent, sessionId);
            },
          },
        ] as const)
      : []),
    ...(isOwner && offers('delete')
      ? ([{ label: 'Delete…', icon: 'trash', isDangerous: true, isSeparated: true, run: onDelete }] as const)
      : []),
  ];
}

/** Whether the agent or hub offers something for sessions, such as `fork`. */
function offersOf(agent: AgentStore, name: string): boolean {
  const { capabilities } = agent.snapshot();
  const session = (capabilities as { readonly session?: Readonly<Record<string, unknown>> } | undefined)?.session;
  const offered = session?.[name];
  return offered !== undefined && offered !== null && offered !== false;
}
