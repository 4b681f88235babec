/**
 * A page on the loopback interface for the password, so that neither the client nor a model can read it (ELIC-07).
 *
 * It serves one login and is closed after it. The client shows a code to the user who has begun the login; the page
 * asks for that code, so that no other user who gets hold of the address completes it (ELIC-19).
 */
import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoginPage extends AsyncDisposable {
  readonly url: string;
  /** What the user who has begun the login has to enter besides the password. */
  readonly code: string;
  /** Resolves when the right code and password were entered; rejects after too many wrong ones. */
  readonly done: Promise<void>;
}

/** Letters and digits that are not easily taken for others. */
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;
/** How often something wrong may be entered. */
const maxTries = 10;

/** Largest form in bytes; a password is short. */
const maxBytes = 10_000;

/** Opens the page. */
export async function openLoginPage(isPassword: (given: string) => boolean): Promise<LoginPage> {
  const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('');
  let tries = 0;
  // The path identifies this login only; a visitor still needs the password (ELIC-12).
  const path = `/login/${crypto.randomUUID()}`;
  const typed = new EventEmitter();
  const done = once(typed, 'right').then(() => undefined);
  // Nothing may wait for it yet.
  done.catch(() => undefined);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== path) return send(response, 404, 'Not found.');
    if (request.method !== 'POST') return send(response, 200, form(''));
    const entered = new URLSearchParams(await bodyOf(request));
    const isCode = plain(entered.get('code') ?? '') === code;
    if (!isCode || !isPassword(entered.get('password') ?? '')) {
      tries += 1;
      if (tries === maxTries) typed.emit('error', new Error('A wrong code or password was entered too often.'));
      return send(response, 403, form('That is not the code and the password.'));
    }
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
    code: `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`,
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

/** A code as it was entered, however it was written. */
const plain = (entered: string): string => entered.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '');

const form = (problem: string): string =>
  `<form method="post"><p>${problem}</p>
<p><label>Code that your editor shows <input name="code" autocomplete="off" autofocus></label></p>
<p><label>Password of the acp-stack agent <input type="password" name="password"></label></p>
<p><button>Log in</button></p></form>`;

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html><title>acp-stack agent</title>${body}`);
}
