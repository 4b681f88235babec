/**
 * Ends what a program left open when it died in the middle of its work.
 *
 * The record of the session says that work was under way. The work is not continued: open tool calls and terminals are
 * ended in the store, and a client that resumes the session sees that it was interrupted.
 */
import { rpcCodes } from '@acp-stack/rpc';
import type { IdleStateUpdate, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { SessionStore } from './session-store.ts';

/** The state of the session afterwards. */
export const interrupted: IdleStateUpdate = {
  stopReason: 'error',
  error: { code: rpcCodes.internalError, message: 'The agent was interrupted while it worked. Prompt again to go on.' },
};

const finalStatus = new Set<unknown>(['completed', 'failed', 'cancelled']);

/** Ends the open tool calls and terminals of the history, and stores that nothing is under way. */
export async function endInterruptedWork(store: SessionStore, sessionId: string): Promise<void> {
  const open = new Map<string, SessionUpdate | undefined>();
  for await (const update of store.history(sessionId)) note(open, update);
  for (const ending of open.values()) if (ending !== undefined) await store.append(sessionId, ending);
  await store.patch(sessionId, { isWorking: false });
}

/** Sets for each tool call and terminal the update that will end it, or undefined if it has ended. */
function note(open: Map<string, SessionUpdate | undefined>, update: SessionUpdate): void {
  if (update.sessionUpdate === 'tool_call_update' && typeof update.toolCallId === 'string') {
    const { toolCallId, status } = update;
    const key = `call ${toolCallId}`;
    if (finalStatus.has(status)) open.set(key, undefined);
    else if (status !== undefined || !open.has(key))
      open.set(key, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
  }
  if (update.sessionUpdate === 'terminal_update' && typeof update.terminalId === 'string') {
    const { terminalId, exitStatus } = update;
    const key = `terminal ${terminalId}`;
    if (exitStatus !== undefined && exitStatus !== null) open.set(key, undefined);
    else if (!open.has(key)) open.set(key, { sessionUpdate: 'terminal_update', terminalId, exitStatus: {} });
  }
}
