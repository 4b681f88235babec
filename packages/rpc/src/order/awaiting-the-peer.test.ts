/**
 * A handler may await the other side: it never waits forever and never for a timer, and the limits bound what is kept
 * meanwhile.
 */
import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import type { Channel } from '../channel/channel.ts';
import type { NotificationContext } from '../receive/handler.ts';
import type { Limits } from '../message/limits.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';
import type { PeerOptions } from '../peer/peer-options.ts';

interface Params {
  readonly orderKey: string;
  readonly asks?: boolean;
}

/** What a message counts that crosses by reference. */
const messageBytes = 256;
const note = (orderKey: string, asks = false): object => ({
  jsonrpc: '2.0',
  method: 'note',
  params: { orderKey, asks },
});

/** Something that each handler waits for before it goes on. */
interface Gate {
  readonly passage: Promise<void>;
  open(): void;
}

function gate(): Gate {
  let open = (): void => undefined;
  const passage = new Promise<void>((resolve) => (open = resolve));
  return { passage, open: () => open() };
}

interface TestSetup {
  readonly peer: Peer;
  readonly raw: Channel;
  readonly clock: VirtualClock;
  readonly sent: { readonly id?: number; readonly method?: string; readonly params?: unknown }[];
  /** What each handler ended with. */
  readonly heard: unknown[];
  readonly start: Gate;
  readonly onReceive: (listener: (message: unknown) => void) => void;
}

/**
 * A peer that reads on only while ten messages wait, whose handlers await `start` and then ask without their context.
 */
function setUp(options: Partial<PeerOptions> = {}): TestSetup {
  const [left, raw] = memoryPair();
  const clock = new VirtualClock();
  const sent: TestSetup['sent'] = [];
  const heard: unknown[] = [];
  const start = gate();
  const peer: Peer = new Peer(left, {
    handlers: () => ({
      kind: 'notification',
      run: async ({ asks, orderKey }: Params) => {
        await start.passage;
        heard.push(asks === true ? await peer.request('ask', { orderKey }).catch((error: unknown) => error) : 'note');
      },
    }),
    orderKey: (_, params) => (params as Params | undefined)?.orderKey,
    clock,
    limits: { unhandledBytes: 10 * messageBytes },
    ...options,
  });
  let onReceive: (message: unknown) => void = () => undefined;
  raw.open({
    receive: (message) => {
      sent.push(message as TestSetup['sent'][0]);
      onReceive(message);
    },
    reject: () => undefined,
    ended: () => undefined,
  });
  return { peer, raw, clock, sent, heard, start, onReceive: (listener) => (onReceive = listener) };
}

const answer = ({ raw, sent }: TestSetup, method: string): void => {
  const asked = sent.find((each) => each.method === method);
  raw.send({ jsonrpc: '2.0', id: asked?.id, result: 'told' });
};

describe('a notification handler that awaits something and then calls without its context', () => {
  test('is answered, though so much waits that reading has paused', async () => {
    const setting = setUp();
    const { peer, raw, clock, heard, start } = setting;
    raw.send(note('a', true));
    for (let index = 0; index < 15; index += 1) raw.send(note('a'));
    await settled();
    expect(raw.unsentBytes).toBeGreaterThan(0);
    start.open();
    await settled();
    answer(setting, 'ask');
    await settled(40);
    expect(heard).toEqual(['told', ...Array.from({ length: 15 }, () => 'note')]);
    expect(clock.pending).toBe(0);
    peer.destroy();
  });

  test('is told that it asked in vain when twice as much comes before the response, and reading goes on', async () => {
    const setting = setUp();
    const { peer, raw, clock, sent, heard, start } = setting;
    let most = 0;
    setting.onReceive(() => (most = Math.max(most, 51 * messageBytes - raw.unsentBytes)));
    raw.send(note('a', true));
    for (let index = 0; index < 50; index += 1) raw.send(note('a'));
    start.open();
    await settled(80);
    expect(heard[0]).toMatchObject({ name: 'ConnectionError', code: 'limit', limit: 'unhandledBytes' });
    expect(String(heard[0])).toBe(
      'ConnectionError: ask was given up: more than 5120 bytes wait to be handled, and a handler may wait for its response.',
    );
    // Never more than twice the limit, and the message that went over it.
    expect(most).toBeLessThanOrEqual(21 * messageBytes);
    expect(heard).toHaveLength(51);
    expect(sent).toMatchObject([{ method: 'ask' }, { method: '$/cancel_request', params: { requestId: sent[0]?.id } }]);
    expect(clock.pending).toBe(0);
    peer.destroy();
  });

  test('does not make a call fail that was made before it began', async () => {
    const setting = setUp();
    const { peer, raw, heard, start } = setting;
    const before = peer.request('before', { orderKey: 'b' });
    raw.send(note('a', true));
    for (let index = 0; index < 50; index += 1) raw.send(note('a'));
    start.open();
    await settled(80);
    expect(heard).toHaveLength(51);
    answer(setting, 'before');
    expect(await before).toBe('told');
    peer.destroy();
  });

  test('is answered also when it awaits a call that was made before it began', async () => {
    const [left, raw] = memoryPair();
    const clock = new VirtualClock();
    const heard: unknown[] = [];
    let ready: Promise<unknown> | undefined;
    const peer = new Peer(left, {
      handlers: () => ({ kind: 'notification', run: async () => void heard.push(await ready) }),
      clock,
      limits: { unhandledBytes: 10 * messageBytes },
    });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    ready = peer.request('open');
    for (let index = 0; index < 15; index += 1) raw.send(note('a'));
    raw.send({ jsonrpc: '2.0', id: 0, result: 'opened' });
    await settled(40);
    expect(heard).toEqual(Array.from({ length: 15 }, () => 'opened'));
    peer.destroy();
  });
});

