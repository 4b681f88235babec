/** A row of the inspector: what a list, a timeline and a sequence diagram need of a message; its text is asked for. */
import type { Exchange } from '../rows/exchanges.ts';

/** One row. */
export interface WireRow extends Omit<Exchange, 'text'> {
  /** The number of its run: each start of the agent, and each opened file, is one. */
  readonly run: number;
  /** The length of the message in characters. */
  readonly size: number;
}

/** Characters of a chunk that a row carries. */
const maxChunkLength = 4000;

/** The row of a message in a run. */
export function wireRow(exchange: Exchange, run: number): WireRow {
  const { text, chunk, ...rest } = exchange;
  const piece = chunk === undefined ? undefined : { ...chunk, text: chunk.text.slice(0, maxChunkLength) };
  return { ...rest, run, size: text.length, ...(piece === undefined ? {} : { chunk: piece }) };
}
