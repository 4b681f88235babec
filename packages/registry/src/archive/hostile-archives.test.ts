/**
 * Archives that must not be unpacked: each is refused with its reason, and leaves nothing outside of the new folder.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { bzip2 } from './bzip2-builder.test-support.ts';
import type { ArchiveLimits } from './limits.ts';
import { gnuLongName, pax, tar, tarEntry, tarGz, type TarEntry } from './tar-builder.test-support.ts';
import { unpack } from './unpack.ts';
import { unicodeNameExtra, zip, zip64Extra, type ZipFile, type ZipOptions } from './zip-builder.test-support.ts';

interface Hostile {
  readonly archive: () => Buffer;
  readonly reason: string;
  readonly limits?: Partial<ArchiveLimits>;
}

const agent: TarEntry = { name: 'agent', content: '#!/bin/sh\n' };
const zippedAgent: ZipFile = { name: 'agent', content: '#!/bin/sh\n' };

/** An archive of the agent and one entry more. */
const withTar =
  (...entries: readonly (TarEntry | Buffer)[]) =>
  (): Buffer =>
    tarGz(agent, ...entries);
const withZip =
  (file: ZipFile, options: ZipOptions = {}) =>
  (): Buffer =>
    zip([zippedAgent, file], options);

const names: readonly (readonly [string, string | Buffer, string])[] = [
  ['a parent folder', '../outside', 'leaves the archive'],
  ['a parent folder in the middle', 'a/../../outside', 'leaves the archive'],
  ['a parent folder at the end', 'a/..', 'leaves the archive'],
  ['an absolute path', '/tmp/outside', 'is absolute'],
  ['a drive', 'C:/outside', 'has a colon'],
  ['a stream of a file', 'agent:hidden', 'has a colon'],
  ['backslashes', '..\\outside', 'has a backslash'],
  ['a share', '\\\\host\\share', 'has a backslash'],
  ['a reserved name', 'aux', 'reserved on Windows'],
  ['a reserved name with an extension', 'lib/NUL.txt', 'reserved on Windows'],
  ['a reserved name with a superscript', 'com\u00b9', 'reserved on Windows'],
  ['a reserved name of the console', 'CONOUT$', 'reserved on Windows'],
  ['a final dot', 'agent.', 'ends with a dot or a space'],
  ['a final space', 'lib /x', 'ends with a dot or a space'],
  ['three dots', '.../x', 'ends with a dot or a space'],
  ['a wildcard', 'a*', 'Windows does not allow'],
  ['a line break', 'a\nb', 'control or invisible characters'],
  ['an escape sequence', 'a\u001b[2J', 'control or invisible characters'],
  ['a change of direction', 'a\u202egpj.exe', 'control or invisible characters'],
  ['a zero-width character', 'ag\u200bent', 'control or invisible characters'],
  ['invalid UTF-8', Buffer.from('ff61', 'hex'), 'is not valid UTF-8'],
  ['a slash in overlong UTF-8', Buffer.from('2e2ec0af78', 'hex'), 'is not valid UTF-8'],
  ['too many folders', 'a/'.repeat(33) + 'b', 'deeper than 32 folders'],
];

