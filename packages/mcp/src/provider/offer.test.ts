/** MCP servers that a client offers: declared, connected to, asked, and let go. */
import { RpcError } from '@acp-stack/rpc';
import type { McpServer } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { Client } from '@modelcontextprotocol/client';
import { McpServer as OfficialServer } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { editor, mcpClient, planted, type Garden } from '../garden.test-support.ts';
import { mcpServer, offer, tool, type ToolContext } from '../index.ts';

const cwd = '/garden';

const plants = tool(z.object({ query: z.string() }).describe('Finds plants.'), ({ query }) => `rose, ${query}`);
const garden = mcpServer('garden', { search: plants });

/** The id in a declaration. */
const idOf = (server: McpServer | undefined): string => (server as { serverId: string }).serverId;

/** The servers that were declared to the newest session. */
const declared = ({ sessions }: Garden): readonly McpServer[] => sessions.at(-1)?.servers ?? [];

const first = (each: Garden): McpServer | undefined => declared(each)[0];

describe('servers for all sessions', () => {
  test('are declared with both spellings of an id that is made for each session [MCP-02]', async () => {
    const app = editor();
    offer(app, garden);
    const each = await planted(app);
    const wire: unknown[] = [];
    using _tap = each.connection.raw.tap(({ message }) => void wire.push(message));
    await each.connection.newSession({ cwd });
    const one = first(each);
    await each.connection.newSession({ cwd });
    const other = first(each);
    expect(one).toMatchObject({ type: 'acp', name: 'garden' });
    expect(idOf(one)).not.toBe(idOf(other));
    const id = idOf(one);
    expect(wire[0]).toMatchObject({ params: { mcpServers: [{ type: 'acp', name: 'garden', serverId: id, id }] } });
    each.connection.destroy();
  });

  test('come after those of the program, in new, resumed, loaded and forked sessions', async () => {
    const app = editor();
    offer(app, [garden, mcpServer('shed', {})]);
    const each = await planted(app);
    const own = { type: 'acp', name: 'own', serverId: 'own' } as const;
    const names = (): string[] => declared(each).map((server) => String((server as { name?: string }).name));
    const session = await each.connection.newSession({ cwd, mcpServers: [own] });
    expect(names()).toEqual(['own', 'garden', 'shed']);
    await each.connection.closeSession(session.id);
    await each.connection.load({ sessionId: session.id, cwd });
    expect(names()).toEqual(['garden', 'shed']);
    each.connection.destroy();
  });

  test('are not declared to an agent that does not support them [MCP-01]', async () => {
    const app = editor();
    offer(app, garden);
    const each = await planted(app, { takes: false });
    await each.connection.newSession({ cwd });
    expect(declared(each)).toEqual([]);
    each.connection.destroy();
  });
});

describe('servers for one session', () => {
  test('are declared in the request that opens it', async () => {
    const app = editor();
    const mcp = offer(app);
    const each = await planted(app);
    await each.connection.newSession({ cwd, mcpServers: [mcp.tools({ search: plants }), mcp.declare(garden)] });
    expect(declared(each)).toMatchObject([{ name: 'tools' }, { name: 'garden' }]);
    const asked = await each.connect(first(each));
    expect(await asked.callTool({ name: 'search', arguments: { query: 'lily' } })).toMatchObject({
      content: [{ type: 'text', text: 'rose, lily' }],
    });
    await each.connection.newSession({ cwd });
    expect(declared(each)).toEqual([]);
    each.connection.destroy();
  });

  test('are no longer there once it is closed, and are again when it is opened again', async () => {
    const app = editor();
    const mcp = offer(app);
    const each = await planted(app);
    const mcpServers = [mcp.declare(garden)];
    const session = await each.connection.newSession({ cwd, mcpServers });
    const server = first(each);
    await each.connection.closeSession(session.id);
    await expect(each.connect(server)).rejects.toMatchObject({ code: -32_002 });
    await each.connection.resume({ sessionId: session.id, cwd, mcpServers });
    expect(await (await each.connect(server)).listTools()).toMatchObject({ tools: [{ name: 'search' }] });
    each.connection.destroy();
  });
});

