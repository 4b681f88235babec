/** Builds tar archives, also ones that no program would write. */
import { gzipSync } from 'node:zlib';

/** One entry; the defaults are those of a file in a ustar archive. */
export interface TarEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly type?: string;
  readonly mode?: number;
  readonly linkName?: string;
  readonly prefix?: string;
  /** The size in the header, if it is not that of the content. */
  readonly size?: number;
  /** The bytes of the size field. */
  readonly sizeField?: Buffer;
  readonly magic?: string;
  readonly checksum?: number;
}

export function tarEntry(entry: TarEntry): Buffer {
  const content = Buffer.from(entry.content ?? '');
  const header = Buffer.alloc(512);
  Buffer.from(entry.name).copy(header, 0, 0, 100);
  header.write(octal(entry.mode ?? 0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(entry.size ?? content.length, 11), 124);
  entry.sizeField?.copy(header, 124);
  header.write(octal(0, 11), 136);
  header.write(entry.type ?? '0', 156);
  header.write(entry.linkName ?? '', 157);
  header.write(entry.magic ?? 'ustar\x0000', 257, 'latin1');
  header.write(entry.prefix ?? '', 345);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(entry.checksum ?? sum, 6)}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** The entries and the two blocks of zeros at the end. */
export function tar(...entries: readonly (TarEntry | Buffer)[]): Buffer {
  const blocks = entries.map((entry) => (Buffer.isBuffer(entry) ? entry : tarEntry(entry)));
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarGz(...entries: readonly (TarEntry | Buffer)[]): Buffer {
  return gzipSync(tar(...entries));
}

/** A pax header with these records, for the entry behind it. */
export function pax(records: readonly (readonly [string, string | Buffer])[], type = 'x'): Buffer {
  const lines = records.map(([key, value]) => {
    const rest = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from('\n')]);
    let length = rest.length + 1;
    while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
    return Buffer.concat([Buffer.from(String(length)), rest]);
  });
  return tarEntry({ name: 'PaxHeader', type, content: Buffer.concat(lines) });
}

/** The name of the entry behind it, as GNU programs write it. */
export function gnuLongName(name: string | Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name), Buffer.alloc(1)]);
  return tarEntry({ name: '././@LongLink', type: 'L', magic: 'ustar  ', content });
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
