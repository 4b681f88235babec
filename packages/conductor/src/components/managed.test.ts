import { agent, proxy } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { managed } from './managed.ts';

const info = { name: 'one', version: '1.0.0' };

test('a managed component keeps its role, and what is not replaced', () => {
  const other = managed(proxy(info, { mayBypass: true }), { name: 'two', onExit: 'bypass' });
  expect(other).toMatchObject({ name: 'two', role: 'proxy', onExit: 'bypass', mayBypass: true });
  expect(managed(agent(info), {})).toMatchObject({ name: 'one', role: 'agent', onExit: 'restart', mayBypass: false });
});

test('a managed component starts the one inside', () => {
  const channel = managed(agent(info), { name: 'two' }).start();
  expect(channel.send({ jsonrpc: '2.0', method: '_x' })).toBe(true);
  channel.destroy();
});
