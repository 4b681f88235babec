import { request } from 'node:http';

import { memoryJournal } from '@acp-stack/journal';
import type { Channel } from '@acp-stack/rpc';
import { settled, VirtualClock } from '@acp-stack/testing';
import { http, webSocket } from '@acp-stack/http/node';
import { describe, expect, test } from 'vitest';

import { Authenticator } from '../access/authenticator.ts';
import { Invitations } from '../access/invitations.ts';
import { Tickets } from '../access/tickets.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { HubCounters } from '../observe/counters.ts';
import { hubLog } from '../observe/hub-log.ts';
import { serveHub, type HubServing, type ServedHub, type ServeHubOptions } from './serve-hub.ts';

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };

class Setting implements AsyncDisposable {
  readonly journal = memoryJournal();
  readonly clock = new VirtualClock();
  readonly counters = new HubCounters();
  readonly lines: string[] = [];
  readonly invitations = new Invitations({
    journal: this.journal,
    addMember: () => Promise.resolve(),
    removeMember: () => Promise.resolve(),
    hasSession: () => Promise.resolve(true),
  });
  tokens = new TokenTable([staticToken('ada', 'token-a', true), staticToken('ada', 'token-a2', true)]);
  isDraining = false;
  ping: () => Promise<unknown> = () => this.journal.get('hub');
  pings = 0;
  readonly connected: (string | undefined)[] = [];
  readonly ended: string[] = [];
  requests = 0;
  serving: HubServing | undefined;

  readonly hub: ServedHub = {
    app: {
      connect: (channel: Channel, client) => {
        this.connected.push(client?.principal);
        const closed = new Promise<void>((resolve) => {
          channel.open({
            receive: (message) => {
              const { id } = message as { readonly id?: unknown };
              if (id !== undefined) channel.send({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } });
            },
            reject: () => undefined,
            ended: () => {
              resolve();
            },
          });
        });
        return { closed };
      },
      disconnect: (name) => void this.ended.push(name),
    },
    access: new Authenticator({
      tokens: () => this.tokens,
      invitations: this.invitations,
      tickets: new Tickets(this.journal),
      counters: this.counters,
    }),
    counters: this.counters,
    quotas: {
      request: () => {
        this.requests += 1;
        if (this.requests > 2) throw new Error('Too many.');
      },
    },
    ping: () => {
      this.pings += 1;
      return this.ping();
    },
    isDraining: () => this.isDraining,
    gauges: () => ({ liveSessions: 3, attachments: 4, agents: 5 }),
    log: hubLog({ node: 'n1', write: (line) => void this.lines.push(line) }),
    clock: this.clock,
  };

  async serve(options: ServeHubOptions = {}): Promise<string> {
    this.serving = await serveHub(this.hub, options);
    return this.serving.url;
  }

  async get(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.serving?.url), init);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.serving?.close();
  }
}

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

/** Connects and initializes; resolves with the channel and with what ends it. */
async function connect(
  url: string,
  token: string,
  transport: typeof http | typeof webSocket = webSocket,
): Promise<{ readonly channel: Channel; readonly ended: Promise<Error | undefined> }> {
  const channel = transport(url, { token, reconnect: { first: 1 } });
  let answered = (): void => undefined;
  const ready = new Promise<void>((resolve) => (answered = resolve));
  const ended = new Promise<Error | undefined>((resolve) => {
    channel.open({ receive: () => answered(), reject: () => undefined, ended: resolve });
  });
  channel.send(initialize);
  await Promise.race([ready, ended]);
  return { channel, ended };
}

/** Opens a WebSocket as a browser does: without headers of the program. */
const openSocket = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('sixteen bytes .!').toString('base64'),
    };
    request(url, { headers })
      .on('upgrade', (_, socket) => {
        socket.destroy();
        resolve('open');
      })
      .on('response', (response) => {
        response.resume();
        resolve(`status ${response.statusCode}`);
      })
      .on('error', reject)
      .end();
  });

