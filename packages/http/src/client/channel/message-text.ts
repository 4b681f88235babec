/** Serializes an outgoing message. */
import { ConnectionError, exceedsBytes, serializeMessage } from '@acp-stack/rpc';

/** Returns `text`, or else `message` as JSON; throws if it is longer than `limit` bytes. */
export function messageText(message: unknown, text: string | undefined, limit: number): string {
  const body = text ?? serializeMessage(message);
  if (!exceedsBytes(body, limit)) return body;
  throw new ConnectionError(
    'limit',
    `The message is longer than ${limit} bytes; send less at once, or raise the limit.`,
    { limit: 'messageBytes' },
  );
}
