/**
 * Reads files whose paths a user, a repository or an agent names.
 *
 * Such a path may lead to a pipe, a device or a file without an end. Only regular files are read, opening never waits,
 * and never more than a limit is kept in memory, whatever size the file claims to have.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

// Windows has neither O_NONBLOCK nor O_NOCTTY.
const { O_NONBLOCK, O_NOCTTY } = constants as Partial<typeof constants>;

/** Flags with which opening neither waits for the other end of a pipe nor takes a terminal over. */
export const noWait: number = (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0);

const chunkBytes = 64 * 1024;

/** A file that is not read; the message says why, without its path. */
export class UnreadableFileError extends Error {
  static {
    this.prototype.name = 'UnreadableFileError';
  }

  /** Why it is not read; `EISDIR` is what the system would say too. */
  readonly code: 'EISDIR' | 'not-regular' | 'too-large';

  /** Called by the functions of this module. */
  constructor(code: UnreadableFileError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The limit of a read. */
export interface ReadLimit {
  /** A larger file is refused. */
  readonly maxBytes: number;
}

/** Returns the content of the regular file at `path`; rejects with an error of the system or `UnreadableFileError`. */
export async function readRegularFile(path: string, { maxBytes }: ReadLimit): Promise<Buffer> {
  if (path === devNull) return Buffer.alloc(0);
  const handle = await open(path, constants.O_RDONLY | noWait);
  try {
    const content = new Content(await handle.stat(), maxBytes);
    for (let part = content.next(); part !== undefined; part = content.next()) {
      content.take((await handle.read(part, 0, part.length, null)).bytesRead);
    }
    return content.bytes;
  } finally {
    await handle.close();
  }
}

/** `readRegularFile`, for code that cannot wait. */
export function readRegularFileSync(path: string, { maxBytes }: ReadLimit): Buffer {
  if (path === devNull) return Buffer.alloc(0);
  const descriptor = openSync(path, constants.O_RDONLY | noWait);
  try {
    const content = new Content(fstatSync(descriptor), maxBytes);
    for (let part = content.next(); part !== undefined; part = content.next()) {
      content.take(readSync(descriptor, part, 0, part.length, null));
    }
    return content.bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** What has been read of a file. */
class Content {
  readonly #maxBytes: number;
  readonly #parts: Buffer[] = [];
  #part: Buffer;
  #size = 0;
  #isComplete = false;

  constructor(stats: Stats, maxBytes: number) {
    if (stats.isDirectory()) throw new UnreadableFileError('EISDIR', 'it is a folder; name a file');
    if (!stats.isFile()) throw new UnreadableFileError('not-regular', 'it is not a regular file; name one');
    this.#maxBytes = maxBytes;
    if (stats.size > maxBytes) throw this.#tooLarge();
    // One byte more shows that the file ends, or that it has grown.
    this.#part = Buffer.allocUnsafe(stats.size === 0 ? chunkBytes : stats.size + 1);
  }

  get bytes(): Buffer {
    return this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
  }

  /** The memory for the next part; undefined at the end. */
  next(): Buffer | undefined {
    return this.#isComplete ? undefined : this.#part;
  }

  /** Keeps the first bytes of the part. */
  take(count: number): void {
    this.#isComplete = count === 0;
    if (count === 0) return;
    this.#size += count;
    if (this.#size > this.#maxBytes) throw this.#tooLarge();
    this.#parts.push(this.#part.subarray(0, count));
    this.#part = Buffer.allocUnsafe(chunkBytes);
  }

  #tooLarge(): UnreadableFileError {
    return new UnreadableFileError('too-large', `it is larger than ${this.#maxBytes} bytes; name a smaller file`);
  }
}