describe('a page beside a hub', () => {
  test('gets the paths that the hub does not know, after Host and Origin were checked', async () => {
    await using setting = new Setting();
    const asked: string[] = [];
    await setting.serve({
      otherwise: (incoming, response) => {
        asked.push(`${incoming.method} ${incoming.url}`);
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      },
    });
    const page = await setting.get('/');
    expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
    expect((await setting.get('/page/token', { method: 'POST' })).status).toBe(200);
    expect((await setting.get('/healthz')).status).toBe(200);
    expect((await setting.get('/acp', { method: 'POST' })).status).toBe(401);
    const foreign = await setting.get('/', { headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.status).toBe(403);
    expect(asked).toEqual(['GET /', 'POST /page/token']);
  });

  test('may be given a token while the hub is served', async () => {
    await using setting = new Setting();
    await setting.serve();
    const ticket = (): Promise<Response> => setting.get('/ticket', { method: 'POST', ...bearer('of-the-page') });
    expect((await ticket()).status).toBe(401);
    setting.tokens = new TokenTable([...setting.tokens.tokens, staticToken('page', 'of-the-page', true)]);
    expect((await ticket()).status).toBe(200);
  });
});

describe('health', () => {
  test('/healthz needs no token and says only that the process is alive', async () => {
    await using setting = new Setting();
    await setting.serve();
    setting.ping = () => Promise.reject(new Error('down'));
    setting.isDraining = true;
    const response = await setting.get('/healthz');
    expect([response.status, await response.text()]).toEqual([200, 'ok\n']);
  });

  test('/readyz is 503 while the node drains or its store fails', async () => {
    await using setting = new Setting();
    await setting.serve();
    const ready = async (): Promise<readonly [number, string]> => {
      await setting.clock.advance(500);
      const response = await setting.get('/readyz');
      return [response.status, await response.text()];
    };
    expect(await ready()).toEqual([200, 'ready\n']);
    setting.ping = () => Promise.reject(new Error('The disk is full.'));
    expect(await ready()).toEqual([503, 'store unavailable\n']);
    setting.isDraining = true;
    expect(await ready()).toEqual([503, 'draining\n']);
  });

  test('many requests for readiness ask the store once', async () => {
    await using setting = new Setting();
    await setting.serve();
    await Promise.all(Array.from({ length: 20 }, () => setting.get('/readyz')));
    expect(setting.pings).toBe(1);
  });

  test('other paths and methods, and names of other hosts, are refused', async () => {
    await using setting = new Setting();
    await setting.serve();
    expect((await setting.get('/')).status).toBe(404);
    expect((await setting.get('/healthz', { method: 'POST' })).status).toBe(405);
    const origin = { headers: { origin: 'https://evil.example' } };
    expect((await setting.get('/healthz', origin)).status).toBe(403);
    expect((await setting.get('/ticket', { method: 'POST', ...origin })).status).toBe(403);
  });
});

describe('/metrics', () => {
  test('needs a token of an account, and has the numbers of the hub and of the server', async () => {
    await using setting = new Setting();
    await setting.serve();
    expect((await setting.get('/metrics')).status).toBe(401);
    const { secret } = await setting.invitations.create({
      sessionId: 's',
      role: 'observer',
      expiresIn: 9999,
      by: 'ada',
    });
    expect((await setting.get('/metrics', bearer(secret))).status).toBe(403);
    setting.counters.recordsAppended.add(7);
    setting.counters.items.add(1, 'session/prompt');
    setting.counters.appendSeconds.observe(0.002);
    setting.counters.appendSeconds.observe(60);
    const response = await setting.get('/metrics', bearer('token-a'));
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of [
      'acp_hub_sessions_live 3',
      'acp_hub_attachments 4',
      'acp_hub_agents 5',
      'acp_hub_records_appended_total 7',
      'acp_hub_items_total{method="session/prompt"} 1',
      'acp_hub_append_seconds_bucket{le="0.001"} 0',
      'acp_hub_append_seconds_bucket{le="0.0025"} 1',
      'acp_hub_append_seconds_bucket{le="5"} 1',
      'acp_hub_append_seconds_bucket{le="+Inf"} 2',
      'acp_hub_append_seconds_count 2',
      'acp_hub_refusals_total{reason="unauthenticated"} 1',
      'acp_connections 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    // Every line is a comment or a sample.
    expect(text.split('\n').filter((line) => !/^(?:#.*|[a-z_]+(?:\{[^}]*\})? [\d.e+-]+|)$/u.test(line))).toEqual([]);
  });

  test('may be public', async () => {
    await using setting = new Setting();
    await setting.serve({ publicMetrics: true });
    expect((await setting.get('/metrics')).status).toBe(200);
  });
});

describe('clients', () => {
  test('are admitted with valid credentials only', async () => {
    await using setting = new Setting();
    const url = await setting.serve();
    const { ended } = await connect(url, 'wrong');
    expect(await ended).toMatchObject({ code: 'unauthorized' });
    const { channel } = await connect(url, 'token-a');
    expect(setting.connected).toEqual(['ada']);
    channel.destroy();
  });

  test.each([
    ['http', http],
    ['webSocket', webSocket],
  ] as const)(
    'over %s lose their connection when their token is revoked, and others of the principal go on',
    async (_, transport) => {
      await using setting = new Setting();
      const url = await setting.serve();
      const [lost, kept] = [await connect(url, 'token-a', transport), await connect(url, 'token-a2', transport)];
      const links = (): number => {
        const { streams = 0, webSockets = 0 } = setting.serving?.counters() ?? {};
        return streams + webSockets;
      };
      const until = async (isReached: () => boolean): Promise<void> => {
        while (!isReached()) await settled();
      };
      await until(() => links() === 2);
      setting.tokens = new TokenTable([staticToken('ada', 'token-a2', true)]);
      setting.serving?.revoked('ada');
      expect(await lost.ended).toMatchObject({ code: 'unauthorized' });
      await until(() => links() === 1);
      expect(setting.ended).toEqual([]);
      kept.channel.destroy();
    },
  );

  test('lose their connection within 5 seconds when nothing proves them any more', async () => {
    await using setting = new Setting();
    const url = await setting.serve();
    const { secret, invitation } = await setting.invitations.create({
      sessionId: 's1',
      role: 'observer',
      expiresIn: 60_000,
      by: 'ada',
    });
    const guest = await connect(url, secret);
    const member = await connect(url, 'token-a');
    await setting.clock.advance(2000);
    expect(setting.ended).toEqual([]);
    await setting.invitations.revoke('s1', invitation.id);
    await setting.clock.advance(2000);
    expect(await guest.ended).toMatchObject({ code: 'unauthorized' });
    expect(setting.ended).toEqual([`guest:${invitation.id}`]);
    member.channel.destroy();
  });

  test('stay connected while the store cannot be asked about them', async () => {
    await using setting = new Setting();
    const url = await setting.serve();
    const { secret } = await setting.invitations.create({
      sessionId: 's',
      role: 'observer',
      expiresIn: 60_000,
      by: 'a',
    });
    const guest = await connect(url, secret);
    await setting.journal.close();
    await setting.clock.advance(4000);
    expect(setting.ended).toEqual([]);
    guest.channel.destroy();
  });

  test('in browsers get a ticket for one socket', async () => {
    await using setting = new Setting();
    const url = await setting.serve({ allowedOrigins: ['https://editor.example'] });
    const origin = { origin: 'https://editor.example' };
    const ask = (token: string): Promise<Response> =>
      setting.get('/ticket', { method: 'POST', headers: { ...origin, authorization: `Bearer ${token}` } });
    expect((await ask('wrong')).status).toBe(401);
    const preflight = await setting.get('/ticket', {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
    const response = await ask('token-a');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://editor.example');
    const { ticket } = (await response.json()) as { readonly ticket: string };
    const open = (): Promise<string> => openSocket(`${url}?ticket=${ticket}`);
    expect(await open()).toBe('open');
    expect(await open()).toBe('status 401');
    await ask('token-a');
    expect((await ask('token-a')).status).toBe(429);
  });
});

describe('serveHub', () => {
  test('without credentials it serves this machine only, and every client is the operator', async () => {
    await using setting = new Setting();
    await expect(serveHub(setting.hub, { host: '0.0.0.0', withoutCredentials: true })).rejects.toThrow(
      'A hub that other machines can reach must authenticate its clients; give it tokens.',
    );
    const { channel } = await connect(await setting.serve({ withoutCredentials: true }), 'any');
    expect(setting.connected).toEqual([undefined]);
    expect((await setting.get('/metrics')).status).toBe(200);
    channel.destroy();
  });

  test('a port that is taken is an error, and leaves no timer behind', async () => {
    await using setting = new Setting();
    const url = await setting.serve();
    const clock = new VirtualClock();
    await expect(serveHub({ ...setting.hub, clock }, { port: Number(new URL(url).port) })).rejects.toThrow();
    await settled();
    expect(clock.pending).toBe(0);
  });
});

test('no secret of a client gets into the log, the metrics or a reply', async () => {
  await using setting = new Setting();
  const url = await setting.serve();
  const canary = 'CANARYsecret';
  const { secret } = await setting.invitations.create({ sessionId: 's', role: 'observer', expiresIn: 60_000, by: 'a' });
  const replies = await Promise.all(
    ['/metrics', '/ticket', '/healthz', '/readyz', `/acp?ticket=${canary}`, `/${canary}`].flatMap((path) =>
      [canary, secret, 'token-a'].map(async (token) => {
        const response = await setting.get(path, {
          method: path === '/ticket' ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, cookie: `session=${canary}`, 'x-api-key': canary },
        });
        return `${JSON.stringify([...response.headers])}${await response.text()}`;
      }),
    ),
  );
  const guest = await connect(url, secret);
  setting.serving?.revoked('ada');
  const everything = [...setting.lines, ...replies].join('\n');
  expect(everything).not.toContain('CANARY');
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain('token-a');
  expect(setting.lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'listening',
    'access-revoked',
  ]);
  guest.channel.destroy();
});
