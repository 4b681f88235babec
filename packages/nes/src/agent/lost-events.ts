/** What a message that could not be handled takes with it: events without which a mirror is no longer right. */

/** An event that was lost; whatever could not be read of it is absent. */
export interface LostEvent {
  readonly sessionId?: string;
  readonly uri?: string;
}

/** The events that say what a text is. */
const tellingMethods = new Set(['document/didOpen', 'document/didChange', 'nes/didOpen', 'nes/didChange']);

type Fields = Readonly<Record<string, unknown>>;

/** The events that `message` is or may have been; nobody knows what was in one of which nothing could be read. */
export function lostEvents(message: unknown): readonly LostEvent[] {
  if (Array.isArray(message)) return message.flatMap(lostEvents);
  const fields = Object(message) as Fields;
  const { method } = fields;
  // A response, or a message with an id of which only the beginning was read.
  if ('result' in fields || 'error' in fields || 'isResponse' in fields) return [];
  if (typeof method !== 'string') return [{}];
  if (!tellingMethods.has(method)) return [];
  const { sessionId, uri } = Object(fields['params']) as Fields;
  return [{ ...(typeof sessionId === 'string' ? { sessionId } : {}), ...(typeof uri === 'string' ? { uri } : {}) }];
}
