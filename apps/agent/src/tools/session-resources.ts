/** What the tools and commands of one session work with. */
import type { AgentSession, SessionUpdate, Turn } from '@acp-stack/sdk';
import type { Workspace } from '@acp-stack/workspace';

import type { SessionFiles } from '../files/session-files.ts';
import type { PermissionController } from '../permissions/permission-controller.ts';
import type { EditLog } from '../session-data/edit-log.ts';

export interface SessionResources {
  readonly session: AgentSession;
  readonly workspace: Workspace;
  readonly files: SessionFiles;
  readonly edits: EditLog;
  readonly permissions: PermissionController;
  /** Compacts the conversation with the model; absent without a model. */
  readonly compact?: (turn: Turn) => Promise<'done' | 'failed' | 'nothing'>;
  /** The updates of the session so far. */
  readonly history: () => AsyncIterable<SessionUpdate>;
  /** Whether tools may use the network. */
  readonly mayFetch: boolean;
}
