/** Real MCP servers, started and reached as a session does it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { memoryPair } from '@acp-stack/rpc';
import { agent, client, type Client, type McpServer, type SessionUpdate } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { eachFolder } from '../../../../test/support/each-folder.ts';
import { runTool, type ToolOutcome } from '../model/run-tool.ts';
import { McpConnections, type McpOptions } from './mcp-connections.ts';

const require = createRequire(new URL('../../../../package.json', import.meta.url));
const everything = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
const filesystem = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const info = { name: 'test', version: '1.0.0' };
type StdioServer = Extract<McpServer, { readonly type: 'stdio' }>;

const stdioServer = (name: string, ...args: readonly string[]): StdioServer => ({
  type: 'stdio',
  name,
  command: process.execPath,
  args,
});

let folder = '';

eachFolder((path) => {
  folder = path;
});

interface ModelFixture extends AsyncDisposable {
  readonly mcp: McpConnections;
  readonly heard: readonly SessionUpdate[];
  readonly hear: (fits: (update: SessionUpdate) => boolean) => Promise<SessionUpdate>;
  /** Calls a tool in a turn. */
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<ToolOutcome>;
}

/** A session with these servers. */
async function open(
  mcpServers: readonly McpServer[],
  {
    options = {},
    build = (app) => app.onPermission(() => 'allow_once'),
  }: { options?: McpOptions; build?: (app: Client) => Client } = {},
): Promise<ModelFixture> {
  let mcp: McpConnections | undefined;
  let wanted: { name: string; input: Record<string, unknown>; tell: (outcome: ToolOutcome) => void } | undefined;
  const app = agent(info, { mcp: ['stdio', 'http', 'sse'] })
    .onSession((session) => {
      mcp = new McpConnections(session, options);
    })
    .onPrompt(async (turn) => {
      const tool = mcp?.tools().find(({ name }) => name === wanted?.name);
      if (tool === undefined || wanted === undefined) throw new Error(`no tool ${wanted?.name}`);
      wanted.tell(await runTool({ tool, input: wanted.input, turn }));
    });
  const [ours, theirs] = memoryPair();
  const served = app.connect(theirs);
  const heard: SessionUpdate[] = [];
  const looks = new Set<() => void>();
  const connection = await build(client(info))
    .onUpdate((update) => {
      heard.push(update);
      for (const look of looks) look();
    })
    // Only version 1 has servers of type sse.
    .connect(ours, mcpServers.some(({ type }) => type === ('sse' as string)) ? { versions: [1] } : {});
  const session = await connection.newSession({ cwd: folder, mcpServers });
  if (mcp === undefined) throw new Error('no session');
  const connections = mcp;
  return {
    mcp: connections,
    heard,
    hear: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = heard.find((update) => fits(update));
          if (found !== undefined) resolve(found);
        };
        looks.add(look);
        look();
      }),
    call: async (name, input = {}) => {
      const outcome = new Promise<ToolOutcome>((tell) => (wanted = { name, input, tell }));
      const { error } = await session.prompt('go');
      if (error !== undefined) throw new Error(error.message);
      return outcome;
    },
    [Symbol.asyncDispose]: async () => {
      await connections.close();
      connection.destroy();
      await served.close({ grace: 100 });
    },
  };
}

const notices = ({ heard }: ModelFixture): readonly SessionUpdate[] =>
  heard.filter(({ sessionUpdate }) => sessionUpdate === 'notice');

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The everything server over HTTP on a free port, and its address. */
async function serveEverything(kind: 'streamableHttp' | 'sse'): Promise<{ port: number; stop: () => Promise<void> }> {
  // The server does not say which port it was given, so the platform is asked to.
  const tell = `import net from 'node:net'; const listen = net.Server.prototype.listen;
    net.Server.prototype.listen = function (...args) {
      this.once('listening', () => process.stderr.write('port ' + this.address().port + '\\n'));
      return listen.apply(this, args);
    };`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, everything, kind],
    {
      env: { PATH: process.env['PATH'], PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /port (\d+)/u.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => {
      reject(new Error(text));
    });
  });
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

