import { resourceLink } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { contentView, isMentioned } from './content-view.ts';

test.each([
  ['Look at @rose.md please.', true],
  ['**rose.md** ', true],
  ['- `rose.md`', true],
  ['', false],
  ['A rose is red.', false],
  ['rose.md has thorns, and this is another one:', false],
])('after %j a link to rose.md is said already: %j', (text, said) => {
  expect(isMentioned(resourceLink('file:///garden/rose.md', 'rose.md'), text)).toBe(said);
});

test.each([
  ['as it is', '\u001b[31mFAIL\u001b[0m rose.test\n\u001b]0;title\u0007*kept*\u001b[2J'],
  ['in a fence', '```console\n\u001b[31mFAIL\u001b[0m rose.test\n\u001b]0;title\u0007*kept*\u001b[2J\n```\n'],
])('what a program has printed, %s, has its colours and does nothing else', (_, text) => {
  expect(contentView({ type: 'text', text }, { width: 40 })).toEqual([
    [{ text: 'FAIL', style: { colour: 'red' } }, { text: ' rose.test' }],
    [{ text: '*kept*' }],
  ]);
});
