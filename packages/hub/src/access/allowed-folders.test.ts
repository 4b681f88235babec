/** Which folders a client may choose, on each system; the disks are those of the tests. */
import { describe, expect, test } from 'vitest';

import { findFolder, type FoundFolder } from './allowed-folders.ts';

/** A disk by the paths that can be asked for, with their real paths; one that ends with a dot and letters is a file. */
function diskOf(platform: NodeJS.Platform, real: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const missing = (path: string): Error => Object.assign(new Error(path), { code: 'ENOENT' });
  return {
    asked,
    system: {
      platform,
      realpath: (path: string) => {
        asked.push(path);
        const found = real[path];
        return found === undefined ? Promise.reject(missing(path)) : Promise.resolve(found);
      },
      stat: (path: string) =>
        Object.values(real).includes(path)
          ? Promise.resolve({ isDirectory: () => !/\.\w+$/u.test(path) })
          : Promise.reject(missing(path)),
    },
  };
}

const windows: Readonly<Record<string, string>> = {
  'C:\\': 'C:\\',
  'C:\\garden': 'C:\\Garden',
  'c:\\GARDEN\\beds': 'C:\\Garden\\beds',
  'C:\\garden\\rose.txt': 'C:\\Garden\\rose.txt',
  'C:\\garden\\link': 'C:\\secrets',
  'C:\\GARDEN~1': 'C:\\Garden',
  'D:\\garden': 'D:\\garden',
  'G:\\': '\\\\shed\\seeds\\',
  'G:\\tulips': '\\\\shed\\seeds\\tulips',
  '\\\\SHED\\seeds\\tulips': '\\\\shed\\seeds\\tulips',
  '\\\\shed\\tools': '\\\\shed\\tools',
  '\\\\other\\seeds': '\\\\other\\seeds',
};

describe('on Windows', () => {
  const rows: readonly (readonly [string, FoundFolder])[] = [
    ['C:\\garden', { kind: 'folder', path: 'C:\\Garden' }],
    ['c:\\GARDEN\\beds', { kind: 'folder', path: 'C:\\Garden\\beds' }],
    ['C:\\GARDEN~1', { kind: 'folder', path: 'C:\\Garden' }],
    ['C:\\garden\\rose.txt', { kind: 'file' }],
    ['C:\\garden\\new', { kind: 'missing' }],
    ['G:\\tulips', { kind: 'folder', path: '\\\\shed\\seeds\\tulips' }],
    ['\\\\SHED\\seeds\\tulips', { kind: 'folder', path: '\\\\shed\\seeds\\tulips' }],
    ['C:\\garden\\link', { kind: 'outside' }],
    ['C:\\garden\\gone\\..\\..\\secrets', { kind: 'outside' }],
    ['D:\\garden', { kind: 'outside' }],
    ['C:garden', { kind: 'outside' }],
  ];
  test.each(rows)('%s', async (folder, found) => {
    const { system } = diskOf('win32', windows);
    expect(await findFolder(folder, ['C:\\garden', 'G:\\'], system)).toEqual(found);
  });

  test.each([
    '\\\\other\\seeds',
    '//other/seeds',
    '\\\\shed\\tools',
    '\\\\.\\pipe\\rose',
    '\\\\?\\C:\\garden',
    '\\garden',
    '/garden',
  ])('%s is not looked at', async (folder) => {
    const { system, asked } = diskOf('win32', windows);
    expect(await findFolder(folder, ['C:\\garden', 'G:\\'], system)).toEqual({ kind: 'outside' });
    expect(asked).toEqual(['C:\\garden', 'G:\\']);
  });
});

test('on macOS a folder below a link is that to which the link leads', async () => {
  const { system } = diskOf('darwin', {
    '/tmp/garden': '/private/tmp/garden',
    '/private/tmp/garden': '/private/tmp/garden',
    '/TMP/Garden': '/private/tmp/garden',
    '/private/tmp': '/private/tmp',
  });
  const found = { kind: 'folder', path: '/private/tmp/garden' };
  for (const folder of ['/tmp/garden', '/private/tmp/garden', '/TMP/Garden'])
    expect(await findFolder(folder, ['/tmp/garden'], system)).toEqual(found);
  expect(await findFolder('/private/tmp', ['/tmp/garden'], system)).toEqual({ kind: 'outside' });
});
