import { expect, test } from 'vitest';

import { splitAgentCommand } from './split-agent-command.ts';

test.each([
  [
    ['exec', 'hi', '--', 'my-agent', '--', 'x'],
    ['exec', 'hi'],
    ['my-agent', '--', 'x'],
  ],
  [['agents', 'info'], ['agents', 'info'], undefined],
  [['exec', 'hi', '--'], ['exec', 'hi'], []],
  [['serve', '--', 'my-agent'], ['serve', '--', 'my-agent'], undefined],
  [['--', 'exec'], ['--', 'exec'], undefined],
  [[], [], undefined],
])('splits %j', (args, own, agentCommand) => {
  expect(splitAgentCommand(args)).toEqual({ own, agentCommand });
});
