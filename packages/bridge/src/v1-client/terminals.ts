/**
 * What the agent's terminals have shown.
 *
 * Version 1 has no terminals of the agent; their output becomes text of the tool calls that show them. The newest output is kept.
 */
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { fromBase64 } from '../convert/base64.ts';
import { terminalText } from '../convert/terminal-text.ts';
import type { BridgeLimits } from '../limits.ts';
import { leftOut } from './left-out.ts';

interface Terminal {
  pieces: Uint8Array[];
  size: number;
  /** Whether earlier output was dropped. */
  isCut: boolean;
  text: string | undefined;
}

type TerminalLimits = Pick<BridgeLimits, 'terminalBytes' | 'toolContentBytes' | 'remembered'>;

/** How far into the kept output the first whole line is looked for. */
const longestLine = 4096;
const newline = 10;
/** Many small pieces take more room than their bytes. */
const mostPieces = 256;

/** How full the room is after something was dropped. */
const roomAfterCut = 0.75;

export class Terminals {
  readonly #limits: TerminalLimits;
  readonly #terminals = new Map<string, Terminal>();
  #size = 0;

  constructor(limits: TerminalLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes an update; true when the output changed. */
  update({ terminalId, output }: v2.TerminalUpdate): boolean {
    const terminal = this.#find(terminalId);
    if (output === undefined) return false;
    this.#clear(terminal);
    terminal.isCut = false;
    if (output !== null) this.#add(terminal, fromBase64(output.data));
    return true;
  }

  append({ terminalId, data }: v2.TerminalOutputChunk): void {
    this.#add(this.#find(terminalId), fromBase64(data));
  }

  /** The output as plain text. */
  text(terminalId: string): string {
    const terminal = this.#terminals.get(terminalId);
    if (terminal === undefined) return '';
    terminal.text ??= render(terminal);
    return terminal.text;
  }

  clear(): void {
    this.#terminals.clear();
    this.#size = 0;
  }

  #find(terminalId: string): Terminal {
    const known = this.#terminals.get(terminalId);
    if (known !== undefined) return known;
    const terminal: Terminal = { pieces: [], size: 0, isCut: false, text: undefined };
    this.#terminals.set(terminalId, terminal);
    const [oldest] = this.#terminals;
    if (this.#terminals.size > this.#limits.remembered && oldest !== undefined) {
      this.#clear(oldest[1]);
      this.#terminals.delete(oldest[0]);
    }
    return terminal;
  }

  #add(terminal: Terminal, bytes: Uint8Array): void {
    terminal.text = undefined;
    terminal.pieces.push(bytes);
    if (terminal.pieces.length > mostPieces) terminal.pieces = [joined(terminal.pieces)];
    terminal.size += bytes.length;
    this.#size += bytes.length;
    const { terminalBytes } = this.#limits;
    // More than asked for, so that not every piece makes a copy of everything.
    if (terminal.size > terminalBytes) this.#cut(terminal, Math.floor(terminalBytes * roomAfterCut));
    for (const other of this.#terminals.values()) {
      if (this.#size <= this.#limits.toolContentBytes) return;
      if (other === terminal || other.size === 0) continue;
      this.#clear(other);
      other.isCut = true;
    }
  }

  /** Drops the oldest output until `most` bytes remain. */
  #cut(terminal: Terminal, most: number): void {
    let surplus = terminal.size - most;
    if (surplus <= 0) return;
    terminal.isCut = true;
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
    // A copy: a view would keep what was cut off.
    if (surplus > 0 && first !== undefined) terminal.pieces[0] = first.slice(surplus);
  }

  #clear(terminal: Terminal): void {
    this.#size -= terminal.size;
    terminal.pieces = [];
    terminal.size = 0;
    terminal.text = undefined;
  }
}

function render({ pieces, isCut }: Terminal): string {
  const bytes = joined(pieces);
  if (!isCut) return terminalText(bytes);
  // The cut may go through a character or an escape sequence; the next line is whole.
  const end = bytes.subarray(0, longestLine).indexOf(newline);
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
