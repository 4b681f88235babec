/** MCP servers that a proxy offers, in chains of both versions; the test is the conductor, the client and the agent. */
import { memoryPair, Peer, RpcError } from '@acp-stack/rpc';
import { proxy, type AcpProxy } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import { mcpServer, offer, tool } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly method: string;
  readonly params?: Fields;
}

// The bridge is loaded when the first peer of version 1 is met, which takes longer than a test should.
beforeAll(() => import('@acp-stack/bridge'));

const garden = mcpServer('garden', {
  whose: tool({ type: 'object' }, (_, { sessionId }) => `for ${sessionId ?? 'none'}`),
});

const clients = {
  1: { protocolVersion: 1, clientInfo: { name: 'editor', version: '1' }, clientCapabilities: {} },
  2: { protocolVersion: 2, info: { name: 'editor', version: '1' }, capabilities: {} },
} as const;

const agents = {
  1: {
    protocolVersion: 1,
    agentInfo: { name: 'agent', version: '1' },
    agentCapabilities: {
      loadSession: true,
      mcpCapabilities: { acp: true },
      sessionCapabilities: { close: {}, list: {}, resume: {}, fork: {} },
    },
  },
  2: {
    protocolVersion: 2,
    info: { name: 'agent', version: '1' },
    capabilities: { session: { fork: {}, mcp: { acp: {} } } },
  },
} as const;

/** The two sides of a proxy. */
class Chain {
  /** What has reached the client and the agent. */
  readonly toClient: Message[] = [];
  readonly toAgent: Message[] = [];
  readonly #peer: Peer;
  #sessions = 0;

  constructor(made: AcpProxy, welcome: object) {
    const [left, right] = memoryPair();
    made.connect(left);
    this.#peer = new Peer(right, {
      handlers: (method, kind) => ({
        kind,
        run: (params: Fields) => {
          const isForAgent = method === 'proxy/successor';
          const message = isForAgent ? (params as unknown as Message) : { method, params };
          (isForAgent ? this.toAgent : this.toClient).push(message);
          if (kind === 'notification') return undefined;
          return isForAgent ? this.#answer(message, welcome) : { connectionId: 'of-the-client' };
        },
      }),
    });
  }

  #answer({ method }: Message, welcome: object): object {
    if (method === 'initialize') return welcome;
    if (method === 'mcp/message') return { roots: [] };
    if (method === 'session/new' || method === 'session/fork') {
      this.#sessions += 1;
      return { sessionId: `s${this.#sessions}` };
    }
    return {};
  }

  fromClient(method: string, params: object): Promise<Fields> {
    return this.#peer.request(method, params) as Promise<Fields>;
  }

  fromAgent(method: string, params: object): Promise<Fields> {
    return this.#peer.request('proxy/successor', { method, params }) as Promise<Fields>;
  }

  /** The servers in the newest request that the agent has received. */
  get servers(): readonly { readonly name: string; readonly serverId: string; readonly id: string }[] {
    return this.toAgent.at(-1)?.params?.['mcpServers'] as never;
  }

  end(): void {
    this.#peer.destroy();
  }
}

async function started(version: 1 | 2, made = proxy({ name: 'gardener', version: '1' })): Promise<Chain> {
  offer(made, garden);
  const chain = new Chain(made, agents[version]);
  await chain.fromClient('proxy/initialize', clients[version]);
  return chain;
}

const hello = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};

