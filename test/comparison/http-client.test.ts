/**
 * What our HTTP client does where that of the official SDK does otherwise; `official-sdk.ts` says how the two are
 * compared.
 */
import { createServer as createServer2 } from 'node:http2';

import type * as versionOne from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';

import type { ConnectionReport } from '@acp-stack/http';
import { http as nodeHttp } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { socketsAreQuiet } from '../support/quiet-sockets.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import {
  anHourLaterOnSockets,
  HandServer,
  listening,
  ourRemoteClient,
  ourServer,
  reportsOfACut,
  theirRemoteClient,
  theirServing,
} from './remote-setup.ts';
import { atEnd, failure, hello, info, isPending, closeAfterEach, stopTime, turnUntil } from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

const newSession = (connection: versionOne.ClientConnection): Promise<{ sessionId: string }> =>
  connection.agent.request('session/new', { cwd: '/', mcpServers: [] });

const prompt = (connection: versionOne.ClientConnection, sessionId: string): Promise<unknown> =>
  connection.agent.request('session/prompt', { sessionId, prompt: hello });

describe('a stream of one session that is reset', () => {
  test('costs that session only', async () => {
    const server = await HandServer.start();
    const reports: ConnectionReport[] = [];
    const connection = await ourRemoteClient(server.url, { onReport: (report) => void reports.push(report) });
    const rose = await connection.newSession({ cwd: '/' });
    const oak = await connection.newSession({ cwd: '/' });
    const lost = failure(rose.prompt('wait'));
    const kept = oak.prompt('go on');
    const { id } = await server.came('session/prompt', oak.id);
    await server.came('session/prompt', rose.id);
    await server.reset(rose.id);
    expect(await lost).toMatchObject({ code: -32_002, data: { reason: 'history_lost' } });
    expect(reports).toMatchObject([{ kind: 'session-lost', sessionId: rose.id }]);
    await server.say(oak.id, { id, result: { stopReason: 'end_turn' } });
    expect(await kept).toMatchObject({ stopReason: 'end_turn' });
  });

  officialSdk('costs every session, and the connection', async () => {
    const server = await HandServer.start();
    const connection = await theirRemoteClient(server.url);
    await newSession(connection);
    await newSession(connection);
    const lost = failure(prompt(connection, 's1'));
    const other = failure(prompt(connection, 's2'));
    await server.came('session/prompt', 's2');
    await server.reset('s1');
    expect((await lost).message).toBe('terminated');
    expect((await other).message).toBe('terminated');
    await connection.closed;
  });
});

describe('a connection that is cut', () => {
  test('is taken up again, and nothing is lost', async () => {
    expect(await reportsOfACut(ourRemoteClient)).toEqual(expect.arrayContaining(['resumed', 'end_turn']));
  });

  officialSdk('is over', async () => {
    const url = await theirServing();
    const proxy = await TcpProxy.to(url);
    atEnd(() => proxy[Symbol.asyncDispose]());
    const connection = await theirRemoteClient(proxy.through(url));
    await newSession(connection);
    proxy.cut();
    await connection.closed;
    expect(connection.signal.aborted).toBe(true);
  });
});

describe('a POST that is not answered', () => {
  /** Keeps the prompt of the first session waiting for the answer to its POST. */
  const holdsFirst = {
    status: ({ message }: { readonly message: { readonly method?: string; readonly params?: unknown } | undefined }) =>
      message?.method === 'session/prompt' && (message.params as { sessionId?: string }).sessionId === 's1'
        ? 0
        : undefined,
  };

  test('delays no other session', async () => {
    const server = await HandServer.start(holdsFirst);
    const connection = await ourRemoteClient(server.url);
    const rose = await connection.newSession({ cwd: '/' });
    const oak = await connection.newSession({ cwd: '/' });
    void rose.prompt('wait');
    void oak.prompt('go on');
    await server.came('session/prompt', oak.id);
    oak.cancel();
    await expect(server.came('session/cancel', oak.id)).resolves.toBeDefined();
  });

  test('does not even hold up its own session where the server puts messages into order', async () => {
    const server = await HandServer.start({ ...holdsFirst, headers: { 'acp-resume': '1' } });
    const connection = await ourRemoteClient(server.url);
    const rose = await connection.newSession({ cwd: '/' });
    void rose.prompt('wait');
    await server.came('session/prompt', rose.id);
    rose.cancel();
    await expect(server.came('session/cancel', rose.id)).resolves.toBeDefined();
  });

  officialSdk('holds up everything, the cancel too', async () => {
    const server = await HandServer.start(holdsFirst);
    const connection = await theirRemoteClient(server.url);
    await newSession(connection);
    await newSession(connection);
    prompt(connection, 's1').catch(() => undefined);
    await server.came('session/prompt', 's1');
    prompt(connection, 's2').catch(() => undefined);
    connection.agent.notify('session/cancel', { sessionId: 's1' }).catch(() => undefined);
    await socketsAreQuiet();
    expect(server.visits.items.at(-1)?.message).toMatchObject({
      method: 'session/prompt',
      params: { sessionId: 's1' },
    });
  });
});

