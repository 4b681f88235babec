/**
 * The rules of MCP servers over the connection, proved on the wire with the bundled agent; the tester has the servers.
 */
import { pathToFileURL } from 'node:url';

import { mcpServer, offer } from '@acp-stack/mcp';
import { bridgeMcp } from '@acp-stack/mcp/node';
import { settled } from '@acp-stack/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { bundledAgent, folderOf, openBundled } from './bundled-agent.ts';
import { isOver, type ProgramFixture } from './program-fixture.ts';
import { olderAgent } from './version-1.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const home = folderOf({});
afterAll(() => {
  home[Symbol.dispose]();
});
// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const cwd = home.path;
const message = 'mcp/message';
const server = (serverId: string): object => ({ type: 'acp', name: serverId, serverId });

/** What a server answers that has one tool. */
function answer({ method }: Fields): Fields {
  if (method !== 'initialize') return { tools: [{ name: 'water', inputSchema: { type: 'object' } }] };
  const serverInfo = { name: 'garden', version: '1.0.0' };
  return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
}

/** The bundled agent, before a client whose servers have connections, `c1` and so on. */
function connected(fixture: ProgramFixture): WireTester {
  const tester = bundledAgent(fixture);
  let count = 0;
  tester.whenever('mcp/connect', () => {
    count += 1;
    return { connectionId: `c${count}` };
  });
  tester.whenever('mcp/disconnect', () => ({}));
  tester.whenever(message, (params) => answer(params as Fields));
  return tester;
}

/** The messages to servers of this method. */
const toServers = (tester: WireTester, method: string): readonly Fields[] =>
  tester.all(message).flatMap(({ params }) => (params?.['method'] === method ? [params] : []));

/** Has a session opened and waits until `count` servers were asked for their tools. */
async function open(tester: WireTester, servers: readonly object[], count: number): Promise<string> {
  const sessionId = await openBundled(tester, { cwd, mcpServers: servers });
  await tester.until(() => toServers(tester, 'tools/list').length >= count, 'no server was asked for its tools');
  return sessionId;
}

