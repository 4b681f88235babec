/** What belongs to a request goes on with the calls that are made while handling it. */
import { expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import type { RequestContext } from './handler.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';

interface Traced {
  readonly trace?: string;
}

/** How a handler may call the other side. */
const ways: Readonly<Record<string, (peer: Peer, context: RequestContext) => Promise<unknown>>> = {
  'through its context': (_, context) => context.request('ask', {}),
  'through its context, later': async (_, context) => {
    await Promise.resolve();
    return context.request('ask', {});
  },
  'directly, before its first await': (peer) => peer.request('ask', {}),
};

test.each(Object.entries(ways))('a handler that calls %s passes the trace on', async (_, call) => {
  const [left, raw] = memoryPair();
  const sent: { readonly method?: string; readonly params?: Traced }[] = [];
  const peer: Peer = new Peer(left, {
    handlers: () => ({ kind: 'request', run: (_params: never, context) => call(peer, context) }),
    propagate: (incoming, outgoing) => ({ ...(outgoing as object), trace: (incoming as Traced).trace }),
  });
  raw.open({
    receive: (message) => void sent.push(message as (typeof sent)[0]),
    reject: () => undefined,
    ended: () => undefined,
  });
  raw.send({ jsonrpc: '2.0', id: 'w', method: 'work', params: { trace: 'abc' } });
  await settled();
  expect(sent).toMatchObject([{ method: 'ask', params: { trace: 'abc' } }]);
  void peer.request('outside', {});
  await settled();
  expect(sent[1]).toMatchObject({ method: 'outside', params: {} });
  expect(sent[1]?.params).not.toHaveProperty('trace');
  peer.destroy();
});