describe.each([1, 2] as const)('a proxy with servers, in version %i', (version) => {
  test('adds them to new, loaded, resumed and forked sessions, after those that are there', async () => {
    const chain = await started(version);
    const own = { type: 'acp', name: 'own', serverId: 'own' };
    const setup = { cwd: '/garden', mcpServers: [own] };
    const names = (): unknown => chain.servers.map(({ name, serverId, id }) => [name, serverId === id]);
    // The bridge of version 1 adds the other spelling.
    const expected = [
      ['own', version === 1],
      ['garden', true],
    ];
    await chain.fromClient('session/new', setup);
    expect(names()).toEqual(expected);
    await chain.fromClient('session/fork', { ...setup, sessionId: 's1' });
    expect(names()).toEqual(expected);
    await chain.fromClient('session/resume', { ...setup, sessionId: 's9' });
    expect(names()).toEqual(expected);
    // Version 2 loads with the same method.
    const load = version === 1 ? 'session/load' : 'session/resume';
    const replay = version === 1 ? {} : { replayFrom: { type: 'start' } };
    await chain.fromClient(load, { ...setup, ...replay, sessionId: 's8' });
    expect(names()).toEqual(expected);
    expect(chain.toAgent.at(-1)?.method).toBe(load);
    chain.end();
  });

  test.each(['serverId', 'acpId', 'id'])(
    'answers connect, message and disconnect for them, named as %s',
    async (key) => {
      const chain = await started(version);
      await chain.fromClient('session/new', { cwd: '/garden', mcpServers: [] });
      const { connectionId } = await chain.fromAgent('mcp/connect', { [key]: chain.servers[0]?.serverId });
      const to = (message: object): Promise<Fields> => chain.fromAgent('mcp/message', { connectionId, ...message });
      expect(await to(hello)).toMatchObject({ serverInfo: { name: 'garden' } });
      const called = await to({ method: 'tools/call', params: { name: 'whose', arguments: {} } });
      expect(called).toMatchObject({ content: [{ type: 'text', text: 'for s1' }] });
      expect(await chain.fromAgent('mcp/disconnect', { connectionId })).toEqual({});
      // It is no longer ours, so it is passed on.
      await to({ method: 'ping' });
      expect(chain.toClient.map(({ method }) => method)).toEqual(['mcp/message']);
      chain.end();
    },
  );

  test('answers requests without a connection for them', async () => {
    const chain = await started(version);
    await chain.fromClient('session/new', { cwd: '/garden', mcpServers: [] });
    const { serverId } = chain.servers[0] ?? {};
    const answer = await chain.fromAgent('mcp/message', { serverId, requestId: '1', ...hello });
    expect(answer).toMatchObject({ result: { serverInfo: { name: 'garden' } } });
    const failed = await chain.fromAgent('mcp/message', { serverId, requestId: '2', method: 'no/such' });
    expect(failed).toMatchObject({ error: { code: -32_601 } });
    expect(chain.toClient).toEqual([]);
    chain.end();
  });

  test('passes on what is for the servers of others, in both directions and as it came', async () => {
    const chain = await started(version);
    const connected = await chain.fromAgent('mcp/connect', { acpId: 'of-the-client', own: 1 });
    expect(connected).toEqual({ connectionId: 'of-the-client' });
    expect(chain.toClient.at(-1)).toMatchObject({ method: 'mcp/connect', params: { acpId: 'of-the-client', own: 1 } });
    const message = { connectionId: 'of-the-client', method: 'tools/list', params: { own: 1 } };
    await chain.fromAgent('mcp/message', message);
    expect(chain.toClient.at(-1)).toEqual({ method: 'mcp/message', params: message });
    await chain.fromAgent('mcp/disconnect', { connectionId: 'of-the-client' });
    expect(chain.toClient.at(-1)?.method).toBe('mcp/disconnect');
    const asked = { connectionId: 'of-the-client', method: 'roots/list' };
    expect(await chain.fromClient('mcp/message', asked)).toEqual({ roots: [] });
    expect(chain.toAgent.at(-1)).toMatchObject({ method: 'mcp/message', params: asked });
    chain.end();
  });

  test('takes them back when their session is closed', async () => {
    const chain = await started(version);
    await chain.fromClient('session/new', { cwd: '/garden', mcpServers: [] });
    const { serverId } = chain.servers[0] ?? {};
    await chain.fromAgent('mcp/connect', { serverId });
    await chain.fromClient('session/close', { sessionId: 's1' });
    await chain.fromAgent('mcp/connect', { serverId });
    expect(chain.toClient.map(({ method }) => method)).toEqual(['mcp/connect']);
    chain.end();
  });

  test('lets its servers ask the agent', async () => {
    const made = proxy({ name: 'gardener', version: '1' });
    offer(made, mcpServer('asking', { ask: tool({ type: 'object' }, (_, { roots }) => roots()) }));
    const chain = new Chain(made, agents[version]);
    await chain.fromClient('proxy/initialize', clients[version]);
    await chain.fromClient('session/new', { cwd: '/garden', mcpServers: [] });
    const { connectionId } = await chain.fromAgent('mcp/connect', { serverId: chain.servers[0]?.serverId });
    const to = (message: object): Promise<Fields> => chain.fromAgent('mcp/message', { connectionId, ...message });
    await to({ ...hello, params: { ...hello.params, capabilities: { roots: {} } } });
    const answer = await to({ method: 'tools/call', params: { name: 'ask', arguments: {} } });
    expect(answer).toMatchObject({ structuredContent: { roots: [] } });
    expect(chain.toAgent.at(-1)).toMatchObject({
      method: 'mcp/message',
      params: { connectionId, method: 'roots/list' },
    });
    chain.end();
  });
});

