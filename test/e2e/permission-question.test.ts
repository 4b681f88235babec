/** Permission requests of an agent of version 1 in a real terminal and in scripts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';
import { TerminalProgram } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 120_000 });

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
});
afterEach(() => {
  user[Symbol.dispose]();
});

const asking = (mode: string): readonly string[] => ['--', ...fixtureAgent('asking-agent.mjs', mode)];

test('a change in the old and new text of a file is visible in 24 rows, and still there after it was rejected', async () => {
  await using chat = new TerminalProgram({ args: ['chat', ...asking('edit')], columns: 80, rows: 24 });
  await chat.shows('? for keys');
  chat.say('Go');
  const asked = await chat.shows('1. Y (y)');
  expect(asked).toContain('│ M /garden/README.md +1 −1\n│   @@ -98,7 +98,7 @@');
  expect(asked.split('+rm -rf roses')).toHaveLength(2);
  chat.press('n');
  const done = await chat.shows('chosen: n');
  expect(done).toContain('⊘ Edit README.md: you rejected it');
  expect(done).toContain('+rm -rf roses');
  expect(done).not.toContain('(failed)');
});

test('a question whose subject is only in the text of its tool call shows that text', async () => {
  await using chat = new TerminalProgram({ args: ['chat', ...asking('text')], columns: 80, rows: 24 });
  await chat.shows('? for keys');
  chat.say('Go');
  const asked = await chat.shows('1. Y (y)');
  expect(asked).toContain('? Bash\n│ Requesting approval to run: rm -rf roses');
  expect(asked).toContain('? waiting for you  node asking-agent.mjs');
});

test.each(['two', 'always'])('--approve-all allows also if the options of a question are %s', async (mode) => {
  const { exitCode, out } = await user.run(['exec', '--approve-all', 'Go', ...asking(mode)]);
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: 'chosen: a\n' });
});

test('a refusal after which the agent cancels its turn ends with the code of refusals', async () => {
  expect(await user.run(['exec', 'Go', ...asking('cancel')])).toMatchObject({ exitCode: 5, out: 'chosen: n\n' });
});

test.each(['json', 'text', 'quiet'])('exec prints no control character on a terminal as %s', async (format) => {
  await using program = new TerminalProgram({
    args: ['exec', '--format', format, 'Go', ...asking('controls')],
    rows: 60,
  });
  await program.exited;
  for (const control of ['\u009b', '\u202e', '\u0007']) expect(program.raw).not.toContain(control);
  expect(program.raw).toContain(format === 'json' ? String.raw`a\u009b2J\u202e\u0007b` : 'a2Jb');
});
