/**
 * The list of entries at the end of a zip archive.
 *
 * Programs differ in which of the several descriptions of an entry they believe. An archive is refused if they could
 * differ about this one: several ends, data after the end, overlapping entries, entries on other disks.
 */
import type { FileHandle } from 'node:fs/promises';

import { shownName } from './entry-path.ts';
import type { ArchiveLimits } from './limits.ts';
import { refusal } from './refusal.ts';

/** One entry, as the list describes it. */
export interface ZipEntry {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where its local header begins. */
  readonly offset: number;
  /** The Unix type and mode; 0 if the archive was made on a system without them. */
  readonly unixMode: number;
  readonly isDosFolder: boolean;
}

/** The list, and where it begins. */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  readonly start: number;
}

const endSize = 22;
const longestComment = 0xff_ff;
const endMagic = Buffer.from('504b0506', 'hex');
const unknown32 = 0xff_ff_ff_ff;
const headerSize = 46;

/** The position and the size of the list. */
interface DirectoryPlace {
  readonly count: number;
  readonly size: number;
  readonly start: number;
  /** Where the records after the list begin. */
  readonly end: number;
}

export async function readZipDirectory(file: FileHandle, size: number, limits: ArchiveLimits): Promise<ZipDirectory> {
  const place = await findDirectory(file, size);
  if (place.start + place.size !== place.end) throw refusal('its list of entries is not where it says');
  if (place.count > limits.entries) throw refusal(`it has more than ${limits.entries} entries`);
  if (place.size > limits.entries * (headerSize + 1024)) throw refusal('its list of entries is too long');
  const bytes = await readAt(file, place.start, place.size);
  const entries: ZipEntry[] = [];
  let position = 0;
  for (let index = 0; index < place.count; index += 1) {
    const { entry, length } = readEntry(bytes.subarray(position));
    entries.push(entry);
    position += length;
  }
  if (position !== bytes.length) throw refusal('its list of entries has another length than it says');
  return { entries, start: place.start };
}

async function findDirectory(file: FileHandle, size: number): Promise<DirectoryPlace> {
  const tailStart = Math.max(0, size - endSize - longestComment);
  const tail = await readAt(file, tailStart, size - tailStart);
  const position = tail.lastIndexOf(endMagic);
  if (position === -1 || tail.length - position < endSize)
    throw refusal('it ends too early, or has data after its end');
  const end = tail.subarray(position);
  if (endSize + end.readUInt16LE(20) !== end.length) throw refusal('it has data after its end');
  if (isEndBefore(tail, position)) throw refusal('it has several ends');
  const place = {
    disks: [end.readUInt16LE(4), end.readUInt16LE(6)],
    counts: [end.readUInt16LE(8), end.readUInt16LE(10)] as const,
    size: end.readUInt32LE(12),
    start: end.readUInt32LE(16),
  };
  const endPosition = tailStart + position;
  const isZip64 =
    place.counts.includes(0xff_ff) ||
    place.size === unknown32 ||
    place.start === unknown32 ||
    place.disks[0] === 0xff_ff;
  if (isZip64) {
    const found = await findZip64Directory(file, endPosition);
    if (found !== undefined) return found;
  }
  if (place.disks.some((disk) => disk !== 0) || place.counts[0] !== place.counts[1]) {
    throw refusal('it is one of several parts');
  }
  return { count: place.counts[1], size: place.size, start: place.start, end: endPosition };
}

/** Whether an earlier end would reach the end of the file too, so that other programs could take that one. */
function isEndBefore(tail: Buffer, last: number): boolean {
  for (let found = tail.indexOf(endMagic); found !== -1 && found < last; found = tail.indexOf(endMagic, found + 1)) {
    if (found + endSize + tail.readUInt16LE(found + 20) === tail.length) return true;
  }
  return false;
}

