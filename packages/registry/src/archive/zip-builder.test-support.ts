/** Builds zip archives, also ones that no program would write. */
import { crc32, deflateRawSync } from 'node:zlib';

/** What the header in front of the data, or the list at the end, says about an entry. */
interface ZipFacts {
  readonly name: string | Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly extra: Buffer;
}

export interface ZipFile {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly method?: 'stored' | 'deflated';
  readonly flags?: number;
  /** The type and the mode of Unix; 0 for an archive of another system. */
  readonly unixMode?: number;
  readonly dosAttributes?: number;
  /** The compressed bytes, if they are not those of the content. */
  readonly data?: Buffer;
  readonly local?: Partial<ZipFacts>;
  readonly central?: Partial<ZipFacts> & { readonly offset?: number };
  /** What follows the data. */
  readonly descriptor?: 'short' | 'long' | 'without-magic' | 'wrong';
}

export interface ZipOptions {
  readonly comment?: Buffer;
  readonly zip64?: boolean;
  readonly disk?: number;
  readonly count?: number;
  readonly directoryOffset?: number;
  readonly trailing?: Buffer;
}

export function zip(files: readonly ZipFile[], options: ZipOptions = {}): Buffer {
  const body: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { local, data, central } = buildFile(file, offset);
    body.push(local, data);
    list.push(central);
    offset += local.length + data.length;
  }
  const directory = Buffer.concat(list);
  const end = buildEnd(options, { count: files.length, size: directory.length, offset });
  return Buffer.concat([...body, directory, end, options.trailing ?? Buffer.alloc(0)]);
}

function buildFile(
  file: ZipFile,
  offset: number,
): { readonly local: Buffer; readonly data: Buffer; readonly central: Buffer } {
  const content = Buffer.from(file.content ?? '');
  const data = file.data ?? (file.method === 'stored' ? content : deflateRawSync(content));
  const flags = (file.flags ?? 0) | (file.descriptor === undefined ? 0 : 0x8);
  const facts: ZipFacts = {
    name: file.name,
    flags,
    method: file.method === 'stored' ? 0 : 8,
    crc32: crc32(content),
    compressedSize: data.length,
    size: content.length,
    extra: Buffer.alloc(0),
  };
  const hidden = file.descriptor === undefined ? {} : { crc32: 0, compressedSize: 0, size: 0 };
  const local = buildLocal({ ...facts, ...hidden, ...file.local });
  const central = buildCentral({ ...facts, ...file.central }, { offset: file.central?.offset ?? offset, file });
  return { local, central, data: Buffer.concat([data, buildDescriptor(file, facts)]) };
}

function buildLocal(facts: ZipFacts): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(20, 4);
  writeFacts(header, 6, facts);
  return Buffer.concat([header, Buffer.from(facts.name), facts.extra]);
}

function buildCentral(facts: ZipFacts, { offset, file }: { readonly offset: number; readonly file: ZipFile }): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02_01_4b_50, 0);
  header.writeUInt16LE(file.unixMode === 0 ? 20 : (3 << 8) | 20, 4);
  header.writeUInt16LE(20, 6);
  writeFacts(header, 8, facts);
  header.writeUInt16LE(0, 32);
  header.writeUInt32LE((((file.unixMode ?? 0o100644) << 16) | (file.dosAttributes ?? 0)) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(facts.name), facts.extra]);
}

/** Both headers have these numbers in the same order. */
function writeFacts(header: Buffer, start: number, facts: ZipFacts): void {
  header.writeUInt16LE(facts.flags, start);
  header.writeUInt16LE(facts.method, start + 2);
  header.writeUInt32LE(facts.crc32, start + 8);
  header.writeUInt32LE(facts.compressedSize, start + 12);
  header.writeUInt32LE(facts.size, start + 16);
  header.writeUInt16LE(Buffer.from(facts.name).length, start + 20);
  header.writeUInt16LE(facts.extra.length, start + 22);
}

function buildDescriptor({ descriptor }: ZipFile, facts: ZipFacts): Buffer {
  if (descriptor === undefined) return Buffer.alloc(0);
  const isLong = descriptor === 'long';
  const numbers = Buffer.alloc(isLong ? 20 : 12);
  numbers.writeUInt32LE(facts.crc32, 0);
  const size = descriptor === 'wrong' ? facts.size + 1 : facts.size;
  if (isLong) {
    numbers.writeBigUInt64LE(BigInt(facts.compressedSize), 4);
    numbers.writeBigUInt64LE(BigInt(size), 12);
  } else {
    numbers.writeUInt32LE(facts.compressedSize, 4);
    numbers.writeUInt32LE(size, 8);
  }
  return descriptor === 'without-magic' ? numbers : Buffer.concat([Buffer.from('504b0708', 'hex'), numbers]);
}

interface DirectoryFacts {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

function buildEnd(options: ZipOptions, { count, size, offset }: DirectoryFacts): Buffer {
  const comment = options.comment ?? Buffer.alloc(0);
  const end = Buffer.alloc(22);
  const isZip64 = options.zip64 === true;
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(options.disk ?? 0, 4);
  end.writeUInt16LE(options.disk ?? 0, 6);
  end.writeUInt16LE(isZip64 ? 0xff_ff : (options.count ?? count), 8);
  end.writeUInt16LE(isZip64 ? 0xff_ff : (options.count ?? count), 10);
  end.writeUInt32LE(isZip64 ? 0xff_ff_ff_ff : size, 12);
  end.writeUInt32LE(isZip64 ? 0xff_ff_ff_ff : (options.directoryOffset ?? offset), 16);
  end.writeUInt16LE(comment.length, 20);
  const zip64 = isZip64
    ? buildZip64End({ count, size, offset: options.directoryOffset ?? offset }, offset + size)
    : Buffer.alloc(0);
  return Buffer.concat([zip64, end, comment]);
}

function buildZip64End({ count, size, offset }: DirectoryFacts, position: number): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06_06_4b_50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(position), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

/** The extra field with 64-bit numbers. */
export function zip64Extra(...numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(numbers.length * 8, 2);
  numbers.forEach((number, index) => field.writeBigUInt64LE(BigInt(number), 4 + index * 8));
  return field;
}

/** The extra field with another name. */
export function unicodeNameExtra(name: string): Buffer {
  const field = Buffer.alloc(9 + Buffer.byteLength(name));
  field.writeUInt16LE(0x70_75, 0);
  field.writeUInt16LE(field.length - 4, 2);
  field.writeUInt8(1, 4);
  field.write(name, 9);
  return field;
}
