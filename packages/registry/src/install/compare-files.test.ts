/** Installed files against their record, on each system. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { compareFiles } from './compare-files.ts';

let folder = '';
eachFolder((path) => {
  folder = path;
});

const sha256 = createHash('sha256').update('rose').digest('hex');
const recorded = {
  folder: '1.0.0',
  sha256,
  files: [{ path: 'bin/rose', size: 4, sha256, mode: 0o755 }],
  folders: ['bin'],
};

function install(mode: number): void {
  mkdirSync(join(folder, '1.0.0', 'bin'), { recursive: true });
  writeFileSync(join(folder, '1.0.0', 'bin', 'rose'), 'rose');
  for (const each of ['.', '1.0.0', '1.0.0/bin', '1.0.0/bin/rose']) chmodSync(join(folder, each), mode);
}

test('permissions are compared on Linux and macOS; on Windows the bits mean nothing', async () => {
  install(0o777);
  for (const platform of ['linux', 'darwin'] as const) {
    expect(await compareFiles(folder, recorded, platform)).toEqual([
      'The folder of the agent can be changed by other users.',
      'The folder of the version can be changed by other users.',
      'bin/rose: has the permissions 0777 instead of 0755',
      'bin: can be changed by other users',
    ]);
  }
  expect(await compareFiles(folder, recorded, 'win32')).toEqual([]);
});

test('content is compared on each of them', async () => {
  install(0o755);
  writeFileSync(join(folder, '1.0.0', 'bin', 'rose'), 'thorn');
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(await compareFiles(folder, recorded, platform)).toEqual([
      'bin/rose: has another content than at the install',
    ]);
});
