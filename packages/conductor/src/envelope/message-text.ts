/**
 * The text of a message that is passed on, made from the text that arrived.
 *
 * What changes from hop to hop is at the beginning of a message: its id and its envelope. So the rest of the text, its
 * body, is cut out and put behind another beginning, and nothing is serialized again. A text that is written in another
 * order, or that has fields of its own, has no body; then the message is serialized.
 */
import type { RequestId } from '@acp-stack/rpc';

import type { Dialect } from './dialect.ts';

const head = '{"jsonrpc":"2.0",';
const idHead = '{"jsonrpc":"2.0","id":';
const comma = 44;
const closingBrace = 125;

const idText = (id: RequestId): string => (typeof id === 'string' ? JSON.stringify(id) : String(id));

/** What follows the id in a request or a response: from `"method"`, `"result"` or `"error"` to the end. */
export function bodyWithId(text: string | undefined, id: RequestId): string | undefined {
  if (text?.startsWith(idHead) !== true) return undefined;
  const written = idText(id);
  const end = idHead.length + written.length;
  if (!text.startsWith(written, idHead.length) || text.charCodeAt(end) !== comma) return undefined;
  return bodyAt(text, end + 1);
}

/** What follows the beginning of a notification. */
export const bodyWithoutId = (text: string | undefined): string | undefined =>
  text?.startsWith(head) === true ? bodyAt(text, head.length) : undefined;

/** The body ends with the brace of the whole message; line breaks and spaces behind it would be in the way. */
const bodyAt = (text: string, start: number): string | undefined =>
  text.charCodeAt(text.length - 1) === closingBrace ? text.slice(start) : undefined;

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
