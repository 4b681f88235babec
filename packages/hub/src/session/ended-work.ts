/**
 * The records that end what an agent left open: it was lost, or the node that owned the session was.
 *
 * Nothing is given to an agent twice. A message that it may have got counts as delivered: users see what was asked, and
 * that the work on it was interrupted. The request of a prompt is answered with an error; that of an injected message
 * was answered before.
 */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import type { IdleStateUpdate, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { hubKey, type LogRecord, type PendingMessage } from '../store/records.ts';
import type { Fate, SessionState } from './session-state.ts';

/** The error of an item that the agent may or may not have got. */
export const interruptedItem: ErrorObject = {
  code: rpcCodes.internalError,
  message: 'The agent was interrupted before it answered. Look at the session, and send the request again if needed.',
  data: { reason: 'interrupted' },
};

/** The end of a turn; `reason` is a sentence. */
const interruptedWork = (reason: string): IdleStateUpdate => ({
  stopReason: 'error',
  error: {
    code: rpcCodes.internalError,
    message: `${reason} Prompt again to go on.`,
    data: { reason: 'interrupted' },
  },
});

/** What is told and shown of work that has ended. */
export interface EndedWorkOptions {
  /** One sentence for clients. */
  readonly reason?: string;
  /** Prompts that the agent was given without waiting, and has not confirmed: the log does not have their content. */
  readonly direct?: readonly PendingMessage[];
}

/** The records that end everything that only a living agent could go on with; clients are told the reason. */
export function endedWork(
  state: SessionState,
  { reason = 'The agent was interrupted while it worked.', direct = [] }: EndedWorkOptions = {},
): readonly LogRecord[] {
  const waited = [...state.pending.values()].filter((message) => isGiven(state, message));
  const given = [...direct.filter(({ messageId }) => !state.pending.has(messageId)), ...waited];
  const isWorking = state.activity !== 'idle' || state.awaitsWork || given.length > 0;
  return [
    ...given.flatMap((message) => deliveredRecords(state, message)),
    ...endedItems(state),
    ...[...state.questions.keys()].map((question): LogRecord => {
      return { kind: 'question_closed', question, reason: 'interrupted' };
    }),
    ...openIds(state.toolCalls).map((toolCallId) =>
      updateRecord({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' }),
    ),
    ...openIds(state.terminals).map((terminalId) =>
      updateRecord({ sessionUpdate: 'terminal_update', terminalId, exitStatus: {} }),
    ),
    ...(isWorking ? [updateRecord({ sessionUpdate: 'state_update', state: 'idle', ...interruptedWork(reason) })] : []),
  ];
}

/** A message in mode `steer` is with the agent from the beginning. */
const isGiven = (state: SessionState, { mode, item }: PendingMessage): boolean =>
  mode === 'steer' || state.handed.has(item);

/** The records that show a message which the agent has, and end its waiting if it waited. */
export function deliveredRecords(
  { pending }: SessionState,
  message: PendingMessage,
  { awaitsWork = false }: { readonly awaitsWork?: boolean } = {},
): readonly LogRecord[] {
  const { messageId, content, principal } = message;
  const update: SessionUpdate = {
    sessionUpdate: 'user_message',
    messageId,
    content,
    _meta: { [hubKey]: { principal } },
  };
  return [
    { kind: 'update', update, ...(awaitsWork ? { awaitsWork } : {}) },
    ...(pending.has(messageId) ? [fateRecord('delivered', message)] : []),
  ];
}

/** The record that tells the members which of them has cancelled something; none in a session of one user. */
export function cancelledNotice({ members }: SessionState, what: string, principal: string): readonly LogRecord[] {
  if (Object.keys(members ?? {}).length <= 1) return [];
  return [updateRecord({ sessionUpdate: 'notice', severity: 'info', title: `${what} cancelled by ${principal}.` })];
}

/** The end of a pending message; its content is in the records before. */
export const fateRecord = (change: Fate, message: PendingMessage): LogRecord => ({
  kind: 'pending',
  change,
  message: { ...message, content: [] },
});

function endedItems(state: SessionState): readonly LogRecord[] {
  const pending = [...state.pending.values()];
  /** Injected messages were answered when they were accepted. */
  const answered = new Set(pending.filter(({ from }) => from === 'inject').map(({ item }) => item));
  /** Repetitions of a prompt that waits get its result later. */
  const waiting = new Set(pending.filter((message) => !isGiven(state, message)).map(({ key }) => key));
  return [...state.handed]
    .filter(([item, key]) => !answered.has(item) && !waiting.has(key))
    .map(([item, key]) => ({ kind: 'result', item, key, error: interruptedItem }));
}

const openIds = (table: ReadonlyMap<string, boolean>): readonly string[] =>
  [...table].filter(([, isOpen]) => isOpen).map(([id]) => id);

const updateRecord = (update: SessionUpdate): LogRecord => ({ kind: 'update', update });
