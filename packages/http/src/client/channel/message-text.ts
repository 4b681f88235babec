/** Serializes an outgoing message. */
import { ConnectionError, serializeMessage } from '@acp-stack/rpc';

/** Returns `text`, or else `message` as JSON; throws if it is longer than `limit` bytes. */
export function messageText(message: unknown, text: string | undefined, limit: number): string {
  const body = text ?? serializeMessage(message);
  if (body.length * maxBytesOfCharacter <= limit || byteLength(body) <= limit) return body;
  throw new ConnectionError(
    'limit',
    `The message is longer than ${limit} bytes; send less at once, or raise the limit.`,
    { limit: 'messageBytes' },
  );
}

/** The most bytes that one UTF-16 code unit takes in UTF-8. */
const maxBytesOfCharacter = 3;

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
