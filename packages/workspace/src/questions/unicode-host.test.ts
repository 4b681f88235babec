import { domainToASCII, domainToUnicode } from 'node:url';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { unicodeHostOf } from './unicode-host.ts';

test.each([
  ['example.org', 'example.org'],
  ['xn--pple-43d.com', 'аpple.com'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--wgv71a119e.example', '日本語.example'],
  ['xn--.example', '.example'],
  ['xn--a-!.example', 'xn--a-!.example'],
  ['[::1]', '[::1]'],
])('the host %s is read as %s', (host, read) => {
  expect(unicodeHostOf(host)).toBe(read);
});

test('a host is read as the platform reads it', () => {
  const letters = fc.constantFrom(...Array.from('abcxyz019ßäøжщяאבเท日本語한국🌷'));
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 20 }), (label) => {
      const host = `${domainToASCII(label.join(''))}.example`;
      fc.pre(host !== '.example');
      expect(unicodeHostOf(host)).toBe(domainToUnicode(host));
    }),
  );
});

test('any text is read without an error', () => {
  fc.assert(fc.property(fc.string(), (label) => typeof unicodeHostOf(`xn--${label}`) === 'string'));
});
