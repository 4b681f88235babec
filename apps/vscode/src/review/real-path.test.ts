import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { realPath } from './real-path.ts';

let folder = '';
eachFolder((path) => {
  folder = realpathSync(path);
});

test('a file has one path, whatever links lead to it, also before it exists', () => {
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real', 'file'), '');
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  symlinkSync(join(folder, 'real', 'file'), join(folder, 'other'));
  const file = join(folder, 'real', 'file');
  expect([join(folder, 'link', 'file'), join(folder, 'other'), file].map(realPath)).toEqual([file, file, file]);
  expect(realPath(join(folder, 'link', 'new'))).toBe(join(folder, 'real', 'new'));
  expect(realPath('/no/such/file')).toBe('/no/such/file');
});
