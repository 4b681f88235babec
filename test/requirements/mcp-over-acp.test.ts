/** The rules of MCP servers over the connection, proved on the wire with the bundled agent; the judge has the servers. */
import { pathToFileURL } from 'node:url';

import { settled } from '@acp-stack/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { bundledAgent, folderOf, openBundled, slow } from './bundled-agent.ts';
import { isOver, type Stand } from './stand.ts';
import { olderAgent } from './version-1.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
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
function connected(stand: Stand): WireJudge {
  const judge = bundledAgent(stand);
  let count = 0;
  judge.whenever('mcp/connect', () => {
    count += 1;
    return { connectionId: `c${count}` };
  });
  judge.whenever('mcp/disconnect', () => ({}));
  judge.whenever(message, (params) => answer(params as Fields));
  return judge;
}

/** The messages to servers of this method. */
const toServers = (judge: WireJudge, method: string): readonly Fields[] =>
  judge.all(message).flatMap(({ params }) => (params?.['method'] === method ? [params] : []));

/** Has a session opened and waits until `count` servers were asked for their tools. */
async function open(judge: WireJudge, servers: readonly object[], count: number): Promise<string> {
  const sessionId = await openBundled(judge, { cwd, mcpServers: servers });
  await judge.until(() => toServers(judge, 'tools/list').length >= count, 'no server was asked for its tools');
  return sessionId;
}

describe('MCP servers of the client', { timeout: slow }, () => {
  provesOnWire('SETUP-08', {
    title: 'the bundled agent connects to all MCP servers that it is given',
    agent: async (stand) => {
      const judge = connected(stand);
      await openBundled(judge, { cwd, mcpServers: [server('roses'), server('lilies')] });
      await judge.until(() => judge.all('mcp/connect').length > 0, 'the agent connects to no server');
      await settled(12);
      expect(judge.all('mcp/connect').map(({ params }) => params?.['serverId'])).toEqual(['roses', 'lilies']);
    },
  });

  provesOnWire('MCP-01', {
    client: async (stand) => {
      const mcpServers = [server('roses')] as never;
      for (const isAble of [false, true]) {
        const capabilities = { session: { mcp: isAble ? { acp: {} } : {} } };
        const { judge, connection } = await stand.client({ capabilities });
        await isOver(Promise.allSettled([connection.newSession({ cwd, mcpServers })]));
        expect(judge.all('session/new').length).toBe(isAble ? 1 : 0);
        const older = await olderAgent(stand, { capabilities: { mcpCapabilities: { acp: isAble } } });
        await isOver(Promise.allSettled([older.connection.newSession({ cwd, mcpServers })]));
        expect(older.judge.all('session/new').length).toBe(isAble ? 2 : 1);
      }
    },
  });

  provesOnWire('MCP-03', {
    title: 'each session has a connection of its own to the same server',
    agent: async (stand) => {
      const judge = connected(stand);
      await open(judge, [server('roses')], 1);
      await open(judge, [server('roses')], 2);
      expect(judge.all('mcp/connect').map(({ params }) => params?.['serverId'])).toEqual(['roses', 'roses']);
      expect(toServers(judge, 'initialize').map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2']);
      expect(toServers(judge, 'tools/list').map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2']);
    },
  });

  provesOnWire('MCP-04', {
    agent: async (stand) => {
      const judge = connected(stand);
      await open(judge, [server('roses')], 1);
      const told = judge.all(message).filter(({ id }) => id === undefined);
      expect(told.map(({ params }) => params?.['method'])).toEqual(['notifications/initialized']);
      const ask = { connectionId: 'c1', method: 'roots/list' };
      expect((await judge.ask(message, ask)).result).toEqual({ roots: [{ uri: pathToFileURL(cwd).href }] });
      expect((await judge.ask(message, { ...ask, method: 'no/such' })).error?.code).toBe(-32_601);
    },
  });

  provesOnWire('MCP-05', {
    agent: async (stand) => {
      const judge = connected(stand);
      const sessionId = await open(judge, [server('roses')], 1);
      await judge.begin('session/close', { sessionId });
      await judge.until(() => judge.all('mcp/disconnect').length > 0, 'the agent does not disconnect');
      expect(judge.last('mcp/disconnect').params).toEqual({ connectionId: 'c1' });
      expect((await judge.ask(message, { connectionId: 'c1', method: 'ping' })).error?.code).toBe(-32_602);
    },
  });

  /** The bundled agent, before a client that knows no connections, and what its servers answer. */
  const unconnected = async (stand: Stand, reply: (params: Fields) => object): Promise<WireJudge> => {
    const judge = bundledAgent(stand);
    judge.whenever(message, (params) => reply(params as Fields));
    await openBundled(judge, { cwd, mcpServers: [server('roses')] });
    await judge.until(() => judge.all('mcp/connect').length > 0, 'the agent does not try to connect');
    const { id } = judge.last('mcp/connect');
    await judge.send({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'No such method.' } });
    const isDecided = (): boolean => toServers(judge, 'tools/list').length > 0 || judge.updates('notice').length > 0;
    await judge.until(isDecided, 'the server is neither used nor given up');
    return judge;
  };

  provesOnWire('MCP-06', {
    title: 'a server without a connection is asked by its id, with an id for each request',
    agent: async (stand) => {
      const judge = await unconnected(stand, (params) => ({ result: answer(params) }));
      expect(judge.all(message).filter(({ id }) => id === undefined)).toEqual([]);
      const asked = judge.all(message).map(({ params }) => params ?? {});
      expect(asked.map(({ method }) => method)).toEqual(expect.arrayContaining(['initialize', 'tools/list']));
      for (const params of asked)
        expect(params).toMatchObject({ serverId: 'roses', requestId: expect.any(String) as string });
      expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(asked.length);
    },
  });

  provesOnWire('MCP-08', {
    title: 'where a server answers with both, the result counts',
    agent: async (stand) => {
      const error = { code: -32_603, message: 'It rains.' };
      const judge = await unconnected(stand, (params) => ({ result: answer(params), error }));
      expect(judge.updates('notice')).toEqual([]);
      expect(toServers(judge, 'tools/list')).toHaveLength(1);
    },
  });
});
