/** Reads an event stream: the data of each event; comments and other fields are left out. */
import { LineSplitter } from '../wire/line-splitter.ts';

export class EventStreamReader {
  /** Lines that are neither data, comments, other fields nor empty. */
  readonly oddLines: string[] = [];
  readonly #lines: LineSplitter;
  #data: string[] = [];

  constructor(onEvent: (data: string) => void) {
    this.#lines = new LineSplitter((line) => this.#line(line.replace(/\r$/u, ''), onEvent));
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  #line(line: string, onEvent: (data: string) => void): void {
    if (line === '') {
      if (this.#data.length > 0) onEvent(this.#data.join('\n'));
      this.#data = [];
    } else if (line.startsWith('data:')) this.#data.push(line.slice(5).replace(/^ /u, ''));
    else if (!/^(?::|event:|id:|retry:)/u.test(line)) this.oddLines.push(line);
  }
}
