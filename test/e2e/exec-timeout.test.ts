/** `--timeout` ends `acp exec`, whatever it waits for. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { describe, expect, test, vi } from 'vitest';

import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Starts the program with pipes that the test need not read or end. */
const start = ({ env, project }: AcpUser, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [acpProgram, 'exec', ...args, '--', ...fixtureAgent('endless-agent.mjs')], {
    env,
    cwd: project,
    stdio: ['pipe', 'pipe', 'ignore'],
  });

describe('a time limit of acp exec', () => {
  test.concurrent.each(['text', 'json'])('ends it while nothing reads its %s output', async (format) => {
    using user = acpUser();
    const program = start(user, ['go', '--format', format, '--timeout', '1']);
    program.stdin?.end();
    expect(await once(program, 'exit')).toEqual([3, null]);
  });

  test('ends it while it waits for the end of its input', async () => {
    using user = acpUser();
    const program = start(user, ['--timeout', '1']);
    expect(await once(program, 'exit')).toEqual([3, null]);
  });
});
