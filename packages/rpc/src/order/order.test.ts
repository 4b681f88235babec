/** The promise of order, over random interleavings and in the scenarios in which others break it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import type { Channel } from '../channel/channel.ts';
import type { Handler, NotificationContext } from '../receive/handler.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';

const macrotask = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Params {
  readonly orderKey?: string;
  readonly name: string;
  readonly isSlow?: boolean;
}

/** A peer whose handlers finish when the test says so, and the raw other end of its channel. */
function bench(): {
  peer: Peer;
  raw: Channel;
  log: string[];
  running: Map<string, () => void>;
  clock: VirtualClock;
} {
  const [left, raw] = memoryPair();
  const log: string[] = [];
  const running = new Map<string, () => void>();
  const clock = new VirtualClock();
  const handlers: Record<string, Handler> = {
    note: {
      kind: 'notification',
      run: ({ name, isSlow }: Params) => {
        log.push(`start ${name}`);
        if (isSlow !== true) {
          log.push(`end ${name}`);
          return undefined;
        }
        return new Promise<void>((resolve) => {
          running.set(name, () => {
            running.delete(name);
            log.push(`end ${name}`);
            resolve();
          });
        });
      },
    },
    ask: {
      kind: 'request',
      run: ({ name }: Params) => {
        log.push(`start ${name}`);
        return {};
      },
    },
    stop: {
      kind: 'notification',
      overtakes: true,
      run: ({ name }: Params) => {
        log.push(`stop ${name}`);
      },
    },
  };
  const peer = new Peer(left, {
    handlers: (method) => handlers[method],
    orderKey: (_, params) => (params as Params | undefined)?.orderKey,
    clock,
  });
  raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
  return { peer, raw, log, running, clock };
}

let serial = 0;
const note = (orderKey: string | undefined, name: string, isSlow = false): object => ({
  jsonrpc: '2.0',
  method: 'note',
  params: { ...(orderKey === undefined ? {} : { orderKey }), name, isSlow },
});
const ask = (orderKey: string, name: string): object => ({
  jsonrpc: '2.0',
  id: `x${(serial += 1)}`,
  method: 'ask',
  params: { orderKey, name },
});

type Action =
  | { readonly kind: 'note'; readonly orderKey: string; readonly isSlow: boolean }
  | { readonly kind: 'ask'; readonly orderKey: string }
  | { readonly kind: 'answer'; readonly orderKey: string }
  | { readonly kind: 'finish'; readonly index: number }
  | { readonly kind: 'macrotask' };

const orderKey = fc.constantFrom('a', 'b', 'c');
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('note' as const), orderKey, isSlow: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask' as const), orderKey }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), orderKey }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('finish' as const), index: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('macrotask' as const) }) },
);

/** One thing that arrived, as the checks see it. */
interface Arrived {
  readonly kind: 'note' | 'ask' | 'answer';
  readonly orderKey: string;
  readonly name: string;
}

async function play(actions: readonly Action[]): Promise<{ arrived: Arrived[]; log: string[] }> {
  const { peer, raw, log, running } = bench();
  const arrived: Arrived[] = [];
  // Calls are made before any handler begins, as a program outside of handlers does.
  for (const [index, step] of actions.entries()) {
    if (step.kind !== 'answer') continue;
    void peer.request('q', {}, { orderKey: step.orderKey }).then(() => log.push(`start answer${index}`));
  }
  let id = 0;
  for (const [index, step] of actions.entries()) {
    const name = `${step.kind}${index}`;
    if (step.kind === 'note') raw.send(note(step.orderKey, name, step.isSlow));
    else if (step.kind === 'ask') raw.send(ask(step.orderKey, name));
    else if (step.kind === 'answer') {
      raw.send({ jsonrpc: '2.0', id, result: {} });
      id += 1;
    } else if (step.kind === 'finish') [...running.values()][step.index]?.();
    else await macrotask();
    if (step.kind === 'note' || step.kind === 'ask' || step.kind === 'answer') {
      arrived.push({ kind: step.kind, orderKey: step.orderKey, name });
    }
  }
  for (let rounds = 0; rounds < actions.length + 5; rounds += 1) {
    await macrotask();
    for (const finish of running.values()) finish();
  }
  peer.destroy();
  return { arrived, log };
}

