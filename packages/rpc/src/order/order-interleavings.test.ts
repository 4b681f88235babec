/**
 * The promise of order against a model of it, over random interleavings.
 *
 * The model applies the rules of docs/decisions/0004 to one event at a time and knows nothing of promises, queues or
 * bytes. What it says has begun is compared with what has really begun whenever everything has come to rest, so that it
 * catches both what begins too early and what waits for something it should not: a request that runs, another order
 * key, a handler that itself waits for the other side.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';
import type { Handler, NotificationContext } from '../receive/handler.ts';

const isLong = process.env['ACP_LONG'] === '1';

interface Params {
  readonly orderKey: string;
  readonly name: string;
}

/**
 * What arrives: notifications whose handlers return at once, finish later, or await a call; requests; cancellations.
 */
type Kind = 'quick' | 'slow' | 'asking' | 'work' | 'stop';

type Step =
  | { readonly kind: Kind | 'question'; readonly orderKey: string }
  | { readonly kind: 'finish' | 'reply' | 'answer' | 'cancel'; readonly index: number }
  | { readonly kind: 'rest' };

const orderKey = fc.constantFrom('a', 'b', 'c');
const index = fc.nat(5);
const inKey = (kind: Kind | 'question', weight: number): fc.MaybeWeightedArbitrary<Step> => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), orderKey }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  inKey('quick', 3),
  inKey('slow', 3),
  inKey('asking', 2),
  inKey('work', 3),
  inKey('stop', 1),
  inKey('question', 2),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), index }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('finish' as const, 'reply' as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), index }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'rest' as const }) },
);

interface Waiting extends Params {
  readonly kind: Kind | 'answer';
}

/** The rules, applied to one event at a time. */
class Model {
  readonly begun = new Set<string>();
  /** The handler that holds each key, by its number among all that began. */
  readonly #holders = new Map<string, { readonly name: string; readonly number: number }>();
  #waiting: Waiting[] = [];
  /** Calls without a response, and how many handlers had begun when each was made. */
  readonly #calls = new Map<string, number>();
  #handlers = 0;

  /** Which requests wait for this key. */
  waitingRequests(own: string): string[] {
    return this.#waiting.filter((each) => each.kind === 'work' && each.orderKey === own).map(({ name }) => name);
  }

