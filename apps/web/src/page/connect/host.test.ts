import type { AgentStore } from '@acp-stack/react';
import { expect, test } from 'vitest';

import { Host } from './host.ts';
import { TerminalOutputs } from './terminal-outputs.ts';

const hostOf = (capabilities: unknown, asked: unknown[] = []): Host =>
  new Host(
    {
      snapshot: () => ({ capabilities }),
      connection: { request: async (...args: unknown[]) => void asked.push(args) },
    } as unknown as AgentStore,
    new TerminalOutputs(),
  );

test('only the methods that the hub lists are offered', () => {
  const methods = ['_acp-stack.dev/host/folders', '_acp-stack.dev/hub/search'];
  const host = hostOf({ _meta: { 'acp-stack.dev/hub': { methods } } });
  expect([host.can('folders'), host.can('login'), host.canAsk('search'), host.canAsk('invite')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('an agent that is no hub, or says nonsense, offers nothing', () => {
  for (const capabilities of [undefined, {}, { _meta: null }, { _meta: { 'acp-stack.dev/hub': { methods: 'all' } } }]) {
    expect(hostOf(capabilities).can('folders')).toBe(false);
  }
});

test('calls have the names of the wire', async () => {
  const asked: unknown[] = [];
  const host = hostOf({}, asked);
  await host.call('findFiles', { sessionId: 's', query: 'a' });
  await host.ask('accept_invitation', { secret: 'x' });
  expect(asked).toEqual([
    ['_acp-stack.dev/host/find_files', { sessionId: 's', query: 'a' }, {}],
    ['_acp-stack.dev/hub/accept_invitation', { secret: 'x' }, {}],
  ]);
});