describe('an MCP server that is a program', () => {
  test('offers its tools, and ends with the session', async () => {
    await using fixture = await open([stdioServer('every thing', everything, 'stdio')]);
    await fixture.mcp.ready;
    expect(notices(fixture)).toEqual([]);
    expect(fixture.mcp.tools().map(({ name }) => name)).toContain('mcp_every_thing_echo');
    const [pid = 0] = fixture.mcp.pids;
    expect(isRunning(pid)).toBe(true);
    await fixture.mcp.close();
    expect(isRunning(pid)).toBe(false);
    expect(fixture.mcp.tools()).toEqual([]);
  });

  test('answers with text, images, links, resources and structures', async () => {
    await using fixture = await open([stdioServer('e', everything, 'stdio')]);
    await fixture.mcp.ready;
    expect(await fixture.call('mcp_e_echo', { message: 'hi' })).toEqual({
      content: [{ type: 'text', text: 'Echo: hi' }],
      isError: false,
    });
    const image = await fixture.call('mcp_e_get-tiny-image');
    expect(image.content).toContainEqual(expect.objectContaining({ type: 'file', mediaType: 'image/png' }));
    const links = await fixture.call('mcp_e_get-resource-links', { count: 2 });
    expect(JSON.stringify(links.content)).toMatch(/\]\(demo:\/\//u);
    const resource = await fixture.call('mcp_e_get-resource-reference', { resourceType: 'Text', resourceId: 1 });
    expect(JSON.stringify(resource.content)).toContain('<resource uri=');
    await fixture.call('mcp_e_get-structured-content', { location: 'New York' });
    const ended = fixture.heard.filter((update) => update.sessionUpdate === 'tool_call_update' && update.rawOutput);
    expect(ended).toMatchObject([{ status: 'completed', rawOutput: { conditions: expect.any(String) as string } }]);
  });

  test('is given the roots of the session, and works in them', async () => {
    await writeFile(join(folder, 'rose.md'), 'red');
    await using fixture = await open([stdioServer('files', filesystem, folder)]);
    await fixture.mcp.ready;
    const path = join(folder, 'rose.md');
    const outcome = await fixture.call('mcp_files_read_text_file', { path });
    expect(JSON.stringify(outcome.content)).toContain('red');
    expect(fixture.heard).toContainEqual(expect.objectContaining({ locations: [{ path }] }));
    const refused = await fixture.call('mcp_files_read_text_file', { path: '/etc/hostname' });
    expect(refused.isError).toBe(true);
    expect(fixture.heard).toContainEqual(expect.objectContaining({ status: 'failed' }));
  });

  test('is asked only after the user allowed it', async () => {
    await using fixture = await open([stdioServer('e', everything, 'stdio')], {
      build: (app) => app.onPermission(() => 'reject_once'),
    });
    await fixture.mcp.ready;
    const outcome = await fixture.call('mcp_e_echo', { message: 'hi' });
    expect(outcome).toEqual({ content: [{ type: 'text', text: 'The user does not allow this call.' }], isError: true });
    const statuses = fixture.heard.flatMap((update) =>
      update.sessionUpdate === 'tool_call_update' && typeof update.status === 'string' ? [update.status] : [],
    );
    expect(statuses).toEqual(['pending', 'cancelled']);
  });

  test('asks the user through the client', async () => {
    const asked: unknown[] = [];
    await using fixture = await open([stdioServer('e', everything, 'stdio')], {
      build: (app) =>
        app
          .onPermission(() => 'allow_once')
          .onElicitation({
            form: (question) => {
              asked.push(question);
              return { action: 'accept', content: { name: 'Ada' } };
            },
          }),
    });
    await fixture.mcp.ready;
    const outcome = await fixture.call('mcp_e_trigger-elicitation-request');
    expect(asked).toMatchObject([{ mode: 'form', message: expect.stringMatching(/^e: /u) as string }]);
    expect(JSON.stringify(outcome.content)).toContain('Ada');
  });

  test('sends the user to its page, before a call or in the middle of one', async () => {
    const asked: { url?: unknown; elicitationId?: unknown }[] = [];
    await using fixture = await open([stdioServer('e', everything, 'stdio')], {
      build: (app) =>
        app
          .onPermission(() => 'allow_once')
          .onElicitation({
            url: (question) => {
              asked.push(question);
              return { action: 'accept' };
            },
          }),
    });
    await fixture.mcp.ready;
    const url = 'https://example.org/login';
    const tool = 'mcp_e_trigger-url-elicitation';
    const during = await fixture.call(tool, { url, elicitationId: 'theirs' });
    expect(during.isError).toBe(false);
    const before = await fixture.call(tool, { url, errorPath: true });
    expect(before.isError).toBe(true);
    expect(JSON.stringify(before.content)).toContain('Call again when the user says that it is done.');
    // The server has a page of its own for what has to be done before.
    expect(asked).toMatchObject([
      { mode: 'url', url },
      { mode: 'url', url: 'https://modelcontextprotocol.io' },
    ]);
    expect(asked.map(({ elicitationId }) => elicitationId)).not.toContain('theirs');
  });

  test(verifies('ELIC-23', 'that asks does not offer to when the client cannot'), async () => {
    await using fixture = await open([stdioServer('e', everything, 'stdio')]);
    await fixture.mcp.ready;
    expect(fixture.mcp.tools().map(({ name }) => name)).not.toContain('mcp_e_trigger-elicitation-request');
  });

  test('sees nothing of our environment that may be secret', async () => {
    process.env['MCP_TEST_API_KEY'] = 'very-secret';
    try {
      const server = { ...stdioServer('e', everything, 'stdio'), env: [{ name: 'GIVEN', value: 'yes' }] };
      await using fixture = await open([server]);
      await fixture.mcp.ready;
      const text = JSON.stringify((await fixture.call('mcp_e_get-env')).content);
      expect(text).toContain('GIVEN');
      expect(text).not.toContain('very-secret');
    } finally {
      delete process.env['MCP_TEST_API_KEY'];
    }
  });

  test('that dies is reported, and its tools go', async () => {
    let changes = 0;
    const options = { onChange: () => void (changes += 1) };
    await using fixture = await open([stdioServer('e', everything, 'stdio')], { options });
    await fixture.mcp.ready;
    const before = changes;
    process.kill(fixture.mcp.pids[0] ?? 0, 'SIGKILL');
    const notice = await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
    expect(notice).toMatchObject({ severity: 'warning', title: 'The MCP server e has ended.' });
    expect(fixture.mcp.tools()).toEqual([]);
    expect(changes).toBeGreaterThan(before);
  });

  test('ends with everything that it has started', async () => {
    const program = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      process.stdin.on('data', (data) => {
        for (const line of String(data).split('\\n')) {
          if (line === '') continue;
          const { id, method } = JSON.parse(line);
          const results = {
            initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } },
            'tools/list': { tools: [{ name: 'pid' + child.pid, inputSchema: { type: 'object' } }] },
          };
          if (id === undefined) continue;
          const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } };
          process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
        }
      });
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1000);`;
    await using fixture = await open([stdioServer('p', '-e', program)]);
    await fixture.mcp.ready;
    expect(notices(fixture)).toEqual([]);
    const [name = ''] = fixture.mcp.tools().map((tool) => tool.name);
    const pids = [Number(/pid(\d+)/u.exec(name)?.[1]), fixture.mcp.pids[0] ?? 0];
    expect(pids.map(isRunning)).toEqual([true, true]);
    await fixture.mcp.close();
    expect(pids.map(isRunning)).toEqual([false, false]);
  });

  test('that says far too much is cut short, and one answer that cannot be read fails its call at once', async () => {
    const program = `const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
      const text = (length) => ({ content: [{ type: 'text', text: 'z'.repeat(length) }] });
      const many = Array.from({ length: 2000 }, () => ({ type: 'text', text: 'part' }));
      const file = { type: 'resource', resource: { uri: 'a:b', text: 'z'.repeat(2e6) } };
      const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(8e6) };
      const answers = { big: () => text(20e6), huge: () => text(70e6), many: () => ({ content: many }),
        mixed: () => ({ content: [file, image, ...text(5).content], structuredContent: { all: 'z'.repeat(2e6) } }) };
      process.stdin.on('data', (data) => {
        for (const line of String(data).split('\\n')) {
          if (line === '') continue;
          const { id, method, params } = JSON.parse(line);
          if (method === 'initialize') send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} },
            serverInfo: { name: 'p', version: '1' } } });
          else if (method === 'tools/list') send({ id, result: { tools: ['big', 'huge', 'many', 'mixed', 'bad', 'busy']
            .map((name) => ({ name, inputSchema: { type: 'object' } })) } });
          else if (method === 'tools/call' && params.name === 'busy') {
            const { progressToken } = params._meta;
            const total = 6000;
            for (let progress = total / 2; progress <= total; progress += 1)
              send({ method: 'notifications/progress', params: { progressToken, progress, total, message: 'step ' + progress } });
            send({ id, result: text(2) });
          } else if (method === 'tools/call' && params.name in answers) send({ id, result: answers[params.name]() });
          else if (id !== undefined) send({ id, error: { code: -32601, message: 'n'.repeat(1e6) } });
        }
      });`;
    await using fixture = await open([stdioServer('p', '-e', program)], { options: { clock: new VirtualClock() } });
    await fixture.mcp.ready;
    const said = async (name: string): Promise<string> => {
      const outcome = JSON.stringify(await fixture.call(`mcp_p_${name}`));
      expect(outcome.length).toBeLessThan(1_100_000);
      return outcome.replaceAll(/([zn])\1+/gu, '$1$1');
    };

    expect(await said('big')).toMatch(/"zz\\n… \(\d+ more characters are left out: the answer is too long\.\)"/u);
    expect(await fixture.call('mcp_p_huge')).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('The message is longer than') as string }],
      isError: true,
    });
    expect(await said('many')).toContain('(1000 more parts of the answer are left out: it has too many.)');
    expect(await said('mixed')).toMatch(
      /zz.n… .*A part of the answer is left out: image of 80000\d\d bytes.*… \(5 more/u,
    );
    expect(await said('bad')).toMatch(/nn…/u);
    expect(JSON.stringify(fixture.heard).length).toBeLessThan(3_000_000);

    await said('busy');
    const titles = fixture.heard.flatMap((update) =>
      update.sessionUpdate === 'tool_call_update' && update.title?.startsWith('busy') ? [update.title] : [],
    );
    expect(titles.slice(1)).toEqual(['busy (p)', 'busy (p): 50 %, step 3000', 'busy (p)']);
  });

  test('whose tools change is asked for them again', async () => {
    const program = `let count = 0;
      const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
      process.stdin.on('data', (data) => {
        for (const line of String(data).split('\\n')) {
          if (line === '') continue;
          const { id, method } = JSON.parse(line);
          if (method === 'initialize') send({ id, result: { protocolVersion: '2025-06-18',
            capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'p', version: '1' } } });
          else if (method === 'tools/list') {
            count += 1;
            send({ id, result: { tools: [{ name: 'tool' + count, inputSchema: { type: 'object' } }] } });
            if (count === 1) send({ method: 'notifications/tools/list_changed' });
          } else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } });
        }
      });`;
    let tell = (): void => undefined;
    const changed = new Promise<void>((resolve) => (tell = resolve));
    const seen: string[][] = [];
    const options: McpOptions = {
      onChange: () => {
        seen.push(found().map(({ name }) => name));
        if (seen.length === 2) tell();
      },
    };
    let found: McpConnections['tools'] = () => [];
    await using fixture = await open([stdioServer('p', '-e', program)], { options });
    found = () => fixture.mcp.tools();
    await changed;
    expect(seen.at(-1)).toEqual(['mcp_p_tool2']);
  });
});

describe('MCP servers over HTTP', () => {
  test.each([
    ['http', 'streamableHttp', 'mcp'],
    ['sse', 'sse', 'sse'],
  ] as const)('of the kind %s are reached too', async (type, kind, path) => {
    const server = await serveEverything(kind);
    try {
      const url = `http://127.0.0.1:${server.port}/${path}`;
      const headers = [{ name: 'x-key', value: 'very-secret' }];
      await using fixture = await open([{ type, name: 'far', url, headers } as McpServer]);
      await fixture.mcp.ready;
      expect(notices(fixture)).toEqual([]);
      const outcome = await fixture.call('mcp_far_echo', { message: 'hi' });
      expect(outcome.content).toEqual([{ type: 'text', text: 'Echo: hi' }]);
    } finally {
      await server.stop();
    }
  });
});