describe('a connection to a server', () => {
  /** An editor with this server, a session, and the declaration of the server. */
  const opened = async (server = garden, limits = {}): Promise<Garden & { readonly server: McpServer | undefined }> => {
    const app = editor();
    offer(app, server, { limits });
    const each = await planted(app);
    await each.connection.newSession({ cwd });
    return { ...each, server: first(each) };
  };

  test.each(['connection', 'server'] as const)('carries requests and their answers, addressed by %s', async (form) => {
    const each = await opened();
    const mcp = await each.connect(each.server, { form });
    expect(await mcp.listTools()).toMatchObject({
      tools: [{ name: 'search', description: 'Finds plants.', inputSchema: { required: ['query'] } }],
    });
    expect(await mcp.callTool({ name: 'search', arguments: { query: 'lily' } })).toMatchObject({
      content: [{ type: 'text', text: 'rose, lily' }],
    });
    await expect(mcp.request({ method: 'no/such' }, z.object({}) as never)).rejects.toMatchObject({ code: -32_601 });
    each.connection.destroy();
  });

  test('has a server of its own each, and may be one of several [MCP-03]', async () => {
    let made = 0;
    const counting = mcpServer('counting', () => {
      made += 1;
      const server = new OfficialServer({ name: `number ${made}`, version: '1.0.0' });
      return server;
    });
    const each = await opened(counting);
    const clients = await Promise.all([each.connect(each.server), each.connect(each.server)]);
    expect(new Set(clients.map((mcp) => mcp.getServerVersion()?.name))).toEqual(new Set(['number 1', 'number 2']));
    each.connection.destroy();
  });

  test('may be made and used while the session is still being opened', async () => {
    const app = editor();
    offer(app, garden);
    const tools: unknown[] = [];
    const { connection } = await planted(app, {
      whileOpening: async ({ sessions, connect }) => {
        const mcp = await connect(sessions[0]?.servers[0]);
        tools.push(...(await mcp.listTools()).tools);
      },
    });
    await connection.newSession({ cwd });
    expect(tools).toMatchObject([{ name: 'search' }]);
    connection.destroy();
  });

  test('lets the server ask the agent: sampling, elicitation and roots [MCP-04]', async () => {
    const asking = mcpServer('asking', {
      ask: tool({ type: 'object', properties: {} }, async (_, { sample, elicit, roots }: ToolContext) => ({
        sampled: await sample({ messages: [], maxTokens: 1 }),
        elicited: await elicit({ message: 'Which?', requestedSchema: { type: 'object', properties: {} } }),
        roots: await roots(),
      })),
    });
    const each = await opened(asking);
    const mcp = mcpClient();
    mcp.registerCapabilities({ sampling: {}, elicitation: {}, roots: {} });
    const model = { role: 'assistant', content: { type: 'text', text: 'yes' }, model: 'm' } as const;
    mcp.setRequestHandler('sampling/createMessage', () => model);
    mcp.setRequestHandler('elicitation/create', () => ({ action: 'decline' }));
    mcp.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///garden' }] }));
    await each.connect(each.server, { mcp });
    const { structuredContent } = await mcp.callTool({ name: 'ask', arguments: {} });
    expect(structuredContent).toEqual({
      sampled: model,
      elicited: { action: 'decline' },
      roots: { roots: [{ uri: 'file:///garden' }] },
    });
    each.connection.destroy();
  });

  test('carries progress and changes of the list before the answer', async () => {
    const server = new OfficialServer({ name: 'growing', version: '1.0.0' });
    server.registerTool('grow', {}, async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken ?? '';
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
      server.sendToolListChanged();
      return { content: [] };
    });
    const each = await opened(mcpServer('growing', server));
    const log: string[] = [];
    const mcp = mcpClient();
    mcp.setNotificationHandler('notifications/tools/list_changed', () => void log.push('changed'));
    await each.connect(each.server, { mcp });
    const onprogress = ({ progress }: { progress: number }): void => void log.push(`progress ${progress}`);
    await mcp.callTool({ name: 'grow', arguments: {} }, { onprogress });
    log.push('answer');
    expect(log).toEqual(['progress 1', 'changed', 'answer']);
    each.connection.destroy();
  });

  test('of a server that exists once is the only one', async () => {
    const single = mcpServer('single', new OfficialServer({ name: 'single', version: '1.0.0' }));
    const each = await opened(single);
    const mcp = await each.connect(each.server);
    await expect(each.connect(each.server)).rejects.toMatchObject({ code: -33_000 });
    await mcp.close();
    await settled();
    await each.connect(each.server);
    each.connection.destroy();
  });

  test('that the agent closes is gone, and its server with it [MCP-05]', async () => {
    let closed = 0;
    const closing = mcpServer('closing', () => {
      const server = new OfficialServer({ name: 'closing', version: '1.0.0' });
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server is not an event target
      server.server.onclose = () => (closed += 1);
      return server;
    });
    const each = await opened(closing);
    const connections: string[] = [];
    using _tap = each.connection.raw.tap(({ message }) => {
      const { result } = message as { result?: { connectionId?: string } };
      if (result?.connectionId !== undefined) connections.push(result.connectionId);
    });
    const mcp = await each.connect(each.server);
    await mcp.close();
    await settled();
    expect(closed).toBe(1);
    const [connectionId = ''] = connections;
    const raw = each.sessions[0]?.session.connection;
    await expect(raw?.request('mcp/message', { connectionId, method: 'ping' })).rejects.toMatchObject({
      code: -32_602,
    });
    await expect(raw?.request('mcp/disconnect', { connectionId })).rejects.toMatchObject({ code: -32_602 });
    each.connection.destroy();
  });

  test('ends with the connection to the agent', async () => {
    const ends: string[] = [];
    const ending = mcpServer('ending', () => {
      const server = new OfficialServer({ name: 'ending', version: '1.0.0' });
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server is not an event target
      server.server.onclose = () => ends.push('server');
      return server;
    });
    const each = await opened(ending);
    await each.connect(each.server);
    await each.connect(each.server, { form: 'server' });
    await each.connection.close();
    await expect.poll(() => ends).toEqual(['server', 'server']);
  });
});