describe('a token that the server does not take any more', () => {
  /** Takes another token from the first session on. */
  const rotating = (): Parameters<typeof HandServer.start>[0] => {
    let valid = 'Bearer morning';
    return {
      status: ({ headers, message }) => {
        const isTaken = headers.authorization === valid;
        if (message?.method === 'session/new') valid = 'Bearer evening';
        return isTaken ? undefined : 401;
      },
    };
  };

  test('is asked for again, and the connection goes on', async () => {
    const server = await HandServer.start(rotating());
    const refusals: unknown[] = [];
    const connection = await ourRemoteClient(server.url, {
      token: (refused) => {
        refusals.push(refused);
        return refused === undefined ? 'morning' : 'evening';
      },
    });
    const { id } = await connection.newSession({ cwd: '/' });
    expect(id).toBe('s1');
    expect((await connection.newSession({ cwd: '/' })).id).toBe('s2');
    expect(refusals).toEqual([undefined, 'morning']);
  });

  test('or any other header is asked for with every request', async () => {
    const server = await HandServer.start();
    let asked = 0;
    const connection = await ourRemoteClient(server.url, {
      headers: () => {
        asked += 1;
        return Promise.resolve({ 'x-request': String(asked) });
      },
    });
    await connection.newSession({ cwd: '/' });
    const seen = server.visits.items.map(({ headers }) => headers['x-request']);
    expect(new Set(seen).size).toBe(seen.length);
  });

  officialSdk('ends the connection, because headers are said once and for all', async () => {
    const server = await HandServer.start(rotating());
    const headers = { authorization: 'Bearer morning' };
    const connection = await theirRemoteClient(server.url, { headers });
    headers.authorization = 'Bearer evening';
    expect((await failure(newSession(connection))).message).toContain('401');
    await connection.closed;
  });
});

describe('cookies', () => {
  const cookies = [
    'kept=1',
    'gone=1; Max-Age=0',
    'expired=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'elsewhere=1; Path=/other',
    'foreign=1; Domain=other.example',
  ];

  const seenBy = ({ visits }: HandServer): string | undefined => visits.items.at(-1)?.headers.cookie;

  test(verifies('HTTP-15', 'are returned while they last, and only to where they belong'), async () => {
    const server = await HandServer.start({ headers: { 'set-cookie': cookies } });
    const connection = await ourRemoteClient(server.url);
    await connection.newSession({ cwd: '/' });
    expect(seenBy(server)).toBe('kept=1');
  });

  officialSdk('are all returned, whatever they say', async () => {
    const server = await HandServer.start({ headers: { 'set-cookie': cookies } });
    const connection = await theirRemoteClient(server.url);
    await newSession(connection);
    expect(seenBy(server)).toBe('kept=1; gone=1; expired=1; elsewhere=1; foreign=1');
  });
});

describe('the version of the protocol', () => {
  const versions = ({ visits }: HandServer): unknown[] =>
    visits.items.slice(1).map(({ headers }) => headers['acp-protocol-version']);

  test(verifies('HTTP-19', 'is said with every request after the first'), async () => {
    const server = await HandServer.start();
    await (await ourRemoteClient(server.url)).newSession({ cwd: '/' });
    expect(new Set(versions(server))).toEqual(new Set(['1']));
  });

  officialSdk('is not said', async () => {
    const server = await HandServer.start();
    await newSession(await theirRemoteClient(server.url));
    expect(new Set(versions(server))).toEqual(new Set([undefined]));
  });
});

describe('many sessions', () => {
  const count = 4;

  test(verifies('HTTP-16', 'share one socket'), async () => {
    const http2 = createServer2();
    let sockets = 0;
    http2.on('connection', () => (sockets += 1));
    await listening(http2);
    const { url } = await ourServer({ server: http2 });
    const connection = await client(info).connect(nodeHttp(url));
    atEnd(() => {
      connection.destroy();
    });
    for (let index = 0; index < count; index += 1) await connection.newSession({ cwd: '/' });
    expect(sockets).toBe(1);
  });

  officialSdk('hold a socket each', async () => {
    const server = await HandServer.start();
    const connection = await theirRemoteClient(server.url);
    for (let index = 1; index <= count; index += 1) {
      await newSession(connection);
      await server.opened(`s${index}`);
    }
    expect(server.sockets).toBeGreaterThan(count);
  });
});

describe('a server that says nothing', () => {
  const mute = { status: (): number => 0 };

  test('is given up', async () => {
    const { url, visits } = await HandServer.start(mute);
    const clock = new VirtualClock();
    const connecting = failure(ourRemoteClient(url, { clock, reconnect: false }));
    await visits.reaches(1);
    expect(await turnUntil(clock, connecting)).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('30') as string,
    });
  });

  officialSdk('is waited for without an end', async () => {
    const { url, visits } = await HandServer.start(mute);
    stopTime();
    const connecting = theirRemoteClient(url);
    connecting.catch(() => undefined);
    await visits.reaches(1);
    await anHourLaterOnSockets();
    expect(await isPending(connecting)).toBe(true);
  });
});

describe('a stream that has fallen silent', () => {
  test('has dropped', async () => {
    const server = await HandServer.start();
    const clock = new VirtualClock();
    const connection = await ourRemoteClient(server.url, { clock, reconnect: false });
    await server.opened('');
    expect((await turnUntil(clock, connection.closed)).error).toMatchObject({ name: 'TransportError', code: 'lost' });
  });

  officialSdk('is trusted without an end', async () => {
    const server = await HandServer.start();
    const connection = await theirRemoteClient(server.url);
    await server.opened('');
    stopTime();
    await anHourLaterOnSockets();
    expect(await isPending(connection.closed)).toBe(true);
  });
});
