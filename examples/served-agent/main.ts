/** An agent that is served over HTTP and WebSocket: to whom, under which limits, and inside a server that exists already. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { http, webSocket } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';

// #region agent
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

import { acpFetchHandler, acpHandler, serveHttp } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';

const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`Hello, ${turn.text}.`);
});
// #endregion agent

// #region authenticate
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const tokens = new Map([['ann', digest('ann-secret')]]);

/** Returns the principal of a known token; undefined leads to 401. */
function principalOf(authorization = ''): string | undefined {
  const shown = digest(authorization.replace(/^Bearer /iu, ''));
  return [...tokens].find(([, known]) => timingSafeEqual(known, shown))?.[0];
}
// #endregion authenticate

type Connect = typeof webSocket;

/** What the agent at `url` says to `name`. */
async function greetingFor(name: string, url: string, connect: Connect): Promise<string> {
  await using connection = await client({ name: 'my-editor', version: '1.0.0' }).connect(
    connect(url, { token: 'ann-secret' }),
  );
  const session = await connection.newSession({ cwd: '/garden' });
  let answer = '';
  for await (const update of session.prompt(name)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}

async function alone(): Promise<void> {
  // #region serve
  const serving = await serveHttp(greeter, {
    port: 0, // any free port
    authenticate: (request) => principalOf(request.header('authorization')),
    limits: { connections: 8, bodyBytes: 1024 * 1024, idleTimeout: 60_000 },
  });
  process.stderr.write(`${serving.url}\n`); // http://127.0.0.1:…/acp
  // #endregion serve
  assert.equal(await greetingFor('Ann', serving.url, webSocket), 'Hello, Ann.');
  assert.equal(await greetingFor('Ann', serving.url, http), 'Hello, Ann.');
  assert.equal((await fetch(serving.url, { method: 'POST' })).status, 401);
  // #region close
  await serving.close({ drain: 10_000 });
  // #endregion close
}

async function along(): Promise<void> {
  // #region mount
  const handler = acpHandler(greeter, { path: '/agents/greeter' });
  const server = createServer((request, response) => {
    if (request.url === '/') response.end('Welcome.');
    else handler.request(request, response);
  }).on('upgrade', handler.upgrade);
  server.listen(0, '127.0.0.1');
  // #endregion mount
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agents/greeter`;
  assert.equal(await greetingFor('Bob', url, webSocket), 'Hello, Bob.');
  assert.equal(await (await fetch(new URL('/', url))).text(), 'Welcome.');
  await handler.close();
  server.closeAllConnections();
  server.close();
}

async function webStandard(): Promise<void> {
  // #region fetch
  await using handler = acpFetchHandler(greeter);
  const response = await handler.fetch(new Request('http://localhost/acp', { method: 'PUT' }));
  // #endregion fetch
  assert.equal(response.status, 405);
}

export async function main(): Promise<void> {
  await alone();
  await along();
  await webStandard();
}
