import { resourceLink } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { isMentioned } from './content-view.ts';

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
