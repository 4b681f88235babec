/** What a session uses of the agent connection that it belongs to. `S` is the session as the program sees it. */
import type { InjectMode } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { PromptHandlerOf } from '../turn/foreground-work.ts';
import type { TurnSession } from '../turn/turn.ts';

export interface AgentSessionHostOf<S extends TurnSession> {
  readonly connection: Connection<'agent'>;
  readonly store: SessionStore;
  /** Makes ids; random ones when absent. */
  readonly newId?: ((kind: string) => string) | undefined;
  readonly onPrompt: PromptHandlerOf<S>;
  /** Called with an error that belongs to no response. */
  readonly onError: (error: unknown) => void;
  /** Which injected messages are accepted. */
  readonly injectModes: readonly InjectMode[];
}
