/**
 * What our HTTP server does where that of the official SDK does otherwise; `official-sdk.ts` says how the two are
 * compared.
 */
import { once } from 'node:events';
import { connect, createServer as createServer2 } from 'node:http2';

import { createNodeHttpHandler } from '@agentclientprotocol/sdk/experimental/node';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { VirtualClock } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import {
  anHourLaterOnSockets,
  askOurs,
  askTheirs,
  initialize,
  json,
  listening,
  ourServer,
  theirServer,
  theirServing,
} from './remote-setup.ts';
import { atEnd, failure, closeAfterEach, stopTime } from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

const evil = { origin: 'https://evil.example' };
const opening = { jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: '/', mcpServers: [] } };

const nameOf = (response: Response): { readonly 'acp-connection-id': string } => ({
  'acp-connection-id': response.headers.get('acp-connection-id') ?? '',
});

/** The status of a POST over HTTP/2. */
async function statusOver2(url: string): Promise<number> {
  const session = connect(url);
  atEnd(() => {
    session.destroy();
  });
  const stream = session.request({ ':method': 'POST', ':path': '/acp', ...json });
  stream.end(JSON.stringify(initialize));
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  return Number(headers[':status']);
}

describe('HTTP/2', () => {
  test('is spoken', async () => {
    expect(await statusOver2((await ourServer()).url)).toBe(200);
  });

  officialSdk('fails', async () => {
    const handler = createNodeHttpHandler(theirServer()) as unknown as Parameters<typeof createServer2>[0];
    expect(await statusOver2(await listening(createServer2(handler)))).toBe(500);
  });
});

describe('a page of another origin', () => {
  test('is refused, over HTTP and as a WebSocket', async () => {
    const { url } = await ourServer();
    const response = await fetch(url, { method: 'POST', headers: { ...json, ...evil }, body: '{}' });
    expect(response.status).toBe(403);
    const socket = new WebSocket(url.replace('http', 'ws'), { headers: evil });
    expect(await failure(once(socket, 'open'))).toBeInstanceOf(Error);
  });

  officialSdk('is served, over HTTP and as a WebSocket', async () => {
    expect((await askTheirs()('POST', initialize, evil)).status).toBe(200);
    const socket = new WebSocket((await theirServing()).replace('http', 'ws'), { headers: evil });
    await once(socket, 'open');
    socket.terminate();
  });
});

describe('a page that reaches us by a name of its own', () => {
  const host = { host: 'evil.example' };

  test(verifies('HTTP-22', 'is refused'), async () => {
    expect((await askOurs()('POST', initialize, host)).status).toBe(403);
  });

  officialSdk('is served', async () => {
    expect((await askTheirs()('POST', initialize, host)).status).toBe(200);
  });
});

