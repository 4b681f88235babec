/** What the sessions of one connection of an agent have in common. */
import type { InjectMode } from '@acp-stack/schema/v2/unstable';

import type { PromptHandler } from './agent-session.ts';
import type { Connection } from '../../connection/connection.ts';
import type { SessionStore } from '../store/session-store.ts';

export interface AgentSessionHost {
  readonly connection: Connection<'agent'>;
  readonly store: SessionStore;
  /** Makes ids; random ones when absent. */
  readonly newId?: ((kind: string) => string) | undefined;
  readonly onPrompt: PromptHandler;
  /** Hears what a handler threw by accident. */
  readonly onError: (error: unknown) => void;
  /** Which messages are taken while a session works. */
  readonly injectModes: readonly InjectMode[];
}
