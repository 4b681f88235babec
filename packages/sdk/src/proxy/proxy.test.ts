import { lineChannel, memoryPair, RpcError, type Channel } from '@acp-stack/rpc';
import { bytePipe, mockPeer, settled, type MockPeer } from '@acp-stack/testing';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import type { ConnectionReport } from '../connection/report.ts';
import type { ProxyConnection } from './proxy-connection.ts';
import { proxy, type AcpProxy } from './proxy.ts';

const info = { name: 'under-test', version: '1.0.0' };
const hello = { protocolVersion: 2, info: { name: 'client', version: '1' }, capabilities: {} };
const welcome = {
  protocolVersion: 2,
  info: { name: 'agent', version: '1' },
  capabilities: { session: { mcp: { acp: { native: true } } } },
};

/** A proxy and a conductor that follows a script. */
function against(made: AcpProxy = proxy(info)): {
  conductor: MockPeer;
  connection: ProxyConnection;
  reports: ConnectionReport[];
} {
  const [left, right] = memoryPair();
  const reports: ConnectionReport[] = [];
  const connection = made.connect(left, { onReport: (report) => void reports.push(report) });
  return { conductor: mockPeer(right), connection, reports };
}

/** A promise that is kept back until the test lets it go. */
function held(): { readonly until: Promise<void>; readonly release: () => void } {
  const listeners: (() => void)[] = [];
  return {
    until: new Promise((resolve) => void listeners.push(resolve)),
    release: () => {
      for (const listener of listeners) listener();
    },
  };
}

const fromAgent = (id: unknown, method: string): object => ({
  jsonrpc: '2.0',
  id,
  method: 'proxy/successor',
  params: { method },
});

const updateOf = (sessionUpdate: string, rest: object, sessionId = 's'): object =>
  wrapped('session/update', { sessionId, update: { sessionUpdate, ...rest } });

const register = (method: string, ...rest: readonly unknown[]): unknown =>
  (proxy(info).onClientRequest as (...all: readonly unknown[]) => unknown)(method, ...rest);

const wrapped = (method: string, params?: unknown): object => (params === undefined ? { method } : { method, params });

describe('starting a proxy', () => {
  test('initializes the successor before it answers, with the same params [PROXY-02, PROXY-03]', async () => {
    const { conductor } = against();
    await conductor
      .request('proxy/initialize', hello)
      .expectRequest('proxy/successor', { method: 'initialize', params: hello })
      .respond(welcome)
      .expectResponse(welcome)
      .done();
  });

  test('says that MCP servers over the connection are welcome, whatever the agent says [PROXY-09]', async () => {
    const { conductor } = against();
    const plain = { ...welcome, capabilities: { session: { mcp: { stdio: {} }, _meta: { kept: 1 } } } };
    await conductor
      .request('proxy/initialize', hello)
      .expectRequest('proxy/successor')
      .respond(plain)
      .expectResponse((result: unknown) => {
        expect(result).toEqual({
          ...welcome,
          capabilities: { session: { mcp: { stdio: {}, acp: {} }, _meta: { kept: 1 } } },
        });
      })
      .done();
  });

  test('leaves an agent without sessions alone', async () => {
    const { conductor } = against();
    await conductor
      .request('proxy/initialize', hello)
      .expectRequest('proxy/successor')
      .respond({ ...welcome, capabilities: {} })
      .expectResponse({ capabilities: (value: unknown) => JSON.stringify(value) === '{}' })
      .done();
  });

  test('passes the refusal of the successor on [PROXY-05]', async () => {
    const { conductor } = against();
    const data = { requested: 9, supported: [2] };
    await conductor
      .request('proxy/initialize', hello)
      .expectRequest('proxy/successor')
      .respondError(-32_022, 'Unsupported version', data)
      .expectError(-32_022, { message: 'Unsupported version', data })
      .done();
  });

  test('refuses initialize, which is for agents', async () => {
    const { conductor } = against();
    await conductor
      .request('initialize', hello)
      .expectError(-32_600, { message: 'under-test is a proxy: a conductor starts it with proxy/initialize.' })
      .done();
  });

  test('lets a handler change what is asked and what is answered', async () => {
    const { conductor } = against(
      proxy(info).onClientRequest('initialize', async (params, next) => {
        const result = await next({ ...params, capabilities: { elicitation: { form: {} } } });
        return { ...result, info: { ...result.info, title: 'Through a proxy' } };
      }),
    );
    await conductor
      .request('proxy/initialize', hello)
      .expectRequest('proxy/successor', { params: { capabilities: { elicitation: { form: {} } } } })
      .respond(welcome)
      .expectResponse({ info: { name: 'agent', title: 'Through a proxy' } })
      .done();
  });
});

