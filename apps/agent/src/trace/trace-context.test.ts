/** The trace of a prompt reaches everything that is asked for it: MCP servers, over HTTP too, and the model. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Journal } from '@acp-stack/journal';
import { mcpServer as offeredServer, offer, tool } from '@acp-stack/mcp';
import { bridgeMcp } from '@acp-stack/mcp/node';
import { memoryPair } from '@acp-stack/rpc';
import { client, memoryStore } from '@acp-stack/sdk';
import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { codingAgent } from '../coding-agent.ts';
import { Providers } from '../providers/providers.ts';
import { AgentFixture, configFor, eachJournal } from '../sessions/agent-fixture.test-support.ts';
import { traceHeaders, traceMeta } from './trace-headers.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

const trace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'garden=rose',
  baggage: 'user=me',
};

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly meta: unknown;
}

/** An MCP server over HTTP with one tool, and what it was asked. */
async function mcpServer(): Promise<AsyncDisposable & { readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'garden', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'water', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'It is wet.' }] },
  };
  const serve: RequestListener = (request, response) => void answer(request, response);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = JSON.parse(body) as {
      readonly id?: number;
      readonly method: string;
      readonly params?: { readonly _meta?: unknown };
    };
    received.push({ headers: request.headers, method, meta: params?._meta });
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const result = results[method];
    const reply = result === undefined ? { error: { code: -32_601, message: 'No.' } } : { result };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  };
  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test(verifies('EXT-08', 'reaches tools/call, its HTTP headers, and the requests to the model'), async () => {
  await using model = await modelServer({ turns: [{ toolCalls: [{ name: 'mcp_garden_water' }] }, { text: 'Done.' }] });
  await using server = await mcpServer();
  await using life = new AgentFixture({ journal, cwd, server: model });
  await life.call('initialize', { protocolVersion: 2, info: { name: 'editor', version: '1.0.0' } });
  const mcpServers = [{ type: 'http', name: 'garden', url: server.url }];
  const { sessionId } = await life.call('session/new', { cwd, mcpServers });
  await life.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Water it.' }], _meta: trace });
  await life.hears(({ state }) => state === 'idle');
  const call = server.received.find(({ method }) => method === 'tools/call');
  expect(call?.meta).toMatchObject(trace);
  expect(call?.headers).toMatchObject(trace);
  expect(server.received.find(({ method }) => method === 'tools/list')?.headers).not.toHaveProperty('traceparent');
  expect(await Promise.all([1, 2].map(async (number) => (await model.request(number)).headers))).toMatchObject([
    trace,
    trace,
  ]);
  await life.prompt(String(sessionId), 'Again.').catch(() => undefined);
  expect((await model.request(3)).headers).not.toHaveProperty('traceparent');
});

test.each(['native', 'http', 'stdio'] as const)(
  'reaches a tool of the client that the agent calls over ACP, HTTP or stdio: %s',
  async (way) => {
    await using model = await modelServer({ turns: [{ toolCalls: [{ name: 'mcp_shed_water' }] }, { text: 'Done.' }] });
    const seen: unknown[] = [];
    const water = tool({ type: 'object' }, (_, context) => void seen.push(context.trace));
    const editor = client({ name: 'editor', version: '1.0.0' }).onPermission(() => 'allow_once');
    offer(editor, offeredServer('shed', { water }));
    const [ours, theirs] = memoryPair();
    const providers = new Providers(configFor({ server: model }));
    codingAgent({ store: memoryStore(), providers, version: '1.0.0' }).connect(theirs);
    await using connection = await editor.connect(bridgeMcp(ours, { prefer: [way] }));
    const session = await connection.newSession({ cwd });
    await session.prompt('Water it.', { _meta: trace });
    expect(seen).toEqual([trace]);
  },
);

describe('what a client calls a trace', () => {
  test('is sent as a header only if it is a valid one', () => {
    const lines = { traceparent: 'a\r\nx-key: b', tracestate: 'ö', baggage: 'x'.repeat(10_000) };
    expect(traceHeaders(lines)).toEqual({});
    expect(traceHeaders({ ...lines, baggage: 'a=b' })).toEqual({ baggage: 'a=b' });
  });

  test('adds nothing to a message where there is none', () => {
    expect(traceMeta({})).toEqual({});
  });
});
