/**
 * The output of the agent's terminals.
 *
 * Version 1 has no terminals of the agent; their output becomes text of the tool calls that show them. The newest
 * output is kept.
 */
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { decodeLenientBase64 } from '@acp-stack/schema/base64';
import { terminalText } from '../convert/terminal-text.ts';
import type { BridgeLimits } from '../options/limits.ts';
import { leftOut } from './omitted-content.ts';

interface Terminal {
  pieces: Uint8Array[];
  size: number;
  /** How many bytes have arrived, including those of earlier snapshots. */
  position: number;
  /** Bytes of the output that were dropped. */
  cutBytes: number;
  isCutReported: boolean;
  text: string | undefined;
}

export interface TerminalsOptions {
  readonly losses: Pick<LossReporter, 'omit'>;
  readonly limits: TerminalLimits;
}

type TerminalLimits = Pick<BridgeLimits, 'terminalBytes' | 'toolContentBytes' | 'remembered'>;

/** How far into the kept output the first whole line is searched. */
const maxLineLength = 4096;
const newline = 10;
/** Beyond this many, pieces are joined, because many small ones need more memory than their bytes. */
const maxPieces = 256;

/** The share of the limit that is kept when output is dropped. */
const roomAfterCut = 0.75;

export class Terminals {
  readonly #losses: TerminalsOptions['losses'];
  readonly #limits: TerminalLimits;
  readonly #terminals = new Map<string, Terminal>();
  #size = 0;

