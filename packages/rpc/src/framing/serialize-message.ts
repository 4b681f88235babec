/** Serializes messages; a constant beginning is cheaper than serializing the envelope of each notification. */
import { describeError } from '../message/describe-error.ts';
import { ConnectionError } from '../message/errors.ts';

const heads = new Map<string, string>();
/** There are few method names; names that are made at run time must not fill the memory. */
const maxHeads = 256;

/**
 * Returns the text of `message`; throws a `ConnectionError` if it has no JSON, for instance because of a BigInt or a
 * cycle.
 */
export function serializeMessage(message: unknown): string {
  try {
    const text = isPlainNotification(message) ? notificationText(message) : JSON.stringify(message);
    if (typeof text === 'string') return text;
  } catch (error) {
    throw new ConnectionError('unserializable', `The message cannot be written as JSON: ${describeError(error)}`, {
      cause: error,
    });
  }
  throw new ConnectionError('unserializable', 'The message cannot be written as JSON: it is not an object.');
}

interface PlainNotification {
  readonly method: string;
  readonly params: object;
}

/** Whether it is a notification as the peer builds it: three fields, in this order. */
function isPlainNotification(message: unknown): message is PlainNotification {
  if (typeof message !== 'object' || message === null) return false;
  const { id, method, params } = message as Readonly<Record<string, unknown>>;
  if (id !== undefined || typeof method !== 'string' || typeof params !== 'object' || params === null) return false;
  return Object.keys(message).length === 3;
}

function notificationText({ method, params }: PlainNotification): string {
  let head = heads.get(method);
  if (head === undefined) {
    head = `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":`;
    if (heads.size < maxHeads) heads.set(method, head);
  }
  return `${head}${JSON.stringify(params)}}`;
}
