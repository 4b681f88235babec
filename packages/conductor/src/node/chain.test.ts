/** Chains that give their agent MCP over ACP, whatever the agent is. */
import { serveHttp } from '@acp-stack/http/server';
import { mcpServer, offer, tool } from '@acp-stack/mcp';
import { bridgedAgent, type McpBridgeReport } from '@acp-stack/mcp/node';
import { agent, client, proxy, type AgentComponent, type Component, type McpServer } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chain as neutralChain } from '../chain/chain.ts';
import { managed } from '../components/managed.ts';
import type { ChainEvent } from '../observe/chain-event.ts';
import { initializeParams, rawAgent, RawEnd, request, answersInitialize } from '../raw-component.test-support.ts';
import { address } from './address.ts';
import { chain } from './chain.ts';
import { command } from './command.ts';

const info = { name: 'tester', version: '1.0.0' };
const garden = mcpServer('garden', { water: tool({ type: 'object' }, () => 'wet') });

/** An agent without MCP over ACP, and what its sessions are told of. */
function gardener(mcp: readonly ('http' | 'stdio')[] = ['http', 'stdio']) {
  const declared: (readonly McpServer[])[] = [];
  const app = agent({ name: 'gardener', version: '1.0.0' }, { mcp })
    .onSession(({ mcpServers }) => void declared.push(mcpServers))
    .onPrompt(() => undefined);
  return { app, declared };
}

const offering = () => {
  const made = proxy({ name: 'shed', version: '1.0.0' });
  offer(made, mcpServer('shed', {}));
  return made;
};

/** Opens one session with the tools of the client before the chain. */
async function opened(chained: AgentComponent, versions: readonly number[] = [1, 2]): Promise<void> {
  const editor = client(info);
  offer(editor, garden);
  await using connection = await editor.connect(chained, { versions } as never);
  expect(connection.supports('session.mcp.acp')).toBe(true);
  await connection.newSession({ cwd: '/' });
}

const nameAndType = (servers: readonly McpServer[] | undefined): unknown =>
  servers?.map(({ name, type }) => `${String(name)}: ${type}`).toSorted();

describe.each([1, 2])('an agent in this process, before a client of version %i', (version) => {
  test.each(['http', 'stdio'] as const)('gets the tools of the client and of proxies over %s', async (way) => {
    const { app, declared } = gardener([way]);
    await opened(chain(offering(), app), [version]);
    expect(declared.map(nameAndType)).toEqual([[`garden: ${way}`, `shed: ${way}`]]);
  });
});

