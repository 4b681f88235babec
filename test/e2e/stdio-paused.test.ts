/** A program that has paused reading, and waits for an answer that comes behind what it has not read. */
import { Peer } from '@acp-stack/rpc';
import { spawnAgent } from '@acp-stack/stdio';
import { expect, test } from 'vitest';

import { program } from './stdio-programs/processes.ts';

test('an agent that awaits its client is answered though reading has paused, and does not end meanwhile', async () => {
  const agent = spawnAgent([process.execPath, program('asking-agent.mjs')]);
  const told = new Promise((resolve) => {
    const client = new Peer(agent, {
      handlers: (method) =>
        method === 'told' ? { kind: 'notification', run: resolve } : { kind: 'request', run: () => 42 },
    });
    void client.notify('note', { asks: true });
    for (let index = 0; index < 150; index += 1) void client.notify('note', { text: 'x'.repeat(950) });
    void client.closed.then(resolve);
  });
  expect(await told).toEqual({ answer: 42 });
  await agent.kill();
});
