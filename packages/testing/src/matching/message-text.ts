/** A message on one line for error messages: its kind first, then its content. */
import { isObject, preview } from './matcher.ts';

/** For instance `request 3 session/new {"cwd":"/w"}`. */
export function messageText(message: unknown): string {
  if (!isObject(message)) return preview(message);
  const { id, method, params } = message;
  if (typeof method === 'string') {
    const what = 'id' in message ? `request ${preview(id)}` : 'notification';
    return params === undefined ? `${what} ${method}` : `${what} ${method} ${preview(params)}`;
  }
  if ('error' in message) return `error for ${preview(id)} ${preview(message['error'])}`;
  if ('result' in message) return `response to ${preview(id)} ${preview(message['result'])}`;
  return preview(message);
}