describe('the agent that is bridged', () => {
  const bridges = (): { readonly mcp: { onReport: (report: McpBridgeReport) => void }; readonly ways: unknown[] } => {
    const ways: unknown[] = [];
    const onReport = (report: McpBridgeReport): void => void (report.kind === 'decided' && ways.push(report.way));
    return { mcp: { onReport }, ways };
  };
  type Last = Component & { readonly role: 'agent' };

  test.each([
    ['a chain that runs anywhere', (app: Last) => neutralChain(offering(), app)],
    ['a chain in a chain', (app: Last) => neutralChain(neutralChain(offering(), app))],
    ['a chain with another name', (app: Last) => managed(neutralChain(offering(), app), { name: 'inner' }) as Last],
    ['a chosen chain', (app: Last) => neutralChain.from(() => [offering(), app])],
  ])('is the innermost one of %s, once', async (_, inside) => {
    const { app, declared } = gardener();
    const { mcp, ways } = bridges();
    await opened(chain.with({ mcp })(proxy(info), inside(app) as Last));
    expect(declared.map(nameAndType)).toEqual([['garden: http', 'shed: http']]);
    expect(ways).toEqual(['http']);
  });

  test('of a chain that bridges itself is bridged as that chain says', async () => {
    const { app, declared } = gardener();
    const { mcp, ways } = bridges();
    await opened(chain.with({ mcp })(chain.with({ mcp: { prefer: ['stdio'] } })(app)));
    expect(declared.map(nameAndType)).toEqual([['garden: stdio']]);
    expect(ways).toEqual([]);
  });

  test('is chosen with the chain', async () => {
    const { app, declared } = gardener();
    await opened(chain.from(() => [offering(), app]));
    expect(declared.map(nameAndType)).toEqual([['garden: http', 'shed: http']]);
  });

  test('with a bridge of its own keeps it', async () => {
    const { app, declared } = gardener();
    const { mcp, ways } = bridges();
    await opened(chain.with({ mcp })(bridgedAgent(app, { prefer: ['stdio'] })));
    expect([declared.map(nameAndType), ways]).toEqual([[['garden: stdio']], []]);
  });

  test('that takes no MCP servers at all is not said to take them over ACP', async () => {
    const events: ChainEvent[] = [];
    const { app } = gardener([]);
    const made = chain.with({ onEvent: (event) => void events.push(event) })(proxy(info), app);
    await using connection = await client(info).connect(made);
    expect(connection.supports('session.mcp.acp')).toBe(false);
    expect(events).toContainEqual(
      expect.objectContaining({
        component: 'gardener',
        step: 'initialized',
        details: expect.objectContaining({ mcp: expect.objectContaining({ acp: false, stdio: false }) }),
      }),
    );
  });

  test('is left alone if the chain says so, a command too', async () => {
    const { app } = gardener();
    await using connection = await client(info).connect(chain.with({ mcp: false })(proxy(info), app));
    expect(connection.supports('session.mcp.acp')).toBe(false);
    const bridge = (): never => {
      throw new Error('It is not started.');
    };
    expect(() => command([process.execPath, '-e', '0']).withMcpBridge?.(bridge).start()).toThrow('It is not started.');
    const own = command([process.execPath, '-e', '0'], { mcp: false }).withMcpBridge?.(bridge);
    const started = own?.start();
    await (started as unknown as AsyncDisposable)[Symbol.asyncDispose]();
  });

  test('keeps its bridge when it is started again', async () => {
    const last = rawAgent('agent');
    answersInitialize(last, { protocolVersion: 1 });
    const clock = new VirtualClock();
    const end = new RawEnd(chain.with({ clock })(last).start());
    await end.send(request(1, 'initialize', initializeParams));
    await end.until(({ id }) => id === 1);
    last.end.channel.destroy(new Error('It crashed.'));
    await settled();
    await clock.advance(10_000);
    expect(last.ends).toHaveLength(2);
    const mcpServers = [{ type: 'acp', name: 'garden', serverId: 'g' }];
    await end.send(request(2, 'session/new', { cwd: '/', mcpServers }));
    const { params } = await last.end.until(({ method }) => method === 'session/new');
    expect(params).toMatchObject({ mcpServers: [{ name: 'garden', command: process.execPath }] });
    end.channel.destroy();
  });
});

describe('an agent at an address', () => {
  test('on loopback gets the tools of the client', async () => {
    const { app, declared } = gardener();
    const serving = await serveHttp(app, { port: 0 });
    try {
      await opened(chain(offering(), address(serving.url.replace(/^http/u, 'ws'))));
      expect(declared.map(nameAndType)).toEqual([['garden: http', 'shed: http']]);
    } finally {
      await serving.close({ drain: 0 });
    }
  });

  test('that leads to another machine is not bridged, and nothing is advertised', async () => {
    const { app, declared } = gardener();
    const serving = await serveHttp(app, { port: 0 });
    try {
      const tunnel = address(serving.url.replace(/^http/u, 'ws'), { mcp: { prefer: ['native'] } });
      await using connection = await client(info).connect(chain(proxy(info), tunnel));
      expect(connection.supports('session.mcp.acp')).toBe(false);
      const raw = connection.request('session/new', {
        cwd: '/',
        mcpServers: [{ type: 'acp', name: 'garden', serverId: 'g' }],
      });
      await expect(raw).rejects.toThrow(/session\.mcp\.acp|can use no MCP server/u);
      expect(declared).toEqual([]);
    } finally {
      await serving.close({ drain: 0 });
    }
  });

  test.each([
    ['wss://agents.example.com/acp', {}, false],
    ['ws://10.0.0.1/acp', {}, false],
    ['ws://localhost:1/acp', {}, true],
    ['ws://[::1]:1/acp', {}, true],
    ['ws://10.0.0.1/acp', { mcp: {} }, false],
  ])('%s %j takes the bridge of the chain: %s', (url, options, isTaken) => {
    let calls = 0;
    const component = address(url, options).withMcpBridge?.((channel) => {
      calls += 1;
      return channel;
    });
    component?.start().destroy();
    expect(calls).toBe(isTaken ? 1 : 0);
  });
});
