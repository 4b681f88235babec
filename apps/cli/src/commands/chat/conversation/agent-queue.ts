/** Messages that wait at an agent, where it offers to keep them (draft). */
import type { ClientSession, ContentBlock } from '@acp-stack/sdk';

import type { AgentQueue } from './pending-messages.ts';
import { promptContent } from './prompt.ts';

export const createAgentQueue = (
  session: ClientSession,
  handed: (content: readonly ContentBlock[]) => void,
): AgentQueue => ({
  takes: (mode) => session.injectModes.includes(mode),
  contentOf: async (prompt) => {
    const content = await promptContent(prompt, session.cwd);
    // Before the agent has it: the first thing that an agent asks may be what the user looks at.
    handed(content);
    return content;
  },
  // What the agent does not take waits here, where it can be seen.
  inject: (content, mode) => session.inject(content, { mode, fallback: 'none' }),
});
