/**
 * Serves the page, and an agent at `/acp`: one process of it for each connection.
 *
 * It listens on this machine only, and only for browsers that have opened the address that it prints: the address has a
 * key, and the browser keeps it in a cookie.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

import { chain, command } from '@acp-stack/conductor/node';
import { acpHandler } from '@acp-stack/http/server';

/** The agent and its arguments: those of the command line, or the agent that comes with `acp`. */
const words = process.argv.length > 2 ? process.argv.slice(2) : ['acp', 'agent'];
const key = randomBytes(24).toString('base64url');
const publicFolder = new URL('public/', import.meta.url);
const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
]);

const handler = acpHandler(chain(command(words)), {
  path: '/acp',
  authenticate: (request) => (isKey(cookieOf(request.header('cookie'))) ? 'user' : undefined),
});

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/acp') {
    handler.request(request, response);
    return;
  }
  if (isKey(url.searchParams.get('key') ?? '')) {
    const cookie = `key=${key}; HttpOnly; SameSite=Strict; Path=/`;
    response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
    return;
  }
  if (!isKey(cookieOf(request.headers.cookie))) {
    response.writeHead(401, { 'content-type': 'text/plain' }).end('Open the address that the server printed.');
    return;
  }
  void sendFile(url.pathname === '/' ? '/index.html' : url.pathname).then(
    ([type, body]) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
    () => response.writeHead(404).end(),
  );
}).on('upgrade', handler.upgrade);

server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?key=${key}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.closeAllConnections();
    server.close();
    void handler.close();
  });

/** The type and the content of a file of the page; the page is told in which folder the agent works. */
async function sendFile(path: string): Promise<[type: string, body: Buffer | string]> {
  const name = /^\/(?:assets\/)?[\w.-]+$/u.exec(path)?.[0].slice(1);
  if (name === undefined) throw new Error('no such file');
  const body = await readFile(new URL(name, publicFolder));
  const type = types.get(extname(name)) ?? 'application/octet-stream';
  const cwd = process.cwd().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [type, name === 'index.html' ? body.toString().replace('<html', () => `<html data-cwd="${cwd}"`) : body];
}

function cookieOf(header = ''): string {
  return /(?:^|;\s*)key=([^;]*)/u.exec(header)?.[1] ?? '';
}

function isKey(given: string): boolean {
  return given.length === key.length && timingSafeEqual(Buffer.from(given), Buffer.from(key));
}