  constructor({ losses, limits }: TerminalsOptions) {
    this.#losses = losses;
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of the output of an update. */
  static bytesOf({ output }: v2.TerminalUpdate): number {
    return output?.data.length ?? 0;
  }

  /** Whether earlier output has to be dropped when `bytes` more arrive. */
  isFullWith(terminalId: string, bytes: number): boolean {
    const { terminalBytes, toolContentBytes, remembered } = this.#limits;
    const known = this.#terminals.get(terminalId);
    if (known === undefined && this.#terminals.size >= remembered) return true;
    return (known?.size ?? 0) + bytes > terminalBytes || this.#size + bytes > toolContentBytes;
  }

  /** Replaces the output by a snapshot. */
  replace(terminalId: string, output: v2.TerminalOutput | null): void {
    const terminal = this.#find(terminalId);
    this.#clear(terminal);
    terminal.cutBytes = 0;
    // An empty snapshot is a change too.
    terminal.position += 1;
    if (output !== null) this.#add(terminalId, terminal, decodeLenientBase64(output.data));
  }

  append(terminalId: string, data: string): void {
    this.#add(terminalId, this.#find(terminalId), decodeLenientBase64(data));
  }

  /** Returns the output that is kept, after a note if its beginning is not, and forgets it. */
  take(terminalId: string): Uint8Array {
    const terminal = this.#terminals.get(terminalId);
    if (terminal === undefined) return new Uint8Array();
    this.#terminals.delete(terminalId);
    this.#size -= terminal.size;
    const note = terminal.cutBytes === 0 ? [] : [new TextEncoder().encode(`${leftOut}\r\n`)];
    return joined([...note, ...terminal.pieces]);
  }

  /** Bytes that are kept of a terminal. */
  sizeOf(terminalId: string): number {
    return this.#terminals.get(terminalId)?.size ?? 0;
  }

  /** Bytes of its output that were dropped. */
  cutBytes(terminalId: string): number {
    return this.#terminals.get(terminalId)?.cutBytes ?? 0;
  }

  /** The position in the output, which grows with everything that arrives. */
  position(terminalId: string): number {
    return this.#terminals.get(terminalId)?.position ?? 0;
  }

  /** The output as plain text. */
  text(terminalId: string): string {
    const terminal = this.#terminals.get(terminalId);
    if (terminal === undefined) return '';
    terminal.text ??= render(terminal);
    return terminal.text;
  }

  /** The output after `position`, from the beginning of its line, and how many bytes of the output come before it. */
  textSince(terminalId: string, position: number): { readonly text: string; readonly skipped: number } {
    const terminal = this.#terminals.get(terminalId);
    const fresh = (terminal?.position ?? 0) - position;
    if (terminal === undefined || fresh <= 0 || fresh >= terminal.size)
      return { text: this.text(terminalId), skipped: this.cutBytes(terminalId) };
    const bytes = lastOf(terminal.pieces, Math.min(terminal.size, fresh + maxLineLength));
    const end = bytes.subarray(0, bytes.length - fresh).lastIndexOf(newline);
    const since = bytes.subarray(end + 1);
    return { text: terminalText(since), skipped: terminal.cutBytes + terminal.size - since.length };
  }

  clear(): void {
    this.#terminals.clear();
    this.#size = 0;
  }

  #find(terminalId: string): Terminal {
    const known = this.#terminals.get(terminalId);
    if (known !== undefined) return known;
    const terminal: Terminal = {
      pieces: [],
      size: 0,
      position: 0,
      cutBytes: 0,
      isCutReported: false,
      text: undefined,
    };
    this.#terminals.set(terminalId, terminal);
    const [oldest] = this.#terminals;
    if (this.#terminals.size > this.#limits.remembered && oldest !== undefined) {
      this.#cut(oldest[0], oldest[1], 0);
      this.#terminals.delete(oldest[0]);
    }
    return terminal;
  }

  #add(terminalId: string, terminal: Terminal, bytes: Uint8Array): void {
    terminal.text = undefined;
    terminal.pieces.push(bytes);
    if (terminal.pieces.length > maxPieces) terminal.pieces = [joined(terminal.pieces)];
    terminal.size += bytes.length;
    terminal.position += bytes.length;
    this.#size += bytes.length;
    const { terminalBytes, toolContentBytes } = this.#limits;
    // Drops more than necessary, so that not every piece causes a copy.
    if (terminal.size > terminalBytes) this.#cut(terminalId, terminal, Math.floor(terminalBytes * roomAfterCut));
    for (const [otherId, other] of this.#terminals) {
      if (this.#size <= toolContentBytes) return;
      if (other !== terminal) this.#cut(otherId, other, 0);
    }
  }

  /** Drops the oldest output until `most` bytes remain. */
  #cut(terminalId: string, terminal: Terminal, most: number): void {
    let surplus = terminal.size - most;
    if (surplus <= 0) return;
    terminal.text = undefined;
    terminal.cutBytes += surplus;
    terminal.size -= surplus;
    this.#size -= surplus;
    let whole = 0;
    for (const piece of terminal.pieces) {
      if (piece.length > surplus) break;
      surplus -= piece.length;
      whole += 1;
    }
    terminal.pieces.splice(0, whole);
    const [first] = terminal.pieces;
    // A copy, because a view would keep the dropped bytes in memory.
    if (surplus > 0 && first !== undefined) terminal.pieces[0] = first.slice(surplus);
    this.#reportCut(terminalId, terminal);
  }

  #reportCut(terminalId: string, terminal: Terminal): void {
    if (terminal.isCutReported) return;
    terminal.isCutReported = true;
    const words = `The terminal ${terminalId} has more output than is kept; its first ${terminal.cutBytes} bytes, and more later, are left out.`;
    this.#losses.omit('terminal content', words);
  }

  #clear(terminal: Terminal): void {
    this.#size -= terminal.size;
    terminal.pieces = [];
    terminal.size = 0;
    terminal.text = undefined;
  }
}

function render({ pieces, cutBytes }: Terminal): string {
  const bytes = joined(pieces);
  if (cutBytes === 0) return terminalText(bytes);
  // The cut may be inside a character or an escape sequence, so the output starts with the next line.
  const end = bytes.subarray(0, maxLineLength).indexOf(newline);
  return `${leftOut}\n${terminalText(end === -1 ? bytes : bytes.subarray(end + 1))}`;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** The last `size` bytes of `pieces`. */
function lastOf(pieces: readonly Uint8Array[], size: number): Uint8Array {
  let rest = size;
  let first = pieces.length;
  while (rest > 0 && first > 0) {
    first -= 1;
    rest -= pieces[first]?.length ?? 0;
  }
  const bytes = joined(pieces.slice(first));
  return bytes.subarray(bytes.length - size);
}
