/** Copies an archive that is a file of this machine. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import type { InstallProgress } from '../contract/registry.ts';
import { RegistryError } from '../contract/registry-error.ts';
import { PartialFile } from './partial-file.ts';

/** What is copied, and within which limits. */
export interface CopyRequest {
  readonly path: string;
  /** The folder of the copy. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: InstallProgress) => void) | undefined;
  readonly beforeWrite?: (() => void | Promise<void>) | undefined;
}

const chunkSize = 256 * 1024;

export async function copyArchive(request: CopyRequest): Promise<PartialFile> {
  const { path, folder } = request;
  const partial = new PartialFile(folder, path);
  const source = await openRegularFile(path);
  try {
    const target = await partial.restart({});
    try {
      await copy(source, target, request);
      await target.datasync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return partial;
}

/** Opening a pipe for reading must not wait for a writer. */
async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw new RegistryError('unreachable', `The archive ${path} cannot be opened; check the source.`, { cause: error });
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new RegistryError('unreachable', `The archive ${path} is not a file; check the source.`);
}

async function copy(source: FileHandle, target: FileHandle, request: CopyRequest): Promise<void> {
  const { maxBytes, signal, onProgress, beforeWrite, path } = request;
  const { size } = await source.stat();
  const chunk = Buffer.alloc(chunkSize);
  let bytes = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await source.read(chunk, 0, chunkSize);
    if (bytesRead === 0) return;
    bytes += bytesRead;
    if (bytes > maxBytes) {
      throw new RegistryError('limit', `The archive ${path} is larger than ${maxBytes} bytes, the limit.`);
    }
    await beforeWrite?.();
    await target.writeFile(chunk.subarray(0, bytesRead));
    onProgress?.({ step: 'download', bytes, totalBytes: size });
  }
}
