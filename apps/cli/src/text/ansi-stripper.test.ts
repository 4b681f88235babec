import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { AnsiStripper } from './ansi-stripper.ts';

const printed = (...pieces: readonly Uint8Array[]): string => {
  const text = new AnsiStripper();
  return pieces.map((piece) => text.add(piece)).join('');
};

const output = Buffer.from(
  'one\r\n\u001b[1;31mtwo\u001b[0m \u001b]0;a title\u0007three\u001b]8;;x\u001b\\ \u001b(Bfour\u001b7\u0007\r10 %\r20 %\nfünf ✓\u001bc.\n',
);

test('colours, movements and titles are left out, and lines that are written over follow each other', () => {
  expect(printed(output)).toBe('one\ntwo three four\n10 %\n20 %\nfünf ✓.\n');
});

test('it makes no difference how it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(output.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.toSorted((left, right) => left - right), output.length];
      const pieces = places.slice(1).map((end, index) => output.subarray(places[index], end));
      expect(printed(...pieces)).toBe(printed(output));
    }),
  );
});

test('what never ends is not kept for ever, and what is no sequence is printed', () => {
  const text = new AnsiStripper();
  let shown = '';
  for (let piece = 0; piece < 10; piece += 1) shown += text.add(Buffer.from(`\u001b]0;${'x'.repeat(5000)}`));
  expect(shown.length).toBeGreaterThan(40_000);
  expect(shown).not.toContain('\u001b');
});
