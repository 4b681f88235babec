/** What happens when a program does not read. */
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { proxy } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import {
  answersInitialize,
  initializeParams,
  initializesByItself,
  linePair,
  notification,
  rawAgent,
  RawEnd,
  rawProxy,
  request,
  result,
  wrap,
} from '../raw-component.test-support.ts';
import { Flow, type FlowEnd } from './flow.ts';

describe('a component that does not read', () => {
  const count = 10_000;

  test('pauses the client, loses nothing, and what waits is bounded', async () => {
    const last = rawAgent('slow');
    answersInitialize(last);
    const end = new RawEnd(chain(last).start());
    await end.send(request(0, 'initialize', initializeParams));
    last.end.channel.pause();
    let refused = 0;
    for (let index = 0; index < count; index += 1) {
      if (!end.channel.send(notification('_n', { index }))) refused += 1;
      if (index % 100 === 0) await settled(1);
    }
    // The conductor has taken about as many as fit between it and the agent; the others wait at their sender.
    expect(refused).toBeGreaterThan(count / 2);
    expect(end.channel.unsentBytes / 256).toBeGreaterThan(count / 2);
    last.end.channel.resume();
    await end.channel.drained();
    await settled();
    expect(last.end.of('_n').map(({ params }) => (params as { readonly index: number }).index)).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
  });

  test('holds up neither the other direction nor other chains', async () => {
    const last = rawAgent('slow');
    answersInitialize(last);
    const made = chain(last);
    const [one, other] = [new RawEnd(made.start()), new RawEnd(made.start())];
    for (const each of [one, other]) await each.send(request(0, 'initialize', initializeParams));
    const [first, second] = last.ends;
    first?.channel.pause();
    for (let index = 0; index < 3000; index += 1) one.channel.send(notification('_n', { index }));
    await settled();
    await first?.send(notification('session/update', { still: 'here' }));
    expect(one.last).toEqual(notification('session/update', { still: 'here' }));
    await other.send(request(1, '_other', {}));
    await second?.send(result(second.last['id'], 'done'));
    expect(other.last).toEqual(result(1, 'done'));
  });

  test('does not make two programs wait for each other that both write first', async () => {
    const [first, last] = [rawProxy('writer'), rawAgent('other writer')];
    initializesByItself(first);
    answersInitialize(last);
    const end = new RawEnd(chain(first, last).start());
    await end.send(request(0, 'initialize', initializeParams));
    // Neither reads before it has written everything.
    first.end.channel.pause();
    last.end.channel.pause();
    const written = { first: 0, last: 0 };
    for (let index = 0; index < 5000; index += 1) {
      if (first.end.channel.send({ jsonrpc: '2.0', method: 'proxy/successor', params: { method: '_d', params: {} } }))
        written.first += 1;
      if (last.end.channel.send(notification('_u', {}))) written.last += 1;
      if (index % 100 === 0) await settled(1);
    }
    await settled();
    // One of them can always go on.
    expect(Math.max(written.first, written.last)).toBe(5000);
    first.end.channel.resume();
    last.end.channel.resume();
    await settled();
    await Promise.all([first.end.channel.drained(), last.end.channel.drained()]);
    await settled();
    expect([first.end.of('proxy/successor').length, last.end.of('_d').length]).toEqual([5000, 5000]);
  });
});

