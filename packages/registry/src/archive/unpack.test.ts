/** Archives as programs write them: everything is unpacked, and only the command can be executed. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { temporaryFolder, type TemporaryFolder } from '../../../../test/support/checkout.ts';
import { bzip2 } from './bzip2-builder.test-support.ts';
import { bunzip2 } from './bzip2.ts';
import { gnuLongName, pax, tar, tarGz } from './tar-builder.test-support.ts';
import { unpack, type Unpacked, type UnpackOptions } from './unpack.ts';
import { zip, zip64Extra } from './zip-builder.test-support.ts';

const script = '#!/bin/sh\n';
const long = `${'folder/'.repeat(20)}file`;

interface Result extends Disposable, Unpacked {
  readonly folder: string;
}

async function unpackBytes(archive: Buffer, options: Partial<UnpackOptions> = {}): Promise<Result> {
  const temporary: TemporaryFolder = temporaryFolder();
  const file = join(temporary.path, 'download');
  const folder = join(temporary.path, 'mit Leerzeichen und Akzent é');
  mkdirSync(folder);
  writeFileSync(file, archive);
  const unpacked = await unpack({ file, name: 'download', folder, command: './agent', ...options });
  return { ...unpacked, folder, [Symbol.dispose]: () => temporary[Symbol.dispose]() };
}

const archives: Readonly<Record<string, () => Buffer>> = {
  'tar.gz': () =>
    tarGz({ name: './', type: '5' }, { name: './agent', content: script }, { name: 'lib/x', content: 'x' }),
  'tar.gz of several members': () => {
    const bytes = tar({ name: 'agent', content: script }, { name: 'lib/x', content: 'x' });
    return Buffer.concat([gzipSync(bytes.subarray(0, 700)), gzipSync(bytes.subarray(700))]);
  },
  'tar.bz2': () => bzip2(tar({ name: 'agent', content: script }, { name: 'lib/x', content: 'x' })),
  'tar.bz2 of several streams': () => {
    const bytes = tar({ name: 'agent', content: script }, { name: 'lib/x', content: 'x' });
    return Buffer.concat([bzip2(bytes.subarray(0, 700)), bzip2(bytes.subarray(700))]);
  },
  tar: () => tar({ name: 'agent', content: script }, { name: 'lib/x', content: 'x' }),
  'tar of 1979, without a magic': () =>
    tar(
      { name: 'agent', content: script, magic: '', type: '\0' },
      { name: 'lib/', magic: '', type: '\0' },
      { name: 'lib/x', content: 'x', magic: '' },
    ),
  'tar with a comment of git': () =>
    tarGz(pax([['comment', 'abc']], 'g'), { name: 'agent', content: script }, { name: 'lib/x', content: 'x' }),
  'tar with a prefix': () => tarGz({ name: 'agent', content: script }, { name: 'x', prefix: 'lib', content: 'x' }),
  'tar with a size of 8 bytes': () => {
    const sizeField = Buffer.alloc(12);
    sizeField.writeUInt8(0x80, 0);
    sizeField.writeUInt8(1, 11);
    return tarGz({ name: 'agent', content: script }, { name: 'lib/x', content: 'x', sizeField });
  },
  zip: () =>
    zip([
      { name: 'agent', content: script },
      { name: 'lib/', unixMode: 0o040755 },
      { name: 'lib/x', content: 'x' },
    ]),
  'zip of a system without modes': () =>
    zip([
      { name: 'agent', content: script, unixMode: 0 },
      { name: 'lib/', unixMode: 0, dosAttributes: 0x10 },
      { name: 'lib/x', content: 'x' },
    ]),
  'zip of stored files': () =>
    zip([
      { name: 'agent', content: script, method: 'stored' },
      { name: 'lib/x', content: 'x', method: 'stored' },
    ]),
  'zip with sizes behind the data': () =>
    zip([
      { name: 'agent', content: script, descriptor: 'short' },
      { name: 'lib/x', content: 'x', descriptor: 'without-magic' },
    ]),
  'zip with long sizes behind the data': () =>
    zip([
      { name: 'agent', content: script, descriptor: 'long' },
      { name: 'lib/x', content: 'x', descriptor: 'long' },
    ]),
  zip64: () =>
    zip(
      [
        { name: 'agent', content: script },
        {
          name: 'lib/x',
          content: 'x',
          local: { size: 0xff_ff_ff_ff },
          central: { size: 0xff_ff_ff_ff, extra: zip64Extra(1) },
        },
      ],
      { zip64: true },
    ),
  'zip with a comment': () =>
    zip(
      [
        { name: 'agent', content: script },
        { name: 'lib/x', content: 'x' },
      ],
      { comment: Buffer.from('made by hand') },
    ),
};

describe('unpack', () => {
  test.each(Object.entries(archives))('unpacks %s', async (_, archive) => {
    using unpacked = await unpackBytes(archive());
    expect(readFileSync(join(unpacked.folder, 'agent'), 'utf8')).toBe(script);
    expect(readFileSync(join(unpacked.folder, 'lib', 'x'), 'utf8')).toBe('x');
    expect(unpacked.files.map(({ path, size }) => [path, size])).toEqual([
      ['agent', script.length],
      ['lib/x', 1],
    ]);
    expect(unpacked.files[1]?.sha256).toBe('2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881');
  });

  test.each([
    ['GNU', tarGz({ name: 'agent' }, gnuLongName(long), { name: 'x', content: 'x' })],
    [
      'pax',
      tarGz(
        { name: 'agent' },
        pax([
          ['path', long],
          ['mtime', '1.5'],
        ]),
        { name: 'x', content: 'x' },
      ),
    ],
    [
      'pax and a size',
      tarGz(
        { name: 'agent' },
        pax([
          ['path', long],
          ['size', '1'],
        ]),
        { name: 'x', content: 'x' },
      ),
    ],
  ])('unpacks long names of %s', async (_, archive) => {
    using unpacked = await unpackBytes(archive);
    expect(readFileSync(join(unpacked.folder, long), 'utf8')).toBe('x');
  });

  test('makes only the command executable, and clears setuid, setgid and what others may do', async () => {
    using unpacked = await unpackBytes(
      tarGz(
        { name: 'agent', content: script, mode: 0o6777 },
        { name: 'bin/', type: '5', mode: 0o777 },
        { name: 'bin/tool', mode: 0o4755 },
      ),
    );
    const modeOf = (name: string): number => statSync(join(unpacked.folder, name)).mode & 0o7777;
    expect([modeOf('agent'), modeOf('bin'), modeOf('bin/tool')]).toEqual([0o700, 0o700, 0o600]);
  });

  test('makes the command executable although the archive does not', async () => {
    using unpacked = await unpackBytes(zip([{ name: 'agent', content: script, unixMode: 0 }]));
    expect(statSync(join(unpacked.folder, 'agent')).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['ELF', Buffer.from('7f454c46020101', 'hex')],
    ['Windows', Buffer.from('MZ\x90\0', 'latin1')],
    ['macOS', Buffer.from('cffaedfe', 'hex')],
    ['a script', Buffer.from(script)],
  ])('places a bare program of %s where the command is', async (_, program) => {
    using unpacked = await unpackBytes(program, { command: './bin/agent.exe', name: 'agent.zip' });
    expect(unpacked.command).toBe('bin/agent.exe');
    expect(readFileSync(join(unpacked.folder, 'bin', 'agent.exe'))).toEqual(program);
  });

  test('finds the command in a folder around everything', async () => {
    using unpacked = await unpackBytes(tarGz({ name: 'agent-1.2.3/agent' }, { name: 'agent-1.2.3/LICENSE' }));
    expect(unpacked.command).toBe('agent-1.2.3/agent');
  });

  test('prefers the command at its path to others of that name', async () => {
    using unpacked = await unpackBytes(tarGz({ name: 'lib/agent' }, { name: 'agent' }));
    expect(unpacked.command).toBe('agent');
  });

  test('leaves archives in the archive packed', async () => {
    const inner = zip([{ name: '../outside', content: 'x' }]);
    using unpacked = await unpackBytes(tarGz({ name: 'agent' }, { name: 'inner.zip', content: inner }));
    expect(readdirSync(unpacked.folder).toSorted()).toEqual(['agent', 'inner.zip']);
  });

  test.each(['../agent', '/bin/sh', 'a/../../b', '', '.', 'C:\\agent.exe'])(
    'refuses the command %j',
    async (command) => {
      await expect(unpackBytes(tarGz({ name: 'agent' }), { command })).rejects.toMatchObject({ code: 'archive' });
    },
  );

  test('stops at the signal', async () => {
    const stop = new AbortController();
    const beforeWrite = (): void => stop.abort(new Error('enough'));
    const unpacked = unpackBytes(tarGz({ name: 'agent', content: script }, { name: 'b', content: 'b' }), {
      signal: stop.signal,
      beforeWrite,
    });
    await expect(unpacked).rejects.toThrow('enough');
  });

  test('reports how much of the archive was read', async () => {
    const archive = tarGz({ name: 'agent', content: script });
    const seen: number[] = [];
    using _ = await unpackBytes(archive, { onRead: (bytes) => seen.push(bytes) });
    expect(seen.at(-1)).toBe(archive.length);
  });
});

describe('bunzip2', () => {
  test('reads what the bzip2 program has written, in pieces of any size', async () => {
    const compressed = Buffer.from(
      '425a6839314159265359cad1fc7500000f9780c024002040002f2cdc0000082000488fd553ca0c80d01152626988d3d4d262ef17572ba99b45616b114fa65d3b8650f5c3097cc861876cc66ed0b39430d5e0700c327bfc5dc914e142432b47f1d4',
      'hex',
    );
    const expected = 'If Peter Piper picked a peck of pickled peppers, '.repeat(3) + 'a'.repeat(300);
    for (const size of [1, 7, compressed.length]) {
      const pieces: Buffer[] = [];
      for await (const piece of bunzip2(piecesOf(compressed, size))) pieces.push(Buffer.from(piece));
      expect(Buffer.concat(pieces).toString()).toBe(expected);
    }
  });

  test.each([0, 1, 3, 4, 5, 254, 255, 256, 258, 259, 260, 1000])('reads a run of %i equal bytes', async (length) => {
    const content = Buffer.concat([Buffer.from('x'), Buffer.alloc(length, 'a'), Buffer.from('bb')]);
    const pieces: Buffer[] = [];
    for await (const piece of bunzip2(piecesOf(bzip2(content), 64))) pieces.push(Buffer.from(piece));
    expect(Buffer.concat(pieces)).toEqual(content);
  });
});

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
