/**
 * The id of a connection in the result of `initialize`, for clients that read it there and not in the header.
 */
import { fieldsOf, parsed } from '../../wire/json-fields.ts';

/** The response `text` with `connectionId` in the `_meta` of its result; `text` itself if it has no result. */
export function withConnectionId(text: string, connectionId: string): string {
  const message = fieldsOf(parsed(text));
  const { result } = message;
  if (typeof result !== 'object' || result === null) return text;
  const meta = fieldsOf(fieldsOf(result)['_meta']);
  return JSON.stringify({ ...message, result: { ...result, _meta: { ...meta, connectionId } } });
}
