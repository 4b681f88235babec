import { visibleText } from '@acp-stack/transcript';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { colouredLines } from './coloured.ts';
import { harmless } from './harmless.ts';
import { textOfLine } from './line.ts';

test('the colours and the weight of what a command prints are kept, also over lines', () => {
  expect(colouredLines('\u001b[1;31mFAIL\u001b[22m rose\u001b[0m, \u001b[92mok\nstill\u001b[39m not')).toEqual([
    [
      { text: 'FAIL', style: { isBold: true, colour: 'red' } },
      { text: ' rose', style: { colour: 'red' } },
      { text: ', ' },
      { text: 'ok', style: { colour: 'green' } },
    ],
    [{ text: 'still', style: { colour: 'green' } }, { text: ' not' }],
  ]);
});

test('colours beyond those with names are left out, and nothing is taken for another', () => {
  expect(colouredLines('\u001b[38;5;31mone\u001b[48;2;1;2;3;4mtwo')).toEqual([
    [{ text: 'one' }, { text: 'two', style: { isUnderlined: true } }],
  ]);
});

test('the words are those that are shown without colours', () => {
  const piece = fc.constantFrom(
    'a',
    'bc ',
    '\n',
    '\r',
    '\r\n',
    '\u001b[31m',
    '\u001b[0m',
    '\u001b[2J',
    'ü',
    '\u001b[1;4m',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      expect(colouredLines(text).map(textOfLine)).toEqual(harmless(visibleText(text)).split('\n'));
    }),
  );
});
