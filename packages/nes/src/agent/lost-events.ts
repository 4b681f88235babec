/**
 * Finds the document events that are lost with a message that could not be handled, and without which a mirror is
 * stale.
 */

/** A lost event; fields that could not be read are absent. */
export interface LostEvent {
  readonly sessionId?: string;
  readonly uri?: string;
}

/** The events that carry text. */
const tellingMethods = new Set(['document/didOpen', 'document/didChange', 'nes/didOpen', 'nes/didChange']);

type Fields = Readonly<Record<string, unknown>>;

/** Returns the events that `message` is or may be; a message of which nothing could be read may be any event. */
export function lostEvents(message: unknown): readonly LostEvent[] {
  if (Array.isArray(message)) return message.flatMap(lostEvents);
  const fields = Object(message) as Fields;
  const { method } = fields;
  // A response, or a message with an id of which only the start was read.
  if ('result' in fields || 'error' in fields || 'isResponse' in fields) return [];
  if (typeof method !== 'string') return [{}];
  if (!tellingMethods.has(method)) return [];
  const { sessionId, uri } = Object(fields['params']) as Fields;
  return [{ ...(typeof sessionId === 'string' ? { sessionId } : {}), ...(typeof uri === 'string' ? { uri } : {}) }];
}
