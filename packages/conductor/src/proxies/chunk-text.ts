/** The text of an update that adds to a message, to a tool call or to the output of a terminal. */

type Fields = Readonly<Record<string, unknown>>;

/** A piece of a stream of text. */
export interface TextChunk {
  /** The session that it belongs to. */
  readonly sessionId: unknown;
  /** Names the stream within a connection. */
  readonly stream: string;
  /** The text; of the output of a terminal, one character for each byte. */
  readonly text: string;
  /** The same params with another text. */
  readonly with: (text: string) => Fields;
  /** Whether the update says more than the text, so that it cannot wait for the next one. */
  readonly saysMore?: boolean;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the params of `session/update`; undefined if the update adds no text. */
export function textChunkOf(params: unknown): TextChunk | undefined {
  const update = isFields(params) ? params['update'] : undefined;
  if (!isFields(params) || !isFields(update)) return undefined;
  const { sessionUpdate, content, data, messageId, toolCallId, terminalId } = update;
  if (typeof sessionUpdate !== 'string') return undefined;
  if (!sessionUpdate.endsWith('_chunk')) return terminalTextOf(params, update);
  const { sessionId } = params;
  const stream = JSON.stringify([sessionId, sessionUpdate, messageId, toolCallId, terminalId]);
  const changed = (fields: Fields): Fields => ({ ...params, update: { ...update, ...fields } });
  if (typeof data === 'string') {
    const bytes = decoded(data);
    if (bytes === undefined) return undefined;
    return { sessionId, stream, text: bytes, with: (text) => changed({ data: btoa(text) }) };
  }
  if (!isFields(content)) return undefined;
  const { content: inner, text: own } = content;
  if (typeof own === 'string')
    return { sessionId, stream, text: own, with: (text) => changed({ content: { ...content, text } }) };
  if (!isFields(inner) || typeof inner['text'] !== 'string') return undefined;
  const withText = (text: string): Fields => changed({ content: { ...content, content: { ...inner, text } } });
  return { sessionId, stream, text: inner['text'], with: withText };
}

/** The names under which agents show the output of their own terminals in `_meta` of a tool call. */
const terminalOutputs = ['terminal_output', 'terminal_output_delta'];

/** The output of a terminal in `_meta` of a tool call. */
function terminalTextOf(params: Fields, update: Fields): TextChunk | undefined {
  const { _meta: meta, sessionUpdate, toolCallId, ...rest } = update;
  if (!isFields(meta)) return undefined;
  const name = terminalOutputs.find((each) => isFields(meta[each]));
  const output = name === undefined ? undefined : meta[name];
  if (name === undefined || !isFields(output) || typeof output['data'] !== 'string') return undefined;
  const { sessionId } = params;
  return {
    sessionId,
    stream: JSON.stringify([sessionId, name, toolCallId, output['terminal_id'] ?? output['terminalId']]),
    text: output['data'],
    with: (text) => ({
      ...params,
      update: { ...update, _meta: { ...meta, [name]: { ...output, data: text } } },
    }),
    saysMore: sessionUpdate !== 'tool_call_update' || Object.keys(rest).length > 0 || Object.keys(meta).length > 1,
  };
}

/** The bytes as characters, so that any output comes back as it was. */
function decoded(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}
