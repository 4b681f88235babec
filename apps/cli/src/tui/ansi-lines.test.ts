import { visibleText } from '@acp-stack/transcript';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ansiLines } from './ansi-lines.ts';
import { escapeControls } from '../text/escape-control-characters.ts';
import { textOfLine } from './styled-line.ts';

test('the colours and the weight of what a command prints are kept, also over lines', () => {
  expect(ansiLines('\u001b[1;31mFAIL\u001b[22m rose\u001b[0m, \u001b[92mok\nstill\u001b[39m not')).toEqual([
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
  expect(ansiLines('\u001b[38;5;31mone\u001b[48;2;1;2;3;4mtwo')).toEqual([
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
      expect(ansiLines(text).map(textOfLine)).toEqual(escapeControls(visibleText(text)).split('\n'));
    }),
  );
});
