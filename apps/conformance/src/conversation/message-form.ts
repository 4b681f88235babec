/** What can be said about any message of JSON-RPC by looking at it. */
import type { Conversation } from './conversation.ts';
import { fieldsOf, isFields, isResponse, type LoggedMessage } from './message.ts';

/** Whether a message is a JSON-RPC 2.0 object. */
export const isMessage = ({ value }: LoggedMessage): boolean => isFields(value) && value['jsonrpc'] === '2.0';

/** Whether a response has exactly one of a result and an error, and an error its code and message. */
export function isWellFormed(response: unknown): boolean {
  if (!isResponse(response)) return false;
  const [hasResult, hasError] = ['result' in response, 'error' in response];
  if (hasResult === hasError) return false;
  if (hasResult) return true;
  const { error } = fieldsOf(response);
  return isFields(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string';
}

/** Ids that the client has used again before their response. */
export function reusedIds(conversation: Conversation): readonly unknown[] {
  const open = new Set<unknown>();
  const reused: unknown[] = [];
  for (const { from, value } of conversation.log) {
    const { id, method } = fieldsOf(value);
    if (id === undefined) continue;
    if (from === 'suite' && method === undefined) open.delete(id);
    if (from !== 'peer' || typeof method !== 'string') continue;
    if (open.has(id)) reused.push(id);
    open.add(id);
  }
  return reused;
}
