/** A session that cannot be opened stays with the program that has it. */
import type { Journal } from '@acp-stack/journal';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { AgentFixture, eachJournal } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

const resume = (sessionId: string, additionalDirectories: readonly string[] = []): object => ({
  sessionId,
  cwd,
  additionalDirectories,
});

test('a process that fails to load a session leaves it to the one before and may try again', async () => {
  await using left = new AgentFixture({ journal, cwd });
  await using right = new AgentFixture({ journal, cwd });
  const sessionId = await left.open();
  await left.prompt(sessionId, '/plan dig');
  await right.open();
  const missing = join(cwd, 'shed');
  // `left` made the session and holds it without a claim, `right` holds it by one: either keeps it when the other fails.
  await expect(right.call('session/resume', resume(sessionId, [missing]))).rejects.toThrow(missing);
  expect((await left.prompt(sessionId, '/plan done 1')).text).toContain('[x] dig');
  await right.load(sessionId);
  await expect(left.call('session/resume', resume(sessionId, [missing]))).rejects.toThrow(missing);
  expect((await right.prompt(sessionId, '/plan water')).stopReason).toBe('end_turn');
  await mkdir(missing);
  await left.call('session/resume', resume(sessionId, [missing]));
  expect((await left.prompt(sessionId, '/plan done 2')).text).toContain('[x] water');
  await rm(missing, { recursive: true });
});
