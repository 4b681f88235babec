/** Archives with random damage: unpacked or refused, never another error, and never anything outside of the folder. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { bzip2 } from './bzip2-builder.test-support.ts';
import { gnuLongName, pax, tar } from './tar-builder.test-support.ts';
import { unpack } from './unpack.ts';
import { zip, zip64Extra } from './zip-builder.test-support.ts';

const numRuns = process.env['ACP_LONG'] === '1' ? 1500 : 60;

const script = { name: 'agent', content: '#!/bin/sh\n' };
const tarball = tar(
  script,
  pax([
    ['path', 'a/long/name'],
    ['size', '3'],
  ]),
  { name: 'x', content: 'abc' },
  gnuLongName('another/long/name'),
  { name: 'y', content: 'def' },
  { name: 'folder/', type: '5' },
);
const archives = {
  tar: tarball,
  'tar.bz2': bzip2(tarball),
  zip: zip([
    script,
    { name: 'x/y', content: 'abc', descriptor: 'short' },
    { name: 'z', content: 'z', method: 'stored' },
  ]),
  zip64: zip(
    [
      script,
      {
        name: 'x',
        content: 'x',
        central: { size: 0xff_ff_ff_ff, extra: zip64Extra(1) },
        local: { size: 0xff_ff_ff_ff },
      },
    ],
    { zip64: true },
  ),
};

/** Bytes to overwrite, bytes to cut off or repeat. */
const damage = fc.record({
  changes: fc.array(fc.record({ at: fc.nat(), value: fc.nat(255) }), { maxLength: 4 }),
  cut: fc.option(fc.nat(), { nil: undefined }),
  again: fc.option(fc.nat(), { nil: undefined }),
});

describe('a damaged archive', () => {
  test.each(Object.entries(archives))(
    'of the kind %s is unpacked or refused',
    async (_, archive) => {
      using temporary = temporaryFolder();
      const file = join(temporary.path, 'download');
      const folder = join(temporary.path, 'new', 'unpacked');
      await fc.assert(
        fc.asyncProperty(damage, async ({ changes, cut, again }) => {
          const bytes = Buffer.from(archive);
          for (const { at, value } of changes) bytes[at % bytes.length] = value;
          const short = cut === undefined ? bytes : bytes.subarray(0, cut % bytes.length);
          writeFileSync(
            file,
            again === undefined ? short : Buffer.concat([short, bytes.subarray(again % bytes.length)]),
          );
          rmSync(folder, { recursive: true, force: true });
          mkdirSync(folder, { recursive: true });
          const error: unknown = await unpack({ file, name: 'download', folder, command: 'agent' }).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          if (error !== undefined) expect(error).toMatchObject({ name: 'RegistryError', code: 'archive' });
          expect(readdirSync(temporary.path).toSorted()).toEqual(['download', 'new']);
          expect(readdirSync(join(temporary.path, 'new'))).toEqual(['unpacked']);
        }),
        { numRuns },
      );
    },
    600_000,
  );
});