describe('MCP servers of the client', () => {
  provesOnWire('SETUP-08', {
    title: 'the bundled agent connects to all MCP servers that it is given',
    agent: async (fixture) => {
      const tester = connected(fixture);
      await openBundled(tester, { cwd, mcpServers: [server('roses'), server('lilies')] });
      await tester.until(() => tester.all('mcp/connect').length > 0, 'the agent connects to no server');
      await settled(12);
      expect(tester.all('mcp/connect').map(({ params }) => params?.['serverId'])).toEqual(['roses', 'lilies']);
    },
  });

  provesOnWire('MCP-01', {
    client: async (fixture) => {
      const mcpServers = [server('roses')] as never;
      for (const isAble of [false, true]) {
        const capabilities = { session: { mcp: isAble ? { acp: {} } : {} } };
        const { tester, connection } = await fixture.client({ capabilities });
        await isOver(Promise.allSettled([connection.newSession({ cwd, mcpServers })]));
        expect(tester.all('session/new').length).toBe(isAble ? 1 : 0);
        const older = await olderAgent(fixture, { capabilities: { mcpCapabilities: { acp: isAble } } });
        await isOver(Promise.allSettled([older.connection.newSession({ cwd, mcpServers })]));
        expect(older.tester.all('session/new').length).toBe(isAble ? 2 : 1);
      }
    },
  });

  /** A client that offers a server to all sessions, and the ids that it has declared. */
  const offering = async (fixture: ProgramFixture): Promise<{ tester: WireTester; ids: () => unknown[] }> => {
    const { tester, connection } = await fixture.client({
      capabilities: { session: { mcp: { acp: {} } } },
      build: (app) => {
        offer(app, [mcpServer('roses', {}), mcpServer('lilies', {})]);
        return app;
      },
    });
    for (const _ of [1, 2]) await isOver(connection.newSession({ cwd }));
    const ids = (): unknown[] =>
      tester
        .all('session/new')
        .flatMap(({ params }) => ((params ?? {})['mcpServers'] as Fields[]).map((each) => each['serverId']));
    return { tester, ids };
  };

  provesOnWire('MCP-02', {
    title: 'each server of each session has an id of its own',
    client: async (fixture) => {
      const { ids } = await offering(fixture);
      expect(ids()).toHaveLength(4);
      expect(new Set(ids()).size).toBe(4);
    },
  });

  provesOnWire('MCP-07', {
    title: 'a request to a server that is not there fails with the code of the binding',
    client: async (fixture) => {
      const { tester } = await offering(fixture);
      const { error } = await tester.ask(message, { serverId: 'none', requestId: '1', method: 'ping' });
      expect(error?.code).toBe(-33_001);
    },
  });

  provesOnWire('MCP-03', {
    title: 'each session has a connection of its own to the same server',
    agent: async (fixture) => {
      const tester = connected(fixture);
      await open(tester, [server('roses')], 1);
      await open(tester, [server('roses')], 2);
      expect(tester.all('mcp/connect').map(({ params }) => params?.['serverId'])).toEqual(['roses', 'roses']);
      expect(toServers(tester, 'initialize').map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2']);
      expect(toServers(tester, 'tools/list').map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2']);
    },
  });

  provesOnWire('MCP-04', {
    agent: async (fixture) => {
      const tester = connected(fixture);
      await open(tester, [server('roses')], 1);
      const told = tester.all(message).filter(({ id }) => id === undefined);
      expect(told.map(({ params }) => params?.['method'])).toEqual(['notifications/initialized']);
      const ask = { connectionId: 'c1', method: 'roots/list' };
      expect((await tester.ask(message, ask)).result).toEqual({ roots: [{ uri: pathToFileURL(cwd).href }] });
      expect((await tester.ask(message, { ...ask, method: 'no/such' })).error?.code).toBe(-32_601);
    },
  });

  provesOnWire('MCP-05', {
    agent: async (fixture) => {
      const tester = connected(fixture);
      const sessionId = await open(tester, [server('roses')], 1);
      await tester.begin('session/close', { sessionId });
      await tester.until(() => tester.all('mcp/disconnect').length > 0, 'the agent does not disconnect');
      expect(tester.last('mcp/disconnect').params).toEqual({ connectionId: 'c1' });
      expect((await tester.ask(message, { connectionId: 'c1', method: 'ping' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('MCP-09', {
    title: 'an agent without support is given an address in place of a server of its client',
    client: async (fixture) => {
      const { tester, connection } = await fixture.client({
        capabilities: { session: { mcp: { http: {} } } },
        wrap: bridgeMcp,
        build: (app) => {
          offer(app, mcpServer('roses', {}));
          return app;
        },
      });
      connection.newSession({ cwd }).catch(() => undefined);
      await tester.until(() => tester.all('session/new').length > 0, 'the client opens no session');
      const servers = tester.last('session/new').params?.['mcpServers'];
      expect(servers).toMatchObject([{ type: 'http', name: 'roses', url: expect.stringMatching(/^http:\/\/127/u) }]);
    },
  });

  provesOnWire('MCP-10', {
    title: 'the bundled agent names a server as serverId and as acpId, in both versions',
    agent: async (fixture) => {
      const tester = connected(fixture);
      await open(tester, [server('roses')], 1);
      const older = connected(fixture);
      await older.ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
      await older.begin('session/new', { cwd, mcpServers: [{ type: 'acp', name: 'lilies', id: 'lilies' }] });
      await older.until(() => older.all('mcp/connect').length > 0, 'the agent does not connect in version 1');
      expect(tester.last('mcp/connect').params).toEqual({ serverId: 'roses', acpId: 'roses' });
      expect(older.last('mcp/connect').params).toEqual({ serverId: 'lilies', acpId: 'lilies' });
    },
  });

  /** The bundled agent, before a client that knows no connections, and what its servers answer. */
  const unconnected = async (fixture: ProgramFixture, reply: (params: Fields) => object): Promise<WireTester> => {
    const tester = bundledAgent(fixture);
    tester.whenever(message, (params) => reply(params as Fields));
    await openBundled(tester, { cwd, mcpServers: [server('roses')] });
    await tester.until(() => tester.all('mcp/connect').length > 0, 'the agent does not try to connect');
    const { id } = tester.last('mcp/connect');
    await tester.send({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'No such method.' } });
    const isDecided = (): boolean => toServers(tester, 'tools/list').length > 0 || tester.updates('notice').length > 0;
    await tester.until(isDecided, 'the server is neither used nor given up');
    return tester;
  };

  provesOnWire('MCP-06', {
    title: 'a server without a connection is asked by its id, with an id for each request',
    agent: async (fixture) => {
      const tester = await unconnected(fixture, (params) => ({ result: answer(params) }));
      expect(tester.all(message).filter(({ id }) => id === undefined)).toEqual([]);
      const asked = tester.all(message).map(({ params }) => params ?? {});
      expect(asked.map(({ method }) => method)).toEqual(expect.arrayContaining(['initialize', 'tools/list']));
      for (const params of asked)
        expect(params).toMatchObject({ serverId: 'roses', requestId: expect.any(String) as string });
      expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(asked.length);
    },
  });

  provesOnWire('MCP-08', {
    title: 'where a server answers with both, the result counts',
    agent: async (fixture) => {
      const error = { code: -32_603, message: 'It rains.' };
      const tester = await unconnected(fixture, (params) => ({ result: answer(params), error }));
      expect(tester.updates('notice')).toEqual([]);
      expect(toServers(tester, 'tools/list')).toHaveLength(1);
    },
  });
});
