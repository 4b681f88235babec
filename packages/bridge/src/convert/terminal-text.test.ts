import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { terminalText } from './terminal-text.ts';

const shown = (text: string): string => terminalText(new TextEncoder().encode(text));

test.each([
  ['plain\n  text\twith tabs', 'plain\n  text\twith tabs'],
  ['\u001B[1;31mred\u001B[0m', 'red'],
  ['\u001B]0;title\u0007after', 'after'],
  ['\u001B]8;;https://example.org\u001B\\link\u001B]8;;\u001B\\', 'link'],
  ['\u001B]0;cut off\u001B[1mafter', 'after'],
  ['\u001BPq#0;2\u001B\\after', 'after'],
  ['\u001B(Bx\u001B7y\u001B=z', 'xyz'],
  ['a\r\nb\r\r\nc', 'a\nb\nc'],
  ['10 %\r50 %\r100 %\ndone', '100 %\ndone'],
  ['working...\rdone', 'doneing...'],
  ['working...\r\u001B[Kdone', 'done'],
  ['working...\u001B[2K\rdone', 'done'],
  ['abc\u001B[2Kd', '   d'],
  ['ab\bc', 'ac'],
  ['bell\u0007 null\u0000 delete\u007F', 'bell null delete'],
  ['é\rñ', 'ñ'],
])('%j is shown as %j', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('bytes that are no text are shown as such, and nothing else is lost', () => {
  expect(terminalText(new Uint8Array([0x61, 0xff, 0x62]))).toBe('a\uFFFDb');
});

test('nothing that controls a terminal is left, whatever comes', () => {
  const parts = fc.constantFrom(
    '\u001B',
    '[',
    ']',
    '2K',
    'K',
    'm',
    '\r',
    '\n',
    '\b',
    '\u0000',
    '\u0001',
    '\u0007',
    '\\',
    'a',
    '\u009B',
  );
  fc.assert(
    fc.property(fc.array(parts), (list) => {
      // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
      expect(shown(list.join(''))).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
    }),
  );
});