describe('the envelope', () => {
  test('takes the older names and keeps to them with a conductor that uses them [X-15]', async () => {
    const { conductor } = against();
    await conductor
      .request('_proxy/initialize', hello)
      .expectRequest('_proxy/successor', { method: 'initialize' })
      .respond(welcome)
      .expectResponse()
      .request('_proxy/successor', { ...wrapped('session/request_permission', { sessionId: 's' }), meta: { hop: 1 } })
      .expectRequest('session/request_permission', { sessionId: 's' })
      .respond({ outcome: { outcome: 'cancelled' } })
      .expectResponse({ outcome: { outcome: 'cancelled' } })
      .notify('_x/bare')
      .expectNotification('_proxy/successor', { method: '_x/bare', params: null })
      .done();
  });

  test('is the one that was asked for, whatever the conductor says [X-15]', async () => {
    const { conductor } = against(proxy(info, { envelope: '_proxy/successor' }));
    await conductor
      .request('proxy/initialize', hello)
      .expectRequest('_proxy/successor')
      .respond(welcome)
      .expectResponse()
      .done();
  });

  test('treats absent and null params the same and never sends null outside [PROXY-04]', async () => {
    const { conductor } = against();
    await conductor
      .notify('proxy/successor', { method: '_x/bare', params: null, _meta: { hop: 1 } })
      .expectMessage((message: unknown) => {
        expect(message).toEqual({ jsonrpc: '2.0', method: '_x/bare' });
      })
      .notify('_x/bare')
      .expectMessage((message: unknown) => {
        expect(message).toEqual({ jsonrpc: '2.0', method: 'proxy/successor', params: { method: '_x/bare' } });
      })
      .done();
  });

  test('shows handlers what the conductor wrote on it, in either spelling, and is not passed on [X-15]', async () => {
    const seen: unknown[] = [];
    const made = proxy(info)
      .onAgentNotification('session/update', async (_, next, { envelopeMeta }) => {
        seen.push(envelopeMeta);
        await next();
      })
      .onAgentRequest(
        '_x/ask',
        (params) => params,
        async (_, next, { envelopeMeta }) => {
          seen.push(envelopeMeta);
          return next();
        },
      )
      .onClientNotification('session/cancel', (_, next, { envelopeMeta }) => {
        seen.push(envelopeMeta);
        return next();
      });
    const { conductor } = against(made);
    const update = { sessionId: 's', update: { sessionUpdate: 'state_update', state: 'running' } };
    await conductor
      .notify('proxy/successor', { ...wrapped('session/update', update), _meta: { hop: 1 } })
      .expectMessage((message: unknown) => {
        expect(message).toEqual({ jsonrpc: '2.0', method: 'session/update', params: update });
      })
      .request('proxy/successor', { ...wrapped('_x/ask'), meta: { hop: 2 } })
      .expectRequest('_x/ask')
      .respond({})
      .expectResponse({})
      .notify('session/cancel', { sessionId: 's' })
      .expectNotification('proxy/successor')
      .done();
    expect(seen).toEqual([{ hop: 1 }, { hop: 2 }, undefined]);
  });

  test('carries what a handler or the proxy itself writes on it [X-15]', async () => {
    const envelopeMeta = { hop: 'own' };
    const made = proxy(info)
      .onClientRequest('session/list', (_, next) => next({ cwd: '/garden' }, { envelopeMeta }))
      .onClientNotification('session/cancel', (_, next) => next(undefined, { envelopeMeta }));
    const { conductor, connection } = against(made);
    await conductor
      .request('session/list', {})
      .expectRequest('proxy/successor', { method: 'session/list', params: { cwd: '/garden' }, _meta: envelopeMeta })
      .respond({ sessions: [] })
      .expectResponse({ sessions: [] })
      .notify('session/cancel', { sessionId: 's' })
      .expectNotification('proxy/successor', { method: 'session/cancel', _meta: envelopeMeta })
      .done();
    void connection.agent.notify('_x/bare', undefined, { envelopeMeta });
    const asked = connection.agent.request('_x/ask', { n: 1 }, { envelopeMeta });
    await conductor
      .expectMessage((message: unknown) => {
        expect(message).toMatchObject({ params: { method: '_x/bare', _meta: envelopeMeta } });
      })
      .expectRequest('proxy/successor', { method: '_x/ask', params: { n: 1 }, _meta: envelopeMeta })
      .respond({ ok: true })
      .done();
    await expect(asked).resolves.toEqual({ ok: true });
  });

  test('of the older form has the older spelling of what is written on it [X-15]', async () => {
    const { conductor, connection } = against(proxy(info, { envelope: '_proxy/successor' }));
    void connection.agent.notify('_x/bare', {}, { envelopeMeta: { hop: 1 } });
    await conductor.expectNotification('_proxy/successor', { method: '_x/bare', params: {}, meta: { hop: 1 } }).done();
  });

  test.each([[{}], [{ method: 7 }], ['text'], [undefined], [wrapped('proxy/successor', wrapped('a'))]])(
    'without one message inside is refused: %o',
    async (params) => {
      const { conductor } = against();
      await conductor.request('proxy/successor', params).expectError(-32_602).done();
    },
  );
});