async function findZip64Directory(file: FileHandle, end: number): Promise<DirectoryPlace | undefined> {
  const locatorPosition = end - 20;
  if (locatorPosition < 0) return undefined;
  const locator = await readAt(file, locatorPosition, 20);
  if (locator.readUInt32LE(0) !== 0x07_06_4b_50) return undefined;
  const position = safeNumber(locator.readBigUInt64LE(8));
  if (position + 56 > locatorPosition) throw refusal('its list of entries is not where it says');
  const record = await readAt(file, position, 56);
  const isRecord = record.readUInt32LE(0) === 0x06_06_4b_50;
  if (!isRecord || position + 12 + safeNumber(record.readBigUInt64LE(4)) !== locatorPosition) {
    throw refusal('its list of entries is not where it says');
  }
  const [here, count] = [record.readBigUInt64LE(24), record.readBigUInt64LE(32)];
  const isOneDisk = record.readUInt32LE(16) === 0 && record.readUInt32LE(20) === 0 && here === count;
  if (!isOneDisk) throw refusal('it is one of several parts');
  return {
    count: safeNumber(count),
    size: safeNumber(record.readBigUInt64LE(40)),
    start: safeNumber(record.readBigUInt64LE(48)),
    end: position,
  };
}

function readEntry(bytes: Buffer): { readonly entry: ZipEntry; readonly length: number } {
  if (bytes.length < headerSize || bytes.readUInt32LE(0) !== 0x02_01_4b_50) {
    throw refusal('its list of entries is damaged');
  }
  const nameLength = bytes.readUInt16LE(28);
  const extraLength = bytes.readUInt16LE(30);
  const length = headerSize + nameLength + extraLength + bytes.readUInt16LE(32);
  if (length > bytes.length) throw refusal('its list of entries is damaged');
  const name = bytes.subarray(headerSize, headerSize + nameLength);
  const extra = bytes.subarray(headerSize + nameLength, headerSize + nameLength + extraLength);
  const large = zip64Sizes(extra, {
    size: bytes.readUInt32LE(24),
    compressedSize: bytes.readUInt32LE(20),
    offset: bytes.readUInt32LE(42),
  });
  const isUnix = [3, 19].includes(bytes.readUInt8(5));
  if (bytes.readUInt16LE(34) !== 0) throw refusal('it is one of several parts');
  checkUnicodeName(name, extra);
  const entry: ZipEntry = {
    name,
    flags: bytes.readUInt16LE(8),
    method: bytes.readUInt16LE(10),
    crc32: bytes.readUInt32LE(16),
    ...large,
    unixMode: isUnix ? bytes.readUInt16LE(40) : 0,
    isDosFolder: (bytes.readUInt8(38) & 0x10) !== 0,
  };
  return { entry, length };
}

type Sizes = Pick<ZipEntry, 'size' | 'compressedSize' | 'offset'>;

/** Numbers that do not fit into 32 bits are in an extra field, in this order. */
function zip64Sizes(extra: Buffer, sizes: Sizes): Sizes {
  const field = extraField(extra, 0x00_01);
  let position = 0;
  const resolve = (value: number): number => {
    if (value !== unknown32 || field === undefined) return value;
    if (position + 8 > field.length) throw refusal('its list of entries is damaged');
    position += 8;
    return safeNumber(field.readBigUInt64LE(position - 8));
  };
  const size = resolve(sizes.size);
  const compressedSize = resolve(sizes.compressedSize);
  return { size, compressedSize, offset: resolve(sizes.offset) };
}

/** Some programs use the name in this extra field instead of the name itself. */
function checkUnicodeName(name: Buffer, extra: Buffer): void {
  const field = extraField(extra, 0x70_75);
  if (field !== undefined && !field.subarray(5).equals(name)) {
    throw refusal(`the entry ${shownName(name.toString('latin1'))} has two names`);
  }
}

function extraField(extra: Buffer, id: number): Buffer | undefined {
  for (let position = 0; position + 4 <= extra.length;) {
    const end = position + 4 + extra.readUInt16LE(position + 2);
    // Some programs pad this field with zeros; what does not fit is no field.
    if (end > extra.length) return undefined;
    if (extra.readUInt16LE(position) === id) return extra.subarray(position + 4, end);
    position = end;
  }
  return undefined;
}

/** Reads exactly `length` bytes of the file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw refusal('it ends too early');
    read += bytesRead;
  }
  return bytes;
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw refusal('one of its numbers is out of range');
  return Number(value);
}
