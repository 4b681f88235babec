/** Reads the input: a file, or stdin. */
import { fstatSync } from 'node:fs';

import { openFileOrPipe } from '../../files/read-whole-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';

export interface Input {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The size in bytes; undefined if unknown. */
  readonly size: number | undefined;
}

/** Opens `file`, or stdin for `-`; failures, also while reading, are a `UsageError`. */
export async function openInput(file: string, terminal: Terminal): Promise<Input> {
  if (file === '-') {
    if (terminal.stdin.isTTY === true) {
      await terminal.stderr.tryWrite('Waiting for messages, one per line; Ctrl-D ends the input.\n');
    }
    // Node reads a folder on stdin as empty.
    if (terminal.stdin.fd !== undefined && fstatSync(terminal.stdin.fd).isDirectory()) {
      throw unreadable({ code: 'EISDIR' }, 'standard input');
    }
    return { chunks: explained(terminal.stdin, 'standard input'), size: undefined };
  }
  try {
    const { chunks, size } = await openFileOrPipe(file);
    return { chunks: explained(chunks, file), size };
  } catch (error) {
    throw unreadable(error, file);
  }
}

/** Converts errors of `source`, and only those, to messages for the user. */
async function* explained(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw unreadable(error, name);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist; check the path, or pass - to read standard input',
  EISDIR: 'it is a folder; pass a file with one message per line',
  EACCES: 'permission denied; change its mode or pass another file',
  EPERM: 'permission denied; change its mode or pass another file',
};

function unreadable(error: unknown, name: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = (code === undefined ? undefined : reasons[code]) ?? `${message}; pass another file`;
  return new UsageError(`cannot read ${name}: ${reason}`, { cause: error });
}
