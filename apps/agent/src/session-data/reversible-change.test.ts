import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { reversibleChange, currentState, textBefore } from './reversible-change.ts';

const text = fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '🌹', '\uD83C') }), { nil: undefined });

test('leads back from any text to any other, also after it was stored', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const kept = JSON.parse(JSON.stringify(reversibleChange({ path: '/rose.md', before, after }))) as ReturnType<
        typeof reversibleChange
      >;
      expect(textBefore(kept, after)).toBe(before);
      expect(currentState(kept, after)).toBe('after');
      expect(currentState(kept, before)).toBe(before === after ? 'after' : 'before');
      expect(currentState(kept, 'something else')).toBeUndefined();
    }),
  );
});

test('holds of a large file only what was changed', () => {
  const large = 'x'.repeat(100_000);
  const kept = reversibleChange({ path: '/rose.md', before: `${large}red${large}`, after: `${large}white${large}` });
  expect(kept).toMatchObject({ start: 100_000, end: 100_000, text: 'red' });
});
