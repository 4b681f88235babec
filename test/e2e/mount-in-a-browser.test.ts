/** A page of an application of Express, logged in by a cookie, talks to the agent of the guide over a WebSocket. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { acpMount } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';
import express from 'express';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBrowser } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 120_000);
afterAll(() => browser.close());

const path = '/agents/greeter';

/** An application whose login sets a cookie that scripts cannot read. */
async function application(): Promise<AsyncDisposable & { readonly origin: string }> {
  const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append(`Hello, ${turn.text}.`);
  });
  const mount = acpMount(greeter, { path });
  const app = express();
  app.get('/', (_request, response) => {
    response.type('html').send('<title>Garden</title>');
  });
  app.post('/login', (_request, response) => {
    response.cookie('user', 'ann-secret', { httpOnly: true, sameSite: 'strict' }).end();
  });
  app.all(path, (request, response) => {
    mount.handle(request, response, request.get('cookie') === 'user=ann-secret' ? 'ann' : undefined);
  });
  const server = app.listen(0, '127.0.0.1');
  mount.upgrades(server);
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      await mount.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Talks to the agent as a page does without any library; returns its words, or `refused`. */
const talk = async (url: string): Promise<string> => {
  const socket = new WebSocket(url);
  const send = (id: number, method: string, params: object): void => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  };
  return new Promise((resolve) => {
    socket.addEventListener('error', () => {
      resolve('refused');
    });
    socket.addEventListener('open', () => {
      send(1, 'initialize', { protocolVersion: 2, info: { name: 'page', version: '1.0.0' }, capabilities: {} });
    });
    socket.addEventListener('message', ({ data }) => {
      const { id, result, params } = JSON.parse(String(data)) as {
        readonly id?: number;
        readonly result?: { readonly sessionId?: string };
        readonly params?: { readonly update?: { readonly content?: { readonly text?: string } } };
      };
      if (id === 1) send(2, 'session/new', { cwd: '/garden', mcpServers: [] });
      if (id === 2)
        send(3, 'session/prompt', { sessionId: result?.sessionId, prompt: [{ type: 'text', text: 'Ann' }] });
      const text = params?.update?.content?.text;
      if (text !== undefined) resolve(text);
    });
  });
};

test('a page talks to the agent after its login, and not before it; a page of another site never does', async () => {
  await using garden = await application();
  await using other = await application();
  const page = await browser.newPage();
  const url = `${garden.origin.replace('http', 'ws')}${path}`;
  await page.goto(garden.origin);
  expect(await page.evaluate(talk, url)).toBe('refused');
  await page.evaluate(() => fetch('/login', { method: 'POST' }).then(() => undefined));
  expect(await page.evaluate(talk, url)).toBe('Hello, Ann.');
  // The same site, but another origin: the browser sends the cookie, and the server refuses the page.
  await page.goto(other.origin);
  expect(await page.evaluate(talk, url)).toBe('refused');
});
