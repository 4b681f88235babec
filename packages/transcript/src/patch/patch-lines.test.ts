import { describe, expect, test } from 'vitest';

import { countOf, fileParts, patchLines, type LineCount } from './patch-lines.ts';

const countByFile = (patch: string): readonly LineCount[] => fileParts(patchLines(patch)).map(countOf);
const told = (patch: string): readonly string[] => patchLines(patch).map(({ kind, text }) => `${kind} ${text}`);

describe('a line of a file is never taken for a head', () => {
  test('where it looks like the names of a file', () => {
    const patch =
      '--- a/x.sql\n+++ b/x.sql\n@@ -1,3 +1,3 @@\n--- old comment\n+++ evil\n-index 0000..1111\n+index 0000..2222\n same\n';
    expect(told(patch)).toEqual([
      'head --- a/x.sql',
      'head +++ b/x.sql',
      'hunk @@ -1,3 +1,3 @@',
      'line --- old comment',
      'line +++ evil',
      'line -index 0000..1111',
      'line +index 0000..2222',
      'line  same',
    ]);
    expect(countByFile(patch)).toEqual([{ added: 2, removed: 2 }]);
  });

  test('where the hunk is longer than it says', () => {
    expect(told('@@ -1 +1 @@\n-a\n+b\n+++ evil\n--- gone\n')).toEqual([
      'hunk @@ -1 +1 @@',
      'line -a',
      'line +b',
      'line +++ evil',
      'line --- gone',
    ]);
  });
});

test('the next file begins behind the last line of a hunk, with and without git, and with lines that have no end', () => {
  const files = [
    '--- a\n+++ a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
    '--- c\n+++ c\n@@ -0,0 +1,2 @@\n+c\n+\n',
  ];
  const counts = [
    { added: 1, removed: 1 },
    { added: 2, removed: 0 },
  ];
  expect(countByFile(files.join(''))).toEqual(counts);
  expect(countByFile(files.map((file) => `diff --git a b\nindex 1..2\n${file}`).join(''))).toEqual(counts);
});

test('a hunk that says more than it has ends where the next file begins', () => {
  expect(told('@@ -1,9 +1,9 @@\n a\ndiff --git c d\n')).toEqual([
    'hunk @@ -1,9 +1,9 @@',
    'line  a',
    'head diff --git c d',
  ]);
});

describe('a carriage return', () => {
  test('ends no line: what stands behind it belongs to the line', () => {
    expect(told('@@ -1,1 +1,2 @@\n x\n+true\rdiff --git a b; rm -rf ~\n')).toEqual([
      'hunk @@ -1,1 +1,2 @@',
      'line  x',
      'line +true␍diff --git a b; rm -rf ~',
    ]);
  });

  test('at the end is shown where not all lines have one', () => {
    expect(told('@@ -1,1 +1,1 @@\n-x\n+x\r\n')).toEqual(['hunk @@ -1,1 +1,1 @@', 'line -x', 'line +x␍']);
    expect(told('@@ -1,1 +1,1 @@\r\n-x\r\n+y\r\n')).toEqual(['hunk @@ -1,1 +1,1 @@', 'line -x', 'line +y']);
    expect(told('@@ -1,2 +1,2 @@\n x\r\n-y\n\\ No newline at end of file\n+y\r\n')).toEqual([
      'hunk @@ -1,2 +1,2 @@',
      'line  x',
      'line -y',
      'line \\ No newline at end of file',
      'line +y',
    ]);
  });
});

test('what looks like a head only at its start is a line that is shown', () => {
  expect(told('new mode 100644; rm -rf ~\nindex 1..2 and more\n')).toEqual([
    'stray new mode 100644; rm -rf ~',
    'stray index 1..2 and more',
  ]);
});
