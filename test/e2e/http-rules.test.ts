/** The rules of remote ACP that a server keeps, each proved by breaking it. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { describe, expect } from 'vitest';
import { WebSocket } from 'ws';

import { begin, promptly, provesOverHttp, type HttpProof } from '../support/http-proof.ts';
import { RawHttp } from '../support/raw-http.ts';
import { initializeRequest } from '../support/served-program.ts';

type Tamper = NonNullable<HttpProof['tamper']>;

/** Shows another status than the one that was meant. */
const swapStatus =
  (from: number, to: number): Tamper =>
  (_request, response) => {
    const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse;
    response.writeHead = ((status: number, headers: object) =>
      writeHead(status === from ? to : status, headers)) as ServerResponse['writeHead'];
  };

/** Sees the texts that are written on streams of events; what it answers is written instead. */
const rewriteEvents =
  (rewrite: (text: string) => string): Tamper =>
  (_request, response) => {
    const write = response.write.bind(response) as (...all: unknown[]) => boolean;
    response.write = ((text: string, ...rest: unknown[]) => write(rewrite(text), ...rest)) as ServerResponse['write'];
  };

const dropHeader =
  (name: string): Tamper =>
  (request) => {
    Reflect.deleteProperty(request.headers, name);
  };

const whenGet =
  (tamper: (request: IncomingMessage) => void): Tamper =>
  (request) => {
    if (request.method === 'GET') tamper(request);
  };

const request = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const update = (sessionId: string, n: number): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, n },
});

/** Answers every request with its method. */
const echo: HttpProof['answer'] = ({ id, method, params }, channel) => {
  if (id === undefined || method === undefined) return;
  channel.send({ jsonrpc: '2.0', id, result: { method, sessionId: params?.['sessionId'] ?? 's1' } });
};

const dataOf = (texts: readonly { readonly data: string }[]): unknown[] =>
  texts.map(({ data }) => JSON.parse(data) as unknown);

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  return socket;
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await promptly(once(socket, 'close'), 'the socket stays open')) as [number];
  return code;
}

