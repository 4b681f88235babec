import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import { verifies } from '../../../../test/requirements/requirement.ts';
import type { ConnectionReport } from './connect/connect-options.ts';
import { FetchServer, type Answer, type Seen } from './fetch-server.test-support.ts';
import { http, type HttpOptions } from './http.ts';
import { opened, type Opened } from './opened.test-support.ts';

const url = 'http://127.0.0.1:1/acp';
const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
const request = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const note = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', method, params });

interface Connected extends Opened {
  readonly server: FetchServer;
  readonly clock: VirtualClock;
  readonly reports: ConnectionReport[];
}

async function connect(server: FetchServer = new FetchServer(), options: HttpOptions = {}): Promise<Connected> {
  const clock = new VirtualClock();
  const reports: ConnectionReport[] = [];
  const channel = http(url, {
    fetch: server.fetch,
    clock,
    random: () => 1,
    onReport: (report) => void reports.push(report),
    ...options,
  });
  const open = opened(channel);
  channel.send(initialize);
  await settled();
  return { ...open, server, clock, reports };
}

const headersOf = ({ headers }: Seen, ...names: string[]): unknown[] => names.map((name) => headers[name]);
const methodOf = ({ body }: Seen): string | undefined => (body as { readonly method?: string } | undefined)?.method;
const only =
  (method: string, answer: Answer) =>
  (seen: Seen): Answer | undefined =>
    methodOf(seen) === method ? answer : undefined;

