/**
 * A chunk of text from an agent, and nothing beside it: nearly all of the traffic.
 *
 * Both versions have it alike, except that version 1 may leave out the id of the message. So it is recognized here
 * without the validator of either version. Chunks with other fields, and malformed ones, are translated like every
 * other message.
 */
import { updateMethod } from '../protocol/method-names.ts';
import { isObject } from '../values/is-object.ts';

export interface PlainTextChunk {
  readonly sessionId: string;
  readonly update: TextChunkUpdate & { readonly messageId?: string };
}

interface TextChunkUpdate {
  readonly sessionUpdate: 'agent_message_chunk';
  readonly content: { readonly type: 'text'; readonly text: string };
}

/** The chunk that `message` carries; undefined if it carries anything else. */
export function plainTextChunkOf(message: unknown): PlainTextChunk | undefined {
  if (!isObject(message)) return undefined;
  const { jsonrpc, method, params } = message;
  if (method !== updateMethod || jsonrpc !== '2.0' || 'id' in message) return undefined;
  if (!isObject(params)) return undefined;
  const { sessionId, update, _meta } = params;
  if (typeof sessionId !== 'string' || _meta !== undefined) return undefined;
  return isPlainUpdate(update) ? (params as unknown as PlainTextChunk) : undefined;
}

function isPlainUpdate(update: unknown): boolean {
  if (!isObject(update)) return false;
  const { sessionUpdate, messageId, content, _meta } = update;
  if (sessionUpdate !== 'agent_message_chunk' || _meta !== undefined) return false;
  return (messageId === undefined || typeof messageId === 'string') && isPlainText(content);
}

/** Checked without a list of the fields, which would have to be allocated. */
function isPlainText(content: unknown): boolean {
  if (!isObject(content)) return false;
  const { type, text } = content;
  if (type !== 'text' || typeof text !== 'string') return false;
  for (const field in content) if (field !== 'type' && field !== 'text') return false;
  return true;
}
