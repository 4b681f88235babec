/** `acp agent` started by hand in a real terminal. */
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { keys, TerminalProgram } from '../support/terminal-program.ts';

test('says what it is and what to do, and ends with the input', async () => {
  await using program = new TerminalProgram({ args: ['agent', '--in-memory'], columns: 200 });
  await program.shows('acp agent speaks the Agent Client Protocol over stdio; start a client such as `acp chat`');
  program.press(keys.control('d'));
  expect(await program.exited).toBe(0);
});

test('the login shows nothing of the password', async () => {
  const env = { ACP_AGENT_PASSWORD: 'thorns' };
  // The shell keeps the terminal until everything was read: what is written right before an exit may get lost.
  const line = `"$@"; echo "It ended with $?."; read -r answer`;
  const acp = join(repository, 'apps/cli/dist/main.js');
  const args = ['-c', line, 'sh', process.execPath, acp, 'agent', '--auth', 'terminal', 'login'];
  await using program = new TerminalProgram({ command: ['sh'], args, env });
  await program.shows('Password of the acp-stack agent:');
  program.say('thorns');
  await program.shows('You are logged in.\nIt ended with 0.');
  expect(program.raw).not.toContain('thorns');
  program.press(keys.enter);
  expect(await program.exited).toBe(0);
});
