/**
 * The promise of order against a model of it, over random interleavings.
 *
 * The model is one sentence: whatever arrived has begun, unless a notification that arrived before it in its order key has not ended. It is
 * compared with what has really begun whenever everything has come to rest, so that it catches both what begins too early and what waits for
 * something it should not: a request that runs, another order key, a handler that itself waits for the other side.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import type { Handler, NotificationContext } from '../receive/handler.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';

interface Params {
  readonly orderKey: string;
  readonly name: string;
}

/** One thing that arrived. */
interface Arrived extends Params {
  readonly kind: 'quick' | 'slow' | 'asking' | 'work' | 'answer' | 'stop';
}

type Step =
  | { readonly kind: Arrived['kind']; readonly orderKey: string }
  | { readonly kind: 'finish' | 'reply' | 'cancel'; readonly index: number }
  | { readonly kind: 'rest' };

const orderKey = fc.constantFrom('a', 'b', 'c');
const index = fc.nat(5);
const arriving = (kind: Arrived['kind'], weight: number): fc.MaybeWeightedArbitrary<Step> => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), orderKey }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  arriving('quick', 3),
  arriving('slow', 3),
  arriving('asking', 2),
  arriving('work', 3),
  arriving('answer', 2),
  arriving('stop', 1),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('finish' as const, 'reply' as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), index }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'rest' as const }) },
);

/** A connection whose handlers finish when the steps say so, and what is known about it. */
class Play {
  readonly arrived: Arrived[] = [];
  readonly begun = new Set<string>();
  readonly ended = new Set<string>();
  /** The signal of each request whose handler has begun. */
  readonly signals = new Map<string, AbortSignal>();
  /** Requests that were cancelled, by themselves or with their order key before they began. */
  readonly cancelled = new Set<string>();
  readonly #running = new Map<string, () => void>();
  readonly #asked = new Map<string, number>();
  readonly #raw: ReturnType<typeof memoryPair>[1];
  readonly #peer: Peer;
  #calls = 0;

  constructor() {
    const [left, raw] = memoryPair();
    this.#raw = raw;
    const handlers: Record<string, Handler> = {
      quick: { kind: 'notification', run: ({ name }: Params) => this.#begin(name, true) },
      slow: { kind: 'notification', run: ({ name }: Params) => this.#begin(name) },
      asking: {
        kind: 'notification',
        run: async ({ name, orderKey: own }: Params, context: NotificationContext) => {
          this.begun.add(name);
          this.#asked.set(name, this.#calls);
          this.#calls += 1;
          await context.request('ask', { orderKey: own });
          this.ended.add(name);
        },
      },
      work: {
        kind: 'request',
        run: ({ name }: Params, { signal }) => {
          this.signals.set(name, signal);
          return this.#begin(name);
        },
      },
      stop: { kind: 'notification', overtakes: true, run: ({ name }: Params) => this.#begin(name, true) },
    };
    this.#peer = new Peer(left, {
      handlers: (method) => handlers[method],
      orderKey: (_, params) => (params as Params | undefined)?.orderKey,
      clock: new VirtualClock(),
    });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
  }

  async take(each: Step): Promise<void> {
    // What a cancellation finds waiting is known only when nothing is on its way.
    if (each.kind === 'rest' || each.kind === 'stop' || each.kind === 'cancel') await this.rest();
    if (each.kind === 'rest') return;
    if ('orderKey' in each) this.#arrive(each.kind, each.orderKey);
    else if (each.kind === 'finish') [...this.#running.values()][each.index]?.();
    else if (each.kind === 'reply') this.#reply(each.index);
    else this.#cancel(each.index);
  }

  /** Waits until nothing begins or ends any more. */
  async rest(): Promise<void> {
    for (let still = 0, size = -1; still < 3; still += 1) {
      await new Promise((resolve) => void setImmediate(resolve));
      if (size !== this.begun.size + this.ended.size) still = 0;
      size = this.begun.size + this.ended.size;
    }
  }

  /** Lets everything finish. */
  async finish(): Promise<void> {
    while (this.#running.size + this.#asked.size > 0) {
      for (const end of this.#running.values()) end();
      while (this.#asked.size > 0) this.#reply(0);
      await this.rest();
    }
  }

  close(): void {
    this.#peer.destroy();
  }

  #begin(name: string, isDone = false): Promise<void> | undefined {
    this.begun.add(name);
    if (isDone) {
      this.ended.add(name);
      return undefined;
    }
    return new Promise((resolve) => {
      this.#running.set(name, () => {
        this.#running.delete(name);
        this.ended.add(name);
        resolve();
      });
    });
  }

  #arrive(kind: Arrived['kind'], own: string): void {
    const params = { orderKey: own, name: `${kind} ${this.arrived.length}` };
    if (kind === 'stop') {
      for (const each of this.arrived) {
        if (each.kind === 'work' && each.orderKey === own && !this.begun.has(each.name)) this.cancelled.add(each.name);
      }
    }
    this.arrived.push({ kind, ...params });
    if (kind === 'work') this.#raw.send({ jsonrpc: '2.0', id: params.name, method: kind, params });
    else if (kind !== 'answer') this.#raw.send({ jsonrpc: '2.0', method: kind, params });
    else {
      const id = this.#calls;
      this.#calls += 1;
      void this.#peer.request('question', {}, { orderKey: own }).then(() => this.begun.add(params.name));
      this.#raw.send({ jsonrpc: '2.0', id, result: {} });
    }
  }

  #reply(place: number): void {
    const found = [...this.#asked][place];
    if (found === undefined) return;
    const [name, id] = found;
    this.#asked.delete(name);
    this.#raw.send({ jsonrpc: '2.0', id, result: {} });
  }

  #cancel(place: number): void {
    const open = this.arrived.filter(({ kind, name }) => kind === 'work' && !this.ended.has(name))[place];
    if (open === undefined) return;
    this.cancelled.add(open.name);
    this.#raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: open.name } });
  }
}

/** What the model says has begun. */
function expected({ arrived, ended }: Play): string[] {
  const held = new Set<string>();
  return arrived
    .filter((each) => {
      const begins = each.kind === 'stop' || !held.has(each.orderKey);
      if ((each.kind === 'slow' || each.kind === 'asking') && !ended.has(each.name)) held.add(each.orderKey);
      return begins;
    })
    .map(({ name }) => name);
}

test('what has begun is what the order promises, whatever is interleaved, cancelled and asked meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const play = new Play();
      const check = (): void => {
        expect([...play.begun].toSorted()).toEqual(expected(play).toSorted());
        for (const [name, signal] of play.signals)
          expect([name, signal.aborted]).toEqual([name, play.cancelled.has(name)]);
      };
      for (const each of steps) {
        await play.take(each);
        if (each.kind === 'rest') check();
      }
      await play.rest();
      check();
      await play.finish();
      check();
      expect(play.begun.size).toBe(play.arrived.length);
      play.close();
    }),
    { numRuns: 80 },
  );
});
