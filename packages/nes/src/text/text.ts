/**
 * An immutable text as lines, made for editing: a change copies at most a few hundred lines.
 *
 * Lines end with `\n`, `\r\n` or `\r` and include their line ending; the last line has none. Every text has at least
 * one line.
 */
import { contentLength, splitLines, type TextPosition, type Span } from './text-position.ts';

/** Lines are stored in blocks, so that a change does not copy all of them. */
const blockSize = 128;
const maxBlockSize = 2 * blockSize;

type Block = readonly string[];

/** The text of a document as lines; it is immutable, and an edit returns a new one cheaply. */
export class Text {
  readonly #blocks: readonly Block[];
  /** The number of the first line of each block. */
  readonly #starts: readonly number[];
  /** The length in UTF-16 code units. */
  readonly length: number;
  /** The number of lines; at least 1. */
  readonly lineCount: number;
  #whole: string | undefined;

  private constructor(blocks: readonly Block[], length: number) {
    this.#blocks = blocks;
    this.length = length;
    const starts: number[] = [];
    let count = 0;
    for (const block of blocks) {
      starts.push(count);
      count += block.length;
    }
    this.#starts = starts;
    this.lineCount = count;
  }

  /** Creates a text from a string. */
  static from(text: string): Text {
    return new Text(inBlocks(splitLines(text)), text.length);
  }

  /** A line without its line ending; empty if it does not exist. */
  line(index: number): string {
    const line = this.lineWithEnd(index);
    return line.slice(0, contentLength(line));
  }

  /** A line with its line ending; empty if it does not exist. */
  lineWithEnd(index: number): string {
    const blockIndex = this.#blockOf(index);
    return this.#blocks[blockIndex]?.[index - (this.#starts[blockIndex] ?? 0)] ?? '';
  }

