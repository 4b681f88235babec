/** Server-sent events of remote ACP: one message each, numbered if the stream can be resumed. */

/**
 * Returns the event for a message; `id` only if the stream can be resumed. JSON text from `JSON.stringify` has no line
 * breaks, but a relayed text may.
 */
export function eventText(text: string, id?: number): string {
  const data = text.includes('\n') || text.includes('\r') ? text.replaceAll(/\r\n|\r|\n/g, '\ndata: ') : text;
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

/** A comment, which keeps a silent stream alive. */
export const keepAliveEvent = ':\n\n';
