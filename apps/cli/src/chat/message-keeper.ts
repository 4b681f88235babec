/** Messages that wait at an agent, where it offers to keep them (draft). */
import type { ClientSession } from '@acp-stack/sdk';

import type { MessageKeeper } from './pending-messages.ts';
import { promptContent } from './prompt.ts';

export const messageKeeper = (session: ClientSession): MessageKeeper => ({
  takes: (mode) => session.injectModes.includes(mode),
  contentOf: (prompt) => promptContent(prompt, session.cwd),
  // What the agent does not take waits here, where it can be seen.
  inject: (content, mode) => session.inject(content, { mode, fallback: 'none' }),
});
