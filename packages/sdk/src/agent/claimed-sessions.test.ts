/** Sessions in a store that several programs use: the program that opens one becomes its writer. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { agent, type Agent } from './agent.ts';
import { info, initialize, open, wire } from './raw-client.test-support.ts';
import { memoryStore } from './store/memory-store.ts';
import type { SessionStore } from './store/session-store.ts';

const hello = [{ type: 'text' as const, text: 'hello' }];

/** What two programs see of one store. */
function shared(): readonly [SessionStore, SessionStore] {
  const inner = memoryStore();
  const owners = new Map<string, number>();
  const before = new Map<string, number>();
  const program = (which: number): SessionStore => {
    const mine = (sessionId: string): boolean => owners.get(sessionId) === which;
    const require = (sessionId: string): void => {
      if (!mine(sessionId)) throw new RpcError(rpcCodes.internalError, 'Another program has it.');
    };
    return {
      ...inner,
      persistBeforeSend: true,
      create: async (record) => {
        owners.set(record.sessionId, which);
        await inner.create(record);
      },
      append: async (sessionId, update) => {
        require(sessionId);
        await inner.append(sessionId, update);
      },
      patch: async (sessionId, changes) => {
        require(sessionId);
        await inner.patch(sessionId, changes);
      },
      claim: async (sessionId) => {
        before.set(sessionId, owners.get(sessionId) ?? 0);
        owners.set(sessionId, which);
      },
      release: async (sessionId) => void owners.set(sessionId, before.get(sessionId) ?? 0),
      holds: async (sessionId) => mine(sessionId),
    };
  };
  return [program(1), program(2)];
}

const chatting = (store: SessionStore, opened: string[] = []): Agent =>
  agent(info, { store })
    .onSession((_, origin) => void opened.push(origin))
    .onPrompt(async ({ message }) => {
      await message.append('hi');
    });

test('the program that resumes a session has it, and the one before is refused until it resumes it too', async () => {
  const [leftStore, rightStore] = shared();
  const opened: string[] = [];
  const left = await open(chatting(leftStore, opened));
  const { sessionId } = left;
  const right = wire(chatting(rightStore));
  await right.call('initialize', initialize);
  const resume = { sessionId, cwd: '/garden' };
  expect((await right.call('session/resume', resume)).error).toBeUndefined();
  expect((await right.call('session/prompt', { sessionId, prompt: hello })).error).toBeUndefined();
  expect((await left.call('session/prompt', { sessionId, prompt: hello })).error?.message).toBe(
    'Another program has it.',
  );
  // The state of the program is stale: the session is set up anew.
  expect((await left.call('session/resume', resume)).error).toBeUndefined();
  expect(opened).toEqual(['new', 'resumed']);
  expect((await left.call('session/prompt', { sessionId, prompt: hello })).error).toBeUndefined();
  // The writer keeps its state.
  await left.call('session/resume', resume);
  expect(opened).toEqual(['new', 'resumed']);
});

test('a session that cannot be resumed is not claimed', async () => {
  const [leftStore, rightStore] = shared();
  const left = await open(chatting(leftStore));
  const { sessionId } = left;
  const right = wire(chatting(rightStore));
  await right.call('initialize', initialize);
  expect((await right.call('session/resume', { sessionId, cwd: '/orchard' })).error?.code).toBe(-32_602);
  expect((await left.call('session/prompt', { sessionId, prompt: hello })).error).toBeUndefined();
});

test('a session that the program cannot set up goes back to the connection that had it', async () => {
  const [leftStore, rightStore] = shared();
  const left = await open(chatting(leftStore));
  const { sessionId } = left;
  let isBroken = true;
  const right = wire(
    chatting(rightStore).onSession(() => {
      if (isBroken) throw new RpcError(-32_602, 'There is no such folder.');
    }),
  );
  await right.call('initialize', initialize);
  const resume = { sessionId, cwd: '/garden' };
  expect((await right.call('session/resume', resume)).error?.message).toBe('There is no such folder.');
  expect((await left.call('session/prompt', { sessionId, prompt: hello })).error).toBeUndefined();
  isBroken = false;
  expect((await right.call('session/resume', resume)).error).toBeUndefined();
  expect((await right.call('session/prompt', { sessionId, prompt: hello })).error).toBeUndefined();
});

test.each([
  ['goes back to the connection that had it when none of them succeeds', 2, 'left'],
  ['belongs to the one that succeeds after one that fails', 1, 'right'],
] as const)('a session that is resumed twice at once %s', async (_, failures, owner) => {
  const [leftStore, rightStore] = shared();
  const left = await open(chatting(leftStore));
  const { sessionId } = left;
  const steps: string[] = [];
  const right = wire(
    chatting(rightStore).onSession(async () => {
      steps.push('begins');
      const isBroken = steps.length <= 2 * failures;
      // A resume that does not wait for this one would overtake it here.
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('ends');
      if (isBroken) throw new RpcError(-32_602, 'There is no such folder.');
    }),
  );
  await right.call('initialize', initialize);
  const resume = { sessionId, cwd: '/garden' };
  const answers = await Promise.all([right.call('session/resume', resume), right.call('session/resume', resume)]);
  expect(answers.filter(({ error }) => error !== undefined)).toHaveLength(failures);
  expect(steps).toEqual(['begins', 'ends', 'begins', 'ends']);
  const program = owner === 'left' ? left : right;
  expect((await program.call('session/prompt', { sessionId, prompt: hello })).error).toBeUndefined();
});

test('a fork knows what it was forked from', async () => {
  const seen: (string | undefined)[] = [];
  const app = chatting(memoryStore()).onSession(({ forkedFrom }) => void seen.push(forkedFrom));
  const { call, sessionId } = await open(app);
  await call('session/fork', { sessionId, cwd: '/garden' });
  expect(seen).toEqual([undefined, sessionId]);
});
