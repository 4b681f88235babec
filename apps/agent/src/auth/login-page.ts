/**
 * A page on the loopback interface for the password, so that neither the client nor a model can read it (ELIC-07).
 *
 * It serves one login and is closed after it.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoginPage extends AsyncDisposable {
  readonly url: string;
  /** Resolves when the right password was entered. */
  readonly done: Promise<void>;
}

/** Largest form in bytes; a password is short. */
const maxBytes = 10_000;

/** Opens the page. */
export async function openLoginPage(isPassword: (given: string) => boolean): Promise<LoginPage> {
  // The path identifies this login only; a visitor still needs the password (ELIC-12).
  const path = `/login/${crypto.randomUUID()}`;
  const typed = new EventEmitter();
  const done = once(typed, 'right').then(() => undefined);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== path) return send(response, 404, 'Not found.');
    if (request.method !== 'POST') return send(response, 200, form(''));
    const password = new URLSearchParams(await bodyOf(request)).get('password') ?? '';
    if (!isPassword(password)) return send(response, 403, form('That is not the password.'));
    response.once('finish', () => typed.emit('right'));
    return send(response, 200, 'You are logged in and can close this page.');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    done,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('The form is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const form = (problem: string): string =>
  `<form method="post"><p>${problem}</p><label>Password of the acp-stack agent <input type="password" name="password" autofocus></label> <button>Log in</button></form>`;

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html><title>acp-stack agent</title>${body}`);
}