  /** The lines from `from` up to `to`, with their line endings. */
  lines(from = 0, to: number = this.lineCount): string[] {
    const lines: string[] = [];
    for (let blockIndex = this.#blockOf(from); blockIndex < this.#blocks.length; blockIndex += 1) {
      const start = this.#starts[blockIndex] ?? 0;
      if (start >= to) break;
      lines.push(...(this.#blocks[blockIndex] ?? []).slice(Math.max(0, from - start), to - start));
    }
    return lines;
  }

  /** The first line from `from` up to `to` for which `test` returns true; `test` receives each with its line ending. */
  findLine(from: number, to: number, test: (line: string, index: number) => boolean): number | undefined {
    for (let blockIndex = this.#blockOf(from); blockIndex < this.#blocks.length; blockIndex += 1) {
      const start = this.#starts[blockIndex] ?? 0;
      if (start >= to) return undefined;
      const block = this.#blocks[blockIndex] ?? [];
      const blockEnd = Math.min(block.length, to - start);
      for (let index = Math.max(0, from - start); index < blockEnd; index += 1)
        if (test(block[index] ?? '', start + index)) return start + index;
    }
    return undefined;
  }

  /** The end of the text. */
  get end(): TextPosition {
    const line = this.lineCount - 1;
    return { line, column: this.lineWithEnd(line).length };
  }

  /** Whether the position is in the text. The end of a line counts, positions within its line ending do not. */
  has({ line, column }: TextPosition): boolean {
    if (!Number.isInteger(line) || !Number.isInteger(column)) return false;
    return line >= 0 && line < this.lineCount && column >= 0 && column <= contentLength(this.lineWithEnd(line));
  }

  /** The text of a span, including line endings. */
  slice({ start, end }: Span): string {
    if (start.line === end.line) return this.lineWithEnd(start.line).slice(start.column, end.column);
    return [
      this.lineWithEnd(start.line).slice(start.column),
      ...this.lines(start.line + 1, end.line),
      this.lineWithEnd(end.line).slice(0, end.column),
    ].join('');
  }

  /** Replaces a span, which must be in the text. */
  replace({ start, end }: Span, text: string): Text {
    let first = start.line;
    const before = this.lineWithEnd(start.line).slice(0, start.column);
    const after = this.lineWithEnd(end.line).slice(end.column);
    let changed = before + text + after;
    // A line that ended with a carriage return continues if a line feed follows it now.
    if (before === '' && first > 0 && changed.startsWith('\n') && this.lineWithEnd(first - 1).endsWith('\r')) {
      first -= 1;
      changed = this.lineWithEnd(first) + changed;
    }
    const removed = this.#lengthOf(first, end.line + 1);
    const lines = splitLines(changed);
    // The text after the last line ending is a line of its own only at the end of the text.
    if (end.line + 1 < this.lineCount) lines.pop();
    return this.#withLines(first, end.line + 1, lines, this.length - removed + changed.length);
  }

  /**
   * The lines that differ: from `from` up to `to` in this text, from `from` up to `otherTo` in the other one. Undefined
   * if the texts are equal.
   */
  difference(other: Text): { readonly from: number; readonly to: number; readonly otherTo: number } | undefined {
    if (this === other) return undefined;
    const minLineCount = Math.min(this.lineCount, other.lineCount);
    let from = this.#commonBlocks(other);
    while (from < minLineCount && this.lineWithEnd(from) === other.lineWithEnd(from)) from += 1;
    if (from === this.lineCount && from === other.lineCount) return undefined;
    let same = Math.min(this.#commonBlocksAtEnd(other), minLineCount - from);
    while (
      same < minLineCount - from &&
      this.lineWithEnd(this.lineCount - 1 - same) === other.lineWithEnd(other.lineCount - 1 - same)
    )
      same += 1;
    return { from, to: this.lineCount - same, otherTo: other.lineCount - same };
  }

  /** The whole text as a string, created once. */
  toString(): string {
    this.#whole ??= this.#blocks.map((block) => block.join('')).join('');
    return this.#whole;
  }

  /** The number of lines at the start that are in shared blocks. */
  #commonBlocks(other: Text): number {
    let blockIndex = 0;
    while (blockIndex < this.#blocks.length && this.#blocks[blockIndex] === other.#blocks[blockIndex]) blockIndex += 1;
    return this.#starts[blockIndex] ?? this.lineCount;
  }

  #commonBlocksAtEnd(other: Text): number {
    let count = 0;
    for (let back = 1; back <= this.#blocks.length; back += 1) {
      const block = this.#blocks.at(-back);
      if (block !== other.#blocks.at(-back)) break;
      count += block?.length ?? 0;
    }
    return count;
  }

  #blockOf(line: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #lengthOf(from: number, to: number): number {
    let length = 0;
    for (
      let blockIndex = this.#blockOf(from);
      blockIndex < this.#blocks.length && (this.#starts[blockIndex] ?? 0) < to;
      blockIndex += 1
    ) {
      const start = this.#starts[blockIndex] ?? 0;
      const block = this.#blocks[blockIndex] ?? [];
      const blockEnd = Math.min(block.length, to - start);
      for (let index = Math.max(0, from - start); index < blockEnd; index += 1) length += block[index]?.length ?? 0;
    }
    return length;
  }

  #withLines(from: number, to: number, lines: readonly string[], length: number): Text {
    const first = this.#blockOf(from);
    const last = this.#blockOf(to - 1);
    const head = (this.#blocks[first] ?? []).slice(0, from - (this.#starts[first] ?? 0));
    const tail = (this.#blocks[last] ?? []).slice(to - (this.#starts[last] ?? 0));
    const between = head.concat(lines, tail);
    // Small blocks are joined with the next one, so that deletions do not leave many of them.
    const joins = between.length < blockSize / 4 && last + 1 < this.#blocks.length;
    const joined = joins ? between.concat(this.#blocks[last + 1] ?? []) : between;
    const blocks = [
      ...this.#blocks.slice(0, first),
      ...inBlocks(joined),
      ...this.#blocks.slice(joins ? last + 2 : last + 1),
    ];
    return new Text(blocks, length);
  }
}

function inBlocks(lines: readonly string[]): readonly Block[] {
  if (lines.length <= maxBlockSize) return [lines];
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length; from += blockSize) blocks.push(lines.slice(from, from + blockSize));
  return blocks;
}
