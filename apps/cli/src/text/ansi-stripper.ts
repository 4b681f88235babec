/**
 * What a command prints, piece by piece, as lines of text: without colours, movements and titles, however the pieces are cut.
 *
 * A line that is written over again and again becomes several lines, because what was printed cannot be taken back.
 */
import { stripControls } from './strip-control-characters.ts';

/** Sequences of ECMA-48: those with parameters, those with a text up to a bell or `ESC \`, and those of two or three characters. */
const sequences = [
  String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
  String.raw`\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
  String.raw`\u001b[ -/]*[0-OQ-WYZ\\\u0060-~]`,
].join('|');
const whole = new RegExp(sequences, 'gu');
/** What may be the beginning of a sequence, or of the end of a line. */
const begun = /(?:\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)?|\r)$/u; // oxlint-disable-line no-control-regex -- these are what is looked for.
/** Characters that may belong to a sequence; more than that is no sequence. */
const longest = 4096;

export class AnsiStripper {
  readonly #decoder = new TextDecoder();
  /** The end of the last piece that may belong to the next one. */
  #rest = '';

  /** The text of the next piece. */
  add(bytes: Uint8Array): string {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    const [rest = ''] = begun.exec(text.slice(-longest)) ?? [];
    this.#rest = rest;
    const complete = text.slice(0, text.length - rest.length);
    return stripControls(complete.replaceAll(whole, '').replaceAll(/\r\n?/gu, '\n'));
  }
}
