import { expect, test } from 'vitest';

import { viewOf } from './tool-view.ts';

test.each([
  ['linux', { path: '/garden/rose.md' }, ['/garden/rose.md']],
  ['linux', { path: 'rose.md', filePath: '/garden/rose.md' }, ['/garden/rose.md']],
  ['linux', { path: 'C:\\garden\\rose.md' }, []],
  ['win32', { file_path: 'C:\\garden\\rose.md' }, ['C:\\garden\\rose.md']],
  ['win32', { path: '\\\\shed\\garden\\rose.md' }, ['\\\\shed\\garden\\rose.md']],
  ['win32', { path: 'C:rose.md' }, []],
  ['win32', { path: 'garden\\rose.md' }, []],
  ['linux', { path: 7 }, []],
  ['linux', undefined, []],
] as const)('on %s, the files of the input %j are %j', (platform, input, paths) => {
  const { locations } = viewOf({ toolName: 'readFile', input }, {}, platform);
  expect(locations.map(({ path }) => path)).toEqual(paths);
});

test('the name of a tool says the kind of its work, and the program may say something else', () => {
  expect(viewOf({ toolName: 'searchFiles', input: undefined })).toEqual({
    title: 'searchFiles',
    kind: 'search',
    locations: [],
  });
  const given = { title: 'Look', kind: 'read', locations: [{ path: '/garden' }] } as const;
  expect(viewOf({ toolName: 'searchFiles', input: { path: '/seeds' } }, given)).toEqual(given);
});
