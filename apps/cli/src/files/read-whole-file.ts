/**
 * Reads a file, or a pipe that stands for one, such as `<(command)` of a shell.
 *
 * Opening or reading a pipe can take for ever. It is read like a socket, so that a signal can end it; in the file
 * system calls of Node it would block a thread that keeps the process from exiting.
 */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Socket } from 'node:net';

export interface ReadOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the bytes; undefined if there are more than `maxBytes`. */
export async function readWholeFile(path: string, { maxBytes, signal }: ReadOptions): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (stats.isFIFO()) return await readPipe(file, { maxBytes, signal });
    if (stats.isFile() && stats.size > maxBytes) return undefined;
    const bytes = await file.readFile({ signal });
    return bytes.length > maxBytes ? undefined : bytes;
  } finally {
    await file.close().catch(() => undefined);
  }
}

async function readPipe({ fd }: FileHandle, { maxBytes, signal }: ReadOptions): Promise<Buffer | undefined> {
  const socket = new Socket({ fd, readable: true, writable: false, ...(signal === undefined ? {} : { signal }) });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
