/** What one MCP server may use of the agent: the length of a message, of its lists, and the questions it asks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { memoryPair } from '@acp-stack/rpc';
import { agent, client, type McpServer, type SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { runTool, type ToolOutcome } from '../model/run-tool.ts';
import { McpConnections } from './mcp-connections.ts';

const info = { name: 'test', version: '1.0.0' };
const mebibyte = 1024 * 1024;

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Send = (message: object) => void;

/** How a server answers: with a result, or by itself with what it writes. */
type Answer = (message: Message, response: ServerResponse, send: Send) => object | undefined;

interface HttpServer extends AsyncDisposable {
  readonly url: string;
}

/** An MCP server over HTTP that answers `initialize`; the rest is up to `answer`. */
async function serve(answer: Answer): Promise<HttpServer> {
  const server = createServer((request, response) => {
    void handle(request, response, answer);
  });
  return listening(server);
}

async function listening(server: ReturnType<typeof createServer>): Promise<HttpServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const message = JSON.parse(body) as Message;
  const send: Send = (fields) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...fields })}\n\n`);
  if (message.method === undefined || message.id === undefined) {
    answer(message, response, send);
    response.writeHead(202).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const result = message.method === 'initialize' ? initialized(message) : answer(message, response, send);
  if (result === undefined) return;
  send({ id: message.id, ...result });
  response.end();
}

const initialized = ({ params }: Message): object => ({
  result: {
    protocolVersion: params?.['protocolVersion'] ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'far', version: '1' },
  },
});

const unknown = { error: { code: -32_601, message: 'Method not found' } };
const tool = (name: string, description = 'a tool'): object => ({
  name,
  description,
  inputSchema: { type: 'object' },
});

/** Writes until the client is gone. */
function writeWithoutEnd(response: ServerResponse, first: string): undefined {
  const part = 'x'.repeat(256 * 1024);
  const send = (): void => {
    let hasRoom = true;
    while (hasRoom && !response.destroyed) hasRoom = response.write(part);
  };
  response.on('drain', send).on('error', () => undefined);
  response.write(first);
  send();
}

interface Fixture extends AsyncDisposable {
  readonly mcp: McpConnections;
  readonly notice: () => Promise<SessionUpdate>;
  readonly call: (name: string) => Promise<ToolOutcome>;
  /** Answers the questions that wait. */
  readonly answerAll: () => void;
  readonly asked: () => number;
}

async function open(...mcpServers: readonly McpServer[]): Promise<Fixture> {
  let mcp: McpConnections | undefined;
  let run: { name: string; tell: (outcome: ToolOutcome) => void } | undefined;
  const served = agent(info, { mcp: ['stdio', 'http', 'sse'] })
    .onSession((session) => {
      mcp = new McpConnections(session, { limits: { messageBytes: mebibyte } });
    })
    .onPrompt(async (turn) => {
      const found = mcp?.tools().find(({ name }) => name === run?.name);
      if (found === undefined || run === undefined) throw new Error(`no tool ${run?.name}`);
      run.tell(await runTool({ tool: found, input: {}, turn }));
    });
  const [ours, theirs] = memoryPair();
  const serving = served.connect(theirs);
  let tellNotice: (update: SessionUpdate) => void = () => undefined;
  const notice = new Promise<SessionUpdate>((resolve) => {
    tellNotice = resolve;
  });
  const waiting: (() => void)[] = [];
  let asked = 0;
  const connection = await client(info)
    .onPermission(() => 'allow_once')
    .onElicitation({
      form: () => {
        asked += 1;
        return new Promise((resolve) => {
          waiting.push(() => {
            resolve({ action: 'decline' });
          });
        });
      },
    })
    .onUpdate((update) => {
      if (update.sessionUpdate === 'notice') tellNotice(update);
    })
    // Only version 1 has servers of type sse.
    .connect(ours, mcpServers.some(({ type }) => type === ('sse' as string)) ? { versions: [1] } : {});
  const session = await connection.newSession({ cwd: '/', mcpServers });
  if (mcp === undefined) throw new Error('no session');
  const connections = mcp;
  return {
    mcp: connections,
    notice: () => notice,
    call: async (name) => {
      const outcome = new Promise<ToolOutcome>((tell) => (run = { name, tell }));
      await session.prompt('go');
      return outcome;
    },
    answerAll: () => {
      for (const each of waiting.splice(0)) each();
    },
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      await connections.close();
      connection.destroy();
      await serving.close({ grace: 100 });
    },
  };
}

const far = (url: string, name = 'far'): McpServer => ({ type: 'http', name, url, headers: [] });
const tooLong = 'An event is longer than 1 MB.';

describe('an endless line of a server', () => {
  test.each([
    ['over HTTP', (method: string) => method === 'tools/call'],
    ['over HTTP, in the list of its tools', (method: string) => method === 'tools/list'],
  ])('%s ends the connection to it, and others go on', async (_name, isEndless) => {
    await using endless = await serve(({ method = '' }, response) => {
      if (isEndless(method)) return writeWithoutEnd(response, 'data: {"jsonrpc":"2.0","result":"');
      return method === 'tools/list' ? { result: { tools: [tool('go')] } } : unknown;
    });
    await using sound = await serve(({ method }) => {
      if (method === 'tools/call') return { result: { content: [{ type: 'text', text: 'sound' }] } };
      return method === 'tools/list' ? { result: { tools: [tool('go')] } } : unknown;
    });
    await using fixture = await open(far(endless.url), far(sound.url, 'sound'));
    await fixture.mcp.ready;
    if (fixture.mcp.tools().some(({ name }) => name === 'mcp_far_go')) {
      expect(await fixture.call('mcp_far_go')).toMatchObject({ isError: true });
    }
    expect(await fixture.notice()).toMatchObject({
      title: expect.stringMatching(/^The MCP server far (?:was disconnected|cannot be used)\.$/u) as string,
      description: tooLong,
    });
    expect(fixture.mcp.tools().map(({ name }) => name)).toContain('mcp_sound_go');
    expect(fixture.mcp.tools().map(({ name }) => name)).not.toContain('mcp_far_go');
    expect(JSON.stringify(await fixture.call('mcp_sound_go'))).toContain('sound');
  });

  test('over HTTP, as a body without events, ends the connection to it', async () => {
    await using endless = await listening(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        writeWithoutEnd(response, '{"jsonrpc":"2.0","result":"');
      }),
    );
    await using fixture = await open(far(endless.url));
    await fixture.mcp.ready;
    expect(await fixture.notice()).toMatchObject({ description: 'The response is longer than 1 MB.' });
  });

  test('over SSE ends the connection to it', async () => {
    await using endless = await listening(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        writeWithoutEnd(response, 'event: endpoint\ndata: /messages\n\ndata: "');
      }),
    );
    await using fixture = await open({ type: 'sse', name: 'far', url: endless.url, headers: [] } as never);
    await fixture.mcp.ready;
    expect(await fixture.notice()).toMatchObject({ title: 'The MCP server far cannot be used.', description: tooLong });
  });

  test('of a program is as long as over HTTP, at most', async () => {
    const script = `const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
      process.stdin.on('data', (data) => {
        for (const line of String(data).split('\\n')) {
          if (line === '') continue;
          const { id, method, params } = JSON.parse(line);
          if (id === undefined) continue;
          if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion,
            capabilities: { tools: {} }, serverInfo: { name: 'near', version: '1' } } });
          else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'go', inputSchema: { type: 'object' } }] } });
          else if (method === 'tools/call') send({ id, result: { content: [{ type: 'text', text: 'x'.repeat(2 << 20) }] } });
          else send({ id, error: { code: -32601, message: 'no' } });
        }
      });`;
    await using fixture = await open({ type: 'stdio', name: 'near', command: process.execPath, args: ['-e', script] });
    await fixture.mcp.ready;
    const outcome = await fixture.call('mcp_near_go');
    expect(outcome).toMatchObject({ isError: true });
    expect(JSON.stringify(outcome)).toContain('1048576 bytes');
  });
});

describe('the tools of a server', () => {
  const listing = (page: (cursor: number) => object): Promise<HttpServer> =>
    serve(({ method, params }) =>
      method === 'tools/list' ? { result: page(Number(params?.['cursor'] ?? 0)) } : unknown,
    );

  test.each([
    [
      'are too many in one answer',
      () => ({ tools: Array.from({ length: 1001 }, (_, n) => tool(`t${n}`)) }),
      'It lists more than 1000 tools.',
    ],
    [
      'are too many, over many pages',
      (cursor: number) => ({
        tools: Array.from({ length: 40 }, (_, n) => tool(`t${cursor}_${n}`)),
        nextCursor: String(cursor + 1),
      }),
      'It lists more than 1000 tools.',
    ],
    [
      'are too long',
      (cursor: number) => ({ tools: [tool(`t${cursor}`, 'x'.repeat(900_000))], nextCursor: String(cursor + 1) }),
      'Its list of tools exceeds 8388608 bytes.',
    ],
  ])('%s: it cannot be used', async (_name, page, description) => {
    await using server = await listing(page);
    await using fixture = await open(far(server.url));
    await fixture.mcp.ready;
    expect(await fixture.notice()).toMatchObject({ title: 'The MCP server far cannot be used.', description });
    expect(fixture.mcp.tools()).toEqual([]);
  });

  test('may come in many pages', async () => {
    await using server = await listing((cursor) => ({
      tools: Array.from({ length: 20 }, (_, n) => tool(`t${cursor}_${n}`)),
      ...(cursor < 49 ? { nextCursor: String(cursor + 1) } : {}),
    }));
    await using fixture = await open(far(server.url));
    await fixture.mcp.ready;
    expect(fixture.mcp.tools()).toHaveLength(1000);
  });
});

test('the questions of a server that are open at once are few, and the others are refused', async () => {
  const count = 100;
  const refused: string[] = [];
  let answered = 0;
  let finish: (() => void) | undefined;
  await using server = await serve(({ id, method, error, result }, response, send) => {
    if (method === 'tools/list') return { result: { tools: [tool('ask')] } };
    if (error !== undefined) refused.push(error.message);
    if (result !== undefined) answered += 1;
    if (refused.length + answered === count) finish?.();
    if (method !== 'tools/call') return method === undefined ? undefined : unknown;
    for (let n = 0; n < count; n += 1) {
      const params = { message: `question ${n}`, requestedSchema: { type: 'object', properties: {} } };
      send({ id: `q${n}`, method: 'elicitation/create', params });
    }
    finish = () => {
      send({ id, result: { content: [] } });
      response.end();
    };
    return undefined;
  });
  await using fixture = await open(far(server.url));
  await fixture.mcp.ready;
  const called = fixture.call('mcp_far_ask');
  await expect.poll(() => refused.length).toBe(count - 8);
  expect(fixture.asked()).toBe(8);
  expect(new Set(refused)).toEqual(new Set(['Too many questions are open; ask again when one of them was answered.']));
  fixture.answerAll();
  expect(await called).toMatchObject({ isError: false });
  expect(answered).toBe(8);
});