describe('what goes wrong', () => {
  const ask = async (
    server: Parameters<typeof offer>[1],
    limits = {},
  ): Promise<Garden & { server: McpServer | undefined }> => {
    const app = editor();
    offer(app, server, { limits });
    const each = await planted(app);
    await each.connection.newSession({ cwd });
    return { ...each, server: first(each) };
  };

  test.each([
    ['the function throws', () => Promise.reject(new Error('No water.'))],
    ['its connect rejects', () => ({ connect: () => Promise.reject(new Error('No water.')) })],
    [
      'its connect throws',
      () => ({
        connect: () => {
          throw new Error('No water.');
        },
      }),
    ],
  ])('a server that cannot start is said to have failed: %s [MCP-07]', async (_, make) => {
    const each = await ask(mcpServer('dry', make));
    const failure = { code: -33_002, message: 'The MCP server dry failed: No water.' };
    await expect(each.connect(each.server)).rejects.toMatchObject(failure);
    await expect(each.connect(each.server, { form: 'server' })).rejects.toMatchObject(failure);
    each.connection.destroy();
  });

  test('a server that ends while it is asked is said to have failed [MCP-07]', async () => {
    const dying = mcpServer('dying', () => {
      const server = new OfficialServer({ name: 'dying', version: '1.0.0' });
      server.registerTool('die', {}, async () => {
        await server.close();
        return new Promise(() => undefined);
      });
      return server;
    });
    const each = await ask(dying);
    const mcp = await each.connect(each.server);
    await expect(mcp.callTool({ name: 'die', arguments: {} })).rejects.toMatchObject({ code: -33_002 });
    each.connection.destroy();
  });

  test('unknown servers are refused in the way of each form [MCP-07]', async () => {
    const each = await ask(garden);
    const raw = each.sessions[0]?.session.connection;
    await expect(raw?.request('mcp/connect', { serverId: 'none' })).rejects.toMatchObject({
      code: -32_002,
      data: { serverId: 'none' },
    });
    const message = { serverId: 'none', requestId: '1', method: 'ping' };
    await expect(raw?.request('mcp/message', message)).rejects.toMatchObject({ code: -33_001 });
    each.connection.destroy();
  });

  test('a request id that is in use is refused [MCP-07]', async () => {
    const slow = mcpServer('slow', { wait: tool({ type: 'object' }, () => new Promise(() => undefined)) });
    const each = await ask(slow);
    await each.connect(each.server, { form: 'server' });
    const raw = each.sessions[0]?.session.connection;
    const call = { method: 'tools/call', params: { name: 'wait', arguments: {} } };
    const message = { serverId: idOf(each.server), requestId: 'same', ...call };
    const waiting = raw?.request('mcp/message', message).catch((error: unknown) => error);
    await expect(raw?.request('mcp/message', message)).rejects.toMatchObject({ code: -32_602 });
    each.connection.destroy();
    await waiting;
  });

  test('more connections and more open requests than allowed are refused [MCP-07]', async () => {
    const slow = mcpServer('slow', { wait: tool({ type: 'object' }, () => new Promise(() => undefined)) });
    const each = await ask(slow, { connections: 1, requests: 1 });
    const mcp = await each.connect(each.server);
    await expect(each.connect(each.server)).rejects.toMatchObject({ code: -33_000, data: { limit: 'connections' } });
    const waiting = mcp.callTool({ name: 'wait', arguments: {} }).catch((error: unknown) => error);
    await settled();
    await expect(mcp.ping()).rejects.toMatchObject({ code: -33_000, data: { limit: 'requests' } });
    await mcp.close();
    await waiting;
    await settled();
    await (await each.connect(each.server)).ping();
    each.connection.destroy();
  });

  test('an answer that is too long is not sent [MCP-07]', async () => {
    const long = mcpServer('long', { talk: tool({ type: 'object' }, () => 'x'.repeat(2000)) });
    const each = await ask(long, { messageLength: 1000 });
    const mcp = await each.connect(each.server);
    const failure = { code: -33_000, data: { limit: 'messageLength' } };
    await expect(mcp.callTool({ name: 'talk', arguments: {} })).rejects.toMatchObject(failure);
    each.connection.destroy();
  });

  test('what a tool throws is an answer that the model reads', async () => {
    const failing = mcpServer('failing', {
      fail: tool({ type: 'object' }, () => {
        throw new Error('No such plant.');
      }),
      refuse: tool({ type: 'object' }, () => {
        throw new RpcError(-33_001, 'Not an error of the binding.');
      }),
    });
    const each = await ask(failing);
    const mcp = await each.connect(each.server);
    expect(await mcp.callTool({ name: 'fail', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: 'No such plant.' }],
    });
    expect(await mcp.callTool({ name: 'refuse', arguments: {} })).toMatchObject({ isError: true });
    each.connection.destroy();
  });
});

