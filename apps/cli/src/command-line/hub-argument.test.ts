import { expect, test } from 'vitest';

import { withoutHubPrompt } from './hub-argument.ts';

test.each([
  [
    ['exec', '--hub', 'fix it'],
    ['exec', '--hub=', 'fix it'],
  ],
  [
    ['exec', '--hub', '--detach', 'fix it'],
    ['exec', '--hub', '--detach', 'fix it'],
  ],
  [
    ['exec', '--hub', 'wss://x.example', 'fix it'],
    ['exec', '--hub', 'wss://x.example', 'fix it'],
  ],
  [
    ['chat', '--hub'],
    ['chat', '--hub'],
  ],
  [
    ['exec', 'x', '--', 'my-agent', '--hub', 'y'],
    ['exec', 'x', '--', 'my-agent', '--hub', 'y'],
  ],
])('%j has the address of a hub only if it is one', (args, expected) => {
  expect(withoutHubPrompt(args)).toEqual(expected);
});
