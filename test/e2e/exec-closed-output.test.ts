/** `acp exec … | head`: what is left when the reader of the output goes away. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test, vi } from 'vitest';

import { acpProgram, acpUser } from '../support/acp-program.ts';

vi.setConfig({ testTimeout: 120_000 });

test('a reader that goes before the prompt is sent leaves no empty session', async () => {
  using user = acpUser();
  const { env, project: cwd } = user;
  const program = spawn(process.execPath, [acpProgram, 'exec', '--format', 'json', 'hello'], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  program.stdout.destroy();
  await once(program, 'exit');
  const { out } = await user.run(['sessions', 'list', '--format', 'json']);
  expect(JSON.parse(out)).toEqual([]);
});

test('a reader that goes after the first messages leaves no session without a title', async () => {
  using user = acpUser();
  const { env, project: cwd } = user;
  const program = spawn(process.execPath, [acpProgram, 'exec', '--format', 'json', 'hello'], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let lines = 0;
  program.stdout.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1;
    if (lines >= 3) program.stdout.destroy();
  });
  await once(program, 'exit');
  expect(lines).toBeGreaterThanOrEqual(3);
  const { out } = await user.run(['sessions', 'list', '--format', 'json']);
  for (const session of JSON.parse(out) as readonly object[]) expect(session).toMatchObject({ title: 'hello' });
});
