/** The options `admit` and `newId` of an agent. */
import { RpcError } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { agent } from './agent.ts';
import { info, initialize, wire } from './raw-client.test-support.ts';

test('an agent refuses requests until it admits them, also in a batch (AUTH-05)', async () => {
  let isOpen = false;
  const admit = (method: string): RpcError | undefined =>
    isOpen || method !== 'session/new' ? undefined : new RpcError(-32_000, 'Log in first.');
  const { call, raw, sent } = wire(agent(info, { admit }).onPrompt(() => undefined));
  expect((await call('session/new', { cwd: '/garden' })).error?.code).toBe(-32_600);
  await call('initialize', initialize);
  expect((await call('session/new', { cwd: '/garden' })).error).toMatchObject({ code: -32_000 });
  raw.send([{ jsonrpc: '2.0', id: 'batch', method: 'session/new', params: { cwd: '/garden' } }]);
  expect((await call('session/list')).result).toEqual({ sessions: [] });
  expect(JSON.stringify(sent)).not.toContain('sessionId');
  isOpen = true;
  expect((await call('session/new', { cwd: '/garden' })).result).toHaveProperty('sessionId');
});

test('an agent that makes ids itself uses them for sessions and for what is said', async () => {
  let count = 0;
  const newId = (kind: string): string => {
    count += 1;
    return `${kind}-${count}`;
  };
  const app = agent(info, { newId }).onPrompt(({ message }) => message.append('Hello.'));
  const { call, updates } = wire(app);
  await call('initialize', initialize);
  expect((await call('session/new', { cwd: '/garden' })).result).toMatchObject({ sessionId: 'session-1' });
  const prompt = [{ type: 'text', text: 'Hello?' }];
  expect((await call('session/prompt', { sessionId: 'session-1', prompt })).result).toEqual({ messageId: 'user-2' });
  await call('session/list');
  expect(updates()).toContainEqual(expect.objectContaining({ messageId: 'message-3' }));
});

test('a handler knows the id of the request that it answers', async () => {
  const app = agent(info).on(
    '_id',
    (value) => value,
    (_, { id }) => ({ id }),
  );
  const { call } = wire(app);
  await call('initialize', initialize);
  expect((await call('_id')).result).toEqual({ id: 2 });
});
