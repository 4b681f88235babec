/** What can be done with a session of the list; failures are shown as a message. */
import type { AgentStore } from '@acp-stack/react';

import { closeSession, showBeside, showOnly } from '../routes/route.ts';
import { change, go } from '../routes/use-route.ts';
import { showError, showToast } from '../ui/toast.tsx';

/** Opens a session alone. */
export const openSession = (sessionId: string): void => {
  go(showOnly(sessionId));
};

/** Opens a session in a further column. */
export const openBeside = (sessionId: string): void => {
  change((route) => showBeside(route, { sessionId }));
};

/** Sets the title. */
export async function renameSession(agent: AgentStore, sessionId: string, title: string): Promise<void> {
  try {
    await agent.rename(sessionId, title);
  } catch (error) {
    showError('The session was not renamed', error);
  }
}

/** Archives a session; Undo brings it back. */
export async function archiveSession(agent: AgentStore, sessionId: string): Promise<void> {
  try {
    await agent.archive(sessionId);
    change((route) => closeSession(route, sessionId));
    showToast({
      title: 'The session is archived',
      action: {
        label: 'Undo',
        run: () => {
          void unarchiveSession(agent, sessionId);
        },
      },
    });
  } catch (error) {
    showError('The session was not archived', error);
  }
}

/** Brings an archived session back. */
export async function unarchiveSession(agent: AgentStore, sessionId: string): Promise<void> {
  try {
    await agent.unarchive(sessionId);
  } catch (error) {
    showError('The session was not brought back', error);
  }
}

/** Copies a session, and opens the copy beside it. */
export async function forkSession(agent: AgentStore, sessionId: string): Promise<void> {
  try {
    openBeside(await agent.fork(sessionId));
  } catch (error) {
    showError('The session was not copied', error);
  }
}

/** Deletes a session for ever. */
export async function deleteSession(agent: AgentStore, sessionId: string): Promise<void> {
  try {
    await agent.remove(sessionId);
    change((route) => closeSession(route, sessionId));
    showToast({ title: 'The session is deleted' });
  } catch (error) {
    showError('The session was not deleted', error);
  }
}