describe('a server of remote ACP', () => {
  provesOverHttp('HTTP-01', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      expect((await client.stream({ connection })).status).toBe(200);
      const socket = await openSocket(url);
      socket.close();
      expect((await client.ask({ method: 'DELETE', headers: { 'acp-connection-id': connection } })).status).toBe(202);
    },
    tamper: swapStatus(202, 404),
  });

  provesOverHttp('HTTP-02', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const reply = await client.post(initializeRequest());
      expect(reply).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'application/json',
          'acp-connection-id': expect.stringMatching(/^.{22,}$/u) as string,
        },
      });
      const _meta = { connectionId: reply.headers['acp-connection-id'] };
      expect(JSON.parse(reply.body)).toEqual({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, _meta } });
    },
    tamper: (_request, response) => {
      const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse;
      response.writeHead = ((status: number, headers: Record<string, string>) => {
        const { 'acp-connection-id': _dropped, ...rest } = headers;
        return writeHead(status, rest);
      }) as ServerResponse['writeHead'];
    },
  });

  provesOverHttp('HTTP-03', {
    answer: echo,
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const stream = await client.stream({ connection });
      expect(await client.post(request(7, 'session/list'), { connection })).toMatchObject({ status: 202, body: '' });
      expect(dataOf(await stream.events.reaches(1))).toMatchObject([{ id: 7, result: { method: 'session/list' } }]);
    },
    tamper: swapStatus(202, 200),
  });

  provesOverHttp('HTTP-04', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const withCharset = { 'content-type': 'application/json; charset=utf-8' };
      expect((await client.post(initializeRequest(), withCharset)).status).toBe(200);
      expect((await client.post(initializeRequest(), { 'content-type': 'text/json' })).status).toBe(415);
    },
    tamper: swapStatus(415, 400),
  });

  provesOverHttp('HTTP-05', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      expect((await client.stream({ connection, accept: 'application/json' })).status).toBe(406);
    },
    tamper: swapStatus(406, 200),
  });

  provesOverHttp('HTTP-06', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      for (const [headers, status] of [
        [{}, 400],
        [{ 'acp-connection-id': 'unknown' }, 404],
      ] as const) {
        expect((await client.post(request(1, 'session/list'), headers)).status).toBe(status);
        expect((await client.stream(headers)).status).toBe(status);
        expect((await client.ask({ method: 'DELETE', headers })).status).toBe(status);
      }
    },
    tamper: swapStatus(404, 400),
  });

  provesOverHttp('HTTP-07', {
    check: async ({ url, program }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const { channel } = await program.served();
      channel.send(request(9, 'session/request_permission', { sessionId: 's1' }));
      const answer = { jsonrpc: '2.0', id: 9, result: {} };
      for (const message of [request(1, 'session/prompt', { sessionId: 's1' }), answer]) {
        expect((await client.post(message, { connection })).status).toBe(400);
        expect((await client.post(message, { connection, session: 's2' })).status).toBe(400);
        expect((await client.post(message, { connection, session: 's1' })).status).toBe(202);
      }
    },
    tamper: swapStatus(400, 202),
  });

  provesOverHttp('HTTP-08', {
    check: async ({ url, program }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const own = await client.stream({ connection });
      const session = await client.stream({ connection, session: 's1' });
      expect([own.status, session.status]).toEqual([200, 200]);
      const { channel } = await program.served();
      channel.send(update('s1', 1));
      channel.send({ jsonrpc: '2.0', method: '_notice' });
      expect(dataOf(await session.events.reaches(1))).toEqual([update('s1', 1)]);
      expect(dataOf(await own.events.reaches(1))).toEqual([{ jsonrpc: '2.0', method: '_notice' }]);
    },
    tamper: whenGet((each) => {
      Reflect.deleteProperty(each.headers, 'acp-session-id');
    }),
  });

  provesOverHttp('HTTP-09', {
    answer: echo,
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const own = await client.stream({ connection });
      const session = await client.stream({ connection, session: 's1' });
      await client.post(request(1, 'session/new'), { connection });
      const about = ['session/load', 'session/fork', 'session/resume', 'session/prompt'];
      for (const [index, method] of about.entries()) {
        await client.post(request(index + 2, method, { sessionId: 's1' }), { connection, session: 's1' });
      }
      expect(dataOf(await promptly(own.events.reaches(3), 'too few answers'))).toMatchObject([
        { id: 1 },
        { id: 2 },
        { id: 3 },
      ]);
      expect(dataOf(await promptly(session.events.reaches(2), 'too few answers'))).toMatchObject([
        { id: 4 },
        { id: 5 },
      ]);
    },
    tamper: whenGet((each) => {
      each.headers['acp-session-id'] = each.headers['acp-session-id'] === undefined ? 's1' : 's9';
    }),
  });

  provesOverHttp('HTTP-10', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client, { 'acp-resume': '1' });
      const first = await client.stream({ connection });
      expect((await client.stream({ connection })).status).toBe(409);
      expect((await client.stream({ connection, 'last-event-id': '0' })).status).toBe(200);
      await promptly(first.ended, 'the older stream was not superseded');
    },
    tamper: swapStatus(409, 429),
  });

  provesOverHttp('HTTP-11', {
    check: async ({ url, program }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const { channel } = await program.served();
      const early = [1, 2, 3].map((n) => update('s1', n));
      for (const message of early) channel.send(message);
      const stream = await client.stream({ connection, session: 's1' });
      expect(dataOf(await promptly(stream.events.reaches(3), 'what came before the stream is lost'))).toEqual(early);
    },
    tamper: rewriteEvents(() => ''),
  });

  provesOverHttp('HTTP-12', {
    check: async ({ url, program, counters }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const streams = [await client.stream({ connection }), await client.stream({ connection, session: 's1' })];
      const { channel, ended } = await program.served();
      expect((await client.ask({ method: 'DELETE', headers: { 'acp-connection-id': connection } })).status).toBe(202);
      expect(await promptly(ended.reaches(1), 'the program does not hear of the end')).toEqual([undefined]);
      await channel.end();
      await promptly(Promise.all(streams.map((stream) => stream.ended)), 'a stream stays open');
      expect(counters().connections).toBe(0);
      expect((await client.post(request(1, 'session/list'), { connection })).status).toBe(404);
    },
    tamper: (each, response) => {
      if (each.method === 'DELETE') response.writeHead(202).end();
    },
  });

  provesOverHttp('HTTP-13', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const reply = await client.post([request(1, 'session/list')], { connection });
      expect(reply.status).toBe(501);
      expect(JSON.parse(reply.body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_600 } });
    },
    tamper: swapStatus(501, 400),
  });

  provesOverHttp('HTTP-14', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      expect((await client.post(initializeRequest(), { connection })).status).toBe(400);
      expect((await client.post('{', { connection })).status).toBe(400);
      const put = await client.ask({ method: 'PUT', headers: { 'acp-connection-id': connection } });
      expect(put).toMatchObject({ status: 405, headers: { allow: 'GET, POST, DELETE' } });
    },
    tamper: swapStatus(405, 404),
  });

  provesOverHttp('HTTP-16', {
    check: async ({ url }) => {
      for (const version of [1, 2] as const) {
        using client = new RawHttp(url, version);
        expect((await promptly(client.post(initializeRequest()), 'no answer')).status).toBe(200);
      }
    },
    // A plain HTTP/1.1 server stands before the handler: that alone breaks the rule.
  });

  provesOverHttp('HTTP-17', {
    check: async ({ url, program, clock }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const stream = await client.stream({ connection });
      const { channel } = await program.served();
      channel.send({ jsonrpc: '2.0', method: '_one' });
      await stream.events.reaches(1);
      expect(stream.text()).toBe('data: {"jsonrpc":"2.0","method":"_one"}\n\n');
      await clock.advance(15_000);
      await promptly(stream.comments.reaches(1), 'a quiet stream is not kept alive');
      expect(stream.events.items).toHaveLength(1);
    },
    tamper: rewriteEvents((text) => (text === ':\n\n' ? '' : text)),
  });

  provesOverHttp('HTTP-18', {
    check: async ({ url, program, counters }) => {
      using client = new RawHttp(url, 1);
      const connection = await begin(client);
      const first = await client.stream({ connection });
      const { channel } = await program.served();
      for (const n of [1, 2]) channel.send({ jsonrpc: '2.0', method: '_count', params: { n } });
      await first.events.reaches(2);
      first.close();
      await first.ended;
      // The server hears of the closed stream a moment later.
      while (counters().streams > 0) await new Promise(setImmediate);
      const second = await client.stream({ connection, 'last-event-id': '0' });
      channel.send({ jsonrpc: '2.0', method: '_count', params: { n: 3 } });
      await second.events.reaches(1);
      expect(dataOf(second.events.items)).toEqual([{ jsonrpc: '2.0', method: '_count', params: { n: 3 } }]);
    },
    tamper: (each) => {
      each.headers['acp-resume'] = '1';
    },
  });

  provesOverHttp('HTTP-22', {
    check: async ({ url }) => {
      using client = new RawHttp(url, 1);
      expect((await client.post(initializeRequest(), { origin: 'https://evil.example' })).status).toBe(403);
      expect((await client.post(initializeRequest(), { origin: new URL(url).origin })).status).toBe(200);
    },
    tamper: dropHeader('origin'),
  });

  provesOverHttp('WS-01', {
    check: async ({ url, program }) => {
      const socket = new WebSocket(url.replace('http', 'ws'));
      const [[upgraded]] = (await Promise.all([once(socket, 'upgrade'), once(socket, 'open')])) as [
        [IncomingMessage],
        unknown,
      ];
      expect(String(upgraded.headers['acp-connection-id'] ?? '')).toMatch(/^.{22,}$/u);
      socket.send(initializeRequest());
      const [answer] = (await once(socket, 'message')) as [Buffer];
      expect(JSON.parse(answer.toString())).toMatchObject({ id: 0, result: { protocolVersion: 1 } });
      expect((await program.served()).received.items).toHaveLength(1);
      socket.close();
    },
    tamperSocket: (socket) => {
      rewriteOutput(socket, (bytes) =>
        Buffer.from(bytes.toString('latin1').replace('acp-connection-id', 'x-other'), 'latin1'),
      );
    },
  });

  provesOverHttp('WS-02', {
    check: async ({ url, program }) => {
      const socket = await openSocket(url);
      socket.send(initializeRequest());
      const { received, problems } = await promptly(program.served(), 'no connection');
      socket.send(Buffer.from('{"jsonrpc":"2.0","method":"_binary"}'), { binary: true });
      socket.send('{"jsonrpc":"2.0","method":"_text"}');
      await received.reaches(2);
      expect(received.items.map(({ method }) => method)).toEqual(['initialize', '_text']);
      expect(problems.items).toEqual([]);
      socket.close();
    },
    tamperSocket: (socket) => {
      const emit = socket.emit.bind(socket) as (event: string, ...all: unknown[]) => boolean;
      socket.emit = (event: string, ...all: unknown[]): boolean => {
        const [bytes] = all;
        // Binary frames become text frames.
        if (event === 'data' && Buffer.isBuffer(bytes) && bytes[0] === 0x82) bytes[0] = 0x81;
        return emit(event, ...all);
      };
    },
  });

  provesOverHttp('WS-03', {
    check: async ({ url }) => {
      for (const first of [
        '{"jsonrpc":"2.0","id":1,"method":"session/new"}',
        '{"jsonrpc":"2.0","method":"initialize"}',
        '{',
      ]) {
        const socket = await openSocket(url);
        socket.send(first);
        expect(await closeCode(socket)).toBe(1002);
      }
    },
    tamperSocket: swapCloseCode(1002, 1000),
  });

  provesOverHttp('WS-04', {
    check: async ({ url, program, counters }) => {
      const socket = await openSocket(url);
      socket.send(initializeRequest());
      const { ended } = await program.served();
      socket.terminate();
      await promptly(ended.reaches(1), 'the program does not hear of the end');
      expect(counters().connections).toBe(0);
    },
    tamperSocket: (socket) => {
      const emit = socket.emit.bind(socket) as (event: string, ...all: unknown[]) => boolean;
      const kept = new Set(['close', 'end', 'error']);
      socket.emit = (event: string, ...all: unknown[]): boolean => (kept.has(event) ? false : emit(event, ...all));
    },
  });

  provesOverHttp('WS-05', {
    check: async ({ url, program, close }) => {
      const failing = await openSocket(url);
      failing.send(initializeRequest());
      (await program.served()).channel.destroy(new Error('broken'));
      expect(await closeCode(failing)).toBe(1011);
      const left = await openSocket(url);
      left.send(initializeRequest());
      await program.connections.reaches(2);
      const code = closeCode(left);
      await close();
      expect(await code).toBe(1001);
    },
    tamperSocket: swapCloseCode(1001, 1000),
  });
});

function rewriteOutput(socket: Socket, rewrite: (bytes: Buffer) => Buffer): void {
  const write = socket.write.bind(socket) as (...all: unknown[]) => boolean;
  socket.write = (bytes: Buffer | string, ...rest: unknown[]) =>
    write(rewrite(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes), ...rest);
}

/** Changes the code of close frames that leave the server, which are not masked. */
function swapCloseCode(from: number, to: number): (socket: Socket) => void {
  let isClosing = false;
  return (socket) => {
    rewriteOutput(socket, (bytes) => {
      // ws writes a frame as its head and its body.
      if (isClosing && bytes.length >= 2 && bytes.readUInt16BE(0) === from) bytes.writeUInt16BE(to, 0);
      isClosing = bytes[0] === 0x88;
      if (isClosing && bytes.length >= 4 && bytes.readUInt16BE(2) === from) bytes.writeUInt16BE(to, 2);
      return bytes;
    });
  };
}
