import { array, assert, constantFrom, oneof, property, string as anyString, tuple, webUrl } from 'fast-check';
import { expect, test } from 'vitest';

import { fileInCode, filesInText, safeAddress } from './safe-address.ts';

test.each(['http://a.example/x?y#z', 'https://a.example/', 'mailto:someone@a.example'])('%s is a link', (address) => {
  expect(safeAddress(address)).toEqual({ kind: 'web', href: address });
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'java\u0000script:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)'.replace('&colon;', ':'),
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'blob:http://a.example/1',
  'about:blank',
  'view-source:http://a.example',
  'filesystem:http://a.example/',
  'vscode://file/etc/passwd',
  '//evil.example/x',
  String.raw`\\evil.example\share`,
  'file://evil.example/share',
  '#token=secret',
  '?x',
  '',
  'http://a.example/\u202egpj.exe',
])('%j is not a link', (address) => {
  expect(safeAddress(address)).toBeUndefined();
});

test.each([
  ['src/a.ts:12', 'src/a.ts', 12],
  ['a.ts:3', 'a.ts', 3],
  ['/home/me/a.ts', '/home/me/a.ts', undefined],
  ['./a.ts#L7', './a.ts', 7],
  ['src/a.ts#L7-L9', 'src/a.ts', 7],
  ['file:///home/me/a%20b.ts#L4', '/home/me/a b.ts', 4],
  ['file:///C:/x/a.ts:5', 'C:/x/a.ts', 5],
  [String.raw`C:\x\a.ts`, String.raw`C:\x\a.ts`, undefined],
  ['src/a.ts:12:5', 'src/a.ts', 12],
])('%s is a file of the session', (address, path, line) => {
  expect(safeAddress(address)).toEqual({ kind: 'file', file: { path, line } });
});

test('whatever is written, a link to the web has one of three schemes', () => {
  const hostile = array(
    constantFrom('java', 'script', ':', '//', 'data', 'http', 's', '\t', '\n', '\u0000', '%', 'x', '@', '&#58;', ' '),
    { maxLength: 8 },
  );
  // A dangerous scheme, in any capitals, with what browsers leave out in, before or behind it.
  const noise = constantFrom('', '', '', '\t', '\n', '\r', '\u0000', '\u0001', '\u200b', '\u00ad', ' ', '%09');
  const scheme = constantFrom('javascript', 'JAVASCRIPT', 'jaVaScript', 'data', 'vbscript', 'blob', 'filesystem');
  const dangerous = tuple(noise, scheme, noise, noise, anyString()).map(
    ([before, name, inside, behind, rest]) => `${before}${name.slice(0, 2)}${inside}${name.slice(2)}${behind}:${rest}`,
  );
  assert(
    property(
      oneof(
        dangerous,
        hostile.map((parts) => parts.join('')),
        webUrl(),
        anyString(),
      ),
      (address) => {
        const target = safeAddress(address);
        if (target?.kind === 'web') expect(new URL(target.href).protocol).toMatch(/^(?:https?|mailto):$/u);
      },
    ),
    { numRuns: 500 },
  );
});

test('inline code is a file if it has a folder or a line', () => {
  expect(fileInCode('src/a.ts:12')).toEqual({ path: 'src/a.ts', line: 12 });
  expect(fileInCode('a.ts:12')).toEqual({ path: 'a.ts', line: 12 });
  expect(fileInCode('docs/read.me')).toEqual({ path: 'docs/read.me', line: undefined });
  expect(fileInCode('console.log')).toBeUndefined();
  expect(fileInCode('npm run build')).toBeUndefined();
  expect(fileInCode('and/or')).toBeUndefined();
});

test('plain text names files with their lines', () => {
  const found = 'Look at src/a.ts:12 and (lib/b.test.ts:3:4), not at http://x.example:80 or 10:30.'.match(filesInText);
  expect(found).toEqual(['src/a.ts:12', 'lib/b.test.ts:3:4']);
});

test('files are found in a long hostile text without going back over it', () => {
  const text = 'a/'.repeat(20_000);
  expect(text.match(filesInText)).toBeNull();
  expect(fileInCode('a/'.repeat(250))).toBeUndefined();
});
