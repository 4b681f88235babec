/**
 * A piece of text that an agent says, and nothing beside it: nearly all that ever crosses.
 *
 * Both versions have it alike, field by field. So it is known here without the validator of either, and crosses as it is once it has been taken
 * note of; whatever says more, or is malformed, is not for this module.
 */

export interface PlainTextChunk {
  readonly sessionId: string;
  readonly update: {
    readonly sessionUpdate: 'agent_message_chunk';
    readonly messageId: string;
    readonly content: { readonly type: 'text'; readonly text: string };
  };
}

/** What anything may have in place of these. */
type Unchecked<T> = { readonly [K in keyof T | '_meta']?: unknown };

/** What `message` says, if it is this and nothing else. */
export function plainTextChunkOf(message: unknown): PlainTextChunk | undefined {
  if (!isObject<{ jsonrpc: string; method: string; params: PlainTextChunk }>(message)) return undefined;
  const { jsonrpc, method, params } = message;
  if (method !== 'session/update' || jsonrpc !== '2.0' || 'id' in message) return undefined;
  if (!isObject<PlainTextChunk>(params)) return undefined;
  const { sessionId, update, _meta } = params;
  if (typeof sessionId !== 'string' || _meta !== undefined) return undefined;
  return isPlainChunk(update) ? (params as PlainTextChunk) : undefined;
}

function isPlainChunk(update: unknown): boolean {
  if (!isObject<PlainTextChunk['update']>(update)) return false;
  const { sessionUpdate, messageId, content, _meta } = update;
  if (sessionUpdate !== 'agent_message_chunk' || typeof messageId !== 'string' || _meta !== undefined) return false;
  return isBareText(content);
}

/** Told without making a list of its fields. */
function isBareText(content: unknown): boolean {
  if (!isObject<PlainTextChunk['update']['content']>(content)) return false;
  if (content.type !== 'text' || typeof content.text !== 'string') return false;
  for (const field in content) if (field !== 'type' && field !== 'text') return false;
  return true;
}

const isObject = <T>(value: unknown): value is Unchecked<T> => typeof value === 'object' && value !== null;
