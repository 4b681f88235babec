import { expect, test } from 'vitest';

import { run } from '../../run.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';

test('without a terminal a chat says what to use instead', async () => {
  const terminal = captureTerminal();
  expect(await run(['chat'], terminal)).toBe(2);
  expect(terminal.err()).toBe(
    'acp: acp chat needs a terminal; use acp exec "prompt" in scripts, or acp chat --screen-reader for plain lines\n',
  );
  expect(terminal.out()).toBe('');
});

test.each([[['--continue']], [['--agent=x']], [['-a', 'x']], [['--', 'my-agent']]])(
  'needs no name in front of what only a chat takes: %j',
  async (args) => {
    const terminal = captureTerminal();
    expect(await run(args, terminal)).toBe(2);
    expect(terminal.err()).toContain('acp chat needs a terminal');
  },
);

test.each([[['--verison']], [['--trace', 'x', 'protocol']], [['--']]])('is not what %j means', async (args) => {
  const terminal = captureTerminal();
  expect(await run(args, terminal)).toBe(2);
  expect(terminal.err()).not.toContain('chat');
});

test('two ways to go on cannot be used together', async () => {
  const terminal = captureTerminal();
  expect(await run(['chat', '--continue', '--resume', 'x'], terminal)).toBe(2);
  expect(terminal.err()).toContain('--resume');
});
