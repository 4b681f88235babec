/** The state of a session besides its transcript. */
import type { HubSession } from '../hub/hub-meta.ts';
import type { SendingPrompt } from './prompt-sender.ts';

/** Whether a session can be used: `disconnected` while the connection is lost, `ended` if it is gone for this user. */
export type SessionStatus = 'opening' | 'open' | 'disconnected' | 'ended' | 'failed';

/** The state of a session besides its transcript. */
export interface SessionSnapshot {
  /** Whether it can be used. */
  readonly status: SessionStatus;
  /** Why it has failed or ended. */
  readonly error: Error | undefined;
  /** Undefined until a new session was created. */
  readonly id: string | undefined;
  /** The working directory, once it is known. */
  readonly cwd: string | undefined;
  /** What a hub says about it; empty without a hub. */
  readonly hub: HubSession;
  /** Whether only the last part of the history is in the transcript; `loadEarlier` reads the rest. */
  readonly hasEarlier: boolean;
  /** The prompts that the agent has not accepted yet. */
  readonly sending: readonly SendingPrompt[];
}
