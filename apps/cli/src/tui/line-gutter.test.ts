import { expect, test } from 'vitest';

import { wrapBehindGutter } from './line-gutter.ts';
import { line, textOfLine } from './styled-line.ts';

test.each([
  ['   12 │ the red rose of the garden', ['   12 │ the red rose', '        of the', '        garden']],
  ['a.ts:7: the red rose of it', ['a.ts:7: the red rose', '        of it']],
  ['12→the red rose of the garden', ['12→the red rose of', '   the garden']],
  ['    return the red rose', ['    return the red', '    rose']],
  ['the red rose of the garden', ['the red rose of the', 'garden']],
  // An indent that leaves no room is not repeated.
  ['               deep down there', ['               deep', 'down there']],
])('what is wrapped of %j stays below its text', (text, expected) => {
  expect(wrapBehindGutter(line(text), 20).map(textOfLine)).toEqual(expected);
});
