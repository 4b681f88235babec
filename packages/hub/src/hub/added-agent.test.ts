import { memoryJournal } from '@acp-stack/journal';
import { memoryPair, Peer } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { openHub } from './hub.ts';

const named = (name: string) => agent({ name, version: '1.0.0' }).onPrompt(() => undefined);

test('an agent that is added while the hub runs can be described and used by new sessions', async () => {
  const cwd = process.cwd();
  await using hub = await openHub({ journal: memoryJournal(), agents: { rose: named('rose') }, roots: [cwd] });
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  await using client = new Peer(ours, { handlers: () => undefined });
  await client.request('initialize', { protocolVersion: 2, info: { name: 't', version: '1' }, capabilities: {} });
  const openLily = (): Promise<unknown> =>
    client.request('session/new', { cwd, mcpServers: [], _meta: { 'acp-stack.dev/hub': { agent: 'lily' } } });
  await expect(openLily()).rejects.toThrow('it has rose.');
  hub.addAgent('lily', named('lily'));
  expect((await hub.describeAgent('lily', { principal: 'local' })).info.name).toBe('lily');
  expect(await openLily()).toMatchObject({ sessionId: expect.any(String) as string });
  expect(await client.request('session/new', { cwd, mcpServers: [] })).toBeDefined();
});
