/**
 * The text of a message that is passed on, made from the text that arrived.
 *
 * What changes from hop to hop is at the beginning of a message: its id and its envelope. So the rest of the text, its
 * body, is cut out and put after another beginning, and nothing is serialized again. A text that is written in another
 * order, or that has fields of its own, has no body; then the message is serialized.
 */
import { unparsedMessageOf, type RequestId } from '@acp-stack/rpc';

import type { Dialect } from './dialect.ts';

const head = '{"jsonrpc":"2.0",';
const idHead = '{"jsonrpc":"2.0","id":';
const closingBrace = 125;

const idText = (id: RequestId): string => (typeof id === 'string' ? JSON.stringify(id) : String(id));

/** What follows the id in a request or a response: from `"method"` or `"result"` to the end. */
export function bodyWithId(text: string | undefined): string | undefined {
  if (text?.startsWith(idHead) !== true) return undefined;
  // The text must have no second id, which would be in the way of another first one.
  const unparsed = unparsedMessageOf(text);
  return unparsed === undefined ? undefined : text.slice(unparsed.bodyStart);
}

/** What follows the beginning of a notification; spaces after the last brace would be in the way. */
export const bodyWithoutId = (text: string | undefined): string | undefined =>
  text?.startsWith(head) === true && text.charCodeAt(text.length - 1) === closingBrace
    ? text.slice(head.length)
    : undefined;

/** The body of the message inside an envelope. */
export function bodyInside(body: string | undefined, opening: string): string | undefined {
  if (body?.startsWith(opening) !== true || !body.startsWith('"method":', opening.length)) return undefined;
  return body.slice(opening.length, -1);
}

/** The text of a request or a response. */
export const textWithId = (id: RequestId, body: string): string => `${idHead}${idText(id)},${body}`;

/** The text of a notification. */
export const textWithoutId = (body: string): string => head + body;

/** The text of an envelope with a request. */
export const requestEnvelopeText = (id: RequestId, body: string, { requestOpening }: Dialect): string =>
  `${idHead}${idText(id)},${requestOpening}${body}}`;

/** The text of an envelope with a notification. */
export const notificationEnvelopeText = (body: string, { notificationOpening }: Dialect): string =>
  `${head}${notificationOpening}${body}}`;
