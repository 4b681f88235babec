/** Work of an agent that goes on until it is cancelled. */
import type { Conversation } from '../conversation/conversation.ts';
import { Unreachable } from '../conversation/failure.ts';
import type { AgentStage } from './agent-stage.ts';
import type { StartedPrompt } from './prompt-run.ts';

/** Starts work that goes on, and returns when the agent has begun; fails if the agent does not go on working. */
export async function startWaiting(
  stage: AgentStage,
  conversation: Conversation,
  sessionId: string,
): Promise<StartedPrompt> {
  const work = stage.start(conversation, sessionId, 'wait');
  await conversation.until(
    () => conversation.updates(sessionId, ['state_update'], work.since).length > 0 || work.isOver(),
    'no state_update arrived after the prompt',
  );
  await conversation.fence();
  if (work.isOver()) throw new Unreachable('The agent does not go on working when it is asked to wait.');
  return work;
}
