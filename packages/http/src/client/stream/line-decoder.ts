/**
 * Text that arrives as bytes, cut anywhere.
 *
 * A decoder that must remember half a character is several times as slow for plain ASCII as one that need not, and that one is slower for
 * everything else. So the end of what arrives, after its last line, waits as bytes for as long as all of it is ASCII.
 */
const lineFeed = 10;
const carriageReturn = 13;
const firstOfOthers = 0x80;
const byteOrderMark = 0xfe_ff;

const options = { ignoreBOM: true };

/** Remembers nothing, so it is everybody's. */
const decoder = new TextDecoder('utf-8', options);

export class LineDecoder {
  #remembering: typeof decoder | undefined;
  /** What came after the last line, where everything was ASCII; undefined where something else remembers it. */
  #rest: Uint8Array[] | undefined = [];
  #hasBegun = false;

  /** Takes what has arrived; as much of it as can be told. */
  take(bytes: Uint8Array): string {
    const text = this.#rest === undefined ? this.#remember(bytes) : this.#lines(this.#rest, bytes);
    if (this.#hasBegun || text === '') return text;
    this.#hasBegun = true;
    return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
  }

  #lines(rest: Uint8Array[], bytes: Uint8Array): string {
    const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1;
    if (end === 0) {
      rest.push(bytes);
      return '';
    }
    const before = end === bytes.length ? bytes : bytes.subarray(0, end);
    const after = end === bytes.length ? [] : [bytes.subarray(end)];
    const lines = rest.length === 0 ? before : joined([...rest, before]);
    const text = decoder.decode(lines);
    if (text.length === lines.length) {
      this.#rest = after;
      return text;
    }
    this.#rest = undefined;
    return text + after.map((piece) => this.#remember(piece)).join('');
  }

  #remember(bytes: Uint8Array): string {
    this.#remembering ??= new TextDecoder('utf-8', options);
    const text = this.#remembering.decode(bytes, { stream: true });
    const isAscii = text.length === bytes.length && (bytes.at(-1) ?? firstOfOthers) < firstOfOthers;
    if (isAscii) this.#rest = [];
    return text;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