const tars: Readonly<Record<string, Hostile>> = {
  'a symbolic link': {
    archive: withTar({ name: 'l', type: '2', linkName: '/etc/passwd' }),
    reason: 'is a symbolic link',
  },
  'a symbolic link, then a file below it': {
    archive: withTar({ name: 'l', type: '2', linkName: '..' }, { name: 'l/x', content: 'x' }),
    reason: 'is a symbolic link',
  },
  'a hard link': { archive: withTar({ name: 'l', type: '1', linkName: 'agent' }), reason: 'is a hard link' },
  'a character device': { archive: withTar({ name: 'd', type: '3' }), reason: 'is a device' },
  'a block device': { archive: withTar({ name: 'd', type: '4' }), reason: 'is a device' },
  'a named pipe': { archive: withTar({ name: 'p', type: '6' }), reason: 'is a named pipe' },
  'an unknown type': { archive: withTar({ name: 'u', type: 'Z' }), reason: 'is neither a file nor a folder' },
  'a contiguous file': { archive: withTar({ name: 'u', type: '7' }), reason: 'is neither a file nor a folder' },
  'a long link of GNU tar': { archive: withTar({ name: 'x', type: 'K', content: '/etc' }), reason: 'is a link' },
  'a link in a pax header': { archive: withTar(pax([['linkpath', '/etc']]), { name: 'l' }), reason: 'it has a link' },
  'a sparse file of GNU tar': { archive: withTar({ name: 's', type: 'S' }), reason: 'is a sparse file' },
  'a sparse file in a pax header': {
    archive: withTar(pax([['GNU.sparse.realsize', '99999999999']]), { name: 's' }),
    reason: 'it has a sparse file',
  },
  'a part of another archive': {
    archive: withTar({ name: 'm', type: 'M' }),
    reason: 'part of a file in another archive',
  },
  'a parent folder in the prefix': { archive: withTar({ name: 'x', prefix: '../..' }), reason: 'leaves the archive' },
  'a parent folder in a pax path': {
    archive: withTar(pax([['path', '../x']]), { name: 'x' }),
    reason: 'leaves the archive',
  },
  'a parent folder in a long name': {
    archive: withTar(gnuLongName('../x'), { name: 'x' }),
    reason: 'leaves the archive',
  },
  'a NUL in a pax path': { archive: withTar(pax([['path', 'a\0b']]), { name: 'x' }), reason: 'has a NUL character' },
  'a pax path for all files': { archive: withTar(pax([['path', 'x']], 'g')), reason: 'gives all files the same path' },
  'two paths in a pax header': {
    archive: withTar(
      pax([
        ['path', 'a'],
        ['path', 'b'],
      ]),
      { name: 'x' },
    ),
    reason: 'has two paths',
  },
  'two pax headers': {
    archive: withTar(pax([['path', 'a']]), pax([['path', 'b']]), { name: 'x' }),
    reason: 'two pax headers',
  },
  'two long names': { archive: withTar(gnuLongName('a'), gnuLongName('b'), { name: 'x' }), reason: 'two long names' },
  'a pax path and a long name': {
    archive: withTar(gnuLongName('a'), pax([['path', 'b']]), { name: 'x' }),
    reason: 'two long names',
  },
  'a damaged pax header': {
    archive: withTar({ name: 'p', type: 'x', content: '99 path=x\n' }),
    reason: 'pax headers is damaged',
  },
  'a negative size in a pax header': {
    archive: withTar(pax([['size', '-1']]), { name: 'x' }),
    reason: 'has a wrong size',
  },
  'a pax header without its file': { archive: withTar(pax([['path', 'a']])), reason: 'ends too early' },
  'a huge pax header': {
    archive: withTar({ name: 'p', type: 'x', content: Buffer.alloc(70_000, 'x') }),
    reason: 'too long',
  },
  'a negative size': {
    archive: withTar({ name: 'x', sizeField: Buffer.alloc(12, 0xff) }),
    reason: 'size that is out of range',
  },
  'a size that is no number': {
    archive: withTar({ name: 'x', sizeField: Buffer.from('12x') }),
    reason: 'size that is not a number',
  },
  'a folder with content': { archive: withTar({ name: 'd', type: '5', content: 'x' }), reason: 'has content' },
  'a wrong header checksum': { archive: withTar({ name: 'x', checksum: 7 }), reason: 'tar headers is damaged' },
  'a file twice': { archive: withTar({ name: './agent', content: 'other' }), reason: 'twice' },
  'a file and a folder of one name': {
    archive: withTar({ name: 'agent/x', content: 'x' }),
    reason: 'both a file and a folder',
  },
  'names that differ in case': { archive: withTar({ name: 'AGENT' }), reason: 'are the same file' },
  'folders that differ in case': {
    archive: withTar({ name: 'lib/a' }, { name: 'Lib/b' }),
    reason: 'are the same file',
  },
  'names that differ in the form of letters': {
    archive: withTar({ name: 'caf\u00e9' }, { name: 'cafe\u0301' }),
    reason: 'are the same file',
  },
  'a path that is too long': {
    archive: withTar(pax([['path', `${'a/'.repeat(20)}${'b'.repeat(500)}`]]), { name: 'x' }),
    reason: 'longer than 512 bytes',
  },
  'a name that is too long': {
    archive: withTar(pax([['path', 'b'.repeat(256)]]), { name: 'x' }),
    reason: 'more than 255 bytes',
  },
  'a file without a name': { archive: withTar({ name: '.' }), reason: 'has no name' },
  'too many entries': {
    archive: withTar({ name: 'a' }, { name: 'b' }),
    limits: { entries: 2 },
    reason: 'more than 2 entries',
  },
  'too many headers without files': {
    archive: withTar(...Array.from({ length: 9 }, () => pax([['comment', 'x']], 'g'))),
    limits: { entries: 5 },
    reason: 'more than 5 entries',
  },
  'too many bytes': {
    archive: withTar({ name: 'a', content: Buffer.alloc(9000) }),
    limits: { unpackedBytes: 8000 },
    reason: 'more than 8000 bytes',
  },
  'a bomb': {
    archive: withTar({ name: 'a', content: Buffer.alloc(20 * 1024 * 1024) }),
    reason: 'more than 100 times its size',
  },
  'a bomb of zeros behind the end': {
    archive: () => gzipSync(Buffer.concat([tar(agent), Buffer.alloc(20 * 1024 * 1024)])),
    reason: 'more than 100 times its size',
  },
  'an end that is missing': { archive: () => gzipSync(tarEntry(agent)), reason: 'ends too early' },
  'a file that is cut off': { archive: () => gzipSync(tarEntry({ ...agent, size: 5000 })), reason: 'ends too early' },
  'gzip data that is cut off': { archive: () => tarGz(agent).subarray(0, -12), reason: 'ends too early' },
  'a wrong gzip checksum': { archive: () => changed(tarGz(agent), -6), reason: 'gzip data is damaged' },
  'data behind the tar archive': {
    archive: () => gzipSync(Buffer.concat([tar(agent), tar(agent)])),
    reason: 'data after its end',
  },
  'a second archive in a second gzip member': {
    archive: () => Buffer.concat([tarGz(agent), tarGz(agent)]),
    reason: 'data after its end',
  },
  'data behind the gzip data': {
    archive: () => Buffer.concat([tarGz(agent), Buffer.from('more')]),
    reason: 'data after its end',
  },
  'zeros and data behind the gzip data': {
    archive: () => Buffer.concat([tarGz(agent), Buffer.from('\0\0more')]),
    reason: 'data after its end',
  },
  'gzip in gzip': { archive: () => gzipSync(gzipSync(tar(agent), { level: 0 })), reason: 'not a tar archive' },
  'gzip of a bare program': { archive: () => gzipSync(Buffer.alloc(600, 'x')), reason: 'not a tar archive' },
  'an archive without the command': { archive: () => tarGz({ name: 'other' }), reason: 'has no file "agent"' },
  'an archive with two commands': {
    archive: () => tarGz({ name: 'a/agent' }, { name: 'b/agent' }),
    reason: 'several files "agent"',
  },
  'a wrong bzip2 checksum': {
    archive: () => bzip2(tar(agent), { breakChecksum: true }),
    reason: 'bzip2 data is damaged',
  },
  'bzip2 data that is cut off': { archive: () => bzip2(tar(agent)).subarray(0, -20), reason: 'ends too early' },
  'damaged bzip2 data': { archive: () => changed(bzip2(tar(agent)), 30), reason: 'bzip2 data is damaged' },
  'data behind the bzip2 data': {
    archive: () => Buffer.concat([bzip2(tar(agent)), Buffer.from('more data')]),
    reason: 'data after its end',
  },
  'a second archive in a second bzip2 stream': {
    archive: () => Buffer.concat([bzip2(tar(agent)), bzip2(tar(agent))]),
    reason: 'data after its end',
  },
  'a bzip2 bomb': {
    archive: () => {
      const zeros = bzip2(Buffer.alloc(64 * 1024));
      const header = bzip2(tarEntry({ name: 'a', size: 20 * 1024 * 1024 }));
      return Buffer.concat([header, ...Array.from({ length: 320 }, () => zeros)]);
    },
    reason: 'more than 100 times its size',
  },
};

