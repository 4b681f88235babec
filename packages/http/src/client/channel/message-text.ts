/** The text of a message that is sent. */
import { ConnectionError, serializeMessage } from '@acp-stack/rpc';

/** `text`, or that of `message`; throws when it cannot be sent. */
export function messageText(message: unknown, text: string | undefined, limit: number): string {
  const body = text ?? serializeMessage(message);
  if (body.length * mostBytesOfCharacter <= limit || byteLength(body) <= limit) return body;
  throw new ConnectionError(
    'limit',
    `The message is longer than ${limit} bytes; send less at once, or raise the limit.`,
    { limit: 'messageBytes' },
  );
}

/** In UTF-8, of a character as strings count them. */
const mostBytesOfCharacter = 3;

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
