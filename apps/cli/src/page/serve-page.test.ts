/** The server of a page: who gets what. */
import { request } from 'node:http';

import { agent, client, type ClientConnection } from '@acp-stack/sdk';
import { webSocket } from '@acp-stack/http/node';
import { describe, expect, test } from 'vitest';

import { servePage, type ServedPage } from './serve-page.ts';

const app = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(() => undefined);
const serve = (): Promise<ServedPage> => servePage({ page: 'client', app, port: 0 });

const secretOf = (address: string): string => new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? '';
const bearer = (token: string): RequestInit => ({ method: 'POST', headers: { authorization: `Bearer ${token}` } });

/** The status of a request whose headers `fetch` would not send. */
const statusWith = (url: URL, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('the server of a page', () => {
  test('gives the page to everyone, and nothing else without a token', async () => {
    await using served = await serve();
    const { url } = served;
    const page = await fetch(new URL('/', url));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    expect((await fetch(new URL('/ticket', url), { method: 'POST' })).status).toBe(401);
    expect((await fetch(new URL('/ticket', url), bearer('wrong'))).status).toBe(401);
    expect((await fetch(new URL('/page/token', url), { method: 'POST' })).status).toBe(401);
    expect((await fetch(new URL('/package.json', url))).status).toBe(404);
    expect((await fetch(new URL('/ticket', url))).status).toBe(405);
    expect((await fetch(new URL('/page/token', url))).status).toBe(405);
    expect((await fetch(new URL('/', url), { method: 'POST' })).status).toBe(405);
  });

  test('exchanges the secret of an address once, and opens a WebSocket with a ticket once', async () => {
    await using served = await serve();
    const secret = secretOf(served.createAddress());
    const exchange = (): Promise<Response> => fetch(new URL('/page/token', served.url), bearer(secret));
    const { token } = (await (await exchange()).json()) as { token: string };
    expect(token).toBe(served.token);
    expect((await exchange()).status).toBe(401);
    const reply = await fetch(new URL('/ticket', served.url), bearer(token));
    const { ticket } = (await reply.json()) as { ticket: string };
    const address = `${served.url}?ticket=${ticket}`;
    const connect = (): Promise<ClientConnection> =>
      client({ name: 'page', version: '1.0.0' }).connect(webSocket(address), { timeout: 10_000 });
    const connection = await connect();
    expect(connection.agentInfo.name).toBe('greeter');
    await expect(connect()).rejects.toThrow();
    await connection.close();
  });

  test('tells a page with a token the address of the hub that it relays to', async () => {
    const hub = 'https://hub.example/acp';
    await using served = await servePage({ page: 'client', app, port: 0, hub });
    const reply = await fetch(new URL('/page/token', served.url), bearer(secretOf(served.createAddress())));
    expect(await reply.json()).toEqual({ token: served.token, hub });
  });

  test('refuses foreign hosts and pages of other origins', async () => {
    await using served = await serve();
    const page = new URL('/', served.url);
    expect(await statusWith(page, { host: 'evil.example' })).toBe(403);
    expect(await statusWith(page, { origin: 'http://evil.example' })).toBe(403);
    expect(await statusWith(page, { origin: page.origin })).toBe(200);
  });
});
