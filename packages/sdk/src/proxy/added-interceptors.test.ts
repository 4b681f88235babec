/** Interceptors that libraries add to a proxy, besides those of the program. */
import { memoryPair } from '@acp-stack/rpc';
import { mockPeer, type MockPeer } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import type { ProxyInterceptors } from './added-interceptors.ts';
import { proxy, type AcpProxy } from './proxy.ts';

const made = (): AcpProxy => proxy({ name: 'under-test', version: '1.0.0' });

function against(each: AcpProxy): MockPeer {
  const [left, right] = memoryPair();
  each.connect(left);
  return mockPeer(right);
}

/** Interceptors that add their name to the directory of a list, and to what the agent asks for. */
const marking = (name: string): ProxyInterceptors => ({
  clientRequests: { 'session/list': (params, next) => next({ ...params, cwd: `${params.cwd ?? ''}/${name}` }) },
  agentNotifications: {
    'elicitation/complete': ({ elicitationId }, next) => next({ elicitationId: `${elicitationId}/${name}` }),
  },
});

describe('the interceptors that are added to a proxy', () => {
  test('stand between the program and the agent, in the order in which they were added', async () => {
    const each = made()
      .onClientRequest('session/list', (params, next) => next({ ...params, cwd: '/own' }))
      .onAgentNotification('elicitation/complete', ({ elicitationId }, next) =>
        next({ elicitationId: `${elicitationId}/own` }),
      )
      .use(marking('first'))
      .use(marking('second'));
    await against(each)
      .request('session/list', {})
      .expectRequest('proxy/successor', { method: 'session/list', params: { cwd: '/own/first/second' } })
      .respond({ sessions: [] })
      .expectResponse({ sessions: [] })
      .notify('proxy/successor', { method: 'elicitation/complete', params: { elicitationId: 'e' } })
      .expectNotification('elicitation/complete', { elicitationId: 'e/second/first/own' })
      .done();
  });

  test('may respond themselves, and what they pass on unchanged goes out as it came', async () => {
    const answering = made().use({
      agentRequests: {
        'mcp/connect': ({ serverId }, next) => (serverId === 'mine' ? { connectionId: 'c' } : next()),
      },
    });
    await against(answering)
      .request('proxy/successor', { method: 'mcp/connect', params: { acpId: 'mine', own: 1 } })
      .expectResponse({ connectionId: 'c' })
      .request('proxy/successor', { method: 'mcp/connect', params: { acpId: 'another', own: 1 } })
      .expectRequest('mcp/connect', { acpId: 'another', own: 1 })
      .respond({ connectionId: 'd', own: 2 })
      .expectResponse({ connectionId: 'd', own: 2 })
      .done();
  });

  test('learn from the context which connection a message came over', async () => {
    const seen: unknown[] = [];
    const each = made().use({
      clientRequests: {
        'session/list': (params, next, { connection }) => {
          seen.push(connection);
          return next(params);
        },
      },
    });
    const [left, right] = memoryPair();
    const connection = each.connect(left);
    await mockPeer(right).request('session/list', {}).expectRequest('proxy/successor').respond({ sessions: [] }).done();
    expect(seen).toEqual([connection]);
  });
});
