/**
 * Unpacks a zip archive: stored and deflated files, also with zip64 numbers and with sizes after the data.
 *
 * What the list at the end says about an entry has to be what its local header says, and what is unpacked.
 */
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

import { shownName } from './entry-path.ts';
import type { ArchiveBudget } from './limits.ts';
import type { NewTree } from './new-tree.ts';
import { refusal } from './refusal.ts';
import { readAt, readZipDirectory, type ZipEntry } from './zip-directory.ts';

const localHeaderSize = 30;
const chunkSize = 64 * 1024;
const [encrypted, sizesBehindData, patched, stronglyEncrypted, maskedHeaders] = [0x1, 0x8, 0x20, 0x40, 0x20_00];
/** Flags that both headers have to agree about: all but the hints of the compressor. */
const comparedFlags = encrypted | sizesBehindData | patched | stronglyEncrypted | maskedHeaders | 0x8_00;
const [stored, deflated] = [0, 8];
/** `S_IFMT` and the types that are allowed; 0 where the archive states none. */
const [typeMask, regularFile, folder] = [0o170000, 0o100000, 0o040000];

interface ZipContext {
  readonly file: FileHandle;
  readonly tree: NewTree;
  readonly budget: ArchiveBudget;
  /** Receives the number of bytes of the archive that were read so far. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

export async function unpackZip(size: number, context: ZipContext): Promise<void> {
  const directory = await readZipDirectory(context.file, size, context.budget.limits);
  const declared = directory.entries.reduce((sum, entry) => sum + entry.size, 0);
  if (declared > context.budget.limits.unpackedBytes) {
    throw refusal(`it unpacks to more than ${context.budget.limits.unpackedBytes} bytes`);
  }
  const entries = directory.entries.toSorted((one, other) => one.offset - other.offset);
  let free = 0;
  for (const entry of entries) {
    if (entry.offset < free) throw refusal(`the entry ${shown(entry)} overlaps another one`);
    const isFolder = checkKind(entry);
    const dataStart = await checkLocalHeader(entry, context.file);
    const dataEnd = dataStart + entry.compressedSize;
    free = dataEnd + (await descriptorSize(entry, dataEnd, context.file));
    if (free > directory.start) throw refusal(`the entry ${shown(entry)} runs into the list of entries`);
    if (isFolder) await context.tree.addFolder(entry.name);
    else await context.tree.addFile(entry.name, (write) => readContent(entry, dataStart, { ...context, write }));
    context.onRead?.(free);
  }
}

/** Returns whether the entry is a folder; throws if it is neither a folder nor a file that can be read. */
function checkKind(entry: ZipEntry): boolean {
  const { flags, method, size, compressedSize } = entry;
  const type = entry.unixMode & typeMask;
  if (type === 0o120000) throw refusal(`${shown(entry)} is a symbolic link`);
  if (type !== 0 && type !== regularFile && type !== folder) {
    throw refusal(`${shown(entry)} is neither a file nor a folder`);
  }
  if ((flags & (encrypted | stronglyEncrypted | maskedHeaders)) !== 0) throw refusal(`${shown(entry)} is encrypted`);
  if ((flags & patched) !== 0 || (method !== stored && method !== deflated)) {
    throw refusal(`${shown(entry)} is compressed with a method that is not supported`);
  }
  if (method === stored && size !== compressedSize) throw refusal(`${shown(entry)} has two sizes`);
  const isFolder = entry.name.at(-1) === 0x2f;
  const isOtherKind = isFolder ? type === regularFile || size !== 0 : type === folder || entry.isDosFolder;
  if (isOtherKind) throw refusal(`${shown(entry)} is both a file and a folder`);
  return isFolder;
}

/** Compares the local header with the list and returns where the data begins. */
async function checkLocalHeader(entry: ZipEntry, file: FileHandle): Promise<number> {
  const header = await readAt(file, entry.offset, localHeaderSize);
  if (header.readUInt32LE(0) !== 0x04_03_4b_50) throw refusal(`the entry ${shown(entry)} is not where the list says`);
  const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const name = await readAt(file, entry.offset + localHeaderSize, nameLength);
  const isSame =
    name.equals(entry.name) &&
    ((header.readUInt16LE(6) ^ entry.flags) & comparedFlags) === 0 &&
    header.readUInt16LE(8) === entry.method &&
    isSameNumber(header.readUInt32LE(14), entry.crc32, entry) &&
    isSameNumber(header.readUInt32LE(18), entry.compressedSize, entry) &&
    isSameNumber(header.readUInt32LE(22), entry.size, entry);
  if (!isSame) throw refusal(`the two headers of ${shown(entry)} differ`);
  return entry.offset + localHeaderSize + nameLength + extraLength;
}

/** A number of a local header may be 0 if it follows the data, and all ones if it is in a zip64 field. */
function isSameNumber(local: number, listed: number, { flags }: ZipEntry): boolean {
  return local === listed || local === 0xff_ff_ff_ff || (local === 0 && (flags & sizesBehindData) !== 0);
}

/** The length of the checksum and the sizes after the data, which have to be those of the list. */
async function descriptorSize(entry: ZipEntry, position: number, file: FileHandle): Promise<number> {
  if ((entry.flags & sizesBehindData) === 0) return 0;
  const bytes = await readAt(file, position, 24).catch(() => readAt(file, position, 16));
  for (const start of [4, 0]) {
    if (start === 4 && bytes.readUInt32LE(0) !== 0x08_07_4b_50) continue;
    if (bytes.readUInt32LE(start) !== entry.crc32) continue;
    const short = [bytes.readUInt32LE(start + 4), bytes.readUInt32LE(start + 8)];
    if (short[0] === entry.compressedSize && short[1] === entry.size) return start + 12;
    if (bytes.length < start + 20) continue;
    const long = [bytes.readBigUInt64LE(start + 4), bytes.readBigUInt64LE(start + 12)];
    if (long[0] === BigInt(entry.compressedSize) && long[1] === BigInt(entry.size)) return start + 20;
  }
  throw refusal(`the sizes of ${shown(entry)} after its data differ from those in the list`);
}

interface ContentContext extends ZipContext {
  readonly write: (chunk: Uint8Array) => Promise<void>;
}

async function readContent(entry: ZipEntry, start: number, { file, budget, write }: ContentContext): Promise<void> {
  let size = 0;
  let checksum = 0;
  for await (const chunk of contentOf(entry, start, file)) {
    budget.addBytes(chunk.length);
    size += chunk.length;
    if (size > entry.size) throw refusal(`${shown(entry)} is larger than it says`);
    checksum = crc32(chunk, checksum);
    await write(chunk);
  }
  if (size !== entry.size) throw refusal(`${shown(entry)} is smaller than it says`);
  if (checksum !== entry.crc32) throw refusal(`the checksum of ${shown(entry)} is wrong`);
}

async function* contentOf(entry: ZipEntry, start: number, file: FileHandle): AsyncGenerator<Uint8Array> {
  if (entry.compressedSize === 0) {
    if (entry.size !== 0) throw refusal(`${shown(entry)} is smaller than it says`);
    return;
  }
  const raw = readRange(file, start, entry.compressedSize);
  if (entry.method === stored) {
    yield* raw;
    return;
  }
  const decoder = createInflateRaw();
  // An error of one stream destroys the other; it is thrown below.
  const inflated = pipeline(Readable.from(raw), decoder, () => undefined);
  try {
    yield* inflated as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw refusal(`the data of ${shown(entry)} is damaged`, error);
  }
  if (decoder.bytesWritten !== entry.compressedSize) throw refusal(`${shown(entry)} has data after its end`);
}

async function* readRange(file: FileHandle, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length; done += chunkSize) {
    yield await readAt(file, start + done, Math.min(chunkSize, length - done));
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function shown({ name }: ZipEntry): string {
  return shownName(name.toString('utf8'));
}
