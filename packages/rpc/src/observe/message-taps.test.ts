import { expect, test } from 'vitest';

import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';

test('an observer that is added twice sees everything twice, until each was removed', async () => {
  const [left] = memoryPair();
  const peer = new Peer(left, { handlers: () => undefined });
  const seen: unknown[] = [];
  const observer = ({ message }: { readonly message: unknown }): void => void seen.push(message);
  const taps = [peer.tap(observer), peer.tap(observer)];
  await peer.notify('one');
  taps[0]?.[Symbol.dispose]();
  taps[0]?.[Symbol.dispose]();
  await peer.notify('two');
  taps[1]?.[Symbol.dispose]();
  await peer.notify('three');
  expect(seen).toMatchObject([{ method: 'one' }, { method: 'one' }, { method: 'two' }]);
  peer.destroy();
});
