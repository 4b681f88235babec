/**
 * What an agent in an application of a web framework promises, whichever framework it is.
 *
 * The applications are those of the guide: they compress, parse bodies, and log their users in themselves.
 */
import { once } from 'node:events';
import { request as nodeRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { http as http1 } from '@acp-stack/http';
import { http, remote, webSocket } from '@acp-stack/http/node';
import { acpMount, type AcpMount } from '@acp-stack/http/server';
import { agent, client, memoryStore, type Agent, type ClientConnection } from '@acp-stack/sdk';
import { serve, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';

import { inExpress } from '../../examples/mount-in-a-server/express.ts';
import { inFastify } from '../../examples/mount-in-a-server/fastify.ts';
import { inHono } from '../../examples/mount-in-a-server/hono.ts';

type Connect = typeof http;
type Framework = 'Express' | 'Fastify' | 'Hono';
type Serve = (mount: AcpMount) => Promise<Server>;

const frameworks: readonly (readonly [Framework, Serve])[] = [
  ['Express', async (mount) => inExpress(mount, 0)],
  ['Fastify', async (mount) => (await inFastify(mount, 0)).server],
  ['Hono', async (mount) => inHono(mount, 0)],
];

const transports: readonly (readonly [string, Connect])[] = [
  ['WebSocket', webSocket],
  ['HTTP and events', http],
  ['HTTP and events in any runtime', http1],
  ['whatever works', remote],
];

const path = '/agents/garden';
const token = 'ann-secret';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Garden {
  readonly url: string;
  readonly mount: AcpMount;
  readonly server: Server;
}

async function garden(serveIn: Serve, app: Agent = gardener()): Promise<Garden> {
  const mount = acpMount(app, { path });
  const server = await serveIn(mount);
  if (!server.listening) await once(server, 'listening');
  closers.push(async () => {
    await mount.close();
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, mount, server };
}

const gardener = (): Agent =>
  agent({ name: 'gardener', version: '1.0.0' }, { store: memoryStore() }).onPrompt(async ({ message, text }) => {
    await message.append(`I water the ${text}.`);
  });

async function connectTo(
  url: string,
  connect: Connect,
  { versions, as = token }: { readonly versions?: readonly [1] | readonly [2]; readonly as?: string } = {},
): Promise<ClientConnection> {
  const options = versions === undefined ? {} : { versions };
  const connection = await client({ name: 'c', version: '1.0.0' }).connect(connect(url, { token: as }), options);
  closers.push(() => connection.close());
  return connection;
}

interface Latch {
  readonly promise: Promise<void>;
  readonly open: () => void;
}

function latch(): Latch {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

/** What a request to upgrade gets: the status, and the words of the answer. */
async function upgradeAt(url: string, headers: Record<string, string> = {}): Promise<string> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const request = nodeRequest(url, { headers: { ...upgrade, ...headers } }).end();
  const [response] = (await Promise.race([once(request, 'response'), once(request, 'upgrade')])) as [IncomingMessage];
  if (response.statusCode === 101) {
    response.socket.destroy();
    return '101';
  }
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return `${response.statusCode} ${text}`.trim();
}

describe.each(frameworks)('in %s', (framework, serveIn) => {
  describe.each(transports)('over %s', (_, connect) => {
    test.each([1, 2] as const)('streams the work of a prompt as it comes, in version %i', async (version) => {
      const seen = latch();
      const app = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async ({ message, requestPermission }) => {
        await message.append('I dig');
        await seen.promise;
        const allowed = await requestPermission({ title: 'Cut the roses?' });
        await message.append(allowed === undefined ? ' and stop.' : ' and cut.');
      });
      const { url } = await garden(serveIn, app);
      const versions = version === 1 ? ([1] as const) : ([2] as const);
      const connection = await connectTo(url, connect, { versions });
      const session = await connection.newSession({ cwd: '/' });
      session.onPermission(({ options }) => options.find(({ kind }) => kind === 'allow_once')?.optionId ?? 'cancelled');
      const run = session.prompt('Begin');
      let text = '';
      for await (const update of run) {
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          text += update.content.text;
        // A stream that is held back would never come to this.
        if (text === 'I dig') seen.open();
      }
      expect([text, (await run).stopReason]).toEqual(['I dig and cut.', 'end_turn']);
    });

    test('refuses a client that the login does not know', async () => {
      const { url } = await garden(serveIn);
      await expect(connectTo(url, connect, { as: 'wrong' })).rejects.toThrow(
        /responded with 401\b.*: (?:Log in|it req)/u,
      );
    });

    test('shows the sessions of a user to no other', async () => {
      const { url } = await garden(serveIn);
      const [ann, bob] = [await connectTo(url, connect), await connectTo(url, connect, { as: 'bob-secret' })];
      const session = await ann.newSession({ cwd: '/' });
      await session.prompt('roses');
      const listed = async (connection: ClientConnection): Promise<readonly string[]> => {
        const ids: string[] = [];
        for await (const { sessionId } of connection.list()) ids.push(sessionId);
        return ids;
      };
      expect([await listed(ann), await listed(bob)]).toEqual([[session.id], []]);
      const prompt = { sessionId: session.id, prompt: [{ type: 'text' as const, text: 'tulips' }] };
      await expect(bob.request('session/prompt', prompt)).rejects.toThrow();
      await expect(bob.load({ sessionId: session.id, cwd: '/' })).rejects.toThrow();
    });

    test('closes after the work in progress, and takes no new connection meanwhile', async () => {
      const [began, go] = [latch(), latch()];
      const app = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async ({ message }) => {
        began.open();
        await go.promise;
        await message.append('Done.');
      });
      const { url, mount, server } = await garden(serveIn, app);
      const connection = await connectTo(url, connect);
      const session = await connection.newSession({ cwd: '/' });
      const run = session.prompt('dig');
      await began.promise;
      const closing = mount.close({ drain: 60_000 });
      await expect(connectTo(url, connect)).rejects.toThrow(/503|shutting down|not available/u);
      go.open();
      expect((await run).stopReason).toBe('end_turn');
      await closing;
      await connection.closed;
      const closed = once(server, 'close');
      server.close();
      await closed;
    });
  });

  test('does not know the connection of another user', async () => {
    const { url } = await garden(serveIn);
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const params = { protocolVersion: 1, clientCapabilities: {} };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    const as = (user: string): Record<string, string> => ({ ...headers, authorization: `Bearer ${user}-secret` });
    const begun = await fetch(url, { method: 'POST', headers: as('ann'), body });
    const id = begun.headers.get('acp-connection-id') ?? '';
    const at = async (user: string): Promise<string> => {
      const response = await fetch(url, { headers: { ...as(user), 'acp-connection-id': id } });
      const encoding = response.headers.get('content-encoding');
      await response.body?.cancel();
      return `${response.status} ${encoding}`;
    };
    // Nothing may be held back until it is worth compressing.
    expect([await at('bob'), await at('ann')]).toEqual(['404 null', '200 null']);
  });

  test('sends upgrades through the login, and refuses those of other paths', async () => {
    const { url } = await garden(serveIn);
    const loggedIn = { authorization: `Bearer ${token}` };
    expect(await upgradeAt(url)).toBe('401 Log in first.');
    expect(await upgradeAt(url, loggedIn)).toBe('101');
    expect(await upgradeAt(url, { ...loggedIn, host: 'evil.example' })).toBe('403 This host is not served here.');
    expect(await upgradeAt(new URL('/elsewhere', url).href, loggedIn)).toBe('404 Not found.');
  });

  test('leaves upgrades of other paths to other listeners', async () => {
    const { url, server } = await garden(serveIn);
    server.on('upgrade', (request, socket) => {
      if (request.url === '/mine') socket.end('HTTP/1.1 418 Mine\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
    expect(await upgradeAt(new URL('/mine', url).href)).toBe('418');
    expect(await upgradeAt(url, { authorization: `Bearer ${token}` })).toBe('101');
  });

  test('leaves the other routes as they are, with parsed and compressed bodies', async () => {
    const { url } = await garden(serveIn);
    const body = JSON.stringify({ roses: 'red '.repeat(1000) });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(new URL('/echo', url), { method: 'POST', headers, body });
    expect(response.headers.get('content-encoding')).not.toBeNull();
    expect(await response.text()).toBe(body);
  });

  test('tells in one sentence that a body parser has read the message', async () => {
    const { url } = await garden(withParserBefore[framework]);
    await expect(connectTo(url, http1)).rejects.toThrow(
      'The server has read the body before the agent could: its route belongs before the body parsers',
    );
    // A WebSocket has no bodies.
    const connection = await connectTo(url, remote);
    expect(connection.agentInfo.name).toBe('gardener');
  });

  test('works below the prefix of a router', async () => {
    const { url } = await garden(withPrefix[framework]);
    for (const connect of [webSocket, http1]) {
      const session = await (await connectTo(url, connect)).newSession({ cwd: '/' });
      expect((await session.prompt('roses')).stopReason).toBe('end_turn');
    }
  });

  test('needs a principal', async () => {
    const nameless = await garden((mount) => withPrefix.nobody(mount));
    await expect(connectTo(nameless.url, http1)).rejects.toThrow('401: Credentials are required');
    await expect(connectTo(nameless.url, webSocket)).rejects.toThrow('responded with 401');
  });

  test('needs the path of its route', async () => {
    const { url } = await garden((mount) => serveIn({ ...mount, path: '/another' }));
    await expect(connectTo(new URL('/another', url).href, http1)).rejects.toThrow(
      '404: The agent is mounted for /agents/garden, and this request is for another path',
    );
  });
});

/** Applications whose body parsers come first. */
const withParserBefore: Readonly<Record<Framework, Serve>> = {
  Express: async (mount) => {
    const app = express();
    app.use(express.json());
    app.all(mount.path, (request, response) => {
      mount.handle(request, response, 'ann');
    });
    const server = app.listen(0, '127.0.0.1');
    mount.upgrades(server);
    return server;
  },
  Fastify: async (mount) => {
    const app = fastify();
    app.all(mount.path, (request, reply) => {
      reply.hijack();
      mount.handle(request.raw, reply.raw, 'ann');
    });
    mount.upgrades(app.server);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  Hono: async (mount) => {
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.use(async (context, next) => {
      if (context.req.method === 'POST') await context.req.json();
      await next();
    });
    app.all(mount.path, (context) => {
      mount.handle(context.env.incoming, context.env.outgoing, 'ann');
      return RESPONSE_ALREADY_SENT;
    });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    mount.upgrades(server);
    return server;
  },
};

/** Applications that take a prefix off the paths of a router; `nobody` is one whose login finds no user. */
const withPrefix: Readonly<Record<Framework | 'nobody', Serve>> = {
  Express: async (mount) => inExpressRouter(mount, 'ann'),
  Fastify: async (mount) => {
    const app = fastify();
    await app.register(
      async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _body, done) => {
          done(null);
        });
        scope.all('/garden', (request, reply) => {
          reply.hijack();
          mount.handle(request.raw, reply.raw, 'ann');
        });
      },
      { prefix: '/agents' },
    );
    mount.upgrades(app.server);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  Hono: async (mount) => {
    const routes = new Hono<{ Bindings: HttpBindings }>();
    routes.all('/garden', (context) => {
      mount.handle(context.env.incoming, context.env.outgoing, 'ann');
      return RESPONSE_ALREADY_SENT;
    });
    const app = new Hono().route('/agents', routes);
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    mount.upgrades(server);
    return server;
  },
  nobody: async (mount) => inExpressRouter(mount, undefined),
};

function inExpressRouter(mount: AcpMount, principal: string | undefined): Server {
  const router = express.Router();
  router.all('/garden', (request, response) => {
    mount.handle(request, response, principal);
  });
  const server = express().use('/agents', router).listen(0, '127.0.0.1');
  mount.upgrades(server);
  return server;
}
