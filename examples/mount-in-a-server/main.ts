/** An agent in an application of Express, Fastify or Hono, behind the login that the application has. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { http, webSocket } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';

import { inExpress } from './express.ts';
import { inFastify } from './fastify.ts';
import { inHono } from './hono.ts';

// #region agent
import { acpMount } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';

const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(`Hello, ${turn.text}.`);
});
// #endregion agent

async function greetingFor(name: string, url: string, connect: typeof http): Promise<string> {
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

export async function main(): Promise<void> {
  for (const serveIn of [inExpress, inFastify, inHono]) {
    // #region mount
    const mount = acpMount(greeter, { path: '/agents/greeter' });
    // #endregion mount
    const serving = await serveIn(mount, 0);
    const server = 'server' in serving ? serving.server : serving;
    if (!server.listening) await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount.path}`;
    assert.equal(await greetingFor('Ann', url, http), 'Hello, Ann.');
    assert.equal(await greetingFor('Ann', url, webSocket), 'Hello, Ann.');
    assert.equal((await fetch(url, { method: 'POST' })).status, 401);
    // #region close
    await mount.close({ drain: 10_000 }); // first, so that answers of clients still reach the work in progress
    server.close();
    // #endregion close
  }
}
