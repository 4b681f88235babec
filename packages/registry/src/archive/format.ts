/** What a download is, by its first bytes; its name can be wrong. */

import { shownName } from './entry-path.ts';
import { refusal } from './refusal.ts';
import { blockSize, isTarHeader } from './tar-header.ts';

/** A download that can be installed. */
export type ArchiveFormat = 'tar.gz' | 'tar.bz2' | 'tar' | 'zip' | 'program';

/** How many bytes `archiveFormat` needs, if there are so many. */
export const formatBytes: number = blockSize;

const formats: readonly (readonly [string, ArchiveFormat])[] = [
  ['1f8b08', 'tar.gz'],
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
  ['7f454c46', 'program'], // ELF
  ['4d5a', 'program'], // Windows
  ['feedface', 'program'], // macOS
  ['feedfacf', 'program'],
  ['cefaedfe', 'program'],
  ['cffaedfe', 'program'],
  ['cafebabe', 'program'],
  ['2321', 'program'], // #!
];

const unsupported: readonly (readonly [string, string])[] = [
  ['fd377a585a00', 'an xz archive'],
  ['28b52ffd', 'a zstd archive'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a rar archive'],
  ['213c617263683e', 'a Debian package'],
  ['edabeedb', 'an RPM package'],
];

const pages = /^\s*<(?:!doctype|html|head|\?xml)/iu;

/** Returns the format; throws if it is none that can be installed. `name` is only for the error. */
export function archiveFormat(beginning: Uint8Array, name: string): ArchiveFormat {
  const bytes = Buffer.from(beginning);
  const hex = bytes.toString('hex');
  const found = formats.find(([magic]) => hex.startsWith(magic));
  if (found !== undefined) return found[1];
  if (/^425a683[1-9](?:314159265359|177245385090)/u.test(hex)) return 'tar.bz2';
  if (isTarHeader(beginning.subarray(0, blockSize))) return 'tar';
  const shown = shownName(name);
  const other = unsupported.find(([magic]) => hex.startsWith(magic));
  if (other !== undefined) throw refusal(`${shown} is ${other[1]}, and only tar.gz, tar.bz2 and zip are supported`);
  if (bytes.length === 0) throw refusal(`${shown} is empty`);
  if (pages.test(bytes.toString('latin1'))) throw refusal(`${shown} is a web page`);
  throw refusal(`${shown} is neither a tar.gz, tar.bz2 or zip archive nor a program`);
}
