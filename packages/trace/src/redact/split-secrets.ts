/**
 * Finds secrets that are split: across the chunks of one message, the output of one terminal, and the lines that an
 * agent printed.
 *
 * The pieces of each stream are put together, and what is hidden in the whole is hidden in its pieces: the first piece
 * of a secret says so, and the others lose their part.
 */
import { hidden, secretSpans, unionOf, wrappedKeySpans, type Span } from '@acp-stack/conductor/secrets';
import { parseJsonObject } from '@acp-stack/schema/json-object';

import type { TraceRecord } from '../format/trace-format.ts';
import { pieceOf } from '../rows/streamed-piece.ts';

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
        : { stream: `line ${record.connection} ${record.type}`, text: record.text };
    if (piece === undefined) continue;
    const pieces = streams.get(piece.stream) ?? [];
    pieces.push({ index, text: piece.text });
    streams.set(piece.stream, pieces);
  }
  return streams;
}
