/** The SHA-256 checksum of a file. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Returns it in lower-case hexadecimal. */
export async function fileChecksum(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    signal?.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest('hex');
}
