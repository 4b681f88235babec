/** Calls that are queued, and calls of handlers that hold back what their responses would come behind. */
import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import type { Channel } from '../channel/channel.ts';
import type { NotificationContext } from '../receive/handler.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';
import type { PeerOptions } from '../peer/peer-options.ts';

interface Sent {
  readonly id?: number;
  readonly method?: string;
}

/** A peer that may have one call at a time on its way, and the raw other end. */
function against(options: Partial<PeerOptions> = {}): { peer: Peer; raw: Channel; sent: Sent[]; clock: VirtualClock } {
  const [left, raw] = memoryPair();
  const sent: Sent[] = [];
  const clock = new VirtualClock();
  const peer = new Peer(left, { handlers: () => undefined, limits: { outgoingRequests: 1 }, clock, ...options });
  raw.open({ receive: (message) => void sent.push(message as Sent), reject: () => undefined, ended: () => undefined });
  return { peer, raw, sent, clock };
}

const answer = (raw: Channel, { id }: Sent = {}, result: unknown = 'answer'): void => {
  raw.send({ jsonrpc: '2.0', id, result });
};

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('it resolved'),
    (error: unknown) => error,
  );

describe('a call that is queued', () => {
  test('is given up at once when its signal aborts, is never sent, and the next one is sent', async () => {
    const { peer, raw, sent } = against();
    const controller = new AbortController();
    void peer.request('first');
    const second = failure(peer.request('second', {}, { signal: controller.signal }));
    const third = peer.request('third');
    controller.abort(new Error('enough'));
    expect(await second).toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
    answer(raw, sent[0]);
    await settled();
    expect(sent.map(({ method }) => method)).toEqual(['first', 'third']);
    answer(raw, sent[1], 'third');
    expect(await third).toBe('third');
    peer.destroy();
  });

  test('counts that time, is given up when it is over, and no other call is', async () => {
    const { peer, raw, sent, clock } = against();
    void peer.request('first');
    const second = failure(peer.request('second', {}, { timeout: 50 }));
    const third = peer.request('third', {}, { timeout: 100 });
    await clock.advance(50);
    expect(await second).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
    answer(raw, sent[0]);
    await settled();
    answer(raw, sent[1], 'in time');
    expect(await third).toBe('in time');
    expect(sent.map(({ method }) => method)).toEqual(['first', 'third']);
    expect(clock.pending).toBe(0);
    peer.destroy();
  });

  test('is not in the way of the others when it cannot be sent, however many there are', async () => {
    const [left, raw] = memoryPair();
    let unsentBytes = 0;
    Object.defineProperty(left, 'unsentBytes', { get: () => unsentBytes });
    const peer = new Peer(left, { handlers: () => undefined, limits: { outgoingRequests: 1, unsentBytes: 1000 } });
    const sent: Sent[] = [];
    raw.open({
      receive: (message) => void sent.push(message as Sent),
      reject: () => undefined,
      ended: () => undefined,
    });
    const first = peer.request('first');
    const others = Array.from({ length: 20_000 }, () => failure(peer.request('other')));
    await settled();
    unsentBytes = 1_000_000;
    answer(raw, sent[0]);
    expect(await first).toBe('answer');
    expect(new Set((await Promise.all(others)).map((error) => (error as Error).name))).toEqual(
      new Set(['ConnectionError']),
    );
    peer.destroy();
  });

  test('rejects with the connection', async () => {
    const { peer, raw } = against();
    void peer.request('first');
    const second = failure(peer.request('second'));
    await settled();
    raw.destroy(new Error('the process exited'));
    expect(await second).toMatchObject({
      name: 'ConnectionError',
      code: 'closed',
      message: 'The connection failed: the process exited',
    });
  });
});

describe('a call that is made for a request of the other side', () => {
  const asking: PeerOptions['handlers'] = () => ({
    kind: 'request',
    run: async (_: never, context) => [await context.request('nested', {}).catch((error: unknown) => String(error))],
  });

  test('is not queued: what has it may wait for the request', async () => {
    const { peer, raw, sent } = against({ handlers: asking });
    void peer.request('first');
    raw.send({ jsonrpc: '2.0', id: 'w', method: 'work' });
    await settled();
    expect(sent).toMatchObject([{ method: 'first' }, { method: 'nested' }]);
    answer(raw, sent[1], 'told');
    await settled();
    expect(sent[2]).toMatchObject({ id: 'w', result: ['told'] });
    peer.destroy();
  });

  test('is cancelled with it', async () => {
    const { peer, raw, sent } = against({ handlers: asking });
    raw.send({ jsonrpc: '2.0', id: 'w', method: 'work' });
    await settled();
    raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'w' } });
    await settled();
    expect(sent).toMatchObject([
      { method: 'nested' },
      { method: '$/cancel_request', params: { requestId: sent[0]?.id } },
    ]);
    peer.destroy();
  });

  test('is not sent when that was cancelled before', async () => {
    let go = (): void => undefined;
    const started = new Promise<void>((resolve) => (go = resolve));
    const { peer, raw, sent } = against({
      handlers: () => ({
        kind: 'request',
        run: async (_: never, context) => {
          await started;
          return context.request('nested', {});
        },
      }),
    });
    raw.send({ jsonrpc: '2.0', id: 'w', method: 'work' });
    await settled();
    raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'w' } });
    await settled();
    go();
    await settled();
    expect(sent).toMatchObject([{ id: 'w', error: { code: -32800 } }]);
    peer.destroy();
  });
});