describe('servers that do not work', () => {
  test('are reported one by one, without secrets, and the others work', async () => {
    const env = [{ name: 'TOKEN', value: 'very-secret' }];
    await using fixture = await open([
      { type: 'stdio', name: 'missing', command: '/no/such/program', args: [], env },
      { ...stdioServer('loud', '-e', 'console.error("my token is " + process.env.TOKEN); process.exit(3)'), env },
      { type: 'http', name: 'nowhere', url: 'http://127.0.0.1:9/mcp?token=very-secret' },
      stdioServer('e', everything, 'stdio'),
    ]);
    await fixture.mcp.ready;
    const titles = notices(fixture).map((update) => (update as { title: string }).title);
    expect(titles.toSorted()).toEqual([
      'The MCP server loud cannot be used.',
      'The MCP server missing cannot be used.',
      'The MCP server nowhere cannot be used.',
    ]);
    const said = JSON.stringify(notices(fixture));
    expect(said).toContain('my token is (hidden)');
    expect(said).not.toContain('very-secret');
    const descriptions = notices(fixture).map((update) => (update as { description?: string }).description);
    expect(descriptions.toSorted((left = '', right = '') => (left < right ? -1 : 1))).toEqual([
      '/no/such/program could not be started: command not found; check its name and path.',
      'It cannot be reached (bad port); start it, or correct its address.',
      'It exited with code 3.\nmy token is (hidden)',
    ]);
    expect(fixture.mcp.tools().length).toBeGreaterThan(0);
  });

  test('are waited for when they only start slowly', async () => {
    // An older server, which does not respond to anything before initialize, like one that is still being installed.
    const program = `
      const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (method === 'initialize') answer(id, { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
        if (method === 'tools/list') answer(id, { tools: [{ name: 'bloom', inputSchema: { type: 'object' } }] });
      });`;
    await using fixture = await open([stdioServer('slow', '-e', program)]);
    await fixture.mcp.ready;
    expect(notices(fixture)).toEqual([]);
    expect(fixture.mcp.tools().map(({ name }) => name)).toEqual(['mcp_slow_bloom']);
  });

  test('hold work up for a while only, and not after it was cancelled', async () => {
    const clock = new VirtualClock();
    await using fixture = await open([stdioServer('mute', '-e', 'process.stdin.resume()')], { options: { clock } });
    const cancelled = new AbortController();
    const [waiting, given] = [fixture.mcp.settled(new AbortController().signal), fixture.mcp.settled(cancelled.signal)];
    cancelled.abort();
    expect(await given).toEqual([]);
    await clock.advance(10_000);
    expect(await waiting).toEqual(['mute']);
    await fixture.mcp.close();
  });

  test('are given up in time', async () => {
    const clock = new VirtualClock();
    const options = { clock, limits: { connect: 5000 } };
    await using fixture = await open([stdioServer('mute', '-e', 'process.stdin.resume()')], { options });
    await clock.advance(5000);
    await fixture.mcp.ready;
    const notice = await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
    expect(notice).toMatchObject({
      title: 'The MCP server mute cannot be used.',
      description: 'It did not answer within 5 seconds.',
    });
    for (const pid of fixture.mcp.pids) expect(isRunning(pid)).toBe(false);
  });
});

test('a server is told the version of the agent', async () => {
  const [file, heard] = [join(folder, 'server.mjs'), join(folder, 'heard')];
  await writeFile(heard, '');
  await writeFile(
    file,
    `import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync(${JSON.stringify(heard)}, line);
  const { id } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
}
`,
  );
  await using fixture = await open([stdioServer('ears', file)], { options: { version: '1.2.3' } });
  await fixture.mcp.ready;
  expect(await readFile(heard, 'utf8')).toContain('{"name":"acp-stack-agent","version":"1.2.3"}');
});
