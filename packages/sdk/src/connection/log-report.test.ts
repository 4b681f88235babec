import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { memoryPair } from '@acp-stack/rpc';

import { agent } from '../agent/agent.ts';
import { client } from '../client/client.ts';
import type { PermissionHandler } from '../client/session/client-session.ts';
import type { PromptHandler } from '../agent/session/agent-session.ts';
import { logReport } from './log-report.ts';

const info = { name: 'garden', version: '1.0.0' };
let logged: unknown[][] = [];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void logged.push(words));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs one turn of an agent and a client that have no `onReport`. */
async function turnOf(handler: PromptHandler, answer: PermissionHandler = () => 'cancelled'): Promise<void> {
  const [near, far] = memoryPair();
  agent(info).onPrompt(handler).connect(far);
  await using connection = await client(info).onPermission(answer).connect(near);
  const session = await connection.newSession({ cwd: '/garden' });
  await session.prompt('go');
}

test('a mistake of an agent is one line with its place', async () => {
  await turnOf(({ message }) => void message.append(42 as never));
  expect(logged).toEqual([
    [
      expect.stringMatching(
        /^acp-stack: agent_message_chunk is malformed: \/content[^\n]* \(.*log-report\.test\.ts:\d+:\d+\)$/u,
      ),
    ],
  ]);
});

test('an answer to a permission request that was not offered is one line for the author of the client', async () => {
  await turnOf(
    async ({ requestPermission }) => void (await requestPermission({ title: 'May I?' })),
    () => 'yes',
  );
  expect(logged).toEqual([
    [
      'acp-stack: The permission handler answered "yes", which was not offered (allow_once, allow_always, reject_once); it counts as no.',
    ],
  ]);
});

test('mistakes are not logged in production, but errors of handlers are', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  await turnOf(({ message }) => void message.append(42 as never));
  expect(logged).toEqual([]);
  const error = new Error('no water');
  await turnOf(() => {
    throw error;
  });
  expect(logged).toEqual([[expect.stringContaining('The handler of session/prompt failed'), error]]);
});

test('what is no mistake is not logged', () => {
  logReport({ kind: 'repaired' });
  expect(logged).toEqual([]);
});
