/** What the sessions of one agent connection have in common. `S` is the session as the program sees it. */
import type { InjectMode } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { PromptHandlerOf } from '../turn/foreground-work.ts';
import type { TurnSession } from '../turn/turn.ts';

export interface SessionHost<S extends TurnSession> {
  readonly connection: Connection<'agent'>;
  readonly store: SessionStore;
  /** Makes ids; random ones when absent. */
  readonly newId?: ((kind: string) => string) | undefined;
  readonly onPrompt: PromptHandlerOf<S>;
  /** Called with what a handler threw by accident. */
  readonly onError: (error: unknown) => void;
  /** Which injected messages are accepted. */
  readonly injectModes: readonly InjectMode[];
}
