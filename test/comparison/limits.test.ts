/** What is limited; `official-sdk.ts` says how the two are compared. */
import * as versionOne from '@agentclientprotocol/sdk';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { lineChannel, Peer, type Channel } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';
import { bytePipe, settled } from '@acp-stack/testing';

import { RawPeer } from '../support/raw-peer.ts';
import {
  any,
  atEnd,
  chunk,
  failure,
  info,
  isPending,
  never,
  ourClient,
  ourPeer,
  closeAfterEach,
  theirAgent,
  theirApp,
  theirClient,
  theirs,
} from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

describe('more than a handler can take', () => {
  const count = 2000;

  test('of notifications wait their turn, and reading pauses', async () => {
    let running = 0;
    let most = 0;
    const releases: (() => void)[] = [];
    const limits = { unhandledBytes: 10_000 };
    const { raw } = ourPeer({
      limits,
      orderKey: () => 'one',
      handlers: () => ({
        kind: 'notification',
        run: async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise<void>((resolve) => void releases.push(resolve));
          running -= 1;
        },
      }),
    });
    for (let index = 0; index < count; index += 1) raw.notify('_work', { index, padding: 'x'.repeat(1000) });
    await settled();
    expect(most).toBe(1);
    expect(raw.channel.unsentBytes).toBeGreaterThan((count * 1000) / 2);
  });

  test('of requests are refused, and cancelling still gets through', async () => {
    const signals: AbortSignal[] = [];
    const { raw } = ourPeer({
      limits: { incomingRequests: 10 },
      handlers: () => ({
        kind: 'request',
        run: (_, { signal }) => {
          signals.push(signal);
          return never();
        },
      }),
    });
    for (let id = 0; id < count; id += 1) raw.send({ id, method: '_work' });
    await settled();
    expect(signals).toHaveLength(10);
    expect(raw.answers).toHaveLength(count - 10);
    expect(raw.answers[0]).toMatchObject({ id: 10, error: { code: -32_603, data: { limit: 10 } } });
    raw.notify('$/cancel_request', { requestId: 3 });
    await settled();
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array.from({ length: 10 }, (_, index) => index === 3));
  });

  officialSdk('all run at once', async () => {
    let running = 0;
    const app = theirApp()
      .onNotification('_note', any, () => {
        running += 1;
        return never();
      })
      .onRequest('_work', any, () => {
        running += 1;
        return never();
      });
    const { raw } = await theirAgent(app);
    for (let id = 0; id < count; id += 1) {
      raw.notify('_note', {});
      raw.send({ id, method: '_work' });
    }
    await settled(20);
    expect(running).toBe(2 * count);
  });
});

describe('more than the other side reads', () => {
  const large = { padding: 'x'.repeat(10_000) };

  /** A channel whose other end never takes anything. */
  const stalled = (): Channel =>
    lineChannel(
      { start: () => undefined, pause: () => undefined, resume: () => undefined },
      { write: () => undefined, end: () => Promise.resolve(), destroy: () => undefined },
    );

  test('is refused beyond a limit, whether or not it is awaited', async () => {
    const channel = stalled();
    const peer = new Peer(channel, { handlers: () => undefined, limits: { unsentBytes: 1_000_000 } });
    atEnd(() => {
      peer.destroy();
    });
    for (let index = 0; index < 1000; index += 1) void peer.notify('_note', large);
    expect(channel.unsentBytes).toBeLessThan(1_100_000);
    expect(await failure(peer.notify('_note', large))).toMatchObject({ name: 'ConnectionError', code: 'limit' });
  });

  test('makes a caller that awaits wait', async () => {
    const peer = new Peer(stalled(), { handlers: () => undefined });
    atEnd(() => {
      peer.destroy();
    });
    let sent = 0;
    const sending = (async () => {
      for (; sent < 1000; sent += 1) await peer.notify('_note', large);
    })();
    expect(await isPending(sending)).toBe(true);
    expect(sent).toBeLessThan(200);
  });

  officialSdk('piles up without a limit', async () => {
    const stream = {
      readable: new ReadableStream<official.AnyMessage>(),
      writable: new WritableStream({ write: never }),
    };
    const connection = versionOne.client().connect(stream);
    atEnd(() => {
      connection.close();
    });
    const sent = Array.from({ length: 1000 }, () => connection.agent.notify('_note', large));
    for (const each of sent) each.catch(() => undefined);
    expect(await Promise.all([isPending(Promise.race(sent)), isPending(Promise.any(sent))])).toEqual([true, true]);
  });
});

