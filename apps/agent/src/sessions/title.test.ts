import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyCharacter } from '../../../../test/support/any-character.ts';
import { growth, linear } from '../../../../test/support/growth.ts';
import { titleFrom } from './title.ts';

test.each([
  ['Fix the gate', 'Fix the gate'],
  ['  Fix\n\tthe   gate ', 'Fix the gate'],
  ['', undefined],
  [' \n\t', undefined],
  ['a'.repeat(100), `${'a'.repeat(60)}…`],
  [
    'Please have a look at the roses in the garden behind the old house',
    'Please have a look at the roses in the garden behind the old…',
  ],
  ['red\u{1B}[31m rose\u{202E}', 'red [31m rose'],
  ['🌹'.repeat(61), `${'🌹'.repeat(60)}…`],
])('the prompt %j gets the title %j', (prompt, title) => {
  expect(titleFrom(prompt)).toBe(title);
});

test('a title is one line of at most 61 characters for any prompt', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (prompt) => {
      const title = titleFrom(prompt) ?? 'none';
      expect(Array.from(title).length).toBeLessThanOrEqual(61);
      // oxlint-disable-next-line no-control-regex -- they are what must not be there
      expect(title).not.toMatch(/[\u0000-\u001F]/u);
      expect(Buffer.from(title).toString()).toBe(title);
    }),
    { numRuns: 30 },
  );
});

test.each(['word ', ' ', '\n', 'a', '🌹'])(
  'a title takes at most linear time for a long prompt of %j',
  async (piece) => {
    const prompts = new Map<number, string>();
    const title = (size: number): void => {
      const prompt = prompts.get(size) ?? piece.repeat(size);
      prompts.set(size, prompt);
      titleFrom(prompt);
    };
    expect(await growth(title, 250_000)).toBeLessThan(linear);
  },
);
