/**
 * Two sides whose handlers wait for something else, call, ask and notify the other side in any order, under limits that
 * are reached at once: whatever they do, every call gets a response or an error, every notification is handled, and the
 * peers use no timer.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Channel } from '../channel/channel.ts';
import type { Clock } from '../platform/clock.ts';
import type { Handler, NotificationContext } from '../receive/handler.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';

const isLong = process.env['ACP_LONG'] === '1';

const anHour = 3_600_000;

/** What a handler does, one after the other. */
type Deed =
  | { readonly kind: 'wait' }
  /** `call` knows nothing of the handler that makes it, `ask` does; `together` awaits nothing. */
  | {
      readonly kind: 'call' | 'ask' | 'tell' | 'together';
      readonly orderKey: string | undefined;
      readonly deeds: readonly Deed[];
    };

interface Params {
  readonly orderKey?: string | undefined;
  readonly deeds: readonly Deed[];
}

const { deeds } = fc.letrec<{ deeds: readonly Deed[]; deed: Deed }>((tie) => ({
  deed: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant({ kind: 'wait' as const }),
    fc.record({
      kind: fc.constantFrom('call' as const, 'ask' as const, 'tell' as const, 'together' as const),
      orderKey: fc.constantFrom('a', 'b', undefined),
      deeds: tie('deeds'),
    }),
  ),
  deeds: fc.array(tie('deed'), { maxLength: 4, depthIdentifier: 'deeds' }),
}));

/** What handlers wait for that is not the other side; it comes when everything else has come to rest. */
class NextAlarm implements Clock {
  #now = 0;
  #alarms: { readonly at: number; readonly work: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  schedule(ms: number, work: () => void): () => void {
    const alarm = { at: this.#now + ms, work };
    this.#alarms.push(alarm);
    return () => void (this.#alarms = this.#alarms.filter((each) => each !== alarm));
  }

  /** False when there is no alarm. */
  ring(): boolean {
    const [first] = this.#alarms.toSorted((left, right) => left.at - right.at);
    if (first === undefined) return false;
    this.#alarms = this.#alarms.filter((each) => each !== first);
    this.#now = first.at;
    first.work();
    return true;
  }
}

/** The clock of the peers: the rules of order need none. */
const timeless: Clock = {
  now: () => 0,
  schedule: () => {
    throw new Error('A peer scheduled a timer.');
  },
};

class Play {
  readonly clock = new NextAlarm();
  /** Calls without a response, notifications that are not handled, and waits for something else. */
  open = 0;
  /** Why calls failed. */
  readonly reasons: unknown[] = [];
  #steps = 0;
  readonly #left: Peer;
  readonly #right: Peer;

  constructor() {
    const [left, right] = memoryPair();
    this.#left = this.#side(left);
    this.#right = this.#side(right);
  }

  /** What the program of one side does outside of its handlers. */
  start(side: 'left' | 'right', deed: Deed): Promise<void> {
    return this.#perform(side === 'left' ? this.#left : this.#right, deed, undefined);
  }

  /** Waits until nothing crosses and nothing begins. */
  async rest(): Promise<void> {
    for (let still = 0, steps = -1; still < 12; still += 1) {
      await new Promise((resolve) => void setImmediate(resolve));
      if (steps !== this.#steps) still = 0;
      steps = this.#steps;
    }
  }

  close(): void {
    this.#left.destroy();
    this.#right.destroy();
  }

  #side(channel: Channel): Peer {
    const perform = async (params: Params, context: NotificationContext): Promise<void> => {
      for (const deed of params.deeds) await this.#perform(peer, deed, context);
    };
    const handlers: Record<string, Handler> = {
      work: { kind: 'request', run: perform },
      note: {
        kind: 'notification',
        run: async (params: Params, context: NotificationContext) => {
          await perform(params, context);
          this.open -= 1;
        },
      },
    };
    const peer = new Peer(channel, {
      handlers: (method) => handlers[method],
      orderKey: (_, params) => (params as Params | undefined)?.orderKey,
      limits: { unhandledBytes: 3 * 256, outgoingRequests: 1 },
      clock: timeless,
    });
    peer.tap(() => (this.#steps += 1));
    return peer;
  }

  async #perform(peer: Peer, deed: Deed, context: NotificationContext | undefined): Promise<void> {
    this.#steps += 1;
    this.open += 1;
    if (deed.kind === 'wait') {
      await new Promise<void>((resolve) => void this.clock.schedule(100, resolve));
      this.open -= 1;
      return;
    }
    const params: Params = { ...(deed.orderKey === undefined ? {} : { orderKey: deed.orderKey }), deeds: deed.deeds };
    if (deed.kind === 'tell') {
      await peer.notify('note', params);
      return;
    }
    const called = deed.kind === 'ask' && context !== undefined ? context : peer;
    const answer = called
      .request('work', params)
      .catch((error: unknown) => this.reasons.push(error))
      .then(() => (this.open -= 1));
    if (deed.kind !== 'together') await answer;
  }
}

test('no call and no handler waits forever, whatever handlers wait for', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('left' as const, 'right' as const), deeds), { minLength: 1, maxLength: 8 }),
      async (both) => {
        const play = new Play();
        const all = both.flatMap(([side, some]) => some.map((deed) => play.start(side, deed)));
        await play.rest();
        while (play.open > 0 && play.clock.now() < anHour && play.clock.ring()) await play.rest();
        expect(play.open).toBe(0);
        await Promise.all(all);
        // A call that a handler waited for may have been given up, and then those that were made for it are cancelled.
        for (const reason of play.reasons) expect((reason as Error).message).toMatch(/was given up|was cancelled/);
        play.close();
      },
    ),
    { numRuns: isLong ? 5000 : 60 },
  );
});
