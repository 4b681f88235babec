/** The message queue of an agent that accepts messages while it works (draft). */
import type { ClientSession, ContentBlock } from '@acp-stack/sdk';

import type { AgentQueue } from './pending-messages.ts';
import { promptContent, type PromptPlace } from './prompt.ts';

/** Where a prompt of this session is written. */
export const placeOf = (session: ClientSession): PromptPlace => ({
  cwd: session.cwd,
  acceptsResources: session.supports('prompt.embeddedContext'),
});

export const createAgentQueue = (
  session: ClientSession,
  queued: (content: readonly ContentBlock[]) => void,
  steered: (content: readonly ContentBlock[]) => void = () => undefined,
): AgentQueue => ({
  accepts: (mode) => session.injectModes.includes(mode),
  contentOf: async (prompt) => {
    const content = await promptContent(prompt, placeOf(session));
    // Before the agent has it, because the agent may ask for the open documents at once.
    queued(content);
    return content;
  },
  // A message that the agent does not accept waits in this program, where the user sees it.
  inject: async (content, mode) => {
    const message = await session.inject(content, { mode, fallback: 'none' });
    // An agent that names no message may never report it.
    if (message.state === 'delivered' && message.messageId === undefined) steered(content);
    return message;
  },
});
