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
  expect([join(folder, 'link', 'file'), join(folder, 'other'), file].map((each) => realPath(each))).toEqual([
    file,
    file,
    file,
  ]);
  expect(realPath(join(folder, 'link', 'new'))).toBe(join(folder, 'real', 'new'));
  expect(realPath(join(folder, 'link', 'no', 'such', 'new'))).toBe(join(folder, 'real', 'no', 'such', 'new'));
  expect(realPath('/no/such/file')).toBe('/no/such/file');
});

/** A disk with these folders and files, by the names that are used for them. */
const diskOf =
  (names: Readonly<Record<string, string>>) =>
  (path: string): string => {
    const found = names[path];
    if (found === undefined) throw new Error(`ENOENT: ${path}`);
    return found;
  };

test('on Windows a drive has one letter, also for a file whose folder was deleted', () => {
  const resolve = diskOf({ 'c:\\': 'C:\\', 'c:\\garden': 'C:\\Garden', '\\\\shed\\beds\\': '\\\\shed\\beds\\' });
  const on = (path: string): string => realPath(path, { platform: 'win32', resolve });
  expect(on('c:\\garden\\gone\\rose.ts')).toBe('C:\\Garden\\gone\\rose.ts');
  expect(on('c:\\gone\\rose.ts')).toBe('C:\\gone\\rose.ts');
  expect(on('\\\\shed\\beds\\gone\\rose.ts')).toBe('\\\\shed\\beds\\gone\\rose.ts');
});

test('on macOS the folders /tmp and /var are links, which a deleted file has too', () => {
  const resolve = diskOf({ '/': '/', '/tmp': '/private/tmp' });
  expect(realPath('/tmp/gone/rose.ts', { platform: 'darwin', resolve })).toBe('/private/tmp/gone/rose.ts');
});
