/**
 * What was sent before, newest last, to be brought back with the arrow keys.
 *
 * It is kept in a file when there is one. That the file cannot be read or written is no reason not to chat.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const mostEntries = 500;
const longestEntry = 20_000;

export class InputHistory {
  readonly #file: string | undefined;
  readonly #entries: string[];
  /** The entry that is shown; as many as there are when none is. */
  #place: number;
  /** What was being typed when the first entry was brought back. */
  #draft = '';

  constructor(file?: string) {
    this.#file = file;
    this.#entries = file === undefined ? [] : readEntries(file);
    this.#place = this.#entries.length;
  }

  add(text: string): void {
    if (text.trim() !== '' && text.length <= longestEntry && this.#entries.at(-1) !== text) {
      this.#entries.push(text);
      if (this.#entries.length > mostEntries) this.#entries.shift();
      this.#write();
    }
    this.#place = this.#entries.length;
  }

  /** The entry before the one that is shown; undefined when there is none. */
  older(current: string): string | undefined {
    if (this.#place === 0) return undefined;
    if (this.#place === this.#entries.length) this.#draft = current;
    this.#place -= 1;
    return this.#entries[this.#place];
  }

  /** The entry after the one that is shown, or what was being typed. */
  newer(): string | undefined {
    if (this.#place === this.#entries.length) return undefined;
    this.#place += 1;
    return this.#place === this.#entries.length ? this.#draft : this.#entries[this.#place];
  }

  #write(): void {
    if (this.#file === undefined) return;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, `${JSON.stringify(this.#entries)}\n`, { mode: 0o600 });
    } catch {
      // A home that cannot be written to.
    }
  }
}

function readEntries(file: string): string[] {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string').slice(-mostEntries) : [];
  } catch {
    return [];
  }
}
