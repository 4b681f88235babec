/** What a conversation needs of the program around it. */
import type { ClientSession, ContentBlock } from '@acp-stack/sdk';

import type { SentPrompt } from '../../../context/prompt-context.ts';
import type { Note } from './outcome-note.ts';

export interface ConversationHooks {
  /** Something that is displayed has changed: the state of the work, the queue, or the session. */
  readonly changed: () => void;
  readonly note: (note: Note) => void;
  /** The work has failed because the agent has ended; how it ended is reported later, when it is known. */
  readonly failed?: () => void;
  /** Runs `work`, after a login if the agent requires one. */
  readonly withLogin: <T>(work: () => PromiseLike<T>) => Promise<T>;
  /** Adds the context to a prompt of this session. */
  readonly withContext: (content: readonly ContentBlock[], session: ClientSession) => Promise<SentPrompt>;
  /** Why this user may not send messages; undefined if they may. */
  readonly refusal?: () => string | undefined;
  /** Called with the content of a message that waits in the queue of the agent. */
  readonly queued: (content: readonly ContentBlock[]) => void;
}