describe('a line that is too long', () => {
  const limits = { messageBytes: 1000, depth: 1000 };

  test('is refused, and the connection goes on', async () => {
    const [left, right] = bytePipe();
    const raw = new RawPeer(lineChannel(right.source, right.sink));
    const peer = new Peer(lineChannel(left.source, left.sink, limits), {
      handlers: () => ({ kind: 'request', run: any }),
    });
    atEnd(() => {
      peer.destroy();
    });
    void raw.request('_echo', 'x'.repeat(2000));
    await settled();
    expect(raw.answers).toMatchObject([{ id: 'raw-1', error: { code: -32_600 } }]);
    await expect(raw.request('_echo', 'short')).resolves.toMatchObject({ result: 'short' });
  });

  test('is not sent in the first place', async () => {
    const [left] = bytePipe();
    const peer = new Peer(lineChannel(left.source, left.sink, limits), { handlers: () => undefined });
    atEnd(() => {
      peer.destroy();
    });
    expect(await failure(peer.request('_echo', 'x'.repeat(2000)))).toMatchObject({
      name: 'ConnectionError',
      code: 'limit',
    });
  });

  officialSdk('ends the connection without an answer', async () => {
    const toTheirs = new TransformStream<Uint8Array, Uint8Array>();
    const toRaw = new TransformStream<Uint8Array, Uint8Array>();
    const connection = theirApp().connect(
      official.ndJsonStream(toRaw.writable, toTheirs.readable, { maxMessageBytes: 1000 }),
    );
    const sent: Uint8Array[] = [];
    const reader = toRaw.readable.getReader();
    const reading = reader.read().then(({ value }) => value !== undefined && sent.push(value));
    const writer = toTheirs.writable.getWriter();
    writer
      .write(new TextEncoder().encode(`{"jsonrpc":"2.0","id":1,"method":"_echo","params":"${'x'.repeat(2000)}"}\n`))
      .catch(() => undefined);
    await connection.closed;
    expect(await isPending(reading)).toBe(true);
    expect(sent).toEqual([]);
  });

  officialSdk('sends one all the same', async () => {
    const toTheirs = new TransformStream<Uint8Array, Uint8Array>();
    const toRaw = new TransformStream<Uint8Array, Uint8Array>();
    const connection = versionOne
      .client()
      .connect(versionOne.ndJsonStream(toRaw.writable, toTheirs.readable, { maxMessageBytes: 1000 }));
    atEnd(() => {
      connection.close();
    });
    const reading = toRaw.readable.getReader().read();
    connection.agent.notify('_note', 'x'.repeat(2000)).catch(() => undefined);
    expect((await reading).value?.length).toBeGreaterThan(2000);
    expect(await isPending(connection.closed)).toBe(true);
  });
});

describe('updates that are not read', () => {
  const count = 3000;
  const talk = (raw: RawPeer): void => {
    for (let index = 0; index < count; index += 1) raw.update('s', chunk(String(index)));
  };

  test('are kept up to a limit, and what is missing is said', async () => {
    const { connection, raw, reports } = await ourClient(client(info), { updates: { unread: 100, unheard: 100 } });
    const session = await connection.newSession({ cwd: '/' });
    talk(raw);
    await settled();
    expect(reports).toEqual([{ kind: 'updates-dropped', sessionId: 's', where: 'session', limit: 100 }]);
    const run = session.prompt('hello');
    talk(raw);
    await settled();
    const first = await run[Symbol.asyncIterator]().next();
    expect(first.value).toMatchObject({ content: { text: String(count - 100) } });
    expect(run.missed).toBe(count - 100);
  });

  officialSdk('are all kept', async () => {
    const { connection, raw } = await theirClient(official.client());
    raw.whenever('session/new', () => ({ sessionId: 's' }));
    const session = await connection.agent.buildSession('/').start();
    talk(raw);
    await settled(20);
    for (let index = 0; index < count; index += 1) {
      const { update } = await session.nextUpdate();
      if (index % 1000 === 0) expect(update).toMatchObject({ content: { text: String(index) } });
    }
  });
});

describe('reading many updates that wait', () => {
  /**
   * How many elements are moved in arrays while `work` runs: what is taken from the front of a long one moves all
   * others.
   */
  async function movesIn(work: () => Promise<void>): Promise<number> {
    let moves = 0;
    const { prototype } = Array;
    const { shift } = prototype;
    const counting = function (this: unknown[]): unknown {
      moves += this.length;
      return shift.call(this);
    };
    Object.defineProperty(prototype, 'shift', { value: counting });
    try {
      await work();
    } finally {
      Object.defineProperty(prototype, 'shift', { value: shift });
    }
    return moves;
  }

  const talk = (raw: RawPeer, count: number): void => {
    for (let index = 0; index < count; index += 1) raw.update('s', chunk(String(index)));
  };

  test('costs as much for each, however many there are', async () => {
    const { connection, raw } = await ourClient(client(info));
    raw.whenever('session/prompt', () => ({ messageId: 'u' }));
    const session = await connection.newSession({ cwd: '/' });
    const count = 800;
    const updates = session.prompt('hello')[Symbol.asyncIterator]();
    talk(raw, count);
    await settled(20);
    const moves = await movesIn(async () => {
      for (let index = 0; index < count; index += 1) await updates.next();
    });
    expect(moves).toBeLessThan(count);
  });

  officialSdk('costs more for each, the more there are', async () => {
    const { connection, raw } = theirs(versionOne.client());
    raw.whenever('session/new', () => ({ sessionId: 's' }));
    const session = await connection.agent.buildSession('/').start();
    const moves: number[] = [];
    for (const count of [200, 800]) {
      talk(raw, count);
      await settled(20);
      moves.push(
        await movesIn(async () => {
          for (let index = 0; index < count; index += 1) await session.nextUpdate();
        }),
      );
    }
    const [few = 0, many = 0] = moves;
    expect(many / few).toBeGreaterThan(10);
  });
});
