/** The rules that a conductor keeps, proved on the wire; the tester is its client and all of its components. */
import { mcpSupportOf, withMcpOverAcp } from '@acp-stack/schema/mcp-support';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import {
  notification,
  request,
  result,
  wrap,
  type Fields,
} from '../../packages/conductor/src/raw-component.test-support.ts';
import { provesOfChain } from './chain-fixture.ts';

const info = { name: 'editor', version: '1.0.0' };
const versions = {
  1: { protocolVersion: 1, clientInfo: info, clientCapabilities: {} },
  2: { protocolVersion: 2, info, capabilities: {}, clientInfo: info, clientCapabilities: {} },
} as const;

const isNamed = (message: Fields, method: string): boolean => message['method'] === method;

describe('a conductor', () => {
  provesOfChain(
    'PROXY-01',
    async (fixture) => {
      for (const version of [1, 2] as const) {
        const stage = fixture(version);
        const client = stage.connect();
        await client.send(request(1, 'initialize', versions[version]));
        const started = [stage.first, stage.second, stage.agent].map(({ end }) => end.received[0]?.['method']);
        expect(started).toEqual(['proxy/initialize', 'proxy/initialize', 'initialize']);
        expect(stage.agent.end.of('proxy/initialize')).toEqual([]);
      }
    },
    {
      change: (message, to) =>
        to === 'agent' && isNamed(message, 'initialize') ? { ...message, method: 'proxy/initialize' } : message,
    },
  );

  provesOfChain(
    'PROXY-09',
    async (fixture) => {
      for (const version of [1, 2] as const) {
        const stage = fixture(version);
        const client = stage.connect();
        await client.send(request(1, 'initialize', versions[version]));
        const answers = [client, stage.first.end, stage.second.end].map((end) =>
          end.received.find(({ result: value }) => value !== undefined),
        );
        for (const answer of answers) expect(mcpSupportOf(answer?.['result'])).toMatchObject({ acp: true });
        const mcpServers = [{ type: 'acp', name: 'garden', serverId: 'g', id: 'g' }];
        await stage.second.end.send(wrap('session/new', { cwd: '/', mcpServers }, 'new'));
        const { params } = await stage.agent.end.until((message) => isNamed(message, 'session/new'));
        expect(params).toMatchObject({ mcpServers: [{ name: 'garden', command: process.execPath }] });
        client.channel.destroy();
      }
    },
    {
      change: (message, to) =>
        to === 'second' && message['result'] !== undefined
          ? { ...message, result: withMcpOverAcp(message['result'], false) }
          : message,
    },
  );

  provesOfChain(
    'PROXY-10',
    async (fixture) => {
      const stage = fixture();
      const client = stage.connect();
      await client.send(request(1, 'initialize', versions[2]));
      expect(client.last).toMatchObject({ id: 1, result: { protocolVersion: 2, info: { name: 'agent' } } });
      await stage.first.end.send(notification('session/update', { sessionId: 's' }));
      expect(client.last).toEqual(notification('session/update', { sessionId: 's' }));
      const nested = fixture();
      const parent = nested.connectParent();
      await parent.send(request(1, 'initialize', versions[2]));
      expect(parent.last).toMatchObject({ id: 1, error: { code: -32_600 } });
      await parent.send(request(2, 'proxy/initialize', versions[2]));
      expect(parent.last).toMatchObject(wrap('initialize', versions[2], parent.last['id']));
      await parent.send(result(parent.last['id'], { protocolVersion: 2, info, capabilities: {} }));
      expect(parent.last).toMatchObject({ id: 2, result: { protocolVersion: 2 } });
    },
    {
      change: (message, to) =>
        to === 'client' && isNamed(message, 'session/update') ? wrap('session/update', message['params']) : message,
    },
  );

  provesOfChain(
    'PROXY-11',
    async (fixture) => {
      for (const version of [1, 2] as const) {
        const stage = fixture(version);
        await stage.connect().send(request(1, 'initialize', versions[version]));
        for (const { end } of [stage.first, stage.second]) {
          const [{ params } = {}] = end.of('proxy/initialize');
          expect(params).toMatchObject({ protocolVersion: version });
        }
      }
    },
    {
      change: (message, to) =>
        to === 'second' && isNamed(message, 'proxy/initialize')
          ? { ...message, params: { ...(message['params'] as Fields), protocolVersion: 3 } }
          : message,
    },
  );

  provesOfChain(
    'PROXY-12',
    async (fixture) => {
      const restarted = fixture();
      const client = restarted.connect({ first: 'restart' });
      await client.send(request(1, 'initialize', versions[2]));
      restarted.first.end.channel.destroy(new Error('It crashed.'));
      await settled();
      await restarted.clock.advance(10_000);
      expect(restarted.first.ends).toHaveLength(2);
      await client.send(request(2, '_any', {}));
      expect(restarted.first.end.last).toMatchObject({ method: '_any' });
      const bypassed = fixture();
      const other = bypassed.connect({ first: 'bypass' });
      await other.send(request(1, 'initialize', versions[2]));
      bypassed.first.end.channel.destroy(new Error('It crashed.'));
      await settled();
      await other.send(request(2, '_any', {}));
      expect(bypassed.second.end.last).toMatchObject({ method: '_any' });
    },
    { onExit: 'fail' },
  );
});
