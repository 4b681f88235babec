/** Server-sent events as remote ACP uses them: one message each, with a number where the stream can be resumed. */

/** The event for a message; `id` only where the stream can be resumed. The text of a JSON value has no line break of its own. */
export function eventText(text: string, id?: number): string {
  const data = text.includes('\n') || text.includes('\r') ? text.replaceAll(/\r\n|\r|\n/g, '\ndata: ') : text;
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

/** A comment, which keeps a quiet stream alive and means nothing. */
export const keepAliveEvent = ':\n\n';
