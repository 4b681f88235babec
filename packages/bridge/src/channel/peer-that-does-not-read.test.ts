/** A peer that asks the bridge and does not read what it answers. */
import { memoryPair } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { bridge } from '../bridge.ts';

test('is left when too much waits for it', async () => {
  const [near, far] = memoryPair();
  const ends: unknown[] = [];
  const bridged = bridge(near, { peer: 'client', speaks: 1, limits: { unsentBytes: 256 * 100 } });
  bridged.open({ receive: () => undefined, reject: () => undefined, ended: (error) => void ends.push(error) });
  far.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
  far.pause();
  for (let id = 0; id < 200; id += 1) far.send({ jsonrpc: '2.0', id, method: 'nonsense' });
  await settled();
  expect(ends).toMatchObject([{ code: 'limit' }]);
});