describe('http', () => {
  test(
    verifies('HTTP-02', 'posts initialize, delivers its answer, and opens the stream of the connection'),
    async () => {
      const { server, messages } = await connect();
      expect(messages).toEqual([{ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } }]);
      const [post, get] = server.seen as [Seen, Seen];
      expect(headersOf(post, 'content-type', 'acp-connection-id', 'acp-resume')).toEqual([
        'application/json',
        undefined,
        '1',
      ]);
      expect(get.method).toBe('GET');
      expect(headersOf(get, 'accept', 'acp-connection-id', 'acp-session-id', 'last-event-id')).toEqual([
        'text/event-stream',
        'connection-1',
        undefined,
        undefined,
      ]);
    },
  );

  test('holds everything back until initialize is answered, and keeps its order', async () => {
    let answer: (answer: Answer | undefined) => void = () => undefined;
    const server = new FetchServer((seen) =>
      methodOf(seen) === 'initialize' ? new Promise((resolve) => (answer = resolve)) : undefined,
    );
    const { channel } = await connect(server);
    channel.send(note('one'));
    channel.send(note('two'));
    await settled();
    expect(server.posted).toEqual(['initialize']);
    expect(channel.unsentBytes).toBeGreaterThan(0);
    answer(undefined);
    await settled();
    expect(server.posted).toEqual(['initialize', 'one', 'two']);
    expect(channel.unsentBytes).toBe(0);
  });

  test('wants initialize first', () => {
    const channel = http(url, { fetch: new FetchServer().fetch });
    expect(() => channel.send(note('early'))).toThrow(/must be initialize/);
  });

  test('takes the name of the connection from the body when there is no header', async () => {
    const server = new FetchServer(
      only('initialize', { status: 200, body: '{"jsonrpc":"2.0","id":0,"result":{"connectionId":"in-the-body"}}' }),
    );
    await connect(server);
    expect(headersOf(server.seen.at(1) as Seen, 'acp-connection-id')).toEqual(['in-the-body']);
  });

  test(verifies('HTTP-19', 'tells the version after initialize'), async () => {
    const { server } = await connect();
    expect(server.seen.map(({ headers }) => headers['acp-protocol-version'])).toEqual([undefined, '1']);
  });

  test('may introduce itself again when the agent refused', async () => {
    const error = { code: -32_602, message: 'no' };
    let count = 0;
    const server = new FetchServer((seen) => {
      if (methodOf(seen) !== 'initialize') return undefined;
      count += 1;
      return count === 1 ? { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 0, error }) } : undefined;
    });
    const { channel, messages, ends } = await connect(server);
    channel.send({ ...initialize, id: 1 });
    await settled();
    expect(messages).toMatchObject([
      { id: 0, error },
      { id: 1, result: {} },
    ]);
    expect(ends).toEqual([]);
  });

  describe('sessions', () => {
    test(verifies('HTTP-08', 'have a stream each, from the moment their id is known'), async () => {
      const { channel, server, messages } = await connect();
      channel.send(request(1, 'session/new', { cwd: '/' }));
      await settled();
      server.stream().message({ jsonrpc: '2.0', id: 1, result: { sessionId: 'a' } });
      await settled();
      server.stream('a').message(note('session/update', { sessionId: 'a', update: {} }));
      await settled();
      expect(messages.slice(1)).toEqual([
        { jsonrpc: '2.0', id: 1, result: { sessionId: 'a' } },
        note('session/update', { sessionId: 'a', update: {} }),
      ]);
      expect(server.streams.map(({ sessionId }) => sessionId)).toEqual([undefined, 'a']);
    });

    test('have their stream however early they are spoken of', async () => {
      const server = new FetchServer();
      const channel = http(url, { fetch: server.fetch });
      channel.open({
        receive: () => void channel.send(request(2, 'session/load', { sessionId: 'b' })),
        reject: () => undefined,
        ended: () => undefined,
      });
      channel.send(initialize);
      channel.send(request(1, 'session/load', { sessionId: 'a' }));
      await settled();
      expect(server.streams.map(({ sessionId }) => sessionId)).toEqual([undefined, 'a', 'b']);
      channel.destroy();
    });

    test('have their stream before they are loaded, so that what they replay arrives', async () => {
      const { channel, server } = await connect();
      channel.send(request(1, 'session/load', { sessionId: 'a' }));
      await settled();
      const methods = server.seen.slice(2).map(({ method, headers }) => [method, headers['acp-session-id']]);
      expect(methods).toEqual([
        ['GET', 'a'],
        ['POST', 'a'],
      ]);
    });

    test(
      verifies('HTTP-07', 'are named by every message about them, answers to requests of the server included'),
      async () => {
        const { channel, server } = await connect();
        channel.send(request(1, 'session/prompt', { sessionId: 'a' }));
        await settled();
        server.stream('a').message(request(7, 'session/request_permission', { sessionId: 'a' }));
        server.stream().message(request(8, '_ask'));
        await settled();
        channel.send({ jsonrpc: '2.0', id: 7, result: {} });
        channel.send({ jsonrpc: '2.0', id: 8, result: {} });
        await settled();
        const named = server.seen
          .filter(({ method }) => method === 'POST')
          .map(({ headers }) => headers['acp-session-id']);
        expect(named).toEqual([undefined, 'a', 'a', undefined]);
      },
    );

    test('lose their stream when they are closed', async () => {
      const { channel, server, messages, ends } = await connect();
      channel.send(request(1, 'session/close', { sessionId: 'a' }));
      await settled();
      server.stream('a').message({ jsonrpc: '2.0', id: 1, result: {} });
      await settled();
      expect(messages).toHaveLength(2);
      channel.send(request(2, 'session/load', { sessionId: 'a' }));
      await settled();
      expect(server.streams.map(({ sessionId }) => sessionId)).toEqual([undefined, 'a', 'a']);
      expect(ends).toEqual([]);
    });

    test('that cannot be loaded keep their stream for ten seconds, for the next try', async () => {
      const { channel, server, messages, clock } = await connect();
      channel.send(request(1, 'session/load', { sessionId: 'gone' }));
      channel.send(request(2, 'session/prompt', { sessionId: 'there' }));
      await settled();
      server.stream().message({ jsonrpc: '2.0', id: 1, error: { code: -32_002, message: 'no such session' } });
      await settled();
      expect(messages).toHaveLength(2);
      await clock.advance(9000);
      channel.send(request(3, 'session/load', { sessionId: 'gone' }));
      await settled();
      await clock.advance(9000);
      expect(server.streams.map(({ sessionId }) => sessionId)).toEqual([undefined, 'gone', 'there']);
      server.stream('gone').message({ jsonrpc: '2.0', id: 3, error: { code: -32_002, message: 'no such session' } });
      await settled();
      expect(messages).toHaveLength(3);
      await clock.advance(10_000);
      expect(() => {
        server.stream('gone').write('');
      }).toThrow();
      server.stream('there').write('');
    });

    test(
      verifies('HTTP-09', 'are loaded when everything that was replayed is there, on whichever stream that is'),
      async () => {
        const { channel, server, messages } = await connect(new FetchServer(() => undefined, true));
        channel.send(request(1, 'session/load', { sessionId: 'a' }));
        await settled();
        server.stream().message({ jsonrpc: '2.0', id: 1, result: {} }, 1);
        server.stream().message(note('other'), 2);
        await settled();
        server.stream('a').message(note('session/update', { sessionId: 'a' }), 1);
        server.stream('a').message(note('_acp-stack.dev/answered', { id: 1 }), 2);
        server.stream('a').message(note('session/update', { sessionId: 'a', later: true }), 3);
        await settled();
        expect(messages.slice(1)).toEqual([
          note('other'),
          note('session/update', { sessionId: 'a' }),
          { jsonrpc: '2.0', id: 1, result: {} },
          note('session/update', { sessionId: 'a', later: true }),
        ]);
      },
    );

    test('whose server ends their stream are answered all the same', async () => {
      const answers = (seen: Seen): Answer | undefined =>
        seen.headers['last-event-id'] === undefined ? undefined : { status: 204 };
      const { channel, server, messages } = await connect(new FetchServer(answers, true));
      channel.send(request(1, 'session/load', { sessionId: 'a' }));
      await settled();
      server.stream().message({ jsonrpc: '2.0', id: 1, result: {} }, 1);
      server.stream('a').end();
      await settled();
      expect(messages[1]).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    });

    test(verifies('HTTP-09', 'are answered on whichever stream their server likes'), async () => {
      const { channel, server, messages } = await connect();
      channel.send(request(1, 'session/resume', { sessionId: 'a' }));
      channel.send(request(2, 'session/fork', { sessionId: 'a' }));
      await settled();
      server.stream().message({ jsonrpc: '2.0', id: 1, result: {} });
      server.stream('a').message({ jsonrpc: '2.0', id: 2, result: { sessionId: 'b' } });
      await settled();
      expect(
        messages
          .slice(1)
          .map((message) => (message as { id: number }).id)
          .toSorted((left, right) => left - right),
      ).toEqual([1, 2]);
      expect(server.streams.map(({ sessionId }) => sessionId)).toEqual([undefined, 'a', 'b']);
    });
  });

  describe('order', () => {
    test('is kept by one POST at a time within a session, and sessions do not wait for each other', async () => {
      const waiting: ((answer: Answer) => void)[] = [];
      const server = new FetchServer((seen) =>
        seen.method === 'POST' && methodOf(seen) !== 'initialize'
          ? new Promise((resolve) => waiting.push(resolve))
          : undefined,
      );
      const { channel } = await connect(server);
      channel.send(request(1, 'session/prompt', { sessionId: 'a' }));
      channel.send(note('session/cancel', { sessionId: 'a' }));
      channel.send(request(2, 'session/prompt', { sessionId: 'b' }));
      channel.send(note('$/cancel_request', { requestId: 2 }));
      await settled();
      expect(server.posted.slice(1)).toEqual(['session/prompt', 'session/prompt']);
      for (const answer of waiting.splice(0)) answer({ status: 202 });
      await settled();
      expect(server.posted.slice(3)).toEqual(['session/cancel', '$/cancel_request']);
    });

    test('is told by numbers where the server wants them, and nothing waits', async () => {
      const server = new FetchServer(
        (seen) => (seen.headers['acp-sequence'] === undefined ? undefined : new Promise(() => undefined)),
        true,
      );
      const { channel } = await connect(server);
      for (const name of ['one', 'two', 'three']) channel.send(note(name));
      await settled();
      expect(server.seen.slice(2).map(({ headers }) => headers['acp-sequence'])).toEqual(['1', '2', '3']);
    });
  });

  describe('refusals', () => {
    test.each([401, 403, 404, 410])(verifies('HTTP-21', 'with %i end the connection'), async (status) => {
      const { channel, ended } = await connect(new FetchServer(only('ping', { status, body: 'no' })));
      channel.send(request(1, 'ping'));
      expect(await ended).toMatchObject({ name: 'TransportError', status });
      expect(() => channel.send(note('late'))).toThrow(/ended/);
    });

    test.each([400, 405, 408, 413, 415, 422, 429, 431, 500, 501, 502, 503, 504])(
      verifies('HTTP-21', 'with %i fail the request alone'),
      async (status) => {
        const { channel, messages, ends, reports } = await connect(
          new FetchServer(only('ping', { status, body: 'too much' })),
        );
        channel.send(request(1, 'ping'));
        channel.send(note('ping'));
        await settled();
        expect(messages.slice(1)).toEqual([
          {
            jsonrpc: '2.0',
            id: 1,
            error: {
              code: -32_603,
              message: expect.stringMatching(new RegExp(`^The server responded with ${status}: too much; .+\\.$`, 'u')),
              data: { status, body: 'too much' },
            },
          },
        ]);
        expect(reports).toMatchObject([{ kind: 'message-refused', message: note('ping'), error: { status } }]);
        expect(ends).toEqual([]);
      },
    );

    test('keep the error that the server gives', async () => {
      const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Batches are not supported."}}';
      const { channel, messages } = await connect(new FetchServer(only('ping', { status: 501, body })));
      channel.send(request(1, 'ping'));
      await settled();
      expect(messages[1]).toMatchObject({ id: 1, error: { code: -32_600, message: 'Batches are not supported.' } });
    });

    test(verifies('HTTP-21', 'with 409 fail the session until it is loaded again'), async () => {
      let isLost = true;
      const server = new FetchServer((seen) =>
        methodOf(seen) === 'session/prompt' && isLost ? { status: 409, body: 'gone' } : undefined,
      );
      const { channel, clock, messages, ends, reports } = await connect(server);
      channel.send(request(1, 'session/prompt', { sessionId: 'a' }));
      await settled();
      channel.send(request(2, 'session/set_mode', { sessionId: 'a' }));
      await settled();
      expect(messages.slice(1)).toMatchObject([
        { id: 1, error: { code: -32_002, data: { reason: 'history_lost', sessionId: 'a' } } },
        { id: 2, error: { code: -32_002, data: { reason: 'history_lost', sessionId: 'a' } } },
      ]);
      await clock.advance(100);
      // No response tells about work that goes on after its request has one.
      expect(messages.slice(3)).toMatchObject([
        { method: '_acp-stack.dev/session_lost', params: { sessionId: 'a', reason: 'history_lost' } },
      ]);
      expect(reports).toMatchObject([{ kind: 'session-lost', sessionId: 'a', error: { status: 409 } }]);
      isLost = false;
      channel.send(request(3, 'session/load', { sessionId: 'a' }));
      channel.send(request(4, 'session/prompt', { sessionId: 'a' }));
      await settled();
      expect(server.posted.slice(2)).toEqual(['session/load', 'session/prompt']);
      expect(ends).toEqual([]);
    });

    test.each([
      [401, 'unauthorized'],
      [403, 'unauthorized'],
      [404, 'refused'],
    ])('of initialize with %i end the channel', async (status, code) => {
      const { ends } = await connect(new FetchServer(only('initialize', { status })));
      expect(ends).toMatchObject([{ code, status }]);
    });

    test('of initialize with anything else are its answer', async () => {
      const { ends, messages } = await connect(new FetchServer(only('initialize', { status: 503, body: 'busy' })));
      expect(messages).toMatchObject([{ id: 0, error: { data: { status: 503, body: 'busy' } } }]);
      expect(ends).toEqual([]);
    });

    test('of the stream end the channel', async () => {
      const { ends } = await connect(new FetchServer(({ method }) => (method === 'GET' ? { status: 406 } : undefined)));
      expect(ends).toMatchObject([{ code: 'refused', status: 406 }]);
    });
  });

  describe('credentials', () => {
    const needs =
      (token: string) =>
      (seen: Seen): Answer | undefined =>
        seen.headers['authorization'] === `Bearer ${token}` ? undefined : { status: 401 };

    test('go with every request', async () => {
      const { channel, server } = await connect(new FetchServer(needs('secret')), {
        token: 'secret',
        headers: { 'X-Team': 'garden' },
      });
      channel.send(note('hello'));
      await settled();
      await channel.end();
      expect(server.seen.map(({ method, headers }) => [method, headers['x-team']])).toEqual([
        ['POST', 'garden'],
        ['GET', 'garden'],
        ['POST', 'garden'],
        ['DELETE', 'garden'],
      ]);
    });

    test('are asked for again, once, when the server refuses them', async () => {
      let valid = 'first';
      const asked: unknown[] = [];
      const server = new FetchServer((seen) => needs(valid)(seen));
      const { channel, ends } = await connect(server, {
        token: (refused) => {
          asked.push(refused);
          return Promise.resolve(valid);
        },
      });
      valid = 'second';
      channel.send(note('one', {}));
      channel.send(request(1, 'session/prompt', { sessionId: 'a' }));
      await settled();
      expect(asked).toEqual([undefined, 'first']);
      expect(ends).toEqual([]);
      expect(server.seen.filter(({ headers }) => headers['authorization'] === 'Bearer second')).toHaveLength(3);
    });

    test('that are refused again end the connection', async () => {
      const server = new FetchServer(() => ({ status: 401 }));
      let count = 0;
      const { ends } = await connect(server, {
        token: () => {
          count += 1;
          return `token-${count}`;
        },
      });
      expect(ends).toMatchObject([{ code: 'unauthorized', status: 401 }]);
      expect(server.seen).toHaveLength(2);
    });

    test('that cannot be obtained end the connection and say why', async () => {
      const { ends } = await connect(new FetchServer(), { token: () => Promise.reject(new Error('signed out')) });
      expect(ends).toMatchObject([{ code: 'unauthorized', message: 'The token could not be obtained: signed out' }]);
    });

    test.each([
      ['token', { token: () => new Promise<string>(() => undefined) }],
      ['headers', { headers: () => new Promise<Record<string, string>>(() => undefined) }],
    ])('whose provider never answers end the connection and say so: %s', async (what, options) => {
      const { ends, clock } = await connect(new FetchServer(), options);
      expect(ends).toEqual([]);
      await clock.advance(30_000);
      await settled();
      expect(ends).toMatchObject([{ message: `The provider of the ${what} did not respond within 30000 ms.` }]);
    });
  });

  test(verifies('HTTP-15', 'returns the cookies of the server until the connection is over'), async () => {
    const server = new FetchServer(async (seen) => {
      if (methodOf(seen) === 'initialize') {
        const usual = await new FetchServer().fetch('', {
          method: 'POST',
          headers: {},
          body: JSON.stringify(seen.body),
          signal: new AbortController().signal,
        });
        return {
          status: 200,
          headers: { 'acp-connection-id': 'c' },
          cookies: ['node=7; Path=/; HttpOnly', 'tab=1'],
          body: await usual.text(),
        };
      }
      return methodOf(seen) === 'sign-out' ? { status: 202, cookies: ['tab=; Max-Age=0'] } : undefined;
    });
    const { channel } = await connect(server);
    channel.send(note('sign-out'));
    await settled();
    await channel.end();
    expect(server.seen.map(({ method, headers }) => [method, headers['cookie']])).toEqual([
      ['POST', undefined],
      ['GET', 'node=7; tab=1'],
      ['POST', 'node=7; tab=1'],
      ['DELETE', 'node=7'],
    ]);
  });

  describe('the end', () => {
    test(
      verifies('HTTP-12', 'of ours is a DELETE after everything was posted; the last words of the server arrive'),
      async () => {
        const { channel, server, messages, ends } = await connect();
        channel.send(note('last'));
        await channel.end();
        expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'DELETE']);
        server.stream().message(note('last words'));
        server.stream().end();
        await settled();
        expect(messages[1]).toEqual(note('last words'));
        expect(ends).toEqual([undefined]);
        expect(() => channel.send(note('late'))).toThrow(/ended/);
      },
    );

    test('does not wait for ever for a server that keeps its streams open', async () => {
      const { channel, ends, clock } = await connect();
      await channel.end();
      await clock.advance(4999);
      expect(ends).toEqual([]);
      await clock.advance(1);
      expect(ends).toEqual([undefined]);
      expect(clock.pending).toBe(0);
    });

    test('of the server ends the channel', async () => {
      const { server, ends } = await connect();
      server.stream().end();
      await settled();
      expect(ends).toEqual([undefined]);
    });

    test('is told to a server whose answer to initialize came too late', async () => {
      let answer: (answer: Answer | undefined) => void = () => undefined;
      const late = new FetchServer((seen) =>
        methodOf(seen) === 'initialize' ? new Promise((resolve) => (answer = resolve)) : undefined,
      );
      // A platform that cannot abort a request.
      const fetch: typeof late.fetch = (address, options) =>
        late.fetch(address, { ...options, signal: new AbortController().signal });
      const { channel, messages, ends } = await connect(late, { fetch });
      channel.destroy();
      answer(undefined);
      await settled();
      expect(late.seen.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
      expect(messages).toEqual([]);
      expect(ends).toEqual([undefined]);
    });

    test('comes when initialize is refused and the program has ended before', async () => {
      const { channel, ended } = await connect(new FetchServer(only('initialize', { status: 503 })));
      await channel.end();
      expect(await ended).toBeUndefined();
    });

    test('is the error of a program that throws', async () => {
      const server = new FetchServer();
      const channel = http(url, { fetch: server.fetch, clock: new VirtualClock() });
      const ended = new Promise((resolve) => {
        const receive = (): void => {
          throw new Error('not this');
        };
        channel.open({ receive, reject: () => undefined, ended: resolve });
      });
      channel.send(initialize);
      expect(await ended).toEqual(new Error('not this'));
    });

    test('comes at once when the channel is destroyed, and the server is told', async () => {
      const { channel, server, ends } = await connect();
      const reason = new Error('enough');
      channel.destroy(reason);
      channel.destroy(new Error('again'));
      expect(ends).toEqual([reason]);
      await settled();
      expect(server.seen.at(-1)?.method).toBe('DELETE');
    });
  });

  describe('backpressure', () => {
    test('asks senders to wait while too much is not answered for', async () => {
      const waiting: ((answer: Answer) => void)[] = [];
      const server = new FetchServer(
        (seen) => (methodOf(seen) === 'fill' ? new Promise((resolve) => waiting.push(resolve)) : undefined),
        true,
      );
      const { channel } = await connect(server, { limits: { unsentBytes: 1000 } });
      expect(channel.send(note('fill', { text: 'x'.repeat(500) }))).toBe(true);
      expect(channel.send(note('fill', { text: 'x'.repeat(500) }))).toBe(false);
      let isDrained = false;
      void channel.drained().then(() => (isDrained = true));
      await settled();
      expect(isDrained).toBe(false);
      waiting[0]?.({ status: 202 });
      await settled();
      expect(isDrained).toBe(true);
    });

    test('stops reading while paused, and loses nothing', async () => {
      const { channel, server, messages } = await connect();
      channel.pause();
      for (let n = 0; n < 10; n += 1) server.stream().message(note('count', { n }));
      await settled();
      expect(messages).toHaveLength(1);
      channel.resume();
      await settled();
      expect(messages.slice(1)).toEqual(Array.from({ length: 10 }, (_, n) => note('count', { n })));
    });
  });

  test('goes on after an event that is not a message', async () => {
    const { server, messages, problems } = await connect();
    server.stream().write('data: not json\n\n');
    server.stream().message(note('next'));
    await settled();
    expect(problems).toMatchObject([{ kind: 'unparsable' }]);
    expect(messages[1]).toEqual(note('next'));
  });
});