describe('an agent of the newest revision of MCP', () => {
  test.each(['connection', 'server'] as const)('is told that the lists change, addressed by %s', async (form) => {
    let server: OfficialServer | undefined;
    const growing = mcpServer('growing', () => {
      server = new OfficialServer({ name: 'growing', version: '1.0.0' });
      server.registerTool('water', {}, () => ({ content: [] }));
      return server;
    });
    const app = editor();
    offer(app, growing);
    const each = await planted(app);
    await each.connection.newSession({ cwd });
    const changes: string[] = [];
    const onChanged = (): void => void changes.push('changed');
    const mcp = new Client(
      { name: 'agent', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, listChanged: { tools: { autoRefresh: false, onChanged } } },
    );
    await each.connect(first(each), { form, mcp });
    // The revision of connections is the older one.
    expect(mcp.getNegotiatedProtocolVersion() === '2026-07-28').toBe(form === 'server');
    expect(await mcp.listTools()).toMatchObject({ tools: [{ name: 'water' }] });
    server?.sendToolListChanged();
    await expect.poll(() => changes).toEqual(['changed']);
    await mcp.close();
    each.connection.destroy();
  });
});

describe('cancellation', () => {
  test.each(['connection', 'server'] as const)('reaches the tool, addressed by %s', async (form) => {
    const events: string[] = [];
    const slow = mcpServer('slow', {
      wait: tool({ type: 'object' }, (_, { signal }: ToolContext) => {
        events.push('called');
        signal.addEventListener('abort', () => void events.push('cancelled'));
        return new Promise(() => undefined);
      }),
    });
    const app = editor();
    offer(app, slow, { limits: { requests: 1 } });
    const each = await planted(app);
    await each.connection.newSession({ cwd });
    const mcp = await each.connect(first(each), { form });
    const wire: unknown[] = [];
    using _tap = each.connection.raw.tap(({ message }) => void wire.push(message));
    const controller = new AbortController();
    const called = mcp.callTool({ name: 'wait', arguments: {} }, { signal: controller.signal }).catch(() => 'over');
    await expect.poll(() => events).toEqual(['called']);
    controller.abort();
    expect(await called).toBe('over');
    await expect.poll(() => events).toEqual(['called', 'cancelled']);
    expect(JSON.stringify(wire)).not.toContain('notifications/cancelled');
    expect(wire).toContainEqual(expect.objectContaining({ error: expect.objectContaining({ code: -32_800 }) }));
    // The place of the request is free again, although the tool never ends.
    expect(await mcp.ping()).toEqual({});
    each.connection.destroy();
  });

  test('of a question of the server reaches the agent', async () => {
    const events: string[] = [];
    const impatient = mcpServer('impatient', () => {
      const server = new OfficialServer({ name: 'impatient', version: '1.0.0' });
      server.registerTool('ask', {}, async ({ mcpReq }) => {
        const controller = new AbortController();
        const asked = mcpReq.send({ method: 'roots/list' }, { signal: controller.signal }).catch(() => undefined);
        await expect.poll(() => events).toEqual(['asked']);
        controller.abort();
        await asked;
        return { content: [] };
      });
      return server;
    });
    const app = editor();
    offer(app, impatient);
    const each = await planted(app);
    await each.connection.newSession({ cwd });
    const mcp = mcpClient();
    mcp.registerCapabilities({ roots: {} });
    mcp.setRequestHandler('roots/list', (_, { mcpReq }) => {
      events.push('asked');
      mcpReq.signal.addEventListener('abort', () => void events.push('cancelled'));
      return new Promise<never>(() => undefined);
    });
    await each.connect(first(each), { mcp });
    await mcp.callTool({ name: 'ask', arguments: {} });
    await expect.poll(() => events).toEqual(['asked', 'cancelled']);
    each.connection.destroy();
  });
});
