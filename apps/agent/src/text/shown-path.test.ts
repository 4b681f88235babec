import { expect, test } from 'vitest';

import { shownName, shownPath, shownText } from './shown-path.ts';

test.each([
  ['/garden', '/garden/bed/rose.md', 'bed/rose.md'],
  ['/garden', '/garden', '.'],
  ['/garden', '/orchard/apple.md', '/orchard/apple.md'],
  ['/garden', '/garden/..bed/rose.md', '..bed/rose.md'],
  ['/garden', '/garden/a\nb.md', 'a\\nb.md'],
])('in %s, %s reads %s', (cwd, path, shown) => {
  expect(shownPath(cwd, path)).toBe(shown);
});

test('what cannot be seen is written out', () => {
  expect(shownName('a\u{1B}[31m\r\u{202E}b\u{200B}')).toBe('a\\u{001b}[31m\\r\\u{202e}b\\u{200b}');
  expect(shownName('👩‍💻 Straße 日本')).toBe('👩‍💻 Straße 日本');
});

test('a text of several lines keeps its lines', () => {
  expect(shownText('make \\\n\ttest\r\u{8}')).toBe('make \\\n\ttest\\r\\u{0008}');
});