describe('a handler that is only slow', () => {
  test('is not read on for: the call that waits is answered after it in any case', async () => {
    const setting = setUp();
    const { peer, raw, clock, heard, start } = setting;
    const prompt = peer.request('prompt', { orderKey: 'a' }).then(() => heard.push('prompt'));
    for (let index = 0; index < 50; index += 1) raw.send(note('a'));
    await settled();
    answer(setting, 'prompt');
    const unread = raw.unsentBytes;
    expect(unread).toBeGreaterThanOrEqual((51 - 11) * messageBytes);
    await settled(40);
    expect(raw.unsentBytes).toBe(unread);
    expect(clock.pending).toBe(0);
    start.open();
    await prompt;
    expect(heard).toHaveLength(51);
    peer.destroy();
  });

  test('is not read on for when no call waits for a response', async () => {
    const { peer, raw, clock } = setUp();
    for (let index = 0; index < 50; index += 1) raw.send(note('a'));
    await settled(40);
    expect(raw.unsentBytes).toBeGreaterThanOrEqual((50 - 11) * messageBytes);
    expect(clock.pending).toBe(0);
    peer.destroy();
  });
});

describe('two sides that are full of calls, each of which needs one more', () => {
  /** Answers `leaf` at once; everything else by asking back, without its context. */
  function busy(channel: Channel, clock: VirtualClock, limits: Partial<Limits>): Peer {
    const peer: Peer = new Peer(channel, {
      handlers: (method) => ({
        kind: 'request',
        run: async () => {
          if (method === 'leaf') return 'leaf';
          await Promise.resolve();
          return [await peer.request('leaf')];
        },
      }),
      clock,
      limits,
    });
    return peer;
  }

  test('go on, though more calls wait than may be sent', async () => {
    const [left, right] = memoryPair();
    const clock = new VirtualClock();
    const limits = { outgoingRequests: 2 };
    const sides = [busy(left, clock, limits), busy(right, clock, limits)];
    const calls = Promise.all(sides.flatMap((side) => Array.from({ length: 7 }, () => side.request('work'))));
    expect(await calls).toEqual(Array.from({ length: 14 }, () => ['leaf']));
    expect(clock.pending).toBe(0);
    for (const side of sides) side.destroy();
  });

  test('go over the limit only with the calls that handlers make', async () => {
    const [left, raw] = memoryPair();
    const clock = new VirtualClock();
    const sent: unknown[] = [];
    const peer = busy(left, clock, { outgoingRequests: 1 });
    raw.open({ receive: (message) => void sent.push(message), reject: () => undefined, ended: () => undefined });
    for (let index = 0; index < 6; index += 1) void peer.request('work');
    await settled();
    // No handler runs, so that none can be waited for.
    expect(sent).toHaveLength(1);
    for (const id of ['v', 'w']) raw.send({ jsonrpc: '2.0', id, method: 'work' });
    await settled();
    expect(sent).toHaveLength(3);
    peer.destroy();
    expect(clock.pending).toBe(0);
  });
});