describe('calls that is not queued', () => {
  test('are as many as may wait for one at most: then they fail, and the others go on', async () => {
    const failures: unknown[] = [];
    const { peer, raw, sent } = against({
      limits: { outgoingRequests: 2, waitingRequests: 3 },
      handlers: () => ({
        kind: 'notification',
        run: (_: never, context: NotificationContext) =>
          void context.request('nested', {}).catch((error: unknown) => failures.push(error)),
      }),
    });
    for (let index = 0; index < 8; index += 1) raw.send({ jsonrpc: '2.0', method: 'note' });
    await settled();
    expect(sent).toHaveLength(5);
    expect(failures).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'limit', limit: 'waitingRequests' })));
    answer(raw, sent[0]);
    await settled();
    raw.send({ jsonrpc: '2.0', method: 'note' });
    await settled();
    expect(sent).toHaveLength(6);
    peer.destroy();
  });
});

describe('a handler that holds its order key', () => {
  const orderKey = (): string => 'a';
  const note = (first = false): object => ({ jsonrpc: '2.0', method: 'note', params: { first } });

  /** Handles notifications; the first asks the other side and waits. */
  const asking = (heard: unknown[]): PeerOptions['handlers'] => {
    return () => ({
      kind: 'notification',
      run: async ({ first }: { first: boolean }, context: NotificationContext) => {
        if (!first) heard.push('note');
        else heard.push(await context.request('ask', {}).catch((error: unknown) => error));
      },
    });
  };

  test('is not queued: what has it may wait for the handler', async () => {
    const heard: unknown[] = [];
    const { peer, raw, sent } = against({ orderKey, handlers: asking(heard) });
    const prompt = peer.request('prompt', {}).then(() => heard.push('prompt'));
    raw.send(note(true));
    await settled();
    answer(raw, sent[0]);
    answer(raw, sent[1], 'told');
    await prompt;
    expect(heard).toEqual(['told', 'prompt']);
    peer.destroy();
  });

  test('is answered also when so much waits behind it that reading pauses otherwise', async () => {
    const heard: unknown[] = [];
    const { peer, raw, sent } = against({ orderKey, handlers: asking(heard), limits: { unhandledBytes: 256 * 10 } });
    raw.send(note(true));
    await settled();
    for (let index = 0; index < 15; index += 1) raw.send(note());
    answer(raw, sent[0], 'told');
    await settled(40);
    expect(heard).toEqual(['told', ...Array.from({ length: 15 }, () => 'note')]);
    peer.destroy();
  });

  test('is answered also when it asks after reading has paused', async () => {
    const heard: unknown[] = [];
    let go = (): void => undefined;
    const started = new Promise<void>((resolve) => (go = resolve));
    const { peer, raw, sent } = against({
      orderKey,
      limits: { unhandledBytes: 256 * 10 },
      handlers: () => ({
        kind: 'notification',
        run: async ({ first }: { first: boolean }, context: NotificationContext) => {
          if (first) await started;
          heard.push(first ? await context.request('ask', {}) : 'note');
        },
      }),
    });
    raw.send(note(true));
    for (let index = 0; index < 15; index += 1) raw.send(note());
    await settled();
    expect(raw.unsentBytes).toBeGreaterThan(0);
    go();
    await settled();
    answer(raw, sent[0], 'told');
    await settled(40);
    expect(heard).toHaveLength(16);
    expect(heard[0]).toBe('told');
    peer.destroy();
  });

  test('is told that it asked in vain when twice as much waits, and reading pauses', async () => {
    const heard: unknown[] = [];
    const { peer, raw, sent } = against({ orderKey, handlers: asking(heard), limits: { unhandledBytes: 256 * 10 } });
    raw.send(note(true));
    await settled();
    for (let index = 0; index < 50; index += 1) raw.send(note());
    answer(raw, sent[0], 'too late');
    await settled(80);
    expect(heard[0]).toMatchObject({ name: 'ConnectionError', code: 'limit' });
    expect(heard).toHaveLength(51);
    peer.destroy();
  });
});
