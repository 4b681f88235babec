/** A login belongs to the user who made it: another principal is not logged in by it, and cannot answer for it. */
import { readdir, readFile } from 'node:fs/promises';

import { http, webSocket } from '@acp-stack/http/node';
import { serveHttp } from '@acp-stack/http/server';
import { client, memoryStore, type Client, type ClientConnection } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { verifies } from '../requirements/requirement.ts';
import { eachFolder } from '../support/each-folder.ts';
import { codingAgent } from '@acp-stack/agent';
import { emptyConfig } from '../../apps/agent/src/providers/config.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { createLogin } from '../../apps/agent/src/auth/create-login.ts';

let data: string;
eachFolder((folder) => {
  data = folder;
});

const served = (): ReturnType<typeof serveHttp> =>
  serveHttp(
    codingAgent({
      store: memoryStore(),
      providers: new Providers(emptyConfig),
      version: '1.0.0',
      login: createLogin({ env: {}, data, auth: ['agent'] }),
    }),
    { authenticate: (request) => request.header('x-user') },
  );

const refused = { code: -32_000 };

describe.each([
  ['WebSocket', webSocket],
  ['HTTP', http],
] as const)('over %s', (_, connect) => {
  const as = (url: string, user: string, app: Client = client({ name: 'c', version: '1.0.0' })) =>
    app.connect(connect(url, { headers: { 'x-user': user } }));

  test(verifies('ELIC-18', 'a login is of the principal that made it, on each of its connections'), async () => {
    await using serving = await served();
    const login = (connection: ClientConnection): Promise<unknown> =>
      connection.request('auth/login', { methodId: 'agent' });
    await using ann = await as(serving.url, 'ann');
    await using bob = await as(serving.url, 'bob');
    await login(ann);
    await using again = await as(serving.url, 'ann');
    const { sessionId } = await again.request('session/new', { cwd: data });
    for (const method of ['session/list', 'session/new', 'session/delete'] as const)
      await expect(bob.request(method, { cwd: data, sessionId })).rejects.toMatchObject(refused);
    await login(bob);
    await ann.request('auth/logout', {});
    await expect(again.request('session/list', {})).rejects.toMatchObject(refused);
    expect(await bob.request('session/list', {})).toEqual({ sessions: [] });
    const files = await readdir(data);
    expect(files).toHaveLength(1);
    expect(`${files.join()} ${await readFile(`${data}/${files[0]}`, 'utf8')}`).not.toMatch(/ann|bob/u);
  });
});

test(verifies('ELIC-18', 'no other principal can answer an elicitation'), async () => {
  await using serving = await served();
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const app = client({ name: 'c', version: '1.0.0' }).onElicitation({
    url: (_, { signal }) => {
      isAsked();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve('cancel');
        });
      });
    },
  });
  let connectionId = '';
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    connectionId = response.headers.get('acp-connection-id') ?? connectionId;
    return response;
  };
  await using ann = await app.connect(http(serving.url, { headers: { 'x-user': 'ann' }, fetch: watched }));
  const leaving = new AbortController();
  const { signal: left } = leaving;
  const login = ann
    .request('auth/login', { methodId: 'agent' }, { signal: left, abandon: false })
    .catch(() => undefined);
  await asked;
  expect(connectionId).not.toBe('');
  const answer = { jsonrpc: '2.0', id: 1, result: { action: 'accept' } };
  const headers = { 'content-type': 'application/json', 'acp-connection-id': connectionId };
  const post = (user: string): Promise<Response> =>
    fetch(serving.url, { method: 'POST', headers: { ...headers, 'x-user': user }, body: JSON.stringify(answer) });
  expect((await post('bob')).status).toBe(404);
  expect((await post('')).status).toBe(404);
  expect((await post('ann')).status).toBe(202);
  leaving.abort();
  await login;
});
