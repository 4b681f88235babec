import { expect, test } from 'vitest';

import { isLongMessage, userMessageView } from './user-message-view.ts';

const shown = (text: string, options: Parameters<typeof userMessageView>[1]): readonly string[] =>
  userMessageView(text, options).map((line) => line.map((part) => part.text).join(''));

const pasted = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`).join('\n');

test('a long message is folded to its first lines, and whole on demand', () => {
  const folded = shown(pasted, { width: 60 });
  expect(folded).toHaveLength(11);
  expect([folded[0], folded[9], folded[10]]).toEqual([
    '❯ line 1',
    '  line 10',
    '  … 490 more lines, Ctrl+T shows them',
  ]);
  expect(shown(pasted, { width: 60, unfoldKey: 'Enter' }).at(-1)).toBe('  … 490 more lines, Enter shows them');
  expect(shown(pasted, { width: 60, isVerbose: true })).toHaveLength(500);
});

test('one long line is folded by the width of the screen', () => {
  const words = 'rose '.repeat(200);
  expect(isLongMessage(words, 200)).toBe(false);
  expect(isLongMessage(words, 30)).toBe(true);
  for (const each of shown(words, { width: 30 })) expect(each.length).toBeLessThanOrEqual(30);
});

test('a message of a few lines is shown as it was typed, with the name of its sender', () => {
  expect(shown('one\ntwo', { width: 60, sender: 'ann' })).toEqual(['ann ❯ one', '  two']);
});
