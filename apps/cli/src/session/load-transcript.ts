/** Loads the conversation of a stored session from its agent. */
import { TranscriptStore, type Transcript } from '@acp-stack/transcript';

import type { AgentRun } from '../connect/run-with-agent.ts';
import { findSession, type FoundSession } from './find-session.ts';

export interface LoadedSession {
  readonly info: FoundSession;
  readonly transcript: Transcript;
}

/** Asks the agent to replay the whole session. */
export async function loadTranscript(agentRun: AgentRun, id: string): Promise<LoadedSession> {
  const { agent, connection, deadline, cwd } = agentRun;
  return agent.explained(() =>
    deadline.until(
      (async () => {
        const info = await findSession(agentRun, id);
        const store = new TranscriptStore();
        const { sessionId } = info;
        const { signal } = deadline;
        const session = await connection.load(
          { sessionId, cwd: info.cwd ?? cwd },
          {
            signal,
            onUpdate: (update) => {
              store.apply(update);
            },
          },
        );
        await connection.raw.handled(session.id);
        const { title } = info;
        const transcript = store.snapshot();
        // The title may only be in the list of sessions.
        const isUntitled = transcript.info.title === undefined && typeof title === 'string';
        return { info, transcript: isUntitled ? { ...transcript, info: { ...transcript.info, title } } : transcript };
      })(),
    ),
  );
}
