/** A proxy of one version in a chain of the other: both conversations on its connection are converted. */
import { describe, expect, test } from 'vitest';

import { RawPeers, type WireMessage } from '../raw-peers.test-support.ts';

const info = { name: 'tester', version: '1' };
const wrapped = (method: string, params: object): object => ({ method, params });

/** The message inside an envelope. */
const inside = ({ method, params }: WireMessage): { readonly method?: string; readonly params?: object } =>
  method === 'proxy/successor' ? (params as { method: string; params: object }) : {};

describe('drafts', () => {
  test('toV1: a proxy of version 2 works for a conductor of version 1', async () => {
    // The conductor is where the client is, the proxy where the agent is.
    await using ends = new RawPeers({ client: 1 });
    const { client: conductor, agent: proxy } = ends;
    conductor.request('proxy/initialize', { protocolVersion: 1, clientInfo: info }, 'i');
    await ends.settle();
    expect(proxy.takeOne()).toMatchObject({
      id: 'i',
      method: 'proxy/initialize',
      params: { protocolVersion: 2, info },
    });
    // Before it answers, it initializes its successor, which speaks version 1 (PROXY-03).
    proxy.request('proxy/successor', wrapped('initialize', { protocolVersion: 2, info, capabilities: {} }), 'a');
    await ends.settle();
    const first = conductor.takeOne();
    expect(inside(first)).toMatchObject({ method: 'initialize', params: { protocolVersion: 1, clientInfo: info } });
    conductor.answer(first.id, { protocolVersion: 1, agentInfo: info, agentCapabilities: { loadSession: true } });
    await ends.settle();
    expect(proxy.takeOne()).toMatchObject({ id: 'a', result: { protocolVersion: 2, info } });
    proxy.answer('i', { protocolVersion: 2, info, capabilities: { session: { mcp: { acp: {}, stdio: {} } } } });
    await ends.settle();
    expect(conductor.takeOne()).toMatchObject({ id: 'i', result: { protocolVersion: 1, agentInfo: info } });

    // A session goes through the proxy.
    conductor.request('session/new', { cwd: '/w', mcpServers: [] }, 'n');
    await ends.settle();
    proxy.take();
    proxy.request('proxy/successor', wrapped('session/new', { cwd: '/w' }), 'b');
    await ends.settle();
    const second = conductor.takeOne();
    expect(inside(second)).toEqual({ method: 'session/new', params: { cwd: '/w', mcpServers: [] } });
    conductor.answer(second.id, { sessionId: 's' });
    proxy.answer('n', { sessionId: 's' });
    await ends.settle();
    expect(proxy.takeOne()).toMatchObject({ id: 'b', result: { sessionId: 's' } });
    conductor.take();

    // What the successor says gets an id on the way to the proxy, and reaches the conductor from the proxy.
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } };
    conductor.notify('proxy/successor', wrapped('session/update', { sessionId: 's', update }));
    await ends.settle();
    const heard = inside(proxy.takeOne());
    expect(heard).toMatchObject({ method: 'session/update', params: { update: { messageId: expect.any(String) } } });
    proxy.notify('session/update', heard.params);
    await ends.settle();
    expect(conductor.takeOne()).toMatchObject({ method: 'session/update', params: { update } });
  });

  test('toV1: a cancellation names the request of its own connection', async () => {
    await using ends = new RawPeers({ client: 1 });
    ends.agent.request('proxy/successor', wrapped('_x/slow', {}), 'a');
    ends.agent.notify('$/cancel_request', { requestId: 'a' });
    await ends.settle();
    const [asked, cancelled] = ends.client.take();
    expect(inside(asked ?? { jsonrpc: '2.0' })).toEqual({ method: '_x/slow', params: {} });
    expect(cancelled).toMatchObject({ method: '$/cancel_request', params: { requestId: asked?.id } });
    ends.client.refuse(asked?.id, { code: -32_800, message: 'Cancelled.' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'a', error: { code: -32_800 } });
  });

  test('toV2: a proxy of version 1 works for a conductor of version 2', async () => {
    await using ends = new RawPeers({ client: 2 });
    const { client: conductor, agent: proxy } = ends;
    conductor.request('proxy/initialize', { protocolVersion: 2, info, capabilities: {} }, 'i');
    await ends.settle();
    expect(proxy.takeOne()).toMatchObject({
      method: 'proxy/initialize',
      params: { protocolVersion: 1, clientInfo: info },
    });
    proxy.request(
      '_proxy/successor',
      { ...wrapped('initialize', { protocolVersion: 1, clientInfo: info }), meta: { a: 1 } },
      'a',
    );
    await ends.settle();
    const asked = conductor.takeOne();
    expect(inside(asked)).toMatchObject({ method: 'initialize', params: { protocolVersion: 2, info } });
    expect(ends.lostRows).toEqual(['drafts']);
    conductor.answer(asked.id, { protocolVersion: 2, info, capabilities: { session: {} } });
    await ends.settle();
    expect(proxy.takeOne()).toMatchObject({ id: 'a', result: { protocolVersion: 1, agentInfo: info } });
  });
});
