/**
 * Every sample of READMEs and guides that is not taken from `examples/` runs here, and does what its page says: with the
 * agents, programs, servers and files that it supposes, in a folder of its own and on loopback.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as requestOverTls } from 'node:https';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { remote } from '@acp-stack/http/node';
import { acpTransport, mcpServer, offer, tool } from '@acp-stack/mcp';
import { AgentStore, type SessionStore } from '@acp-stack/react';
import { chain } from '@acp-stack/conductor';
import { chain as chainOfNode } from '@acp-stack/conductor/node';
import { createToken, openHub, serveHub, staticToken, TokenTable } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { openRegistry } from '@acp-stack/registry';
import { memoryPair, Peer, wrapChannel, type Channel } from '@acp-stack/rpc';
import { agent, client, proxy, type Agent, type Client, type ClientConnection, type AcpProxy } from '@acp-stack/sdk';
import {
  editEngine,
  nesClientCapabilities,
  serveNes,
  startNes,
  withConfigOptions,
  type NesEngine,
} from '@acp-stack/nes';
import { spawnAgent } from '@acp-stack/stdio';
import { emptyTranscript, toJson, toMarkdown, type Transcript, type TranscriptStore } from '@acp-stack/transcript';
import { openWorkspace, type Workspace } from '@acp-stack/workspace';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { context, trace } from '@opentelemetry/api';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { repository } from '../support/checkout.ts';
import { cert, key } from '../support/loopback-certificate.ts';
import { wordsOf } from '../support/command-lines.ts';
import { sharedPostgres, whyNoPostgres } from '../support/postgres-server.mjs';
import {
  blockOf,
  fenceOf,
  codeOf,
  runSample,
  samples,
  type Check,
  type Place,
  type Ran,
  type Surroundings,
} from '../support/sample-place.ts';

const info = { name: 'gardener', version: '1.0.0' };
const texts = (seen: unknown): string => JSON.stringify(seen);
/** Waits until the check passes. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 150_000, interval: 20 });
const florist = join(repository, 'examples', 'florist', 'florist.mjs');

const gardener = (): Agent =>
  agent(info, { accepts: ['image'], mcp: ['acp', 'http'] })
    .on('_garden.example/season', Object, () => ({ season: 'spring' }))
    .onPrompt(async ({ message, requestPermission }) => {
      await message.append('Roses grow here.');
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
      await requestPermission({ title: 'Water them?', options });
    });

/** An agent that calls every tool which it is given. */
const toolUser = (args: object, results: unknown[]): Agent =>
  agent(info, { mcp: ['acp'] })
    .onSession(async ({ connection, mcpServers }) => {
      for (const server of mcpServers) {
        if (server.type !== 'acp') continue;
        const mcp = new McpClient(info);
        await mcp.connect(acpTransport(connection, server));
        for (const { name } of (await mcp.listTools()).tools) {
          results.push(await mcp.callTool({ name, arguments: { ...args } }));
        }
      }
    })
    .onPrompt(() => undefined);

/** A channel that leads to the agent. */
function channelTo(app: { connect(channel: Channel): unknown }): Channel {
  const [ours, theirs] = memoryPair();
  app.connect(theirs);
  return ours;
}

const editor = (): Client =>
  client({ name: 'editor', version: '1.0.0' }, { capabilities: nesClientCapabilities() }).onPermission(() => 'yes');

const connectedBy = (channel: Channel): Promise<ClientConnection> => editor().connect(channel);

const connected = (app: Agent = gardener()): Promise<ClientConnection> => connectedBy(channelTo(app));

/** What the agent at the other end answers. */
async function answerOf(connection: ClientConnection, question = 'What grows here?'): Promise<string> {
  const session = await connection.newSession({ cwd: process.cwd() });
  let answer = '';
  for await (const update of session.prompt(question)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
    if (update.sessionUpdate === 'agent_message') answer += texts(update.content);
  }
  return answer;
}

async function answerAt(channel: Channel, question?: string): Promise<string> {
  await using connection = await connectedBy(channel);
  return await answerOf(connection, question);
}

const toGardener =
  (check: Check): Surroundings =>
  ({ values }) => {
    Object.assign(values, { channel: channelTo(gardener()), choose: () => 'yes' });
    return check;
  };

const withSession =
  (check: Check): Surroundings =>
  async ({ values, later }) => {
    const connection = await connected();
    later(() => connection.close());
    Object.assign(values, { session: await connection.newSession({ cwd: '/garden' }), choose: () => 'yes' });
    return check;
  };

/** The sample serves an agent at its channel; a client uses it, and leaves. */
const served =
  (use: (connection: ClientConnection) => Promise<void>): Surroundings =>
  ({ values }) => {
    const [ours, theirs] = memoryPair();
    Object.assign(values, { channel: theirs, app: gardener() });
    const visit = connectedBy(ours).then(async (connection) => {
      await use(connection);
      await connection.close();
    });
    return () => visit;
  };

const hears =
  (answer: string) =>
  async (connection: ClientConnection): Promise<void> =>
    expect(await answerOf(connection)).toContain(answer);