describe('a message without a handler', () => {
  const odd = {
    sessionId: 's',
    prompt: [{ type: '_hologram', beam: [1, null] }],
    future: { deep: true },
    _meta: { trace: 1 },
  };

  test('goes to the agent as it came, and its answer comes back as it is [PROXY-05, PROXY-07, EXT-06]', async () => {
    const { conductor } = against();
    const answer = { messageId: 7, unknown: 'field', _meta: null };
    await conductor
      .request('session/prompt', odd)
      .expectRequest('proxy/successor', (params: unknown) => {
        expect(params).toEqual({ method: 'session/prompt', params: odd });
      })
      .respond(answer)
      .expectResponse((result: unknown) => {
        expect(result).toEqual(answer);
      })
      .done();
  });

  test('goes to the client as it came, and its answer comes back as it is [PROXY-06, PROXY-07]', async () => {
    const { conductor } = against();
    await conductor
      .request('proxy/successor', wrapped('unheard/of', [1, 'two']))
      .expectRequest('unheard/of', [1, 'two'])
      .respondError(-32_601, 'Method not found: unheard/of', { hint: 'none' })
      .expectError(-32_601, { message: 'Method not found: unheard/of', data: { hint: 'none' } })
      .done();
  });

  test('keeps the unknown fields of a message, a response and an error, with or without params [PROXY-07]', async () => {
    const { conductor } = against();
    const exactly = (expected: object) => (message: unknown) => {
      expect(message).toEqual(expected);
    };
    const future = { future: { deep: [1] } };
    await conductor
      .send({ jsonrpc: '2.0', method: '_x/told', ...future })
      .expectMessage(exactly({ jsonrpc: '2.0', method: 'proxy/successor', params: { method: '_x/told' }, ...future }))
      .send({ jsonrpc: '2.0', method: 'proxy/successor', params: wrapped('_x/told', [1]), ...future })
      .expectMessage(exactly({ jsonrpc: '2.0', method: '_x/told', params: [1], ...future }))
      .send({ jsonrpc: '2.0', id: 1, method: '_x/one', params: { sessionId: 's' }, ...future })
      .expectMessage({ id: 'a0', method: 'proxy/successor', params: { method: '_x/one' }, ...future })
      .send({ jsonrpc: '2.0', id: 'a0', result: null, ...future })
      .expectMessage(exactly({ jsonrpc: '2.0', id: 1, result: null, ...future }))
      .send({ jsonrpc: '2.0', id: 2, method: '_x/two' })
      .expectMessage({ id: 'a1' })
      .send({ jsonrpc: '2.0', id: 'a1', error: { code: 7, message: 'no', data: null, hint: 'later' }, ...future })
      .expectMessage(
        exactly({ jsonrpc: '2.0', id: 2, error: { code: 7, message: 'no', data: null, hint: 'later' }, ...future }),
      )
      .done();
  });

  test('keeps them in the answer to an array of messages too [PROXY-07]', async () => {
    const { conductor } = against();
    await conductor
      .send([{ jsonrpc: '2.0', id: 1, method: '_x/one' }])
      .expectMessage({ id: 'a0' })
      .send({ jsonrpc: '2.0', id: 'a0', result: { n: 1 }, future: true })
      .expectMessage((message: unknown) => {
        expect(message).toEqual([{ jsonrpc: '2.0', id: 1, result: { n: 1 }, future: true }]);
      })
      .done();
  });

  test('keeps them also where a handler changes what is inside [PROXY-07]', async () => {
    const made = proxy(info).onClientRequest('session/list', (params, next) => next({ ...params, cwd: '/garden' }));
    const { conductor } = against(made);
    await conductor
      .send({ jsonrpc: '2.0', id: 1, method: 'session/list', params: { own: 1 }, future: true })
      .expectMessage({ params: { method: 'session/list', params: { cwd: '/garden', own: 1 } }, future: true })
      .send({ jsonrpc: '2.0', id: 'a0', result: { sessions: [], own: 2 }, future: true })
      .expectMessage({ id: 1, result: { sessions: [], own: 2 }, future: true })
      .done();
  });

  test('includes every notification, known or not, in both directions', async () => {
    const { conductor } = against();
    const update = { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: 'not even valid' } };
    await conductor
      .notify('proxy/successor', wrapped('session/update', update))
      .expectNotification('session/update', update)
      .notify('session/cancel', { sessionId: 's' })
      .expectNotification('proxy/successor', wrapped('session/cancel', { sessionId: 's' }))
      .notify('$/progress', { n: 1 })
      .expectNotification('proxy/successor', wrapped('$/progress', { n: 1 }))
      .done();
  });

  test('may have ids of any spelling, also the same one on both sides', async () => {
    const { conductor } = against();
    conductor
      .send(fromAgent('a0', 'one'))
      .expectRequest('one')
      .respond(1)
      .expectMessage({ id: 'a0', result: 1 })
      .send({ jsonrpc: '2.0', id: 0, method: 'two' })
      .expectRequest('proxy/successor', { method: 'two' })
      .respond(2)
      .expectMessage({ id: 0, result: 2 });
    await conductor.done();
  });

  test('keeps its order, across sessions, requests, notifications and answers [GEN-23]', async () => {
    const { conductor } = against();
    const update = (sessionId: string, n: number): object => wrapped('session/update', { sessionId, n });
    conductor.request('session/prompt', { sessionId: 's' }).expectRequest('proxy/successor');
    await conductor.done();
    await conductor
      .notify('proxy/successor', update('s', 1))
      .notify('proxy/successor', update('t', 2))
      .notify('proxy/successor', update('s', 3))
      .notify('proxy/successor', wrapped('elicitation/complete', { elicitationId: 'e' }))
      .respond({ messageId: 'm' })
      .notify('proxy/successor', update('s', 4))
      .expectNotification('session/update', { n: 1 })
      .expectNotification('session/update', { n: 2 })
      .expectNotification('session/update', { n: 3 })
      .expectNotification('elicitation/complete')
      .expectResponse({ messageId: 'm' })
      .expectNotification('session/update', { n: 4 })
      .done();
  });
});

