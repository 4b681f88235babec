/**
 * Joins the chunks of one message to one item, so that a list shows messages and not tokens.
 *
 * Chunks belong together until another update of their session comes between them. Rows of other sessions, and lines
 * that the agent printed, do not separate them.
 */
import type { Exchange } from './exchanges.ts';

/** What a list of merged rows needs of a row. */
export type MergeableRow = Pick<Exchange, 'index' | 'method' | 'session' | 'chunk' | 'connection'>;

/** A row, or the chunks of one text. */
export interface MergedRow<Row extends MergeableRow> {
  /** The first row. */
  readonly row: Row;
  /** All rows in order; one if it is no chunk. */
  readonly rows: readonly Row[];
  /** The text so far; undefined if it is no chunk. */
  readonly text: string | undefined;
}

interface OpenItem<Row> {
  readonly position: number;
  readonly stream: string;
  readonly rows: Row[];
}

/** Merges rows one by one, in order. */
export class ChunkMerger<Row extends MergeableRow> {
  readonly #items: { row: Row; rows: Row[]; text: string | undefined }[] = [];
  /** The text that is being sent, by connection and session. */
  readonly #open = new Map<string, OpenItem<Row>>();

  /** The items so far. */
  get items(): readonly MergedRow<Row>[] {
    return this.#items;
  }

  /** Takes the next row; returns the position of the item that it was added to or began. */
  push(row: Row): number {
    const { chunk, session, method } = row;
    const key = JSON.stringify([row.connection, session]);
    const open = this.#open.get(key);
    if (chunk !== undefined && open?.stream === chunk.stream) {
      const item = this.#items[open.position];
      open.rows.push(row);
      if (item !== undefined) item.text = `${item.text ?? ''}${chunk.text}`;
      return open.position;
    }
    const rows = [row];
    const position = this.#items.push({ row, rows, text: chunk?.text }) - 1;
    if (chunk !== undefined) this.#open.set(key, { position, stream: chunk.stream, rows });
    else if (session !== undefined && method !== '') this.#open.delete(key);
    return position;
  }
}

/** The items of all rows. */
export function mergedRows<Row extends MergeableRow>(rows: readonly Row[]): readonly MergedRow<Row>[] {
  const merger = new ChunkMerger<Row>();
  for (const row of rows) merger.push(row);
  return merger.items;
}
