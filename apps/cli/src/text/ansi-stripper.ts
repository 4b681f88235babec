/**
 * Converts the output of a command to plain lines, chunk by chunk: without colours, cursor movements and titles, also
 * if a sequence is split.
 *
 * A line that is overwritten becomes several lines, because printed text cannot be taken back.
 */
import { stripControls } from './strip-control-characters.ts';

/** Escape sequences of ECMA-48: CSI sequences, strings up to BEL or `ESC \`, and those of two or three characters. */
const sequences = [
  String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
  String.raw`\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
  String.raw`\u001b[ -/]*[0-OQ-WYZ\\\u0060-~]`,
].join('|');
const whole = new RegExp(sequences, 'gu');
/** The possible beginning of a sequence or of a line end. */
const begun = /(?:\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)?|\r)$/u; // oxlint-disable-line no-control-regex -- as above
/** The maximum length of a sequence. */
const longest = 4096;

export class AnsiStripper {
  readonly #decoder = new TextDecoder();
  /** The end of the last chunk that may continue in the next one. */
  #rest = '';

  /** Returns the text of the next chunk. */
  add(bytes: Uint8Array): string {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    const [rest = ''] = begun.exec(text.slice(-longest)) ?? [];
    this.#rest = rest;
    const complete = text.slice(0, text.length - rest.length);
    return stripControls(complete.replaceAll(whole, '').replaceAll(/\r\n?/gu, '\n'));
  }
}