describe('any mixture of messages', () => {
  const sort = fc.record({
    from: fc.constantFrom('client', 'agent'),
    isRequest: fc.boolean(),
    sessionId: fc.constantFrom('a', 'b', undefined),
  });

  test('goes on in its order, each way for itself, over lines cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sort, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 90 })),
        async (sorts, chunkSizes) => {
          const [left, right] = bytePipe({ chunkSizes });
          const connection = proxy(info).connect(lineChannel(left.source, left.sink));
          const raw = lineChannel(right.source, right.sink);
          const passed: { readonly to: string; readonly n: unknown }[] = [];
          raw.open({
            receive: (message) => void passed.push(passedOn(message as Passed)),
            reject: () => undefined,
            ended: () => undefined,
          });
          for (const [n, { from, isRequest, sessionId }] of sorts.entries()) {
            const plain = { method: '_x/n', params: { n, sessionId } };
            const message = from === 'client' ? plain : { method: 'proxy/successor', params: plain };
            raw.send({ jsonrpc: '2.0', ...(isRequest ? { id: n } : {}), ...message });
          }
          await settled();
          for (const from of ['client', 'agent']) {
            const sent = sorts.flatMap((each, n) => (each.from === from ? [n] : []));
            expect(passed.filter(({ to }) => to !== from).map(({ n }) => n)).toEqual(sent);
          }
          connection.destroy();
        },
      ),
      { numRuns: 50 },
    );
  });
});