describe('a proxy with servers', () => {
  test('keeps the interceptors of its program, and takes servers that they declare', async () => {
    const made = proxy({ name: 'gardener', version: '1' });
    const mcp = offer(made);
    made.onClientRequest('session/new', (params, next) =>
      next({ ...params, mcpServers: [...(params.mcpServers ?? []), mcp.tools({}, { name: 'shed' })] }),
    );
    const chain = await started(2, made);
    await chain.fromClient('session/new', { cwd: '/garden' });
    expect(chain.servers.map(({ name }) => name)).toEqual(['shed', 'garden']);
    const { connectionId } = await chain.fromAgent('mcp/connect', { serverId: chain.servers[0]?.serverId });
    expect(connectionId).toMatch(/^mcp-connection:/u);
    chain.end();
  });

  test('declares none to a successor that does not support them [MCP-01]', async () => {
    const made = proxy({ name: 'gardener', version: '1' });
    offer(made, garden);
    const chain = new Chain(made, { ...agents[2], capabilities: { session: {} } });
    await chain.fromClient('proxy/initialize', clients[2]);
    await chain.fromClient('session/new', { cwd: '/garden' });
    expect(chain.servers).toBeUndefined();
    chain.end();
  });

  test.each(['session/close', 'session/delete', 'session/archive'])('takes them back after %s', async (method) => {
    const chain = await started(2);
    await chain.fromClient('session/new', { cwd: '/garden' });
    const { serverId } = chain.servers[0] ?? {};
    await chain.fromClient(method, { sessionId: 's1' });
    await chain.fromAgent('mcp/connect', { serverId });
    expect(chain.toClient.map((message) => message.method)).toEqual(['mcp/connect']);
    chain.end();
  });

  test('takes them back when the session could not be opened', async () => {
    const made = proxy({ name: 'gardener', version: '1' });
    const seen: unknown[] = [];
    offer(made, garden);
    made.use({
      clientRequests: {
        'session/new': ({ mcpServers }) => {
          seen.push(mcpServers?.[0]);
          throw new RpcError(-32_603, 'No more sessions.');
        },
      },
    });
    const chain = new Chain(made, agents[2]);
    await chain.fromClient('proxy/initialize', clients[2]);
    await expect(chain.fromClient('session/new', { cwd: '/garden' })).rejects.toThrow('No more sessions.');
    await settled();
    await chain.fromAgent('mcp/connect', { serverId: (seen[0] as { serverId: string }).serverId });
    expect(chain.toClient.map(({ method }) => method)).toEqual(['mcp/connect']);
    chain.end();
  });
});
