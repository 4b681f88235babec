/** Cuts a stream of bytes into lines; bytes that are not UTF-8 become U+FFFD. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#onLine(line);
  }

  /** Gives out a last line without a line break. */
  end(): void {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = '';
    if (rest !== '') this.#onLine(rest);
  }
}
