/**
 * Finds secrets that are split: across the chunks of one message, the output of one terminal, and the lines that an
 * agent printed.
 *
 * The pieces of each stream are put together, and what is hidden in the whole is hidden in its pieces: the first piece
 * of a secret says so, and the others lose their part.
 */
import { hidden, secretSpans, unionOf, wrappedKeySpans, type Span } from '@acp-stack/conductor/secrets';

import { isJsonObject, parseJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { TraceRecord } from '../../trace/trace-format.ts';

interface Piece {
  /** The index of its record. */
  readonly index: number;
  readonly text: string;
}

/** The pieces of each stream, by a name of the stream. */
type Streams = Map<string, Piece[]>;

/** Returns the new texts of the records that hold a piece of a split secret, by their index. */
export function withoutSplitSecrets(records: readonly TraceRecord[]): ReadonlyMap<number, string> {
  const changed = new Map<number, string>();
  for (const [name, pieces] of streamsOf(records)) {
    // Only lines end between two pieces.
    const gap = name.startsWith('line') ? '\n' : '';
    const whole = pieces.map(({ text }) => text).join(gap);
    const spans = unionOf(secretSpans(whole), wrappedKeySpans(whole));
    hideInPieces(pieces, spans, { gap: gap.length, changed });
  }
  return changed;
}

function hideInPieces(
  pieces: readonly Piece[],
  spans: readonly Span[],
  { gap, changed }: { readonly gap: number; readonly changed: Map<number, string> },
): void {
  let start = 0;
  let next = 0;
  for (const { index, text } of pieces) {
    const end = start + text.length;
    while ((spans[next]?.end ?? Infinity) <= start) next += 1;
    let shown = '';
    let from = start;
    for (let at = next; at < spans.length && (spans[at] as Span).start < end; at += 1) {
      const span = spans[at] as Span;
      shown += text.slice(from - start, Math.max(span.start, from) - start);
      if (span.start >= start) shown += hidden;
      from = Math.min(span.end, end);
    }
    if (from > start) changed.set(index, shown + text.slice(from - start));
    start = end + gap;
  }
}

function streamsOf(records: readonly TraceRecord[]): Streams {
  const streams: Streams = new Map();
  for (const [index, record] of records.entries()) {
    if (record.type === 'end') continue;
    const piece =
      record.type === 'frame'
        ? pieceOf(parseJsonObject(record.frame), record.connection)
        : { name: `line ${record.connection} ${record.type}`, text: record.text };
    if (piece === undefined) continue;
    const pieces = streams.get(piece.name) ?? [];
    pieces.push({ index, text: piece.text });
    streams.set(piece.name, pieces);
  }
  return streams;
}

/** The text of a chunk, and the stream that it belongs to. */
function pieceOf(
  message: JsonObject | undefined,
  connection: string,
): { readonly name: string; readonly text: string } | undefined {
  const params = message?.['params'];
  const update = isJsonObject(params) ? params['update'] : undefined;
  if (!isJsonObject(params) || !isJsonObject(update)) return undefined;
  const text = chunkText(update);
  if (text === undefined) return undefined;
  const { sessionUpdate, messageId, toolCallId, terminalId } = update;
  // A tool call is begun and continued by updates of different names.
  const kind = isChunk(update) ? sessionUpdate : terminalOutputOf(update)?.name;
  const ids = [connection, params['sessionId'], kind, messageId, toolCallId, terminalId];
  return { name: `chunk ${JSON.stringify(ids)}`, text };
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
  if (typeof data === 'string') return Buffer.from(data, 'base64').toString('utf8');
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
  if (typeof data === 'string') return { data: Buffer.from(text).toString('base64') };
  const outer = content as JsonObject;
  if (isJsonObject(outer['content'])) return { content: { ...outer, content: { ...outer['content'], text } } };
  return { content: { ...outer, text } };
}
