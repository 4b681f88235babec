/** Unpacks a tar archive. Entries that are neither files nor folders, and anything after the end, are refused. */
import { shownName } from './entry-path.ts';
import { ByteReader, truncated } from './byte-reader.ts';
import type { ArchiveBudget } from './limits.ts';
import type { NewTree } from './new-tree.ts';
import { readPaxRecords, type PaxRecords } from './pax-records.ts';
import { refusal } from './refusal.ts';
import { blockSize, readTarHeader, type TarHeader } from './tar-header.ts';

/** An extended header is kept in memory. */
const longestExtendedHeader = 64 * 1024;

/** Types of entries that are refused, with what they are. */
const refusedTypes: Readonly<Record<string, string>> = {
  '1': 'is a hard link',
  '2': 'is a symbolic link',
  '3': 'is a device',
  '4': 'is a device',
  '6': 'is a named pipe',
  K: 'is a link',
  S: 'is a sparse file',
  M: 'is a part of a file in another archive',
};

/** What the headers before an entry say about it. */
interface Announced {
  readonly longName?: Uint8Array;
  readonly pax?: PaxRecords;
}

/** `budget` counts the headers that are no entries of their own; the bytes are counted where they are decompressed. */
export async function unpackTar(
  chunks: AsyncIterable<Uint8Array>,
  tree: NewTree,
  budget: ArchiveBudget,
): Promise<void> {
  const reader = new ByteReader(chunks);
  try {
    let announced: Announced = {};
    for (;;) {
      const block = await reader.exactly(blockSize);
      if (block === undefined) throw truncated();
      const header = readTarHeader(block);
      if (header === undefined) break;
      announced = await readEntry(reader, { header, announced, tree, budget });
    }
    if (announced.longName !== undefined || announced.pax !== undefined) throw truncated();
    await expectZeros(reader);
  } finally {
    await reader.close();
  }
}

interface EntryContext {
  readonly header: TarHeader;
  readonly announced: Announced;
  readonly tree: NewTree;
  readonly budget: ArchiveBudget;
}

/** Reads one entry and returns what it announces about the next. */
async function readEntry(reader: ByteReader, { header, announced, tree, budget }: EntryContext): Promise<Announced> {
  const { type } = header;
  if (type === 'L') {
    budget.addEntry();
    if (announced.longName !== undefined) throw refusal('it has two long names for one entry');
    return { ...announced, longName: withoutFinalZeros(await readExtension(reader, header)) };
  }
  if (type === 'x') {
    budget.addEntry();
    if (announced.pax !== undefined) throw refusal('it has two pax headers for one entry');
    return { ...announced, pax: readPaxRecords(await readExtension(reader, header)) };
  }
  if (type === 'g') {
    budget.addEntry();
    const { path, size } = readPaxRecords(await readExtension(reader, header));
    if (path !== undefined || size !== undefined) throw refusal('one pax header gives all files the same path or size');
    return announced;
  }
  await readFileOrFolder(reader, { header, announced, tree, budget });
  return {};
}

async function readFileOrFolder(reader: ByteReader, { header, announced, tree }: EntryContext): Promise<void> {
  const { longName, pax } = announced;
  if (longName !== undefined && pax?.path !== undefined) throw refusal('it has two long names for one entry');
  const name = pax?.path ?? longName ?? header.name;
  const size = pax?.size ?? header.size;
  const isFolder = header.type === '5' || (header.type === '0' && name.at(-1) === 0x2f);
  if (isFolder) {
    if (size !== 0) throw refusal(`the folder ${shown(name)} has content`);
    await tree.addFolder(name);
    return;
  }
  if (header.type !== '0') {
    throw refusal(`${shown(name)} ${refusedTypes[header.type] ?? 'is neither a file nor a folder'}`);
  }
  await tree.addFile(name, (write) => reader.pass(size, write));
  await reader.pass(padding(size), () => Promise.resolve());
}

async function readExtension(reader: ByteReader, { size }: TarHeader): Promise<Uint8Array> {
  if (size === 0 || size > longestExtendedHeader) throw refusal('it has an extended header that is empty or too long');
  const bytes = await reader.exactly(size);
  if (bytes === undefined) throw truncated();
  await reader.pass(padding(size), () => Promise.resolve());
  return bytes;
}

/** After the first block of zeros there may be zeros only. */
async function expectZeros(reader: ByteReader): Promise<void> {
  for (;;) {
    const bytes = await reader.next(blockSize * 128);
    if (bytes === undefined) return;
    if (bytes.some((byte) => byte !== 0)) throw refusal('it has data after its end');
  }
}

function padding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}

function withoutFinalZeros(bytes: Uint8Array): Uint8Array {
  let { length } = bytes;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return bytes.subarray(0, length);
}

function shown(name: Uint8Array): string {
  return shownName(new TextDecoder().decode(name));
}