/** The sample makes an agent; a client talks to it. */
const madeAnswers =
  (answer: string): Surroundings =>
  () =>
  async ({ made }) => {
    await using connection = await connected(made['madeAgent'] as Agent);
    expect(await answerOf(connection)).toContain(answer);
  };

/** The sample is a program that is an agent. */
const programAnswers =
  (answer: string, prepare: Surroundings = () => () => undefined): Surroundings =>
  async (place) => {
    await prepare(place);
    return async ({ program }) => expect(await answerAt(spawnAgent(['node', program]))).toContain(answer);
  };

/** An agent at an address of this machine. */
async function addressOf(
  place: Place,
  app: { connect(channel: Channel): never } | Agent = gardener(),
): Promise<string> {
  const serving = await serveHttp(app);
  place.later(() => serving.close());
  return serving.url;
}

/** The channel, over which a client asks for version 1. */
const askingForVersion1 = (channel: Channel): Channel =>
  wrapChannel(channel, {
    send: (sent) => {
      const { method, params } = sent as { readonly method?: string; readonly params?: object };
      if (method !== 'initialize') return channel.send(sent);
      return channel.send({ ...(sent as object), params: { ...params, protocolVersion: 1 } });
    },
  });

/** The server that the sample has started, at a port that is free. */
async function originOf(place: Place, { made }: Ran): Promise<string> {
  const server = made['server'] as Server;
  place.later(() => {
    server.close();
    server.closeAllConnections();
  });
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The answer to the request that a line with `curl` makes: the headers of `-H`, and the body of `-d`. */
async function sentByCurl(line: string, origin: string): Promise<string> {
  const [program, url = '', ...options] = wordsOf(line.replaceAll('\\\n', ' ').trim());
  expect([program, ...options.filter((_, index) => index % 2 === 0)]).toEqual(['curl', '-H', '-d']);
  const [, header = '', , body = ''] = options;
  const [name = '', value = ''] = header.replace('$ANN_KEY', process.env['ANN_KEY'] ?? '').split(': ');
  const answer = await fetch(new URL(new URL(url).pathname, origin), {
    method: 'POST',
    headers: { [name]: value },
    body,
  });
  return await answer.text();
}

/** Stops what the sample serves. */
function closing(place: Place, { made }: Ran, name: string): { readonly url: string } {
  const serving = made[name] as { readonly url: string; close(): Promise<void> };
  place.later(() => serving.close());
  return serving;
}

/** What `fetch` of the sample reaches instead of the network. */
function answering(pages: Readonly<Record<string, string | object>>): void {
  const real = fetch;
  vi.stubGlobal('fetch', (address: string | URL | Request, init?: RequestInit) => {
    const url = address instanceof Request ? address.url : String(address);
    const page = Object.entries(pages).find(([beginning]) => url.startsWith(beginning))?.[1];
    if (page !== undefined) return Promise.resolve(typeof page === 'string' ? new Response(page) : Response.json(page));
    if (new URL(url).hostname === '127.0.0.1') return real(address, init);
    return Promise.resolve(new Response('', { status: 404 }));
  });
}

/** The store of a session of the sample's page, with the agent that a page has. */
async function sessionStore(place: Place, app: Agent): Promise<SessionStore> {
  const store = new AgentStore({ info, connect: () => channelTo(app) });
  place.later(store.retain());
  const session = store.newSession({ cwd: '/garden' });
  await eventually(() => expect(session.snapshot().status).toBe('open'));
  return session;
}

const draw = (component: unknown, session: SessionStore): string =>
  renderToStaticMarkup(createElement(component as ComponentType<{ session: SessionStore }>, { session }));

const prompt = (block: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [block] } });
const rose = { type: 'text', text: 'Hello' };

const manifest = (more: object): object => ({
  id: 'claude',
  name: 'Claude',
  version: '1.0.0',
  description: 'Talks of roses',
  license: 'MIT',
  distribution: { npx: { package: 'claude-agent@1.0.0' } },
  ...more,
});

