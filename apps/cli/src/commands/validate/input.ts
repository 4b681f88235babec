/** Where the messages come from: a file, or standard input. */
import { fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';

import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';

export interface Input {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** How many bytes there are; undefined when that is not known. */
  readonly size: number | undefined;
}

const chunkSize = 256 * 1024;

/** Opens `file`, or standard input for `-`; failures, now or while reading, are a `UsageError`. */
export async function openInput(file: string, terminal: Terminal): Promise<Input> {
  if (file === '-') {
    if (terminal.stdin.isTTY === true) {
      await terminal.stderr.tell('Waiting for messages, one per line; Ctrl-D ends the input.\n');
    }
    // Node reads a folder on standard input as if it were empty.
    if (terminal.stdin.fd !== undefined && fstatSync(terminal.stdin.fd).isDirectory()) {
      throw unreadable({ code: 'EISDIR' }, 'standard input');
    }
    return { chunks: explained(terminal.stdin, 'standard input'), size: undefined };
  }
  try {
    const handle = await open(file);
    const stat = await handle.stat();
    const stream = handle.createReadStream({ highWaterMark: chunkSize });
    return { chunks: explained(stream, file), size: stat.isFile() ? stat.size : undefined };
  } catch (error) {
    throw unreadable(error, file);
  }
}

/** Rethrows what goes wrong in `source`, and only that, in words for the user. */
async function* explained(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw unreadable(error, name);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path, or pass - to read standard input',
  EISDIR: 'it is a folder; pass a file with one message per line',
  EACCES: 'you may not read it; change its permissions or pass another file',
  EPERM: 'you may not read it; change its permissions or pass another file',
};

function unreadable(error: unknown, name: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = (code === undefined ? undefined : reasons[code]) ?? `${message}; pass another file`;
  return new UsageError(`cannot read ${name}: ${reason}`, { cause: error });
}
