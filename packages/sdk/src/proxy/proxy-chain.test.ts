import { memoryPair } from '@acp-stack/rpc';
import { record, mockAgent, mockClient, settled, type MockPeer, type Transcript } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { conduct } from '../../../../test/support/small-conductor.ts';
import { proxy, type AcpProxy } from './proxy.ts';

const state = (value: string): object => ({ sessionId: 's', update: { sessionUpdate: 'state_update', state: value } });

/** A whole chain in one process, with what each proxy said and heard. */
function chain(...proxies: readonly AcpProxy[]): { client: MockPeer; agent: MockPeer; heard: readonly Transcript[] } {
  const [clientEnd, forClient] = memoryPair();
  const [agentEnd, forAgent] = memoryPair();
  const heard: Transcript[] = [];
  const places = proxies.map((each) => {
    const [proxyEnd, forProxy] = memoryPair();
    const { channel, transcript } = record(proxyEnd);
    heard.push(transcript);
    each.connect(channel);
    return forProxy;
  });
  conduct([forClient, ...places, forAgent]);
  return {
    client: mockClient(clientEnd, { cwd: '/w' }),
    agent: mockAgent(agentEnd, { sessionIds: ['s'] }),
    heard,
  };
}

const text = (words: string): object => ({ type: 'text', text: words });

/** Adds a line to every prompt. */
const prefixing = (line: string): AcpProxy =>
  proxy({ name: line, version: '1' }).onClientRequest('session/prompt', (params, next) =>
    next({ ...params, prompt: [{ type: 'text', text: line }, ...params.prompt] }),
  );

describe('two proxies in one process', () => {
  test('are started from the front, each before it answers, and the agent with initialize [PROXY-01, PROXY-03]', async () => {
    const { client, agent, heard } = chain(prefixing('one'), prefixing('two'));
    await client.done();
    await agent.done();
    for (const transcript of heard) {
      expect(transcript.messages().slice(0, 4)).toMatchObject([
        { method: 'proxy/initialize', params: { protocolVersion: 2 } },
        { method: 'proxy/successor', params: { method: 'initialize', params: { protocolVersion: 2 } } },
        { result: { protocolVersion: 2 } },
        { result: { protocolVersion: 2, capabilities: { session: { mcp: { acp: {} } } } } },
      ]);
    }
  });

  test('both change a prompt, and the answer and the updates come back in order [GEN-23]', async () => {
    const { client, agent } = chain(prefixing('one'), prefixing('two'));
    agent
      .expectRequest('session/prompt', { sessionId: 's', prompt: [text('two'), text('one'), text('hello')] })
      .notify('session/update', state('running'))
      .respond({ messageId: 'm' })
      .notify('session/update', state('idle'));
    await client
      .request('session/prompt', { sessionId: 's', prompt: [text('hello')] })
      .expectNotification('session/update', state('running'))
      .expectResponse({ messageId: 'm' })
      .expectNotification('session/update', state('idle'))
      .done();
    await agent.done();
  });

  test('carry requests of the agent to the client and its answers back', async () => {
    const { client, agent } = chain(
      prefixing('one'),
      proxy({ name: 'two', version: '1' }).onAgentRequest('session/request_permission', async (params, next) => {
        const answer = await next({ ...params, title: `${params.title} (checked)` });
        return { ...answer, _meta: { checked: true } };
      }),
    );
    await client.done();
    agent
      .request('session/request_permission', {
        sessionId: 's',
        title: 'May I?',
        options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
      })
      .expectResponse({ outcome: { outcome: 'selected', optionId: 'no' }, _meta: { checked: true } });
    await client
      .expectRequest('session/request_permission', { title: 'May I? (checked)' })
      .respond({ outcome: { outcome: 'selected', optionId: 'no' } })
      .done();
    await agent.done();
  });

  test('lose nothing that they do not know [PROXY-07]', async () => {
    const { client, agent } = chain(prefixing('one'), prefixing('two'));
    const odd = { list: [1, null, { deep: [] }], text: 'ü', _meta: { traceparent: 'x', own: {} } };
    agent
      .expectRequest('_vendor/odd', (params: unknown) => {
        expect(params).toEqual(odd);
      })
      .respondError(-32_099, 'Odd indeed', odd)
      .notify('_vendor/event', odd);
    await client
      .request('_vendor/odd', odd)
      .expectError(-32_099, { message: 'Odd indeed', data: odd })
      .expectNotification('_vendor/event', odd)
      .done();
    await agent.done();
  });

  test('cancel hop by hop, and the answer still arrives [PROXY-08]', async () => {
    const { client, agent, heard } = chain(prefixing('one'), prefixing('two'));
    await client.done();
    agent
      .expectRequest('session/prompt')
      .expectNotification('$/cancel_request')
      .respondError(-32_800, 'Request cancelled');
    client.send({
      jsonrpc: '2.0',
      id: 'p',
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [text('hi')] },
    });
    await client.done();
    await settled();
    await client
      .notify('$/cancel_request', { requestId: 'p' })
      .expectMessage({ id: 'p', error: { code: -32_800, message: 'Request cancelled' } })
      .done();
    await agent.done();
    for (const transcript of heard) {
      const cancels = (direction: 'in' | 'out'): unknown[] =>
        transcript
          .messages(direction)
          .filter((message) => (message as { readonly method: string }).method === '$/cancel_request');
      expect(cancels('in')).toHaveLength(1);
      expect(cancels('out')).toHaveLength(1);
      expect(cancels('out')).not.toEqual(cancels('in'));
    }
  });

  test('keep a stream of updates whole and in order before the answer that follows it', async () => {
    const { client, agent } = chain(prefixing('one'), prefixing('two'));
    const count = 3000;
    const chunk = (n: number): object => ({
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text(String(n)) },
    });
    agent.expectRequest('session/prompt');
    client.request('session/prompt', { sessionId: 's', prompt: [text('go')] });
    await agent.done();
    for (let n = 0; n < count; n += 1) {
      agent.notify('session/update', chunk(n));
      client.expectNotification('session/update', chunk(n));
    }
    agent.respond({ messageId: 'm' });
    await client.expectResponse({ messageId: 'm' }).done();
  });
});