describe('order', () => {
  test('holds within every order key, whatever is interleaved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 30 }), async (actions) => {
        const { arrived, log } = await play(actions);
        const at = (entry: string): number => log.indexOf(entry);
        for (const [index, item] of arrived.entries()) {
          expect(at(`start ${item.name}`), `${item.name} was handled`).not.toBe(-1);
          for (const earlier of arrived.slice(0, index)) {
            if (earlier.orderKey !== item.orderKey || earlier.kind === 'answer') continue;
            expect(at(`start ${earlier.name}`)).toBeLessThan(at(`start ${item.name}`));
            if (earlier.kind === 'note') expect(at(`end ${earlier.name}`)).toBeLessThan(at(`start ${item.name}`));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('starts a message of a free order key at once, while another order key is held', async () => {
    const { raw, log, running } = bench();
    raw.send(note('a', 'slow', true));
    raw.send(note('b', 'free'));
    raw.send(note('a', 'behind'));
    raw.send(ask('c', 'question'));
    await macrotask();
    expect(log).toEqual(['start slow', 'start free', 'end free', 'start question']);
    running.get('slow')?.();
    await macrotask();
    expect(log.slice(4)).toEqual(['end slow', 'start behind', 'end behind']);
  });

  test('lets requests of one order key run concurrently', async () => {
    const [left, raw] = memoryPair();
    const started: string[] = [];
    const peer = new Peer(left, {
      handlers: () => ({
        kind: 'request',
        run: ({ name }: Params) => {
          started.push(name);
          return new Promise(() => undefined);
        },
      }),
      orderKey: () => 'a',
    });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    raw.send(ask('a', 'one'));
    raw.send(ask('a', 'two'));
    await macrotask();
    expect(started).toEqual(['one', 'two']);
    peer.destroy();
  });

  test('responses without an order key never wait', async () => {
    const { peer, raw, log } = bench();
    raw.send(note('a', 'slow', true));
    await macrotask();
    const call = peer.request('q', {}).then(() => log.push('answered'));
    raw.send({ jsonrpc: '2.0', id: 0, result: {} });
    await call;
    expect(log).toEqual(['start slow', 'answered']);
    peer.destroy();
  });

  test('the code that awaits a response runs before the messages that followed it are handled', async () => {
    const { peer, raw, log } = bench();
    const call = peer.request('open', {}).then(async () => {
      await Promise.resolve();
      await Promise.resolve();
      log.push('opened');
    });
    raw.send({ jsonrpc: '2.0', id: 0, result: {} });
    raw.send(note('a', 'first update'));
    await call;
    await macrotask();
    expect(log).toEqual(['opened', 'start first update', 'end first update']);
  });
});

describe('the scenarios in which the official SDK loses the order', () => {
  /** Eight other handlers registered before, as an editor has: the place of a handler must not matter. */
  test('updates are handled before the prompt resolves, whatever else is registered', async () => {
    const { peer, raw, log } = bench();
    const prompt = peer.request('session/prompt', {}, { orderKey: 'a' }).then(() => log.push('prompt resolved'));
    for (let index = 0; index < 50; index += 1) raw.send(note('a', `update ${index}`));
    raw.send({ jsonrpc: '2.0', id: 0, result: {} });
    await prompt;
    expect(log.length).toBe(101);
    expect(log.at(-1)).toBe('prompt resolved');
  });

  test('a slow update handler delays the prompt, not other sessions', async () => {
    const { peer, raw, log, running } = bench();
    const prompt = peer.request('session/prompt', {}, { orderKey: 'a' }).then(() => log.push('prompt resolved'));
    raw.send(note('a', 'update', true));
    raw.send({ jsonrpc: '2.0', id: 0, result: {} });
    raw.send(note('b', 'other session'));
    await macrotask();
    expect(log).toEqual(['start update', 'start other session', 'end other session']);
    running.get('update')?.();
    await prompt;
    expect(log.slice(3)).toEqual(['end update', 'prompt resolved']);
  });

  test('a cancel that follows its prompt reaches the handler of the prompt', async () => {
    const { raw, log } = bench();
    raw.send(ask('a', 'prompt'));
    raw.send({ jsonrpc: '2.0', method: 'stop', params: { orderKey: 'a', name: 'cancel' } });
    await macrotask();
    expect(log).toEqual(['start prompt', 'stop cancel']);
  });
});

describe('a handler that calls the other side', () => {
  test('never deadlocks when it uses its context', async () => {
    const [left, raw] = memoryPair();
    const log: string[] = [];
    const peer = new Peer(left, {
      handlers: () => ({
        kind: 'notification',
        run: async (_: never, context: NotificationContext) => {
          await Promise.resolve();
          await context.request('ask', { orderKey: 'a' });
          log.push('handled');
        },
      }),
      orderKey: () => 'a',
    });
    raw.open({
      receive: (message) => {
        const { id } = message as { id?: number };
        if (id !== undefined) raw.send({ jsonrpc: '2.0', id, result: 1 });
      },
      reject: () => undefined,
      ended: () => undefined,
    });
    raw.send(note('a', 'n'));
    raw.send(note('a', 'm'));
    await macrotask();
    await macrotask();
    expect(log).toEqual(['handled', 'handled']);
    peer.destroy();
  });

  test('never deadlocks when it calls directly, before its first await', async () => {
    const [left, raw] = memoryPair();
    const log: string[] = [];
    const peer: Peer = new Peer(left, {
      handlers: () => ({
        kind: 'notification',
        run: async () => {
          await peer.request('ask', { orderKey: 'a' });
          log.push('handled');
        },
      }),
      orderKey: () => 'a',
    });
    raw.open({
      receive: (message) => void raw.send({ jsonrpc: '2.0', id: (message as { id: number }).id, result: 1 }),
      reject: () => undefined,
      ended: () => undefined,
    });
    raw.send(note('a', 'n'));
    await macrotask();
    expect(log).toEqual(['handled']);
    peer.destroy();
  });

  test('gets its response at once when it calls later, without its context', async () => {
    const [left, raw] = memoryPair();
    const log: string[] = [];
    const clock = new VirtualClock();
    const peer: Peer = new Peer(left, {
      handlers: () => ({
        kind: 'notification',
        run: async () => {
          await Promise.resolve();
          await peer.request('ask', { orderKey: 'a' });
          log.push('handled');
        },
      }),
      orderKey: () => 'a',
      clock,
    });
    raw.open({
      receive: (message) => void raw.send({ jsonrpc: '2.0', id: (message as { id: number }).id, result: 1 }),
      reject: () => undefined,
      ended: () => undefined,
    });
    raw.send(note('a', 'n'));
    await macrotask();
    expect(log).toEqual(['handled']);
    expect(clock.pending).toBe(0);
    peer.destroy();
  });

  test('makes only that response pass: once it has finished, the order holds again', async () => {
    const { peer, raw, log, running } = bench();
    raw.send(note('a', 'running', true));
    await macrotask();
    const call = peer.request('q', {}, { orderKey: 'a' }).then(() => log.push('answered'));
    running.get('running')?.();
    await macrotask();
    raw.send(note('a', 'later', true));
    raw.send({ jsonrpc: '2.0', id: 0, result: {} });
    await macrotask();
    expect(log).toEqual(['start running', 'end running', 'start later']);
    running.get('later')?.();
    await call;
    expect(log.slice(3)).toEqual(['end later', 'answered']);
    peer.destroy();
  });

  test('has finished for its call, too, while the next handler has not begun', async () => {
    const { peer, raw, log, running } = bench();
    const before = peer.request('q', {}, { orderKey: 'a' }).then(() => {
      log.push('answered before');
      // Arrives before the next handler begins, which is one macrotask later.
      raw.send({ jsonrpc: '2.0', id: 1, result: {} });
    });
    raw.send(note('a', 'first', true));
    await macrotask();
    const during = peer.request('q', {}, { orderKey: 'a' }).then(() => log.push('answered'));
    raw.send({ jsonrpc: '2.0', id: 0, result: {} });
    raw.send(note('a', 'second', true));
    await macrotask();
    running.get('first')?.();
    await before;
    await macrotask();
    expect(log).toEqual(['start first', 'end first', 'answered before', 'start second']);
    running.get('second')?.();
    await during;
    expect(log.slice(4)).toEqual(['end second', 'answered']);
    peer.destroy();
  });

  test('holds up the responses of other order keys no more than before', async () => {
    const { peer, raw, log, running } = bench();
    raw.send(note('a', 'other session', true));
    await macrotask();
    const prompt = peer.request('session/prompt', {}, { orderKey: 'b' }).then(() => log.push('prompt resolved'));
    raw.send(note('b', 'update', true));
    raw.send({ jsonrpc: '2.0', id: 0, result: {} });
    await macrotask();
    expect(log).toEqual(['start other session', 'start update']);
    running.get('update')?.();
    await prompt;
    expect(log.slice(2)).toEqual(['end update', 'prompt resolved']);
    peer.destroy();
  });
});

describe('cancellation', () => {
  test('overtakes what holds the order key, and cancels the requests that wait there', async () => {
    const [left, raw] = memoryPair();
    const log: string[] = [];
    const releases: (() => void)[] = [];
    const handlers: Record<string, Handler> = {
      slow: { kind: 'notification', run: () => new Promise<void>((resolve) => releases.push(resolve)) },
      prompt: {
        kind: 'request',
        run: (_: never, { signal }) => {
          log.push(signal.aborted ? 'prompt was cancelled' : 'prompt runs');
          return {};
        },
      },
      cancel: { kind: 'notification', overtakes: true, run: () => void log.push('cancel') },
    };
    const peer = new Peer(left, { handlers: (method) => handlers[method], orderKey: () => 'a' });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    raw.send({ jsonrpc: '2.0', method: 'slow' });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'prompt' });
    raw.send({ jsonrpc: '2.0', method: 'cancel' });
    await macrotask();
    expect(log).toEqual(['cancel']);
    releases[0]?.();
    await macrotask();
    expect(log).toEqual(['cancel', 'prompt was cancelled']);
    peer.destroy();
  });
});
