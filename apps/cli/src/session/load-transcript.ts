/** What was said in a stored session, from the agent that has stored it. */
import { TranscriptStore, type Transcript } from '@acp-stack/transcript';

import type { AgentRun } from '../connect/run-with-agent.ts';
import { findSession, type FoundSession } from './find-session.ts';

export interface LoadedSession {
  readonly info: FoundSession;
  readonly transcript: Transcript;
}

/** Has the agent tell the whole history again. */
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
        // A title that only the list knows belongs to it as well.
        const isUntitled = transcript.info.title === undefined && typeof title === 'string';
        return { info, transcript: isUntitled ? { ...transcript, info: { ...transcript.info, title } } : transcript };
      })(),
    ),
  );
}
