import { expect, test } from 'vitest';

import { bytePipe, settled } from '@acp-stack/testing';

import { lineChannel } from '../framing/line-channel.ts';
import { Peer } from '../peer/peer.ts';

test('what comes in a batch counts as much as it is long while it is not handled', async () => {
  const [left, right] = bytePipe();
  let isPaused = false;
  const source = {
    ...left.source,
    start: left.source.start.bind(left.source),
    resume: () => (isPaused = false),
    pause: () => (isPaused = true),
  };
  const peer = new Peer(lineChannel(source, left.sink), {
    handlers: () => ({ kind: 'notification', run: () => new Promise(() => undefined) }),
    batches: 'process',
    limits: { unhandledBytes: 10_000 },
  });
  const note = { jsonrpc: '2.0', method: 'n', params: { text: 'x'.repeat(4000) } };
  right.sink.write(`${JSON.stringify([note, note])}\n`, () => undefined);
  await settled();
  expect(isPaused).toBe(false);
  right.sink.write(`${JSON.stringify([note])}\n`, () => undefined);
  await settled();
  expect(isPaused).toBe(true);
  peer.destroy();
});
