/**
 * Reads a small text file of a contribution that is not trusted.
 *
 * Links are refused, because a link in a contribution would publish a file of the machine that builds the registry.
 */
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The largest manifest, in bytes. */
export const maxManifestBytes: number = 256 * 1024;

/** The largest icon, in bytes; readers show no larger ones. */
export const maxIconBytes: number = 64 * 1024;

/** The text of a file, or why it cannot be used; undefined if the file does not exist. */
export type PlainFile = { readonly text: string } | { readonly refused: string } | undefined;

/** Reads the regular file at `path`, of at most `maxBytes`. */
export async function readPlainFile(path: string, maxBytes: number): Promise<PlainFile> {
  let file;
  try {
    // Not blocking: a named pipe would wait for a writer.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') return { refused: 'is a link; put the file itself there' };
    return { refused: `cannot be read (${code ?? 'unknown error'})` };
  }
  try {
    const { size } = await file.stat().then((stats) => (stats.isFile() ? stats : { size: undefined }));
    if (size === undefined) return { refused: 'is not a regular file' };
    if (size > maxBytes) return { refused: `has ${size} bytes; at most ${maxBytes} are allowed` };
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
      if (length > maxBytes) return { refused: `grew beyond ${maxBytes} bytes while it was read` };
    }
    const bytes = buffer.subarray(0, length);
    return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { refused: 'is not text in UTF-8' };
  } catch (error) {
    return { refused: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})` };
  } finally {
    await file.close();
  }
}
