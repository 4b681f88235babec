import { expect, test } from 'vitest';

import { fileTarget, pageTarget } from './link-target.ts';
import { renderMarkdown } from './markdown.ts';
import { paint } from './paint.ts';
import { createTheme } from './theme.ts';

test.each([
  ['https://good.example/a?b=c#d', 'https://good.example/a?b=c#d'],
  ['http://Good.Example:80/', 'http://good.example/'],
  ['https://good.example/ä', 'https://good.example/%C3%A4'],
])('an address is a link: %s', (address, target) => {
  expect(pageTarget(address)).toBe(target);
});

test.each([
  ['what is before the host', 'https://good.example@evil.example/'],
  ['a host in other letters', 'https://gооd.example/'],
  ['a host behind a backslash', 'https://evil.example\\.good.example/'],
  ['no page', 'javascript:alert(1)'],
  ['a file', 'file:///etc/passwd'],
  ['a program', 'vscode://open/x'],
  ['no address', 'https://'],
  ['very long', `https://good.example/${'a'.repeat(3000)}`],
  ['with an escape', 'https://good.example/\u001b]8;;https://evil.example\u001b\\'],
])('no link is an address that has %s', (_, address) => {
  const target = pageTarget(address);
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(target === undefined || !/[\u0000-\u0020\u007f]/u.test(target)).toBe(true);
  expect(target ?? '').not.toContain('evil.example/');
});

test('a file is a link by its absolute path', () => {
  expect(fileTarget('/garden/red rose#1.md')).toBe('file:///garden/red%20rose%231.md');
  expect(fileTarget('rose.md')).toBeUndefined();
});

test('the words of a link are no link: only its address, which is visible, can be clicked', () => {
  const shown = renderMarkdown('[https://bank.example](https://evil.example/x) <https://good.example>', 80)
    .map((each) => paint(each, createTheme('none', { hasLinks: true })))
    .join('\n')
    .replaceAll('\u001b', '␛');
  expect(shown).toBe(
    'https://bank.example (␛]8;;https://evil.example/x␛\\https://evil.example/x␛]8;;␛\\) ' +
      '␛]8;;https://good.example/␛\\https://good.example␛]8;;␛\\',
  );
});