interface Passed {
  readonly method: string;
  readonly params: { readonly n?: number; readonly params?: { readonly n: number } };
}

/** Where a message goes that a proxy passed on, and its number. */
const passedOn = ({ method, params }: Passed): { readonly to: string; readonly n: unknown } =>
  method === 'proxy/successor' ? { to: 'agent', n: params.params?.n } : { to: 'client', n: params.n };

describe('cancelling', () => {
  test('cancels the next hop by its own id, plainly, and still brings the answer back [PROXY-08, CANCEL-13]', async () => {
    const { conductor } = against();
    let hop: unknown;
    conductor
      .send({ jsonrpc: '2.0', id: 'mine', method: 'session/prompt', params: { sessionId: 's' } })
      .expectMessage((message: unknown) => {
        hop = (message as { id: unknown }).id;
      })
      .notify('$/cancel_request', { requestId: 'mine' })
      .expectMessage((message: unknown) => {
        expect(message).toEqual({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: hop } });
      });
    await conductor.done();
    await conductor
      .send({ jsonrpc: '2.0', id: hop, error: { code: -32_800, message: 'Stopped', data: { at: 'once' } } })
      .expectMessage({ id: 'mine', error: { code: -32_800, message: 'Stopped', data: { at: 'once' } } })
      .done();
  });

  test('takes a wrapped cancellation for the plain one it stands for', async () => {
    const { conductor } = against();
    await conductor
      .send({
        jsonrpc: '2.0',
        id: 'mine',
        method: 'proxy/successor',
        params: wrapped('session/request_permission', {}),
      })
      .expectRequest('session/request_permission')
      .notify('proxy/successor', wrapped('$/cancel_request', { requestId: 'mine' }))
      .expectNotification('$/cancel_request', { requestId: (value: unknown) => typeof value === 'string' })
      .respond({ outcome: { outcome: 'cancelled' } })
      .expectMessage({ id: 'mine', result: { outcome: { outcome: 'cancelled' } } })
      .done();
  });

  test('of something unknown goes nowhere [CANCEL-12]', async () => {
    const { conductor } = against();
    conductor
      .notify('$/cancel_request', { requestId: 'who?' })
      .notify('proxy/successor', wrapped('$/cancel_request', { requestId: 1 }));
    await conductor.done();
    await settled();
    await conductor.done();
  });

  test('reaches the agent at once although a handler holds the session up, and cancels what waits there', async () => {
    const { until, release } = held();
    const { conductor } = against(
      proxy(info).onClientNotification(
        '_x/slow',
        (value) => value,
        async (_, next) => {
          await until;
          await next();
        },
      ),
    );
    conductor
      .notify('_x/slow', { sessionId: 's' })
      .request('session/prompt', { sessionId: 's' })
      .notify('session/cancel', { sessionId: 's' })
      .expectNotification('proxy/successor', { method: 'session/cancel' })
      .run(() => {
        release();
      })
      .expectNotification('proxy/successor', { method: '_x/slow' })
      .expectError(-32_800);
    await conductor.done();
  });
});

