import { describe, expect, test } from 'vitest';

import { absolutePath, nameOf, pathOf, uriOf, wayBelow } from './file-path.ts';

test.each([
  ['/garden', 'src/rose.ts', '/garden/src/rose.ts'],
  ['/garden', './rose.ts', '/garden/rose.ts'],
  ['/garden', '../shed/./tools.ts', '/shed/tools.ts'],
  ['/garden', '/shed//tools.ts', '/shed/tools.ts'],
  ['/garden', '../../../x', '/x'],
  ['/garden', 'a\\b', '/garden/a\\b'],
  ['C:\\garden', 'src/rose.ts', 'C:\\garden\\src\\rose.ts'],
  ['c:\\garden', '.\\src\\rose.ts', 'C:\\garden\\src\\rose.ts'],
  ['C:/garden', '..\\shed\\tools.ts', 'C:\\shed\\tools.ts'],
  ['C:\\garden', '..\\..\\..\\x', 'C:\\x'],
  ['C:\\garden', 'd:/shed//tools.ts', 'D:\\shed\\tools.ts'],
  ['C:\\garden', '/shed/tools.ts', 'C:\\shed\\tools.ts'],
  ['C:\\', 'rose.ts', 'C:\\rose.ts'],
  ['\\\\shed\\seeds\\2026', '..\\..\\rose.ts', '\\\\shed\\seeds\\rose.ts'],
  ['\\\\shed\\seeds', 'C:\\rose.ts', 'C:\\rose.ts'],
])('in %s, %s is %s', (folder, path, absolute) => {
  expect(absolutePath(path, folder)).toBe(absolute);
});

test.each([
  ['/garden/rose.ts', 'rose.ts'],
  ['/garden/a\\b', 'a\\b'],
  ['C:\\garden\\rose.ts', 'rose.ts'],
  ['C:\\', 'C:'],
  ['/', '/'],
])('the name of %s is %s', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test.each([
  ['/garden', '/garden/src/rose.ts', 'src/rose.ts'],
  ['/', '/rose.ts', 'rose.ts'],
  ['/garden', '/gardening/rose.ts', undefined],
  ['/garden', '/Garden/rose.ts', undefined],
  ['/garden', '/garden/', undefined],
  ['c:\\garden', 'C:\\Garden\\src\\rose.ts', 'src\\rose.ts'],
  ['C:\\', 'C:\\rose.ts', 'rose.ts'],
  ['C:\\garden', 'C:/garden/rose.ts', 'rose.ts'],
  ['C:\\garden', 'C:\\gardening\\rose.ts', undefined],
  ['C:\\garden', 'D:\\garden\\rose.ts', undefined],
  ['\\\\shed\\seeds', '\\\\SHED\\seeds\\rose.ts', 'rose.ts'],
])('below %s, the way to %s is %s', (folder, path, way) => {
  expect(wayBelow(path, folder)).toBe(way);
});

describe('the address of a file leads back to it', () => {
  test.each(['/garden/rose bed.ts', '/a#b?c/%41.ts', '/ü/🌷.ts', "/it's (1)/[x].ts", '/a\\b/c.ts'])('%s', (path) => {
    expect(pathOf(uriOf(path), '/garden')).toBe(path);
  });

  test.each(['C:\\rose bed.ts', 'D:\\a#c\\%41.ts', 'C:\\ü\\🌷.ts', '\\\\shed\\seeds\\rose bed.ts'])('%s', (path) => {
    expect(pathOf(uriOf(path), 'C:\\garden')).toBe(path);
  });
});

test('addresses have the form of their system', () => {
  expect(uriOf('/a b')).toBe('file:///a%20b');
  expect(uriOf('c:\\a b\\c')).toBe('file:///C:/a%20b/c');
  expect(uriOf('\\\\shed\\a b\\c')).toBe('file://shed/a%20b/c');
  expect(pathOf('file:///c%3A/garden/rose.ts', 'C:\\garden')).toBe('C:\\garden\\rose.ts');
  expect(pathOf('file:///C:/rose.ts', '/garden')).toBe('/C:/rose.ts');
});

test.each([
  ['/garden', 'https://x/y'],
  ['/garden', 'file://host/x'],
  ['/garden', 'file:///%E0%A4%A'],
  ['/garden', 'rose.ts'],
  ['C:\\garden', 'file:///garden/rose.ts'],
  ['C:\\garden', 'https://C:/rose.ts'],
])('an agent that works in %s has no file at %s', (folder, uri) => {
  expect(pathOf(uri, folder)).toBeUndefined();
});