describe('a page that may connect', () => {
  const asking = { origin: 'https://editor.example', 'access-control-request-method': 'POST' };

  test('is told so', async () => {
    const response = await askOurs({ allowedOrigins: [asking.origin] })('OPTIONS', undefined, asking);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(asking.origin);
  });

  officialSdk('cannot, because a browser is not told', async () => {
    const response = await askTheirs()('OPTIONS', undefined, asking);
    expect(response.status).toBe(405);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the name of a connection', () => {
  const [ann, eve] = [{ authorization: 'Bearer ann' }, { authorization: 'Bearer eve' }];

  test('is worth nothing to another client', async () => {
    const ask = askOurs({ authenticate: (request) => request.header('authorization') });
    const name = nameOf(await ask('POST', initialize, ann));
    expect((await ask('POST', opening, { ...eve, ...name })).status).toBe(404);
    expect((await ask('DELETE', undefined, { ...eve, ...name })).status).toBe(404);
    expect((await ask('POST', opening, { ...ann, ...name })).status).toBe(202);
    expect((await ask('POST', initialize)).status).toBe(401);
  });

  officialSdk('is all that another client needs', async () => {
    const ask = askTheirs();
    const name = nameOf(await ask('POST', initialize, ann));
    expect((await ask('POST', opening, { ...eve, ...name })).status).toBe(202);
    expect((await ask('DELETE', undefined, { ...eve, ...name })).status).toBe(202);
    expect((await ask('POST', initialize)).status).toBe(200);
  });
});

describe('an array', () => {
  test(verifies('HTTP-13', 'is answered with 501'), async () => {
    expect((await askOurs()('POST', [initialize])).status).toBe(501);
  });

  officialSdk('is answered with 400', async () => {
    expect((await askTheirs()('POST', [initialize])).status).toBe(400);
  });
});

describe('the stream of a session that there is not', () => {
  const unknown = { 'acp-session-id': 'unknown' };

  test('is refused where that is wished', async () => {
    const ask = askOurs({ refuseUnknownSessions: true });
    const name = nameOf(await ask('POST', initialize));
    expect((await ask('GET', undefined, { ...name, ...unknown })).status).toBe(404);
  });

  officialSdk('is opened', async () => {
    const ask = askTheirs();
    const name = nameOf(await ask('POST', initialize));
    const response = await ask('GET', undefined, { ...name, ...unknown });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });
});

describe('connections that are not used', () => {
  test('are refused beyond a number', async () => {
    const ask = askOurs({ limits: { connections: 3 } });
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await ask('POST', initialize)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test('are closed after a while', async () => {
    const clock = new VirtualClock();
    const ask = askOurs({ clock });
    const name = nameOf(await ask('POST', initialize));
    await clock.advance(300_000);
    expect((await ask('POST', opening, name)).status).toBe(404);
  });

  officialSdk('are all taken', async () => {
    const ask = askTheirs();
    const statuses: number[] = [];
    for (let index = 0; index < 50; index += 1) statuses.push((await ask('POST', initialize)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  officialSdk('are kept without an end', async () => {
    stopTime();
    const ask = askTheirs();
    const name = nameOf(await ask('POST', initialize));
    await anHourLaterOnSockets();
    expect((await ask('POST', opening, name)).status).toBe(202);
  });
});

describe('a body that is too large, for a handler of the Web standard', () => {
  const large = JSON.stringify({ ...initialize, params: { protocolVersion: 1, x: 'x'.repeat(17 * 1024 * 1024) } });

  test('is refused', async () => {
    expect((await askOurs()('POST', large)).status).toBe(413);
  });

  officialSdk('is taken, and there is no limit to set', async () => {
    expect((await askTheirs()('POST', large)).status).toBe(200);
  });
});

describe('a stream of events', () => {
  const decoder = new TextDecoder();

  /** Opens the stream of a connection, reads what comes first, and goes away. */
  async function firstOf(ask: ReturnType<typeof askOurs>, headers: Readonly<Record<string, string>>): Promise<string> {
    const reader = (await ask('GET', undefined, headers)).body?.getReader();
    let text = '';
    while (!text.includes('data:')) text += decoder.decode((await reader?.read())?.value);
    await reader?.cancel();
    return text;
  }

  test('is numbered, and what was missed is said again', async () => {
    const ask = askOurs();
    const name = nameOf(await ask('POST', initialize, { 'acp-resume': '1' }));
    await ask('POST', opening, name);
    const first = await firstOf(ask, name);
    expect(first).toMatch(/^id: 1$/mu);
    expect(await firstOf(ask, { ...name, 'last-event-id': '0' })).toContain(first.trim());
  });

  officialSdk('has no numbers, and what was missed is gone', async () => {
    const ask = askTheirs();
    const name = nameOf(await ask('POST', initialize));
    await ask('POST', opening, name);
    expect(await firstOf(ask, name)).not.toMatch(/^id:/mu);
    await ask('POST', { ...opening, id: 3 }, name);
    expect(await firstOf(ask, { ...name, 'last-event-id': '0' })).not.toContain('"id":2');
  });
});