describe.each([
  ['in this process', memoryPair],
  ['over lines', linePair],
])('a component that does not read, %s, holds up only what has to pass through it', (_, pair) => {
  const params = { text: 'x'.repeat(100) };
  const count = 5000;

  async function stand() {
    const [first, second, last] = [rawProxy('first', pair), rawProxy('second', pair), rawAgent('agent', pair)] as const;
    initializesByItself(first);
    initializesByItself(second);
    answersInitialize(last);
    const end = new RawEnd(chain(first, second, last).start());
    await end.send(request('start', 'initialize', initializeParams));
    return { end, first: first.end, second: second.end, last: last.end };
  }

  test('what its predecessor and the client have to say to each other goes on', async () => {
    const { end, first, second } = await stand();
    second.channel.pause();
    for (let index = 0; index < count; index += 1) first.channel.send(wrap('_n', { ...params, index }));
    await settled();
    // A request that the predecessor answers itself, and one that is cancelled there.
    await end.send(
      request(1, '_mine', {}),
      request(2, '_long', {}),
      notification('$/cancel_request', { requestId: 2 }),
    );
    const [mine, long] = [first.of('_mine')[0]?.['id'], first.of('_long')[0]?.['id']];
    expect(first.last).toEqual(notification('$/cancel_request', { requestId: long }));
    await first.send(result(mine, 'done'), result(long, 'cancelled'), request('own', '_ask', {}));
    expect(end.received.slice(-3)).toMatchObject([{ id: 1, result: 'done' }, { id: 2 }, { method: '_ask' }]);
    // The answer of the client to a request of the predecessor, and an update of its own.
    await end.send(result(end.last['id'], 'yes'));
    expect(first.last).toEqual(result('own', 'yes'));
    await first.send(notification('session/update', { own: true }));
    expect(end.last).toEqual(notification('session/update', { own: true }));
    // Nothing was lost, and the order is kept.
    second.channel.resume();
    await settled();
    expect(second.of('_n').map(({ params: each }) => (each as { readonly index: number }).index)).toEqual(
      Array.from({ length: count }, (__, index) => index),
    );
  });

  test('what its successor and the agent have to say to each other goes on', async () => {
    const { first, second, last } = await stand();
    first.channel.pause();
    for (let index = 0; index < count; index += 1) second.channel.send(notification('session/update', params));
    await settled();
    await last.send(request(1, 'session/request_permission', {}));
    await second.send(result(second.last['id'], { outcome: { outcome: 'cancelled' } }));
    expect(last.last).toEqual(result(1, { outcome: { outcome: 'cancelled' } }));
    await second.send(wrap('_ask', {}, 'own'));
    await last.send(result(last.last['id'], 'yes'));
    expect(second.last).toEqual(result('own', 'yes'));
    first.channel.resume();
    await settled();
    expect(first.of('proxy/successor').length).toBe(count);
  });

  test('a proxy() before it goes on answering its client', async () => {
    const [second, last] = [rawProxy('second', pair), rawAgent('agent', pair)];
    initializesByItself(second);
    answersInitialize(last);
    const answering = proxy({ name: 'answering', version: '1' }).onClientRequest(
      '_mine',
      (value: unknown) => value,
      () => ({ by: 'proxy' }),
    );
    const end = new RawEnd(chain(answering, second, last).start());
    await end.send(request('start', 'initialize', initializeParams));
    second.end.channel.pause();
    for (let index = 0; index < count; index += 1) end.channel.send(notification('_n', { ...params, index }));
    await end.send(request(1, '_mine', {}));
    expect(end.last).toEqual(result(1, { by: 'proxy' }));
    second.end.channel.resume();
    await settled();
    expect(second.end.of('_n')).toHaveLength(count);
  });
});

describe('the limit', () => {
  function end(name: string, unsentBytes = 0): FlowEnd & { readonly calls: string[]; drain: () => void } {
    const calls: string[] = [];
    const made = {
      name,
      calls,
      waitsFor: new Set<FlowEnd>(),
      hasTwoConversations: false,
      drain: () => undefined as void,
      channel: {
        unsentBytes,
        pause: () => void calls.push('pause'),
        resume: () => void calls.push('resume'),
        destroy: (error?: Error) => void calls.push(`destroy: ${error?.message ?? ''}`),
        drained: () =>
          new Promise<void>((resolve) => {
            made.drain = resolve;
          }),
      } as unknown as Channel,
    };
    return made;
  }

  test('stops a program that does not read, with its name', () => {
    const flow = new Flow(1000);
    const full = end('stuck', 1001);
    flow.full(full);
    expect(full.calls).toEqual(['destroy: stuck does not read: more than 1000 bytes wait for it.']);
  });

  test('pauses a reader once, until everything that it waits for takes more', async () => {
    const flow = new Flow();
    const [reader, one, two] = [end('reader'), end('one'), end('two')];
    flow.reader = reader;
    for (const full of [one, two, one]) flow.full(full);
    expect(reader.calls).toEqual(['pause']);
    one.drain();
    await settled();
    expect(reader.calls).toEqual(['pause']);
    flow.release(two);
    expect(reader.calls).toEqual(['pause', 'resume']);
  });

  test('lets a reader with two conversations go on until 4 MiB wait in one of them', () => {
    const flow = new Flow();
    const limit = 4 * 1024 * 1024;
    const reader = { ...end('proxy'), hasTwoConversations: true };
    flow.reader = reader;
    flow.full(end('successor', limit - 1));
    expect(reader.calls).toEqual([]);
    flow.full(end('successor', limit));
    expect(reader.calls).toEqual(['pause']);
  });

  test('does not pause what the full one waits for, through any number of others', () => {
    const flow = new Flow();
    const [a, b, c] = [end('a'), end('b'), end('c')];
    for (const [reader, full] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      flow.reader = reader;
      flow.full(full);
    }
    expect([a.calls, b.calls, c.calls]).toEqual([['pause'], ['pause'], []]);
  });
});
