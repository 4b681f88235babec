/** Opens files, and reads text: UTF-8, with or without a byte order mark. */
import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { noFollowFlag } from '../paths/open-without-link.ts';
import { noWait } from '../paths/regular-file.ts';
import type { LineRange } from './lines.ts';
import type { AnchoredEntry } from '../paths/roots.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** Bytes that are examined to recognize a binary file. */
const examinedBytes = 8000;
const chunkSize = 256 * 1024;

/** Opens the file at `entry`, which must not be a link, and calls `work` with it and its size. */
export async function withFile<T>(
  { folder, name, path }: AnchoredEntry,
  access: 'read' | 'replace',
  work: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  if (name === '.') throw directoryError(path);
  const handle = await open(folder.address(name), modes[access] | noWait | noFollowFlag);
  try {
    await folder.confirm(name, handle);
    const stats = await handle.stat();
    if (stats.isDirectory()) throw directoryError(path);
    if (!stats.isFile()) {
      throw new WorkspaceError('not-a-file', `${path} is a device, a pipe or a socket, not a file.`, { path });
    }
    return await work(handle, stats.size);
  } finally {
    await handle.close();
  }
}

/**
 * The right to write to its directory is enough to replace a file. Opening it for writing checks the file itself.
 */
const modes = { read: constants.O_RDONLY, replace: constants.O_RDWR };

const directoryError = (path: string): WorkspaceError =>
  new WorkspaceError('is-a-directory', `${path} is a directory; name a file inside it.`, { path });

/** Reads up to `size` bytes from `position` on. */
export async function readBytes(
  handle: FileHandle,
  { position = 0, size, signal }: { position?: number; size: number; signal?: AbortSignal | undefined },
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    signal?.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, filled, Math.min(size - filled, chunkSize), position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Reads the bytes of some lines of a file that is too large to be read completely; at most `maxBytes`. */
export async function readLines(
  handle: FileHandle,
  {
    line,
    limit,
    maxBytes,
    signal,
  }: LineRange & { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<{ bytes: Buffer; isTruncated: boolean }> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let current = 1;
  for (let position = 0; ;) {
    const chunk = await readBytes(handle, { position, size: chunkSize, signal });
    if (chunk.length === 0) break;
    position += chunk.length;
    let start = 0;
    while (start < chunk.length && current < line + limit) {
      const found = chunk.indexOf(10, start);
      const end = found === -1 ? chunk.length : found + 1;
      if (current >= line) {
        kept.push(chunk.subarray(start, end));
        keptBytes += end - start;
        if (keptBytes > maxBytes) return { bytes: wholeCharacters(Buffer.concat(kept), maxBytes), isTruncated: true };
      }
      if (found !== -1) current += 1;
      start = end;
    }
    if (start < chunk.length) return { bytes: Buffer.concat(kept), isTruncated: true };
  }
  return { bytes: Buffer.concat(kept), isTruncated: false };
}

/** The first `size` bytes, without an incomplete character at their end. */
function wholeCharacters(bytes: Buffer, size: number): Buffer {
  let end = Math.min(size, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

export interface TextBytes {
  /** Without the byte order mark. */
  readonly content: Buffer;
  readonly hasByteOrderMark: boolean;
}

/** Checks that `bytes` are text, and finds their byte order mark; throws `binary` otherwise. */
export function checkText(bytes: Buffer, path: string): TextBytes {
  const problem = binaryProblem(bytes);
  if (problem !== undefined) throw new WorkspaceError('binary', `${path} ${problem}.`, { path });
  const hasByteOrderMark = startsWithMark(bytes);
  return { content: hasByteOrderMark ? bytes.subarray(byteOrderMark.length) : bytes, hasByteOrderMark };
}

export const startsWithMark = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(byteOrderMark);

function binaryProblem(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return 'is UTF-16; only UTF-8 can be read, so convert it first';
  }
  if (looksBinary(bytes)) return 'is not a text file';
  return isUtf8(bytes) ? undefined : 'is not UTF-8 text; convert it first';
}

/** Whether the start of `bytes` has a NUL byte, which text does not have. */
export const looksBinary = (bytes: Buffer): boolean => bytes.subarray(0, examinedBytes).includes(0);

/** Identifies the content of a file. */
export function versionOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
