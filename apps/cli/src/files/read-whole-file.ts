/**
 * Reads a file, or a pipe that stands for one, such as `<(command)` of a shell.
 *
 * Opening or reading a pipe can take for ever. It is read like a socket, so that a signal can end it; in the file
 * system calls of Node it would block a thread that keeps the process from exiting. Devices are not read.
 */
import { close, constants, createReadStream, fstatSync, open } from 'node:fs';
import { Socket } from 'node:net';
import { devNull } from 'node:os';
import { promisify } from 'node:util';

import { noWait, UnreadableFileError } from '@acp-stack/workspace/user-folders';

export interface ReadOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A file or a pipe that is open. */
export interface OpenedFile {
  /** Reading them to the end, or leaving the loop, closes the file. */
  readonly chunks: AsyncIterable<Buffer>;
  /** The size in bytes; undefined if unknown. */
  readonly size: number | undefined;
}

const chunkSize = 256 * 1024;
const openDescriptor = promisify(open);
const closeDescriptor = promisify(close);

/** Opens the file or pipe at `path`; rejects with an error of the system or `UnreadableFileError`. */
export async function openFileOrPipe(path: string, signal?: AbortSignal): Promise<OpenedFile> {
  const fd = await openDescriptor(path, constants.O_RDONLY | noWait);
  const stats = fstatSync(fd);
  const ending = signal === undefined ? {} : { signal };
  if (stats.isFIFO()) {
    return { chunks: new Socket({ fd, readable: true, writable: false, ...ending }), size: undefined };
  }
  if (stats.isFile() || path === devNull) {
    return { chunks: createReadStream(path, { fd, highWaterMark: chunkSize, ...ending }), size: stats.size };
  }
  await closeDescriptor(fd);
  throw stats.isDirectory()
    ? new UnreadableFileError('EISDIR', 'it is a folder; name a file')
    : new UnreadableFileError('not-regular', 'it is a device or a socket; name a file');
}

/** Returns the bytes; undefined if there are more than `maxBytes`. */
export async function readWholeFile(path: string, { maxBytes, signal }: ReadOptions): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  const { chunks } = await openFileOrPipe(path, signal);
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