describe('a handler', () => {
  test('changes params on their way', async () => {
    const { conductor } = against(
      proxy(info).onClientRequest('session/new', (params, next) =>
        next({ ...params, additionalDirectories: ['/more'] }),
      ),
    );
    await conductor
      .request('session/new', { cwd: '/w', unknown: 1 })
      .expectRequest('proxy/successor', { params: { cwd: '/w', unknown: 1, additionalDirectories: ['/more'] } })
      .respond({ sessionId: 's' })
      .expectResponse({ sessionId: 's' })
      .done();
  });

  test('answers by itself', async () => {
    const { conductor } = against(
      proxy(info).onAgentRequest('session/request_permission', (params) => ({
        outcome: { outcome: 'selected', optionId: params.options[0]?.optionId ?? '' },
      })),
    );
    const permission = {
      sessionId: 's',
      title: 'May I?',
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    };
    await conductor
      .request('proxy/successor', wrapped('session/request_permission', permission))
      .expectResponse({ outcome: { outcome: 'selected', optionId: 'yes' } })
      .done();
  });

  test('refuses with an error of its own', async () => {
    const { conductor } = against(
      proxy(info).onClientRequest('session/delete', () => {
        throw new RpcError(-32_602, 'Nothing is deleted here');
      }),
    );
    await conductor
      .request('session/delete', { sessionId: 's' })
      .expectError(-32_602, { message: 'Nothing is deleted here' })
      .done();
  });

  test('drops, changes and multiplies notifications', async () => {
    const { conductor } = against(
      proxy(info).onAgentNotification('session/update', async (params, next) => {
        const { update } = params;
        if (update.sessionUpdate === 'agent_thought_chunk') return;
        await next();
        if (update.sessionUpdate === 'usage_update')
          await next({ ...params, update: { ...update, used: update.used + 1 } });
      }),
    );
    const content = { type: 'text', text: 'hm' };
    await conductor
      .notify('proxy/successor', updateOf('agent_thought_chunk', { messageId: 'm', content }))
      .notify('proxy/successor', updateOf('usage_update', { used: 1, size: 10 }))
      .expectNotification('session/update', { update: { used: 1 } })
      .expectNotification('session/update', { update: { used: 2 } })
      .done();
  });

  test('passes on what it did not change exactly as it came, although it was shown a mended copy', async () => {
    const seen: unknown[] = [];
    const { conductor } = against(
      proxy(info).onClientRequest('session/new', async (params, next) => {
        seen.push(...Object.values(params));
        return await next(params);
      }),
    );
    const sent = { cwd: '/w', mcpServers: null, _meta: 'malformed' };
    const answer = { sessionId: 's', configOptions: ['malformed'] };
    await conductor
      .request('session/new', sent)
      .expectRequest('proxy/successor', (params: unknown) => {
        expect(params).toEqual({ method: 'session/new', params: sent });
      })
      .respond(answer)
      .expectResponse((result: unknown) => {
        expect(result).toEqual(answer);
      })
      .done();
    expect(seen).not.toContain('malformed');
  });

  test('never sees malformed params: their sender is told', async () => {
    const { conductor, reports } = against(
      proxy(info)
        .onClientRequest('session/new', (_, next) => next())
        .onAgentNotification('session/update', (_, next) => next()),
    );
    await conductor
      .request('session/new', { cwd: 7 })
      .expectError(-32_602)
      .notify('proxy/successor', wrapped('session/update', { sessionId: 7 }))
      .done();
    await settled();
    await conductor.done();
    expect(reports).toMatchObject([{ kind: 'handler-failed', method: 'session/update' }]);
  });

  test('never sees a malformed answer: the call rejects, and the asker is told nothing internal', async () => {
    const { conductor, reports } = against(proxy(info).onClientRequest('session/new', (_, next) => next()));
    await conductor
      .request('session/new', { cwd: '/w' })
      .expectRequest('proxy/successor')
      .respond({ sessionId: 7 })
      .expectError(-32_603, { message: 'Internal error' })
      .done();
    expect(reports).toMatchObject([{ kind: 'handler-failed', method: 'session/new' }]);
  });

  test('of a custom method reads it with its own parser', async () => {
    const { conductor } = against(
      proxy(info).onClientRequest(
        '_math/double',
        (value) => (value as { n: number }).n,
        (n, next) => (n < 0 ? next({ n: -n }) : { n: n * 2 }),
      ),
    );
    await conductor
      .request('_math/double', { n: 21 })
      .expectResponse({ n: 42 })
      .request('_math/double', { n: -1 })
      .expectRequest('proxy/successor', { method: '_math/double', params: { n: 1 } })
      .respond('far side')
      .expectResponse('far side')
      .done();
  });

  test('speaks to both sides on its own, with the trace of what it handles [EXT-03]', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { conductor } = against(
      proxy(info).onClientRequest('session/prompt', async (params, next, { client, agent }) => {
        await client.notify('session/update', {
          sessionId: params.sessionId,
          update: { sessionUpdate: 'notice', severity: 'info', title: 'Looking around first' },
        });
        const { sessions } = await agent.request('session/list', {});
        const answer = await client.request('_x/count', { count: sessions.length });
        const { _meta: meta, ...rest } = params;
        return await next({ ...rest, _meta: { ...meta, answer } });
      }),
    );
    await conductor
      .request('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }], _meta: { traceparent } })
      .expectNotification('session/update', { update: { sessionUpdate: 'notice' } })
      .expectRequest('proxy/successor', { method: 'session/list', params: { _meta: { traceparent } } })
      .respond({ sessions: [] })
      .expectRequest('_x/count', { count: 0, _meta: { traceparent } })
      .respond('none')
      .expectRequest('proxy/successor', {
        method: 'session/prompt',
        params: { _meta: { traceparent, answer: 'none' } },
      })
      .respond({ messageId: 'm' })
      .expectResponse({ messageId: 'm' })
      .done();
  });

  test('is cancelled with the request, and so is everything it asked for', async () => {
    const { conductor } = against(
      proxy(info).onClientRequest('session/prompt', async (_, __, { agent, signal }) => {
        await agent.request('session/list', {});
        expect(signal.aborted).toBe(true);
        throw signal.reason;
      }),
    );
    await conductor
      .send({
        jsonrpc: '2.0',
        id: 'mine',
        method: 'session/prompt',
        params: { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] },
      })
      .expectRequest('proxy/successor', { method: 'session/list' })
      .notify('$/cancel_request', { requestId: 'mine' })
      .expectNotification('$/cancel_request')
      .respond({ sessions: [] })
      .expectMessage({ id: 'mine', error: { code: -32_800 } })
      .done();
  });

  test('that waits holds back its own session only, and the answers of that session', async () => {
    const { until, release } = held();
    const { conductor } = against(
      proxy(info).onAgentNotification('session/update', async (params, next) => {
        if (params.sessionId === 'slow') await until;
        await next();
      }),
    );
    await conductor
      .request('session/prompt', { sessionId: 'slow' })
      .expectRequest('proxy/successor')
      .notify('proxy/successor', updateOf('usage_update', { used: 1, size: 2 }, 'slow'))
      .respond({ messageId: 'm' })
      .notify('proxy/successor', updateOf('usage_update', { used: 1, size: 2 }, 'fast'))
      .expectNotification('session/update', { sessionId: 'fast' })
      .run(() => {
        release();
      })
      .expectNotification('session/update', { sessionId: 'slow' })
      .expectResponse({ messageId: 'm' })
      .done();
  });

  test('is registered once', () => {
    const made = proxy(info).onClientRequest('session/new', (_, next) => next());
    expect(() => made.onClientRequest('session/new', (_, next) => next())).toThrow(
      'session/new already has a handler.',
    );
  });

  test('is for methods that exist', () => {
    expect(() => register('session/nwe', () => undefined)).toThrow();
    expect(() =>
      register(
        'session/new',
        (value: unknown) => value,
        () => undefined,
      ),
    ).toThrow();
  });
});