const zips: Readonly<Record<string, Hostile>> = {
  'a symbolic link': {
    archive: withZip({ name: 'l', content: '/etc/passwd', unixMode: 0o120777 }),
    reason: 'is a symbolic link',
  },
  'a device': { archive: withZip({ name: 'd', unixMode: 0o020644 }), reason: 'is neither a file nor a folder' },
  'a named pipe': { archive: withZip({ name: 'p', unixMode: 0o010644 }), reason: 'is neither a file nor a folder' },
  'a socket': { archive: withZip({ name: 's', unixMode: 0o140644 }), reason: 'is neither a file nor a folder' },
  'a folder with content': {
    archive: withZip({ name: 'd/', content: 'x', unixMode: 0o040755 }),
    reason: 'both a file and a folder',
  },
  'a folder that is named like a file': {
    archive: withZip({ name: 'd', unixMode: 0o040755 }),
    reason: 'both a file and a folder',
  },
  'an encrypted file': { archive: withZip({ name: 'x', flags: 0x1 }), reason: 'is encrypted' },
  'strong encryption': { archive: withZip({ name: 'x', flags: 0x41 }), reason: 'is encrypted' },
  'masked headers': { archive: withZip({ name: 'x', flags: 0x20_00 }), reason: 'is encrypted' },
  'an unknown method': {
    archive: withZip({ name: 'x', local: { method: 12 }, central: { method: 12 } }),
    reason: 'method that is not supported',
  },
  'two names': { archive: withZip({ name: 'x', local: { name: 'y' } }), reason: 'two headers of "x" differ' },
  'another name in the local header': {
    archive: withZip({ name: 'x', local: { name: '../outside' } }),
    reason: 'two headers',
  },
  'two methods': { archive: withZip({ name: 'x', local: { method: 0 } }), reason: 'two headers' },
  'two sizes': { archive: withZip({ name: 'x', content: 'xx', local: { size: 1 } }), reason: 'two headers' },
  'two checksums': { archive: withZip({ name: 'x', content: 'xx', local: { crc32: 1 } }), reason: 'two headers' },
  'two sizes of a stored file': {
    archive: withZip({ name: 'x', content: 'xx', method: 'stored', local: { size: 1 }, central: { size: 1 } }),
    reason: 'has two sizes',
  },
  'a second name in an extra field': {
    archive: withZip({ name: 'x', central: { extra: unicodeNameExtra('../y') } }),
    reason: 'has two names',
  },
  'a wrong checksum': {
    archive: withZip({ name: 'x', content: 'xx', local: { crc32: 1 }, central: { crc32: 1 } }),
    reason: 'checksum of "x" is wrong',
  },
  'a file that is larger than it says': {
    archive: withZip({ name: 'x', content: 'xx', local: { size: 1 }, central: { size: 1 } }),
    reason: 'larger than it says',
  },
  'a file that is smaller than it says': {
    archive: withZip({ name: 'x', content: 'xx', local: { size: 9 }, central: { size: 9 } }),
    reason: 'smaller than it says',
  },
  'damaged data': {
    archive: withZip({ name: 'x', data: Buffer.from('ffffff', 'hex') }),
    reason: 'data of "x" is damaged',
  },
  'data behind a compressed file': {
    archive: withZip({ name: 'x', data: Buffer.concat([deflateRawSync(''), Buffer.from('hidden')]) }),
    reason: 'has data after its end',
  },
  'wrong sizes behind the data': {
    archive: withZip({ name: 'x', content: 'x', descriptor: 'wrong' }),
    reason: 'after its data differ',
  },
  'entries that overlap': { archive: withZip({ name: 'x', central: { offset: 0 } }), reason: 'overlaps another one' },
  'an entry that points nowhere': {
    archive: withZip({ name: 'x', central: { offset: 50 } }),
    reason: 'not where the list says',
  },
  'a file twice': { archive: withZip({ name: 'agent', content: 'other' }), reason: 'twice' },
  'names that differ in case': { archive: withZip({ name: 'Agent' }), reason: 'are the same file' },
  'a list with a wrong count': { archive: withZip({ name: 'x' }, { count: 1 }), reason: 'another length than it says' },
  'a list that is too short': { archive: withZip({ name: 'x' }, { count: 3 }), reason: 'list of entries is damaged' },
  'a list in the wrong place': { archive: withZip({ name: 'x' }, { directoryOffset: 3 }), reason: 'not where it says' },
  'a list in the wrong place with zip64': {
    archive: withZip({ name: 'x' }, { zip64: true, directoryOffset: 3 }),
    reason: 'not where it says',
  },
  'a file of 1 EiB with zip64': {
    archive: withZip({
      name: 'x',
      local: { size: 0xff_ff_ff_ff },
      central: { size: 0xff_ff_ff_ff, extra: zip64Extra(2 ** 50) },
    }),
    reason: 'unpacks to more than',
  },
  'several disks': { archive: withZip({ name: 'x' }, { disk: 1 }), reason: 'one of several parts' },
  'data behind the end': {
    archive: withZip({ name: 'x' }, { trailing: Buffer.from('more') }),
    reason: 'data after its end',
  },
  'a second end in the comment': {
    archive: withZip({ name: 'x' }, { comment: zip([zippedAgent]) }),
    reason: 'several ends',
  },
  'an archive that is cut off': { archive: () => zip([zippedAgent]).subarray(0, -10), reason: 'ends too early' },
  'too many entries': { archive: withZip({ name: 'x' }), limits: { entries: 1 }, reason: 'more than 1 entries' },
  'too many bytes': {
    archive: withZip({ name: 'x', content: Buffer.alloc(9000) }),
    limits: { unpackedBytes: 8000 },
    reason: 'more than 8000 bytes',
  },
  'a bomb': {
    archive: withZip({ name: 'x', content: Buffer.alloc(20 * 1024 * 1024) }),
    reason: 'more than 100 times its size',
  },
};

