import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import { verifies } from '../../../../test/requirements/requirement.ts';
import type { ConnectionReport } from './connect/connect-options.ts';
import { FetchServer, type Answer, type Seen } from './fetch-server.test-support.ts';
import { http, type HttpOptions } from './http.ts';
import { opened, type Opened } from './opened.test-support.ts';

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
const note = (n: number): object => ({ jsonrpc: '2.0', method: 'count', params: { n } });
const prompt = { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 'a' } };

interface Connected extends Opened {
  readonly server: FetchServer;
  readonly clock: VirtualClock;
  readonly reports: ConnectionReport[];
}

type Answering = (seen: Seen) => Answer | undefined | Promise<Answer | undefined>;

async function connect(
  answer: Answering = () => undefined,
  options: HttpOptions = {},
  resumes = true,
): Promise<Connected> {
  const server = new FetchServer(answer, resumes);
  const clock = new VirtualClock();
  const reports: ConnectionReport[] = [];
  const channel = http('http://127.0.0.1:1/acp', {
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

const gets = (server: FetchServer): (string | undefined)[] => server.streams.map(({ lastEventId }) => lastEventId);

describe('an HTTP connection to a server that can resume', () => {
  test('goes on behind the last event when its stream drops', async () => {
    const { server, clock, messages, reports, ends } = await connect();
    server.stream().message(note(1), 1);
    server.stream().message(note(2), 2);
    await settled();
    server.stream().cut();
    await clock.advance(200);
    server.stream().message(note(3), 3);
    await settled();
    expect(messages.slice(1)).toEqual([note(1), note(2), note(3)]);
    expect(gets(server)).toEqual([undefined, '2']);
    expect(reports).toMatchObject([{ kind: 'dropped', delay: 200 }, { kind: 'resumed' }]);
    expect(ends).toEqual([]);
  });

  test('leaves out an event that comes twice', async () => {
    const { server, clock, messages } = await connect();
    server.stream().message(note(1), 1);
    await settled();
    server.stream().cut();
    await clock.advance(200);
    server.stream().message(note(1), 1);
    server.stream().message(note(2), 2);
    await settled();
    expect(messages.slice(1)).toEqual([note(1), note(2)]);
  });

  test('ends with "history lost" when an event is missing', async () => {
    const { server, ends } = await connect();
    server.stream().message(note(1), 1);
    server.stream().message(note(3), 3);
    await settled();
    expect(ends).toMatchObject([{ name: 'TransportError', code: 'history-lost' }]);
  });

  test('waits longer and longer, by chance up to half of it less, and gives up in the end', async () => {
    const answer: Answering = ({ headers }) => {
      if (headers['last-event-id'] === undefined) return undefined;
      throw new TypeError('fetch failed');
    };
    const { server, clock, reports, ends } = await connect(answer, {
      random: () => 0,
      reconnect: { first: 100, longest: 400, giveUpAfter: 1000 },
    });
    server.stream().cut();
    await clock.advance(2000);
    const delays = reports.map((report) => (report.kind === 'dropped' ? report.delay : undefined));
    expect(delays).toEqual([50, 100, 200, 200, 200, 200, 50]);
    expect(ends).toMatchObject([{ code: 'unreachable' }]);
    expect(clock.pending).toBe(0);
  });

  test.each([404, 410])('ends with "history lost" when the server answers %i', async (status) => {
    const { server, clock, ends } = await connect(({ headers }) =>
      headers['last-event-id'] === undefined ? undefined : { status },
    );
    server.stream().cut();
    await clock.advance(200);
    expect(ends).toMatchObject([{ code: 'history-lost', status }]);
  });

  test.each([204, 404])('ends well when the server has ended the stream and answers %i', async (status) => {
    const { server, clock, ends } = await connect(({ headers }) =>
      headers['last-event-id'] === undefined ? undefined : { status },
    );
    server.stream().end();
    await clock.advance(200);
    expect(ends).toEqual([undefined]);
  });

  test.each([408, 425, 429, 500, 502, 503, 504])('tries again when the server answers %i', async (status) => {
    let isBusy = true;
    const { server, clock, messages } = await connect(({ headers }) =>
      headers['last-event-id'] !== undefined && isBusy ? { status } : undefined,
    );
    server.stream().cut();
    await clock.advance(200);
    isBusy = false;
    await clock.advance(400);
    server.stream().message(note(1), 1);
    await settled();
    expect(messages[1]).toEqual(note(1));
  });

  test('loses one session, and not the connection, when the history of that session is lost', async () => {
    const { channel, server, clock, messages, reports, ends } = await connect(({ headers }) =>
      headers['acp-session-id'] === 'a' && headers['last-event-id'] !== undefined ? { status: 410 } : undefined,
    );
    channel.send(prompt);
    await settled();
    server.stream('a').cut();
    await clock.advance(200);
    expect(messages[1]).toMatchObject({
      id: 1,
      error: { code: -32_002, data: { reason: 'history_lost', sessionId: 'a' } },
    });
    expect(reports.at(-1)).toMatchObject({ kind: 'session-lost', sessionId: 'a', error: { code: 'history-lost' } });
    expect(ends).toEqual([]);
    channel.send({ ...prompt, id: 2, method: 'session/load' });
    await settled();
    expect(server.streams.at(-1)).toMatchObject({ sessionId: 'a', lastEventId: undefined });
    expect(server.posted.at(-1)).toBe('session/load');
  });

  test('opens a stream again that was silent for too long; comments are signs of life', async () => {
    const { server, clock, ends } = await connect();
    await clock.advance(44_999);
    server.stream().write(':\n\n');
    await clock.advance(44_999);
    expect(gets(server)).toEqual([undefined]);
    await clock.advance(1 + 200);
    expect(gets(server)).toEqual([undefined, '0']);
    expect(ends).toEqual([]);
  });

  test('does not take its own pause for silence', async () => {
    const { channel, server, clock } = await connect();
    channel.pause();
    await clock.advance(500_000);
    expect(gets(server)).toEqual([undefined]);
    channel.resume();
    await clock.advance(44_999);
    expect(gets(server)).toEqual([undefined]);
  });

  test('requests a stream again if there is no response', async () => {
    let isStuck = true;
    const { server, clock, ends } = await connect(({ method }) =>
      method === 'GET' && isStuck ? new Promise(() => undefined) : undefined,
    );
    isStuck = false;
    await clock.advance(30_000 + 200);
    expect(gets(server)).toEqual(['0']);
    expect(ends).toEqual([]);
  });

  test.each(['no answer', 502, 503, 504])('posts a message again under the same number after %s', async (failure) => {
    let failures = 2;
    const { channel, server, clock, messages, ends } = await connect(({ headers }) => {
      if (headers['acp-sequence'] !== '1' || failures === 0) return undefined;
      failures -= 1;
      if (failure === 'no answer') throw new TypeError('fetch failed');
      return { status: failure as number };
    });
    channel.send(note(1));
    channel.send(note(2));
    await clock.advance(600);
    const posts = server.seen.filter(({ headers }) => headers['acp-sequence'] !== undefined);
    expect(posts.map(({ headers, body }) => [headers['acp-sequence'], body])).toEqual([
      ['1', note(1)],
      ['2', note(2)],
      ['1', note(1)],
      ['1', note(1)],
    ]);
    expect(channel.unsentBytes).toBe(0);
    expect(messages).toHaveLength(1);
    expect(ends).toEqual([]);
  });

  test.each([400, 413, 429, 500])(
    'makes up for a number that something before the server refused with %i',
    async (status) => {
      let refusals = 2;
      const { channel, server, clock, messages, ends } = await connect(({ headers }) => {
        if (headers['acp-sequence'] !== '1' || refusals === 0) return undefined;
        refusals -= 1;
        return { status };
      });
      channel.send({ ...prompt, method: '_large' });
      channel.send(note(2));
      await clock.advance(600);
      const posts = server.seen.filter(({ headers }) => headers['acp-sequence'] !== undefined);
      expect(posts.map(({ headers, body }) => [headers['acp-sequence'], (body as { method: string }).method])).toEqual([
        ['1', '_large'],
        ['2', 'count'],
        ['1', '_acp-stack.dev/skipped'],
        ['1', '_acp-stack.dev/skipped'],
      ]);
      expect(messages[1]).toMatchObject({ id: 1, error: { data: { status } } });
      expect(channel.unsentBytes).toBe(0);
      expect(ends).toEqual([]);
    },
  );

  test('has one message ask for a server that is gone, however many wait, and posts all when it is back', async () => {
    let isGone = true;
    const { channel, server, clock, ends } = await connect(({ headers }) => {
      if (headers['acp-sequence'] === undefined || !isGone) return undefined;
      throw new TypeError('fetch failed');
    });
    const count = 64;
    for (let n = 1; n <= count; n += 1) channel.send(note(n));
    await settled();
    const places = (): (string | undefined)[] =>
      server.seen.flatMap(({ headers }) => headers['acp-sequence'] ?? []).slice(count);
    await clock.advance(3000);
    expect(places()).toEqual(['1', '1', '1', '1']);
    isGone = false;
    await clock.advance(10_000);
    expect(new Set(places())).toEqual(new Set(Array.from({ length: count }, (_, index) => `${index + 1}`)));
    expect(places()).toHaveLength(4 + count);
    expect(channel.unsentBytes).toBe(0);
    expect(ends).toEqual([]);
  });

  test('asks with the earliest message, because the server takes the others after it', async () => {
    const failing = new Map<string, (error: Error) => void>();
    const { channel, server, clock } = await connect(async ({ headers }) => {
      const place = headers['acp-sequence'];
      if (place === undefined || failing.has(place)) return undefined;
      await new Promise((_, reject) => failing.set(place, reject));
      return undefined;
    });
    for (let n = 1; n <= 3; n += 1) channel.send(note(n));
    await settled();
    for (const place of ['3', '1', '2']) {
      failing.get(place)?.(new TypeError('fetch failed'));
      await settled();
    }
    await clock.advance(200);
    const places = server.seen.flatMap(({ headers }) => headers['acp-sequence'] ?? []);
    expect(places.slice(3).toSorted()).toEqual(['1', '2', '3']);
    expect(channel.unsentBytes).toBe(0);
  });

  test('stops posting when it is destroyed', async () => {
    const { channel, clock } = await connect(({ headers }) => {
      if (headers['acp-sequence'] === undefined) return undefined;
      throw new TypeError('fetch failed');
    });
    channel.send(note(1));
    await settled();
    channel.destroy();
    await settled();
    expect(clock.pending).toBe(0);
  });

  test('is not resumed when the program does not want that', async () => {
    const { server, ends } = await connect(() => undefined, { reconnect: false });
    server.stream().cut();
    await settled();
    expect(ends).toMatchObject([{ code: 'lost' }]);
  });
});

describe('an HTTP connection to a server that cannot resume', () => {
  test(verifies('HTTP-18', 'ends when its stream drops, and says what to do'), async () => {
    const { server, ends } = await connect(() => undefined, {}, false);
    server.stream().cut();
    await settled();
    expect(ends).toMatchObject([{ code: 'lost' }]);
    expect(ends[0]?.message).toMatch(/cannot resume it\. Connect again, and load or resume the sessions/);
  });

  test('does not post a message again of which it does not know whether it arrived', async () => {
    const { channel, server, ends } = await connect(
      (seen) => {
        if (seen.method !== 'POST' || (seen.body as { method: string }).method !== 'count') return undefined;
        throw new TypeError('fetch failed');
      },
      {},
      false,
    );
    channel.send(note(1));
    await settled();
    expect(server.posted).toEqual(['initialize', 'count']);
    expect(ends).toMatchObject([{ code: 'lost' }]);
  });

  test('loses one session when the stream of that session drops', async () => {
    const { channel, server, messages, ends } = await connect(() => undefined, {}, false);
    channel.send(prompt);
    await settled();
    server.stream('a').cut();
    await settled();
    expect(messages[1]).toMatchObject({ id: 1, error: { code: -32_002 } });
    expect(ends).toEqual([]);
  });

  test('is taken for dropped when it fell silent, if it was not silent before', async () => {
    const { server, clock, ends } = await connect(() => undefined, {}, false);
    await clock.advance(500_000);
    expect(ends).toEqual([]);
    server.stream().write(':\n\n');
    await clock.advance(90_000);
    expect(ends).toMatchObject([{ code: 'lost' }]);
  });
});