describe('life', () => {
  test('ends when the conductor does, and settles what was under way', async () => {
    const { conductor, connection } = against();
    await conductor
      .request('session/prompt', { sessionId: 's' })
      .expectRequest('proxy/successor')
      .close()
      .expectError(-32_603, { message: 'session/prompt could not be passed on.' })
      .expectEnd()
      .done();
    expect(await connection.closed).toEqual({ by: 'them', error: undefined });
    await expect(connection.client.request('_x/late')).rejects.toMatchObject({ code: 'closed' });
    await expect(connection.agent.request('_x/late')).rejects.toMatchObject({ code: 'closed' });
  });

  test('finishes what is under way before it ends by itself', async () => {
    const { conductor, connection } = against();
    conductor.request('session/prompt', { sessionId: 's' }).expectRequest('proxy/successor');
    await conductor.done();
    const closed = connection.close();
    await conductor.respond({ messageId: 'm' }).expectResponse({ messageId: 'm' }).expectEnd().close().done();
    await closed;
    expect(await connection.closed).toMatchObject({ by: 'us' });
  });

  test('is disposed of like any connection', async () => {
    const { conductor, connection } = against();
    conductor.expectEnd().close();
    await connection[Symbol.asyncDispose]();
    await conductor.done();
  });

  test('stops at once when it is destroyed', async () => {
    const { conductor, connection } = against();
    const call = connection.agent.request('_x/never');
    connection.destroy(new Error('enough'));
    await expect(call).rejects.toMatchObject({ code: 'closed' });
    conductor.expectEnd();
  });

  test('survives input that is no message, and answers it once [GEN-10, GEN-11]', async () => {
    const { conductor } = against();
    await conductor
      .send([])
      .expectMessage({ id: null, error: { code: -32_600 } })
      .send(7)
      .expectMessage({ id: null, error: { code: -32_600 } })
      .send({ jsonrpc: '2.0', id: 'a99', result: {} })
      .send({ jsonrpc: '2.0', id: 'elsewhere', result: {} })
      .notify('_x/alive')
      .expectNotification('proxy/successor', { method: '_x/alive' })
      .done();
  });

  test('reads no more while the conductor takes nothing, and goes on where it stopped', async () => {
    const [left, right] = memoryPair();
    proxy(info).connect(left);
    const received: unknown[] = [];
    open(right, received);
    right.pause();
    const count = 5000;
    for (let n = 0; n < count; n += 1)
      right.send({ jsonrpc: '2.0', method: 'proxy/successor', params: wrapped('_x/n', { n }) });
    await settled();
    expect(right.unsentBytes).toBeGreaterThan(0);
    expect(left.unsentBytes).toBeLessThan(count * 256);
    right.resume();
    await settled(20);
    expect(received).toEqual(Array.from({ length: count }, (_, n) => n));
  });
});

function open(channel: Channel, received: unknown[]): void {
  channel.open({
    receive: (message) => void received.push((message as { params: { n: number } }).params.n),
    reject: () => undefined,
    ended: () => undefined,
  });
}

test('an error of a handler is logged where the program has no onReport, and is an internal error to the sender', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [left, right] = memoryPair();
  const mistake = new TypeError('There is nothing here.');
  proxy({ name: 'p', version: '1' })
    .onClientRequest('session/list', () => {
      throw mistake;
    })
    .connect(left);
  await mockPeer(right).request('session/list', {}).expectError(-32_603).done();
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('The handler of session/list failed'), mistake);
  logged.mockRestore();
});