  arrive(item: Waiting): void {
    const holder = this.#holders.get(item.orderKey);
    const isFree = item.kind === 'stop' || holder === undefined;
    if (isFree || (item.kind === 'work' && this.#mayAwait(holder.number))) this.#begin(item);
    else this.#waiting.push(item);
  }

  call(name: string): void {
    this.#calls.set(name, this.#handlers);
    for (const [own, { number }] of this.#holders) {
      if (!this.#mayAwait(number)) continue;
      for (const item of this.#waiting) if (item.kind === 'work' && item.orderKey === own) this.#begin(item);
      this.#waiting = this.#waiting.filter((item) => item.kind !== 'work' || item.orderKey !== own);
    }
  }

  /** The response to a call that was made outside of handlers. */
  respond(name: string, own: string): void {
    const made = this.#calls.get(name) ?? 0;
    this.#calls.delete(name);
    const holder = this.#holders.get(own);
    if (holder !== undefined && holder.number > made) this.#waiting.push({ kind: 'answer', orderKey: own, name });
    else this.begun.add(name);
  }

  /** A handler has finished. */
  end(name: string): void {
    this.#calls.delete(`call of ${name}`);
    const [own] = [...this.#holders].find(([, holder]) => holder.name === name) ?? [];
    if (own === undefined) return;
    this.#holders.delete(own);
    while (!this.#holders.has(own)) {
      const next = this.#waiting.find((each) => each.orderKey === own);
      if (next === undefined) return;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.#begin(next);
    }
  }

  #begin({ kind, name, orderKey: own }: Waiting): void {
    this.begun.add(name);
    if (kind === 'quick' || kind === 'slow' || kind === 'asking') this.#handlers += 1;
    if (kind === 'slow' || kind === 'asking') this.#holders.set(own, { name, number: this.#handlers });
    if (kind === 'asking') this.call(`call of ${name}`);
  }

  /** Whether the handler with this number may await a call. */
  #mayAwait(number: number): boolean {
    return [...this.#calls.values()].some((made) => made >= number);
  }
}

/** A connection whose handlers finish when the steps say so, next to the model of it. */
class Play {
  readonly model = new Model();
  readonly begun = new Set<string>();
  /** The signal of each request whose handler has begun. */
  readonly signals = new Map<string, AbortSignal>();
  /** Requests that were cancelled, by themselves or with their order key before they began. */
  readonly cancelled = new Set<string>();
  readonly #works = new Set<string>();
  readonly #running = new Map<string, () => void>();
  readonly #asked = new Map<string, number>();
  readonly #questions = new Map<string, { readonly id: number; readonly orderKey: string }>();
  readonly #raw: ReturnType<typeof memoryPair>[1];
  readonly #peer: Peer;
  readonly #clock = new VirtualClock();
  #calls = 0;
  #names = 0;
  #events = 0;

  constructor() {
    const [left, raw] = memoryPair();
    this.#raw = raw;
    const handlers: Record<string, Handler> = {
      quick: { kind: 'notification', run: ({ name }: Params) => this.#begin(name, true) },
      slow: { kind: 'notification', run: ({ name }: Params) => this.#begin(name) },
      asking: {
        kind: 'notification',
        run: async ({ name, orderKey: own }: Params, context: NotificationContext) => {
          this.#began(name);
          this.#asked.set(name, this.#calls);
          this.#calls += 1;
          await context.request('ask', { orderKey: own });
          this.#events += 1;
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
      clock: this.#clock,
    });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
  }

  async take(each: Step): Promise<void> {
    // Notifications and requests may come in bursts; everything else happens when nothing is on its way.
    if (each.kind === 'quick' || each.kind === 'slow' || each.kind === 'asking' || each.kind === 'work') {
      this.#arrive(each.kind, each.orderKey);
      return;
    }
    await this.rest();
    if (each.kind === 'stop') {
      for (const name of this.model.waitingRequests(each.orderKey)) this.cancelled.add(name);
      this.#arrive(each.kind, each.orderKey);
    } else if (each.kind === 'question') this.#ask(each.orderKey);
    else if (each.kind === 'finish') [...this.#running.values()][each.index]?.();
    else if (each.kind === 'reply') this.#reply(each.index);
    else if (each.kind === 'answer') this.#answer(each.index);
    else if (each.kind === 'cancel') this.#cancel(each.index);
    await this.rest();
  }

  /** Waits until nothing begins or ends any more. */
  async rest(): Promise<void> {
    for (let still = 0, events = -1; still < 3; still += 1) {
      await new Promise((resolve) => void setImmediate(resolve));
      if (events !== this.#events) still = 0;
      events = this.#events;
    }
  }

  check(): void {
    expect([...this.begun].toSorted()).toEqual([...this.model.begun].toSorted());
    for (const [name, signal] of this.signals) expect([name, signal.aborted]).toEqual([name, this.cancelled.has(name)]);
    // Nothing of this takes time.
    expect(this.#clock.pending).toBe(0);
  }

  /** Lets everything finish. */
  async finish(): Promise<void> {
    while (this.#running.size + this.#asked.size + this.#questions.size > 0) {
      for (const end of this.#running.values()) {
        end();
        await this.rest();
      }
      for (const work of [() => this.#reply(0), () => this.#answer(0)]) {
        work();
        await this.rest();
      }
    }
    this.check();
    expect(this.begun.size).toBe(this.#names);
    this.#peer.destroy();
  }

  #began(name: string): void {
    this.begun.add(name);
    this.#events += 1;
  }

  #begin(name: string, isDone = false): Promise<void> | undefined {
    this.#began(name);
    if (isDone) return undefined;
    return new Promise((resolve) => {
      this.#running.set(name, () => {
        this.#running.delete(name);
        this.#works.delete(name);
        this.#events += 1;
        this.model.end(name);
        resolve();
      });
    });
  }

  #name(kind: string): string {
    this.#names += 1;
    return `${kind} ${this.#names}`;
  }

  #arrive(kind: Kind, own: string): void {
    const params = { orderKey: own, name: this.#name(kind) };
    if (kind === 'work') {
      this.#works.add(params.name);
      this.#raw.send({ jsonrpc: '2.0', id: params.name, method: kind, params });
    } else this.#raw.send({ jsonrpc: '2.0', method: kind, params });
    this.model.arrive({ kind, ...params });
  }

  /** A call outside of all handlers, as far as the peer can know. */
  #ask(own: string): void {
    const name = this.#name('answer');
    this.#questions.set(name, { id: this.#calls, orderKey: own });
    this.#calls += 1;
    this.model.call(name);
    void this.#peer.request('question', {}, { orderKey: own }).then(() => {
      this.#began(name);
    });
  }

  #answer(place: number): void {
    const [name, question] = [...this.#questions][place] ?? [];
    if (name === undefined || question === undefined) return;
    this.#questions.delete(name);
    this.#raw.send({ jsonrpc: '2.0', id: question.id, result: {} });
    this.model.respond(name, question.orderKey);
  }

  /** The response to a call that a handler makes through its context; it ends the handler. */
  #reply(place: number): void {
    const [name, id] = [...this.#asked][place] ?? [];
    if (name === undefined || id === undefined) return;
    this.#asked.delete(name);
    this.#raw.send({ jsonrpc: '2.0', id, result: {} });
    this.model.end(name);
  }

  #cancel(place: number): void {
    const name = [...this.#works][place];
    if (name === undefined) return;
    this.cancelled.add(name);
    this.#raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: name } });
  }
}

test(
  'what has begun is what the order promises, whatever is interleaved, cancelled and asked meanwhile',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const play = new Play();
        for (const each of steps) {
          await play.take(each);
          if (each.kind === 'rest') play.check();
        }
        await play.rest();
        play.check();
        await play.finish();
      }),
      { numRuns: isLong ? 5000 : 80 },
    );
  },
);