/** By the page and how many samples it had until then. */
const runs: Readonly<Record<string, Surroundings>> = {
  'README.md 1': programAnswers('Hello.'),
  'README.md 2': ({ values, write }) => {
    write('greeter.js', codeOf('README.md 1'));
    values['choose'] = () => 'cancelled';
    return ({ seen }) => expect(texts(seen)).toContain('Hello.');
  },
  'apps/conformance/README.md 1': ({ program, instead }) => {
    program('my-agent', [process.execPath, florist]);
    // All rules take a while, for what an agent must not do is waited for.
    const one = "agentScenarios.filter(({ name }) => name === 'prompt/response-of-version-1')";
    instead['scenarios: agentScenarios'] = `scenarios: ${one}`;
    return ({ printed }) => {
      expect(printed()).toMatch(/^florist 1\.0\.0: agent of version 1/mu);
      expect(printed()).toMatch(/^\d+ passed/mu);
    };
  },
  'docs/guides/build-a-web-client.md 1': async ({ values, instead, later }) => {
    const token = createToken();
    const tokens = new TokenTable([staticToken('ann', token)]);
    const hub = await openHub({
      journal: memoryJournal(),
      agents: { gardener: gardener() },
      roots: [process.cwd()],
      credentials: { tokens: () => tokens },
    });
    later(() => hub.close());
    const serving = await serveHub(hub, { port: 0 });
    later(() => serving.close());
    // Node 20 has none.
    Object.assign(values, { token, WebSocket });
    instead['127.0.0.1:8421'] = new URL(serving.url).host;
    return async ({ made }) => {
      const connect = made['connect'] as () => Promise<Channel>;
      for (const channel of [await connect(), await connect()]) {
        expect(await answerAt(channel)).toContain('Roses grow here.');
      }
    };
  },
  'docs/guides/build-a-web-client.md 2':
    (place) =>
    async ({ made }) => {
      const session = await sessionStore(
        place,
        agent(info).onPrompt(async (turn) => {
          await turn.session.setTitle('Roses');
          await turn.message.append('They are red.');
        }),
      );
      await session.prompt('What grows here?');
      await eventually(() =>
        expect(draw(made['Conversation'], session)).toBe(
          '<section aria-label="Roses"><p>What grows here?</p><p>They are red.</p></section>',
        ),
      );
    },
  'docs/guides/build-a-web-client.md 3':
    (place) =>
    async ({ made }) => {
      const session = await sessionStore(place, gardener());
      await session.prompt('What grows here?');
      await eventually(() =>
        expect(draw(made['Bar'], session)).toBe('<menu><button>Yes</button><button>Later (0)</button></menu>'),
      );
    },
  'docs/guides/build-a-web-client.md 4': (place) => {
    const { values, later } = place;
    const drawn: Transcript[] = [];
    values['connect'] = () => channelTo(gardener());
    // Frames may be drawn after the end.
    place.before = 'const { draw } = globalThis;\n';
    values['draw'] = (transcript: Transcript) => drawn.push(transcript);
    return async ({ made }) => {
      later(made['disconnect'] as () => void);
      const session = made['session'] as SessionStore;
      await eventually(() => expect(session.snapshot().status).toBe('open'));
      await session.prompt('What grows here?');
      await eventually(() => expect(toMarkdown(drawn.at(-1) ?? emptyTranscript())).toContain('Roses grow here.'));
    };
  },
  'docs/guides/coming-from-the-official-sdk.md 1': programAnswers('You said: What grows here?', (place) => {
    place.before = blockOf(
      'docs/guides/coming-from-the-official-sdk.md',
      'examples/coming-from-the-official-sdk/ours.ts#agent',
    );
    return () => undefined;
  }),
  'docs/guides/coming-from-the-official-sdk.md 2': ({ write, later }) => {
    const page = 'docs/guides/coming-from-the-official-sdk.md';
    write('agent.mjs', blockOf(page, 'examples/coming-from-the-official-sdk/ours.ts#agent') + codeOf(`${page} 1`));
    return async ({ made }) => {
      const connection = made['connection'] as ClientConnection;
      later(() => connection.close());
      expect(await answerOf(connection)).toBe('You said: What grows here?');
    };
  },
  'docs/guides/give-any-agent-your-tools.md 1': ({ write, instead, later }) => {
    write('florist.mjs', readFileSync(florist, 'utf8'));
    // Else they are closed before they can be asked.
    instead['await using one'] = 'const one';
    instead['await using other'] = 'const other';
    return async ({ made }) => {
      for (const connection of [made['one'], made['other']] as readonly ClientConnection[]) {
        later(() => connection.close());
        expect(await answerOf(connection, 'when do roses bloom?')).toBe('The tool season says: June\n');
      }
    };
  },
  'docs/guides/look-up-and-check.md 1': ({ values }) => {
    values['line'] = prompt({ type: 'txt' });
    return ({ printed }) => expect(printed()).toMatch(/"path":"\/prompt\/0\/type","expected":"[^"]*","found":/u);
  },
  'docs/guides/observe-agents.md 1': (place) => {
    const page = 'docs/guides/observe-agents.md';
    place.write('telemetry.ts', blockOf(page, 'examples/observed-agent/telemetry.ts#sdk'));
    place.before = [
      "import { startTelemetry } from './telemetry.ts';\n",
      blockOf(page, 'examples/observed-agent/main.ts#agent'),
      blockOf(page, 'examples/observed-agent/main.ts#client'),
    ].join('');
    place.later(() => {
      trace.disable();
      context.disable();
    });
    const dir = vi.spyOn(console, 'dir').mockReturnValue();
    place.later(() => dir.mockRestore());
    return () =>
      expect(dir.mock.calls.map(([span]) => (span as { readonly name: string }).name)).toEqual(
        expect.arrayContaining(['invoke_agent gardener', 'execute_tool cut', 'session/request_permission']),
      );
  },
  'docs/guides/script-an-agent.md 1':
    () =>
    async ({ made }) =>
      expect(await answerAt(made['forClient'] as Channel)).toBe('Hello.'),
  'packages/ag-ui/README.md 1': (place) => {
    vi.stubEnv('ANN_TOKEN', 'ann-secret');
    place.instead['8080'] = '0';
    return async (ran) => {
      const url = `${await originOf(place, ran)}/ag-ui`;
      const body = JSON.stringify({
        threadId: 'garden-1',
        runId: 'one',
        messages: [{ id: '1', role: 'user', content: 'Roses' }],
        tools: [],
        context: [],
        state: {},
        forwardedProps: {},
      });
      const headers = { authorization: 'Bearer ann-secret', 'content-type': 'application/json' };
      expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
      const events = await (await fetch(url, { method: 'POST', body, headers })).text();
      expect(events).toContain('Roses need water.');
      await (ran.made['endpoint'] as AsyncDisposable)[Symbol.asyncDispose]();
    };
  },
  'packages/ai-sdk/README.md 1': ({ write }) => {
    for (const name of ['ai-sdk-short', 'ai-sdk-rules', 'ai-sdk-model', 'rules']) {
      write(`${name}.mjs`, readFileSync(join(repository, 'examples', 'bring-your-agent', `${name}.mjs`), 'utf8'));
    }
    return ({ printed }) => expect(printed().replaceAll('\n', '')).toBe('The result is: 3 roses cut.');
  },
  'packages/rpc/README.md 1':
    () =>
    ({ made }) =>
      expect(made['sum']).toBe(5),
  'packages/rpc/README.md 2':
    () =>
    ({ made }) =>
      expect(made['peer']).toBeInstanceOf(Peer),
  'packages/schema/README.md 1': ({ values }) => {
    values['line'] = prompt(rose);
    return ({ made }) => expect(made).toMatchObject({ method: 'session/prompt', checked: { ok: true } });
  },
  'packages/schema/README.md 2': ({ values }) => {
    values['params'] = { sessionId: 's', prompt: [rose] };
    return ({ made }) => expect(made['texts']).toEqual(['Hello']);
  },
  'packages/schema/README.md 3': ({ values }) => {
    values['block'] = { type: '_garden.example/bed' };
    return ({ seen }) => expect(seen).toEqual([values['block']]);
  },
  'packages/sdk/README.md 1': served(hears('Hello.')),
  'packages/sdk/README.md 2': toGardener(({ seen }) => expect(texts(seen)).toContain('Roses grow here.')),
  'packages/sdk/README.md 3': madeAnswers('Painted.'),
  'packages/sdk/README.md 4': async (place) => {
    place.values['bytes'] = new Uint8Array([1, 2, 3]);
    return withSession(({ seen, made }) => {
      expect(texts(seen)).toContain('Roses grow here.');
      expect(made['stopReason']).toBe('end_turn');
    })(place);
  },
  'packages/sdk/README.md 5': madeAnswers('Done.'),
  'packages/sdk/README.md 6': async ({ values }) => {
    const connection = await connected();
    await connection.newSession({ cwd: '/garden' });
    await connection.close();
    Object.assign(values, { connection, channel: channelTo(gardener()) });
    return ({ seen, made }) => expect([...(made['restored'] as unknown[]), ...seen]).toHaveLength(1);
  },
  'packages/sdk/README.md 7': async ({ values }) => {
    const watered: string[] = [];
    values['connection'] = await connected();
    values['parsePlant'] = String;
    values['water'] = (plant: string) => void watered.push(plant);
    return async ({ made }) => {
      expect(made['season']).toEqual({ season: 'spring' });
      const [ours, theirs] = memoryPair();
      const asking = agent(info).onPrompt(async (turn) => {
        await turn.session.connection.request('_garden.example/water', 'tulip');
      });
      asking.connect(theirs);
      await using connection = await (made['madeClient'] as Client).connect(ours);
      await answerOf(connection);
      expect(watered).toEqual(['tulip']);
    };
  },
  'packages/sdk/README.md 8':
    () =>
    async ({ made }) => {
      const channel = askingForVersion1(channelTo(made['madeAgent'] as Agent));
      await using connection = await (made['madeClient'] as Client).connect(channel);
      expect(await answerOf(connection)).toBe('the unsaved text of /garden/rose.md');
    },
  'packages/transcript/README.md 1': withSession(({ seen }) => expect(seen).toContain('Roses grow here.')),
  'packages/transcript/README.md 2': async (place) => {
    place.values['line'] = JSON.stringify(toJson(emptyTranscript()));
    const check: Check = async ({ seen, made }) => {
      expect(seen).toEqual([toMarkdown(emptyTranscript()), place.values['line']]);
      const session = place.values['session'] as { prompt(text: string): Promise<unknown> };
      await session.prompt('What grows here?');
      expect(toMarkdown(made['transcript'] as Transcript)).toContain('Roses grow here.');
    };
    return withSession(check)(place);
  },
  'packages/transcript/README.md 3':
    () =>
    ({ made }) => {
      const store = made['store'] as TranscriptStore;
      const useTranscript = made['useTranscript'] as () => Transcript;
      const Roses = (): string => toMarkdown(useTranscript());
      store.apply({ sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'Roses.' }] });
      expect(renderToStaticMarkup(createElement(Roses))).toContain('Roses.');
    },
  'packages/transcript/README.md 4': async (place) => {
    const pending: number[] = [];
    const check: Check = async ({ made }) => {
      const store = made['store'] as TranscriptStore;
      vi.stubGlobal('choose', () => {
        pending.push(store.snapshot().permissions.size);
        return 'yes';
      });
      await (place.values['session'] as { prompt(text: string): Promise<unknown> }).prompt('What grows here?');
      expect([...pending, store.snapshot().permissions.size]).toEqual([1, 0]);
    };
    return withSession(check)(place);
  },
  'packages/journal/README.md 1': ({ instead, folder }) => {
    instead['/garden/.sessions'] = folder;
    return ({ seen }) => expect(seen).toMatchObject([expect.any(Number), [1, expect.anything(), { kind: 'prompt' }]]);
  },
  'packages/journal/README.md 2':
    () =>
    ({ made }) =>
      expect(made['streams']).toMatchObject([{ stream: 'session-1' }]),
  'packages/journal/README.md 3': ({ instead, folder }) => {
    instead['/garden/.sessions'] = folder;
    return ({ seen }) => {
      expect(seen).toMatchObject([{ streams: [{ stream: 'session-1' }] }]);
      expect(existsSync(join(folder, 'monday.db'))).toBe(true);
    };
  },
  'packages/journal/README.md 5': ({ instead, folder }) => {
    instead['/garden/.sessions'] = folder;
    return ({ seen }) => expect(seen).toHaveLength(1);
  },
  'packages/testing/README.md 1':
    () =>
    ({ made }) =>
      expect(made['agent']).toBeTypeOf('object'),
  'packages/testing/README.md 2':
    () =>
    ({ made }) =>
      expect(made['problems']).toEqual([]),
  'packages/testing/README.md 3':
    () =>
    ({ made }) =>
      expect(made).toMatchObject({ body: { model: 'm' } }),
  'packages/trace/README.md 1': ({ values }) => {
    values['line'] =
      `${prompt(rose)}\n${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } })}`;
    return ({ seen }) => expect(seen.at(-1)).toMatchObject({ method: 'session/prompt', took: expect.any(Number) });
  },
  'packages/bridge/README.md 1': ({ values }) => {
    values['channel'] = spawnAgent(['node', florist]);
    return async ({ made }) => {
      const peer = new Peer(made['bridged'] as Channel, { handlers: () => undefined });
      const params = { protocolVersion: 2, info, capabilities: {} };
      expect(await peer.request('initialize', params)).toMatchObject({ protocolVersion: 2, info: { name: 'florist' } });
      await peer.close();
    };
  },
  'packages/conductor/README.md 1':
    () =>
    async ({ made, seen }) => {
      await using connection = made['connection'] as ClientConnection;
      expect(await answerOf(connection)).toBe('The roses are at the gate.');
      expect(seen).toEqual([1]);
    },
  'packages/conductor/README.md 2': programAnswers('You said: What grows here?', async (place) => {
    const [first, ...rest] = ["import { proxy } from '@acp-stack/sdk';", "import { stdio } from '@acp-stack/stdio';"];
    place.write(
      'proxy.mjs',
      [first, ...rest, "await proxy({ name: 'audit', version: '1.0.0' }).serve(stdio());"].join('\n'),
    );
    place.program('npx', ['node', join(place.folder, 'proxy.mjs')]);
    place.program('my-agent', ['node', florist]);
    const url = await addressOf(place, proxy(info) as never);
    place.instead['wss://proxies.example.com/acp'] = url.replace('http', 'ws');
    return () => undefined;
  }),
  'packages/conductor/README.md 3':
    () =>
    async ({ made }) => {
      const servers: unknown[] = [];
      const app = (made['gardener'] as Agent).onSession(({ mcpServers }) => void servers.push(...mcpServers));
      await using connection = await (made['editor'] as Client).connect(chainOfNode(app));
      await connection.newSession({ cwd: '/garden' });
      expect(servers).toMatchObject([{ type: 'http', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/u) }]);
    },
  'packages/conductor/README.md 4': served(hears('Roses grow here.')),
  'packages/conductor/README.md 5': (place) => {
    const visit = served(hears('Roses grow here.'))(place) as Check;
    return async (ran) => {
      await visit(ran);
      expect(ran.seen).toContainEqual(expect.stringMatching(/ → /u));
    };
  },
  'packages/http/README.md 1': (place) => {
    place.instead['3000'] = '0';
    return async (ran) => {
      const { url } = closing(place, ran, 'serving');
      expect(ran.printed()).toBe(url);
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acp$/u);
      expect(await answerAt(remote(url))).toBe('Hello from afar.');
    };
  },
  'packages/http/README.md 2': async (place) => {
    place.instead['http://127.0.0.1:3000/acp'] = await addressOf(place);
    return async ({ made }) => {
      await using connection = made['connection'] as ClientConnection;
      expect(await answerOf(connection)).toContain('Roses grow here.');
    };
  },
  'packages/http/README.md 3': async (place) => {
    const asked: boolean[] = [];
    const headers: unknown[] = [];
    const serving = await serveHttp(gardener(), {
      authenticate: (request) => {
        headers.push(request.header('x-team'));
        return request.header('authorization') === 'Bearer fresh' ? 'ann' : undefined;
      },
    });
    place.later(() => serving.close());
    place.instead['https://agents.example/acp'] = serving.url;
    place.values['readToken'] = ({ isStale }: { readonly isStale: boolean }) => {
      asked.push(isStale);
      return Promise.resolve(isStale ? 'fresh' : 'stale');
    };
    return async ({ made }) => {
      expect(await answerAt(made['channel'] as Channel)).toContain('Roses grow here.');
      expect(asked).toEqual([false, true]);
      expect(new Set(headers)).toEqual(new Set(['garden']));
    };
  },
  'packages/http/README.md 4': (place) => {
    place.values['app'] = gardener();
    place.instead['3000'] = '0';
    return async (ran) => {
      const origin = await originOf(place, ran);
      expect(await answerAt(remote(`${origin}/agents/greeter`))).toContain('Roses grow here.');
      closing(place, ran, 'handler');
    };
  },
  'packages/http/README.md 5': (place) => {
    vi.stubEnv('ANN_TOKEN', 'ann-secret');
    place.values['app'] = gardener();
    return async (ran) => {
      const { url } = closing(place, ran, 'serving');
      expect(await answerAt(remote(url, { token: 'ann-secret' }))).toContain('Roses grow here.');
      await expect(answerAt(remote(url, { token: 'guessed' }))).rejects.toThrow(/401/u);
      await expect(answerAt(remote(url))).rejects.toThrow(/401/u);
    };
  },
  'packages/http/README.md 6': (place) => {
    for (const [name, text] of Object.entries({ 'server-key': key, server: cert, clients: cert })) {
      place.write(`${name}.pem`, text);
    }
    place.values['app'] = gardener();
    // The tests listen on loopback only.
    place.instead["'0.0.0.0'"] = "'127.0.0.1'";
    return async (ran) => {
      const { url } = closing(place, ran, 'serving');
      const { port } = new URL(url);
      const statusWith = (more: object): Promise<unknown> =>
        new Promise((resolve) => {
          const headers = { host: 'agents.example' };
          const options = {
            host: '127.0.0.1',
            servername: 'localhost',
            port,
            path: '/acp',
            ca: cert,
            headers,
            ...more,
          };
          requestOverTls(options, ({ statusCode }) => resolve(statusCode))
            .on('error', () => resolve('refused'))
            .end();
        });
      expect(await statusWith({ key, cert })).toBe(406);
      expect(await statusWith({ key, cert, headers: {} })).toBe(403);
      expect(await statusWith({})).toBe('refused');
    };
  },
  'packages/journal/README.md 4': async ({ instead }) => {
    const { url } = await sharedPostgres();
    instead['postgres://hub:password@db:5432/garden'] = url;
    instead["schema: 'acp'"] = "schema: 'sample', onRisk: () => undefined";
    // The page has made the session before.
    instead['using watching'] = "await journal.create('session-1'); await journal.create('program-1'); using watching";
    return ({ made }) => expect(made).toMatchObject({ token: expect.any(Number), last: expect.any(Number) });
  },
  'packages/mcp/README.md 1': ({ values }) => {
    const results: unknown[] = [];
    values['channel'] = channelTo(toolUser({ query: 'rose' }, results));
    answering({ 'https://plants.example/?q=rose': 'Rosa' });
    return () => expect(texts(results)).toContain('Rosa');
  },
  'packages/mcp/README.md 2': async ({ values }) => {
    const results: unknown[] = [];
    values['channel'] = channelTo(toolUser({ plant: 'rose' }, results));
    values['water'] = (plant: string) => `${plant} is wet.`;
    return () => eventually(() => expect(texts(results)).toContain('rose is wet.'));
  },
  'packages/mcp/README.md 3': async ({ values }) => {
    const [ours, theirs] = memoryPair();
    values['channel'] = theirs;
    await ours.end();
    return async ({ made }) => {
      const results: unknown[] = [];
      const chained = chain(made['gardener'] as AcpProxy, toolUser({}, results));
      await answerAt(channelTo(chained));
      expect(texts(results)).toContain('spring, for ');
    };
  },
  'packages/mcp/README.md 4':
    () =>
    async ({ seen, made }) => {
      const client4 = client({ name: 'editor', version: '1.0.0' });
      offer(client4, mcpServer('garden', { water: tool({ type: 'object' }, () => 'It is wet.') }));
      await using connection = await client4.connect(channelTo(made['madeAgent'] as Agent));
      await answerOf(connection);
      await eventually(() => expect(texts(seen)).toContain('water'));
    },
  'packages/mcp/README.md 5': ({ program, values, instead, later }) => {
    program('any-agent', ['node', florist]);
    values['water'] = (plant: string) => `${plant} is wet.`;
    // Else it is closed before it can be asked.
    instead['await using connection'] = 'const connection';
    return async ({ made }) => {
      const connection = made['connection'] as ClientConnection;
      later(() => connection.close());
      expect(await answerOf(connection, 'when do roses bloom?')).toBe('The tool water says: rose is wet.\n');
    };
  },
  'packages/nes/README.md 1': served(({ capabilities }) => {
    expect(capabilities.nes).toBeTypeOf('object');
    return Promise.resolve();
  }),
  'packages/nes/README.md 2': ({ values, instead, later }) => {
    values['channel'] = channelTo(serveNes(agent(info), { engine: editEngine() }));
    // Else they are closed before something can be suggested.
    instead['await using connection'] = 'const connection';
    instead['await using nes'] = 'const nes';
    return async ({ made, seen }) => {
      later(() => (made['connection'] as ClientConnection).close());
      await eventually(() => expect(texts(seen)).toMatch(/"line":2,.*fetch/u));
    };
  },
  'packages/nes/README.md 3': () => {
    answering({
      'http://localhost:8080/v1/completions': { choices: [{ text: 'const rose = 1;\nconst tulip = 3;\n' }] },
    });
    return async ({ made }) => {
      const app = serveNes(agent(info), { engine: made['engine'] as NesEngine });
      await using connection = await connected(app);
      await using nes = await startNes(connection, { kinds: ['edit'] });
      const uri = 'file:///garden/rose.ts';
      nes.open(uri, 'typescript', 'const rose = 0;\nconst tulip = 2;\n');
      nes.change(uri, 'const rose = 1;\nconst tulip = 2;\n');
      nes.suggest(uri, { line: 0, column: 0 });
      await eventually(() => expect(texts(nes.offered)).toContain('3'));
    };
  },
  'packages/nes/README.md 4': async ({ values }) => {
    values['app'] = agent(info);
    values['connection'] = await connected(serveNes(agent(info), withConfigOptions(editEngine())));
    return ({ made }) => {
      const { configOptions } = made['nes'] as { readonly configOptions: readonly object[] };
      expect(configOptions).toContainEqual(
        expect.objectContaining({ configId: 'suggest', currentValue: 'when-asked' }),
      );
    };
  },
  'packages/openai-endpoint/README.md 1': (place) => {
    vi.stubEnv('ANN_KEY', 'ann-0123456789abcdef');
    place.instead['8080'] = '0';
    return async (ran) => {
      const origin = await originOf(place, ran);
      const url = `${origin}/v1/chat/completions`;
      const body = JSON.stringify({ model: 'gardener', messages: [{ role: 'user', content: 'Roses' }] });
      const headers = { authorization: 'Bearer ann-0123456789abcdef', 'content-type': 'application/json' };
      expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
      const answer = (await (await fetch(url, { method: 'POST', body, headers })).json()) as object;
      expect(answer).toMatchObject({ choices: [{ message: { content: 'Roses need water.' } }] });
      expect(await sentByCurl(fenceOf('packages/openai-endpoint/README.md', 'sh'), origin)).toContain(
        'Roses need water.',
      );
      await (ran.made['endpoint'] as AsyncDisposable)[Symbol.asyncDispose]();
    };
  },
  'packages/registry/README.md 1': ({ program }) => {
    program('npx', ['node', florist]);
    answering({ 'https://cdn.agentclientprotocol.com/': { version: '1.0.0', agents: [manifest({})], extensions: [] } });
    return ({ made }) => expect(made).toMatchObject({ installed: { manifest: { id: 'claude', version: '1.0.0' } } });
  },
  'packages/registry/README.md 2': async ({ program, write, instead, folder }) => {
    program('npx', ['node', florist]);
    write('agents/rosalind/agent.json', JSON.stringify(manifest({ id: 'rosalind', name: 'Rosalind' })));
    const before = openRegistry([{ name: 'team', location: `${folder}/agents` }], { folder: `${folder}/kept` });
    await before.install(await before.find('rosalind'));
    write(
      'agents/rosalind/agent.json',
      JSON.stringify(
        manifest({
          id: 'rosalind',
          name: 'Rosalind',
          version: '1.1.0',
          distribution: { npx: { package: 'claude-agent@1.1.0' } },
        }),
      ),
    );
    instead['/srv/agents'] = `${folder}/agents`;
    instead['/home/me/.my-editor/agents'] = `${folder}/kept`;
    answering({ 'https://mirror.example/registry.json': { version: '1.0.0', agents: [], extensions: [] } });
    return ({ seen }) => {
      expect(seen).toContainEqual(['Rosalind', 'Talks of roses', expect.anything()]);
      expect(seen.filter((each) => Array.isArray(each) && ['team', 'mirror'].includes(each[0] as string))).toHaveLength(
        2,
      );
      expect(texts(seen)).toContain('did you mean team/rosalind?');
      expect(seen.at(-1)).toContainEqual({ what: 'version', before: '1.0.0', after: '1.1.0' });
    };
  },
  'packages/registry/README.md 3': ({ write }) => {
    write('agents/claude/agent.json', JSON.stringify(manifest({})));
    answering({ 'https://registry.npmjs.org/': { 'dist-tags': { latest: '1.2.0' }, versions: { '1.2.0': {} } } });
    return ({ seen }) => {
      expect(seen[0]).toEqual(['claude/agent.json', '', 'icon-present', 'warning', expect.anything()]);
      expect(texts(seen[1])).toContain('No address was asked');
      expect(seen.at(-1)).toMatchObject([true, true, [{ id: 'claude', from: '1.0.0', to: '1.2.0' }]]);
      expect(existsSync('public/registry.json')).toBe(true);
    };
  },
  'packages/stdio/README.md 1': programAnswers('Hello.'),
  'packages/stdio/README.md 2': ({ program }) => {
    program('npx', ['node', florist]);
    return ({ seen }) => expect(texts(seen)).toContain('You said: What grows here?');
  },
  'packages/stdio/README.md 3': ({ program, write, instead, folder }) => {
    write('some-agent.mjs', 'console.error(`${process.env.MODEL} in ${process.cwd()}`); process.exit(3);');
    program('some-agent', ['node', join(folder, 'some-agent.mjs')]);
    instead['/garden'] = folder;
    return ({ seen, made }) => {
      expect(seen).toEqual([[expect.any(Date), 'stderr', `tulip in ${folder}`]]);
      expect(made['code']).toBe(3);
    };
  },
  'packages/workspace/README.md 1': ({ write, folder, instead }) => {
    write('garden/beds/tulips.txt', 'a red tulip\n');
    write('garden/package.json', '{ "scripts": { "test": "echo it is tested" } }');
    write('seeds/one.txt', '');
    instead["'/garden'"] = `'${folder}/garden'`;
    instead["'/seeds'"] = `'${folder}/seeds'`;
    return ({ printed, made }) => {
      expect(printed()).toMatch(/beds\/tulips\.txt:1:9 a white tulip$/mu);
      expect(printed()).toContain('it is tested');
      expect(made).toMatchObject({ exitCode: 0 });
    };
  },
  'packages/workspace/README.md 2':
    ({ folder }) =>
    async ({ made }) => {
      await using workspace = await openWorkspace({ cwd: folder });
      const read = made['readOrExplain'] as (workspace: Workspace, path: string) => Promise<string>;
      expect(await read(workspace, 'none.txt')).toMatch(/^missing: /u);
      expect(await read(workspace, 'package.json')).toContain('module');
    },
  'packages/workspace/README.md 3': ({ folder, program, write }) => {
    write('make.sh', 'echo "made with $*"');
    program('make', ['sh', join(folder, 'make.sh')]);
    return async ({ made }) => {
      await using workspace = await openWorkspace({ cwd: folder });
      const build = made['build'] as (workspace: Workspace) => Promise<string>;
      expect(await build(workspace)).toBe('made with -j4\n');
    };
  },
  'packages/workspace/README.md 4': (place) => {
    const { write, instead, folder, values, later } = place;
    write('rules.json', '{ "rules": [{ "decision": "allow", "kind": ["read"] }], "otherwise": "ask" }');
    write('rose.md', 'red\n');
    instead['/home/mira/rules.json'] = join(folder, 'rules.json');
    // Else it is closed before an agent can use it.
    instead['await using machine'] = 'const machine';
    const picked: string[] = [];
    Object.assign(values, {
      openInEditor: () => 'pink\n',
      pick: (title: string) => {
        picked.push(title);
        return Promise.resolve('yes');
      },
      fillIn: () => Promise.resolve({ colour: 'red' }),
      consent: () => Promise.resolve('decline'),
    });
    return async ({ made }) => {
      later(() => (made['machine'] as AsyncDisposable)[Symbol.asyncDispose]());
      const answers: unknown[] = [];
      const app = agent(info).onPrompt(async (turn) => {
        answers.push(await turn.files.readText(join(folder, 'rose.md')));
        const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
        for (const kind of ['read', 'edit'] as const) {
          const toolCall = {
            toolCallId: kind,
            title: `${kind} it`,
            kind,
            locations: [{ path: join(folder, 'rose.md') }],
          };
          const subject = { type: 'tool_call' as const, toolCall };
          answers.push(await turn.requestPermission({ title: `${kind} it?`, subject, options }));
        }
      });
      await using connection = await (made['madeClient'] as Client).connect(askingForVersion1(channelTo(app)));
      await answerOf(connection);
      expect(picked).toEqual(['edit it']);
      expect(answers).toMatchObject(['pink\n', {}, {}]);
    };
  },
};

/** Left out if this user cannot start PostgreSQL; `whyNoPostgres` says why. */
const needsPostgres = 'packages/journal/README.md 4';

test.for([...samples.keys()])('the sample %s runs', async (name, { skip }) => {
  if (name === needsPostgres) skip(whyNoPostgres !== undefined, whyNoPostgres);
  const surroundings = runs[name];
  if (surroundings === undefined) throw new Error('Nothing runs it.');
  await runSample(name, surroundings);
});

test('nothing else is run', () => {
  expect(Object.keys(runs).toSorted()).toEqual([...samples.keys()].toSorted());
  expect(samples.size).toBeGreaterThan(70);
});
