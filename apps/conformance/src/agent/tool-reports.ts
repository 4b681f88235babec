/** What the updates of a session say about tool calls. */
import { fieldsOf, isFields, type Fields } from '../conversation/message.ts';

const reports = new Set<unknown>(['tool_call', 'tool_call_update']);
const finals = new Set<unknown>(['completed', 'failed', 'cancelled']);

/** Whether a tool call with this status, or a terminal with this exit status, has ended. */
export const isFinal = ({ status, exitStatus }: Fields): boolean => finals.has(status) || isFields(exitStatus);

/** The reports about each tool call, in order, by its id. */
export function toolCalls(updates: readonly Fields[]): ReadonlyMap<string, readonly Fields[]> {
  const calls = new Map<string, Fields[]>();
  for (const update of updates) {
    const id = update['toolCallId'];
    if (!reports.has(update['sessionUpdate']) || typeof id !== 'string') continue;
    const known = calls.get(id);
    if (known === undefined) calls.set(id, [update]);
    else known.push(update);
  }
  return calls;
}

/** The reports about each terminal of the agent, in order, by its id. */
export function terminals(updates: readonly Fields[]): ReadonlyMap<string, readonly Fields[]> {
  const found = new Map<string, Fields[]>();
  for (const update of updates) {
    const id = update['terminalId'];
    if (update['sessionUpdate'] === 'terminal_update' && typeof id === 'string')
      found.set(id, [...(found.get(id) ?? []), update]);
  }
  return found;
}

/** The statuses that a tool call went through. */
export const statusesOf = (call: readonly Fields[]): readonly unknown[] =>
  call.map(({ status }) => status).filter((status) => status !== undefined && status !== null);

/** The content of tool calls, in reports and in chunks. */
export const toolContent = (updates: readonly Fields[]): readonly Fields[] =>
  updates
    .filter(({ sessionUpdate }) => reports.has(sessionUpdate) || sessionUpdate === 'tool_call_content_chunk')
    .flatMap(({ content }) => [content ?? []].flat())
    .map(fieldsOf);
