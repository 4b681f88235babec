import { expect, test } from 'vitest';

import { isInDiff } from './is-in-diff.ts';

const patch = [
  '@@ -1,3 +1,3 @@',
  ' The garden has two beds.',
  '-A rose is a rose, and it is red.',
  '+A rose is a rose, and it is white.',
  ' Tulips grow in the other one.',
].join('\n');
const diffs = [{ type: 'diff' as const, changes: [], patch: { format: 'git_patch' as const, text: patch } }];

test.each([
  ['lines before the change', 'The garden has two beds.\nA rose is a rose, and it is red.\n', true],
  ['lines after the change', 'A rose is a rose, and it is white.\nTulips grow in the other one.', true],
  ['lines of both', 'A rose is a rose, and it is red.\nA rose is a rose, and it is white.', false],
  ['a text that is not there', 'A rose is a rose, and it is blue.', false],
  ['a short text, which may be there by chance', 'A rose is a rose', false],
])('a diff shows %s: %j is %s', (_, text, expected) => {
  expect(isInDiff(text, diffs)).toBe(expected);
  expect(isInDiff(text, [])).toBe(false);
});
