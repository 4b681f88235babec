/** Writes the lines of a command to a file or to stdout as they come, so that they are never all in memory. */
import { closeSync, rmSync, statSync, writeSync } from 'node:fs';

import { renameOverSync } from '@acp-stack/workspace/user-folders';

import type { Terminal } from '../terminal/terminal.ts';
import { unwritableFile } from './output-file.ts';
import { openPrivate } from './private-file.ts';

export interface LineOutputOptions {
  /** The file; stdout if it is absent or `-`. */
  readonly output: string | undefined;
  /** The file that the lines come from, which may be the same; it is then replaced at the end. */
  readonly input: string;
}

const maxWaiting = 64 * 1024;

/** Writes the lines; nothing is opened or changed before there is one. */
export async function writeLines(
  lines: AsyncIterable<string>,
  { output, input }: LineOutputOptions,
  terminal: Terminal,
): Promise<void> {
  if (output === undefined || output === '-') {
    await inParts(lines, (text) => terminal.stdout.write(text));
    return;
  }
  const file = new LineFile(output, isSameFile(output, input));
  try {
    await inParts(lines, (text) => file.write(text));
    file.finish();
  } finally {
    file.discard();
  }
  await terminal.stderr.tryWrite(`written to ${output}\n`);
}

async function inParts(lines: AsyncIterable<string>, write: (text: string) => Promise<void> | void): Promise<void> {
  let waiting = '';
  for await (const line of lines) {
    waiting += `${line}\n`;
    if (waiting.length < maxWaiting) continue;
    await write(waiting);
    waiting = '';
  }
  await write(waiting);
}

class LineFile {
  readonly #path: string;
  /** Where the lines are written until they are complete. */
  readonly #draft: string;
  #file: number | undefined;

  constructor(path: string, isInput: boolean) {
    this.#path = path;
    this.#draft = isInput ? `${path}.${process.pid}.tmp` : path;
  }

  write(text: string): void {
    try {
      this.#file ??= openPrivate(this.#draft);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      throw unwritableFile(this.#path, error);
    }
  }

  finish(): void {
    this.#close();
    try {
      if (this.#draft !== this.#path) renameOverSync(this.#draft, this.#path);
    } catch (error) {
      throw unwritableFile(this.#path, error);
    }
  }

  /** Removes what is not finished. */
  discard(): void {
    this.#close();
    if (this.#draft !== this.#path) rmSync(this.#draft, { force: true });
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

function isSameFile(left: string, right: string): boolean {
  const [one, other] = [left, right].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one?.isFile() === true && one.dev === other?.dev && one.ino === other.ino;
}
