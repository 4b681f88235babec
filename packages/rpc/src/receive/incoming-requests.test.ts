/** What the other side is told when a result cannot be sent: that it cannot, and nothing of what it is made of. */
import { expect, test } from 'vitest';

import { bytePipe } from '@acp-stack/testing';

import { lineChannel } from '../framing/line-channel.ts';
import { Peer } from '../peer/peer.ts';
import type { PeerReport } from '../observe/peer-report.ts';

class SecretVault {
  readonly passwordOfMira: unknown = this;
}

const unsendable: Readonly<Record<string, unknown>> = {
  'refers to itself': new SecretVault(),
  'fails while it is written': {
    toJSON: () => {
      throw new Error('cannot open /home/mira/secret');
    },
  },
  'has a number without JSON': { n: 1n },
};

test.each(Object.entries(unsendable))('a result that %s tells nothing of the inside', async (_, result) => {
  const [left, right] = bytePipe();
  const reports: PeerReport[] = [];
  const answerer = new Peer(lineChannel(left.source, left.sink), {
    handlers: () => ({ kind: 'request', run: () => result }),
    onReport: (report) => void reports.push(report),
  });
  const caller = new Peer(lineChannel(right.source, right.sink), { handlers: () => undefined });
  const error: unknown = await caller.request('m').catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: 'RpcError',
    code: -32_603,
    message: 'Internal error: the result cannot be written as JSON.',
    data: undefined,
  });
  expect(reports).toMatchObject([{ kind: 'unsendable-response', method: 'm', error: { code: 'unserializable' } }]);
  answerer.destroy();
});

test('a result that is too long says how long it may be', async () => {
  const [left, right] = bytePipe();
  const answerer = new Peer(lineChannel(left.source, left.sink, { messageBytes: 500 }), {
    handlers: () => ({ kind: 'request', run: () => 'x'.repeat(1000) }),
  });
  const caller = new Peer(lineChannel(right.source, right.sink), { handlers: () => undefined });
  const error: unknown = await caller.request('m').catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: -32_603,
    message: 'Internal error: the result cannot be sent: The message is longer than 500 bytes; send less at once.',
  });
  answerer.destroy();
});

test('a batch with a result that cannot be sent still answers each of its requests', async () => {
  const [left, right] = bytePipe();
  const answerer = new Peer(lineChannel(left.source, left.sink), {
    handlers: (method) => ({ kind: 'request', run: () => (method === 'bad' ? { n: 1n } : 'fine') }),
    batches: 'process',
  });
  const raw = lineChannel(right.source, right.sink);
  const answers = new Promise((resolve) => {
    raw.open({ receive: resolve, reject: resolve, ended: resolve });
  });
  raw.send(['good', 'bad', 'good'].map((method, id) => ({ jsonrpc: '2.0', id, method })));
  expect(await answers).toEqual([
    { jsonrpc: '2.0', id: 0, result: 'fine' },
    {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_603, message: 'Internal error: the result cannot be written as JSON.' },
    },
    { jsonrpc: '2.0', id: 2, result: 'fine' },
  ]);
  answerer.destroy();
});
