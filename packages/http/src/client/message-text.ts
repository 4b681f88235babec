/** The text of a message that is sent. */
import { ConnectionError, serialize } from '@acp-stack/rpc';

/** `text`, or that of `message`; throws when it cannot be sent. */
export function messageText(message: unknown, text: string | undefined, limit: number): string {
  const body = text ?? serialize(message);
  if (body.length <= limit) return body;
  throw new ConnectionError('limit', `The message is longer than ${limit} bytes; send less at once.`);
}