describe('a handler that holds its order key and waits for a call that is handled by asking back in the same order key', () => {
  interface Asked extends TestSetup {
    /** What was asked back and when it began. */
    readonly begun: string[];
  }

  /** Its notifications call `ask` as `how` says, and what is asked back is answered at once. */
  function asked(how: (peer: Peer, context: NotificationContext) => Promise<unknown>): Asked {
    const begun: string[] = [];
    const setting: TestSetup = setUp({
      handlers: (method) =>
        method === 'back'
          ? { kind: 'request', run: ({ name }: { name: string }) => void begun.push(name) }
          : {
              kind: 'notification',
              run: async (_: never, context) => {
                await setting.start.passage;
                setting.heard.push(await how(setting.peer, context));
              },
            },
    });
    // The other side asks back first, in order key a, and responds when it has that response.
    const { raw } = setting;
    const open = new Map<unknown, unknown>();
    const receive = (message: unknown): void => {
      const { id, method } = message as { id?: unknown; method?: string };
      if (method === 'ask') {
        open.set(`back ${String(id)}`, id);
        raw.send({ jsonrpc: '2.0', id: `back ${String(id)}`, method: 'back', params: { orderKey: 'a', name: 'back' } });
      } else if (open.has(id)) raw.send({ jsonrpc: '2.0', id: open.get(id), result: 'told' });
    };
    setting.onReceive(receive);
    return { ...setting, begun };
  }

  test.each([
    ['through its context', (_: Peer, context: NotificationContext) => context.request('ask', { orderKey: 'a' })],
    ['without it, in its order key', (peer: Peer) => peer.request('ask', { orderKey: 'a' })],
    ['without it, in another order key', (peer: Peer) => peer.request('ask', { orderKey: 'b' })],
    ['without it and without an order key', (peer: Peer) => peer.request('ask')],
  ])('gets its response at once when it calls %s', async (_, how) => {
    const { peer, raw, clock, heard, start, begun } = asked(how);
    raw.send(note('a'));
    start.open();
    await settled();
    expect(begun).toEqual(['back']);
    expect(heard).toEqual(['told']);
    expect(clock.pending).toBe(0);
    peer.destroy();
  });

  test('lets a request pass that waited before it called', async () => {
    const { peer, raw, heard, start, begun } = asked((ours) => ours.request('ask', { orderKey: 'b' }));
    raw.send(note('a'));
    raw.send({ jsonrpc: '2.0', id: 'r', method: 'back', params: { orderKey: 'a', name: 'waiting' } });
    await settled();
    expect(begun).toEqual([]);
    start.open();
    await settled();
    expect(begun).toEqual(['waiting', 'back']);
    expect(heard).toEqual(['told']);
    peer.destroy();
  });

  test('is not overtaken by what it did not ask for', async () => {
    const { peer, raw, clock, start, begun } = asked(() => Promise.resolve('nothing'));
    void peer.request('before', { orderKey: 'a' });
    raw.send(note('a'));
    raw.send({ jsonrpc: '2.0', id: 'r', method: 'back', params: { orderKey: 'a', name: 'later' } });
    await settled();
    expect(begun).toEqual([]);
    start.open();
    await settled();
    expect(begun).toEqual(['later']);
    expect(clock.pending).toBe(0);
    peer.destroy();
  });
});

describe('two sides whose handlers send as much as they hear, and wait until more can be sent', () => {
  test('go on, though both have paused', async () => {
    const clock = new VirtualClock();
    let handled = 0;
    const [left, right] = memoryPair().map((channel) => {
      return new Peer(channel, {
        handlers: () => ({
          kind: 'notification',
          run: async ({ isLast }: { isLast: boolean }, context: NotificationContext) => {
            if (!isLast) await context.notify('echo', { isLast: true });
            handled += 1;
          },
        }),
        clock,
        limits: { unhandledBytes: 10 * messageBytes },
      });
    }) as [Peer, Peer];
    for (let index = 0; index < 3000; index += 1) {
      void left.notify('shout', { isLast: false });
      void right.notify('shout', { isLast: false });
    }
    await settled(80);
    expect(handled).toBe(12_000);
    expect(clock.pending).toBe(0);
    left.destroy();
    right.destroy();
  });
});