const others: Readonly<Record<string, Hostile>> = {
  'an empty file': { archive: () => Buffer.alloc(0), reason: 'is empty' },
  'a web page': { archive: () => Buffer.from('<!DOCTYPE html><title>Sign in</title>'), reason: 'is a web page' },
  'an xz archive': { archive: () => Buffer.from('fd377a585a000004', 'hex'), reason: 'is an xz archive' },
  'a 7z archive': { archive: () => Buffer.from('377abcaf271c0004', 'hex'), reason: 'is a 7z archive' },
  'a Debian package': { archive: () => Buffer.from('!<arch>\ndebian-binary'), reason: 'is a Debian package' },
  text: {
    archive: () => Buffer.from('Not found\n'),
    reason: 'is neither a tar.gz, tar.bz2 or zip archive nor a program',
  },
};

function changed(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  const place = index < 0 ? copy.length + index : index;
  copy[place] = (copy[place] ?? 0) ^ 0x55;
  return copy;
}

async function expectRefused({ archive, reason, limits = {} }: Hostile): Promise<void> {
  using temporary = temporaryFolder();
  const outer = temporary.path;
  const folder = join(outer, 'new', 'unpacked');
  mkdirSync(folder, { recursive: true });
  const file = join(outer, 'download');
  writeFileSync(file, archive());
  const unpacked = unpack({ file, name: 'agent.tar.gz', folder, command: './agent', limits });
  await expect(unpacked).rejects.toMatchObject({ code: 'archive', message: expect.stringContaining(reason) as string });
  expect(readdirSync(outer).toSorted()).toEqual(['download', 'new']);
  expect(readdirSync(join(outer, 'new'))).toEqual(['unpacked']);
}

const tableOf = (table: Readonly<Record<string, Hostile>>): readonly (readonly [string, Hostile])[] =>
  Object.entries(table);

describe('an archive is refused', () => {
  test.each(names)('for the name of an entry of a tar archive: %s', async (_, name, reason) => {
    await expectRefused({ archive: withTar({ name, content: 'x' }), reason });
  });

  test.each(names)('for the name of an entry of a zip archive: %s', async (_, name, reason) => {
    await expectRefused({ archive: withZip({ name, content: 'x' }), reason });
  });

  test.each(tableOf(tars))('for what is in a tar archive: %s', (_, hostile) => expectRefused(hostile));

  test.each(tableOf(zips))('for what is in a zip archive: %s', (_, hostile) => expectRefused(hostile));

  test.each(tableOf(others))('for what it is: %s', (_, hostile) => expectRefused(hostile));
});
