/**
 * Unpacks a download into a new folder, whatever its name says it is.
 *
 * Either everything is unpacked, or an error is thrown and the folder is left to the caller to delete. Archives inside
 * of the archive stay files.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { bunzip2 } from './bzip2.ts';
import { truncated } from './byte-reader.ts';
import { entrySegments } from './entry-path.ts';
import { archiveFormat, formatBytes, type ArchiveFormat } from './format.ts';
import { ArchiveBudget, archiveLimits, type ArchiveLimits } from './limits.ts';
import { NewTree, type UnpackedFile } from './new-tree.ts';
import { refusal } from './refusal.ts';
import { unpackTar } from './unpack-tar.ts';
import { unpackZip } from './unpack-zip.ts';

/** What is unpacked, and how. */
export interface UnpackOptions {
  /** The path of the download. */
  readonly file: string;
  /** Its name, for errors. */
  readonly name: string;
  /** The new, empty folder. */
  readonly folder: string;
  /** The path of the agent's program in the archive, with slashes. */
  readonly command: string;
  readonly limits?: Partial<ArchiveLimits>;
  readonly signal?: AbortSignal | undefined;
  /** Receives the number of bytes of the download that were read so far. */
  readonly onRead?: (bytes: number) => void;
  /** Called before anything is written. */
  readonly beforeWrite?: () => void | Promise<void>;
}

/** What was unpacked. */
export interface Unpacked {
  readonly files: readonly UnpackedFile[];
  readonly folders: readonly string[];
  /** The path of the command in the folder. */
  readonly command: string;
}

export async function unpack(options: UnpackOptions): Promise<Unpacked> {
  const command = programPath(options.command);
  const file = await open(options.file, 'r');
  try {
    const { size } = await file.stat();
    const beginning = Buffer.alloc(Math.min(formatBytes, size));
    await file.read(beginning, 0, beginning.length, 0);
    const format = archiveFormat(beginning, options.name);
    const budget = new ArchiveBudget({ ...archiveLimits, ...options.limits }, size);
    const beforeWrite = (): void | Promise<void> => {
      options.signal?.throwIfAborted();
      return options.beforeWrite?.();
    };
    const tree = new NewTree(options.folder, budget, beforeWrite);
    if (format === 'zip') await unpackZip(size, { file, tree, budget, onRead: options.onRead });
    else if (format === 'program') await copyProgram(options, { tree, budget, command });
    else await unpackTar(decompress(format, options, { budget, size }), tree, budget);
    return { command: await tree.markCommand(command), files: tree.files, folders: tree.folders };
  } finally {
    await file.close();
  }
}

/** The program is where an entry of the archive can be, so its path is checked like theirs. */
function programPath(command: string): string {
  const segments = entrySegments(Buffer.from(command), archiveLimits);
  if (segments.length === 0) throw refusal('the command in the manifest is empty');
  return segments.join('/');
}

async function copyProgram(
  options: UnpackOptions,
  { tree, budget, command }: { readonly tree: NewTree; readonly budget: ArchiveBudget; readonly command: string },
): Promise<void> {
  await tree.addFile(Buffer.from(command), async (write) => {
    for await (const chunk of readChunks(options)) {
      budget.addBytes(chunk.length);
      await write(chunk);
    }
  });
}

async function* decompress(
  format: ArchiveFormat,
  options: UnpackOptions,
  { budget, size }: { readonly budget: ArchiveBudget; readonly size: number },
): AsyncGenerator<Uint8Array> {
  const chunks = readChunks(options);
  const decompressed = format === 'tar' ? chunks : format === 'tar.bz2' ? bunzip2(chunks) : gunzip(chunks, size);
  for await (const chunk of decompressed) {
    budget.addBytes(chunk.length);
    yield chunk;
  }
}

/** Members in a row are one stream. Node itself ignores what follows the last member if it begins with a zero. */
async function* gunzip(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  const decoder = createGunzip();
  // An error of one stream destroys the other; it is thrown below.
  const input = pipeline(Readable.from(chunks), decoder, () => undefined);
  try {
    yield* input as AsyncIterable<Uint8Array>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw truncated(error);
    if (code.startsWith('Z_')) throw refusal('its gzip data is damaged, or has data after its end', error);
    throw error;
  }
  if (decoder.bytesWritten !== size) throw refusal('it has data after its end');
}

async function* readChunks({ file, onRead, signal }: UnpackOptions): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    onRead?.(bytes);
    yield chunk;
  }
}
