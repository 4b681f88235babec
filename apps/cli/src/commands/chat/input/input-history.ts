/**
 * The sent messages, newest last, for the arrow keys.
 *
 * They are stored in a file. If it cannot be read or written, the chat works without it; a damaged file is kept aside.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { keepAside, readRegularFileSync } from '@acp-stack/workspace/user-folders';

const maxEntries = 500;
const longestEntry = 20_000;
const maxBytes = 64 * 1024 * 1024;

export class InputHistory {
  readonly #file: string | undefined;
  readonly #entries: string[];
  /** The index of the shown entry; the length of the list if none is shown. */
  #place: number;
  /** The text that was being typed before an entry was shown. */
  #draft = '';

  constructor(file?: string) {
    this.#file = file;
    this.#entries = file === undefined ? [] : readEntries(file);
    this.#place = this.#entries.length;
  }

  add(text: string): void {
    if (text.trim() !== '' && text.length <= longestEntry && this.#entries.at(-1) !== text) {
      this.#entries.push(text);
      if (this.#entries.length > maxEntries) this.#entries.shift();
      this.#write();
    }
    this.#place = this.#entries.length;
  }

  /** Every entry once. */
  get newestFirst(): readonly string[] {
    return [...new Set(this.#entries.toReversed())];
  }

  /** The previous entry; undefined if there is none. */
  older(current: string): string | undefined {
    if (this.#place === 0) return undefined;
    if (this.#place === this.#entries.length) this.#draft = current;
    this.#place -= 1;
    return this.#entries[this.#place];
  }

  /** The next entry, or the text that was being typed. */
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
      // The folder is not writable.
    }
  }
}

function readEntries(file: string): string[] {
  let text: string;
  try {
    text = String(readRegularFileSync(file, { maxBytes }));
  } catch {
    return [];
  }
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read)) return read.filter((each) => typeof each === 'string').slice(-maxEntries);
  } catch {
    // It is not JSON.
  }
  keepAside(file);
  return [];
}
