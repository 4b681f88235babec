/** The pieces of texts that agents send bit by bit: messages, thoughts, and the output of terminals. */
import { decodeLenientBase64, encodeBase64 } from '@acp-stack/schema/base64';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

/** One piece of a streamed text. */
export interface StreamedPiece {
  /** The same for all pieces of one text. */
  readonly stream: string;
  /** The piece. */
  readonly text: string;
}

/** The text of a chunk, and the stream that it belongs to. */
export function pieceOf(message: JsonObject | undefined, connection: string): StreamedPiece | undefined {
  const params = message?.['params'];
  const update = isJsonObject(params) ? params['update'] : undefined;
  if (!isJsonObject(params) || !isJsonObject(update)) return undefined;
  const text = chunkText(update);
  if (text === undefined) return undefined;
  const { sessionUpdate, messageId, toolCallId, terminalId } = update;
  // A tool call is begun and continued by updates of different names.
  const kind = isChunk(update) ? sessionUpdate : terminalOutputOf(update)?.name;
  const ids = [connection, params['sessionId'], kind, messageId, toolCallId, terminalId];
  return { stream: `chunk ${JSON.stringify(ids)}`, text };
}

const isChunk = ({ sessionUpdate }: JsonObject): boolean =>
  typeof sessionUpdate === 'string' && sessionUpdate.endsWith('_chunk');

/** The names under which agents show the output of their own terminals in `_meta` of a tool call. */
const terminalOutputs = ['terminal_output', 'terminal_output_delta'];

function terminalOutputOf({
  _meta: meta,
}: JsonObject):
  | { readonly name: string; readonly meta: JsonObject; readonly output: JsonObject; readonly data: string }
  | undefined {
  if (!isJsonObject(meta)) return undefined;
  for (const name of terminalOutputs) {
    const output = meta[name];
    if (isJsonObject(output) && typeof output['data'] === 'string') return { name, meta, output, data: output['data'] };
  }
  return undefined;
}

/** The text of a chunk, decoded if it is the output of a terminal; undefined if the update is none. */
function chunkText(update: JsonObject): string | undefined {
  if (!isChunk(update)) return terminalOutputOf(update)?.data;
  const { content, data } = update;
  if (typeof data === 'string') return new TextDecoder().decode(decodeLenientBase64(data));
  const block = isJsonObject(content) && isJsonObject(content['content']) ? content['content'] : content;
  return isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : undefined;
}

/** Puts another text into a chunk. */
export function withChunkText(message: JsonObject, text: string): JsonObject {
  const params = message['params'] as JsonObject;
  const update = params['update'] as JsonObject;
  return { ...message, params: { ...params, update: { ...update, ...chunkFields(update, text) } } };
}

function chunkFields(update: JsonObject, text: string): JsonObject {
  const { content, data } = update;
  const terminal = isChunk(update) ? undefined : terminalOutputOf(update);
  if (terminal !== undefined)
    return { _meta: { ...terminal.meta, [terminal.name]: { ...terminal.output, data: text } } };
  if (typeof data === 'string') return { data: encodeBase64(new TextEncoder().encode(text)) };
  const outer = content as JsonObject;
  if (isJsonObject(outer['content'])) return { content: { ...outer, content: { ...outer['content'], text } } };
  return { content: { ...outer, text } };
}
