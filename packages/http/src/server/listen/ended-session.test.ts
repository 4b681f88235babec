import type { ServerHttp2Session } from 'node:http2';

import type { Clock } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { watchForEnd } from './ended-session.ts';

/** A session that has received something, and what waits in it. */
class FakeSession {
  destroyed = false;
  readonly socket = { bytesRead: 100, _handle: { writeQueueSize: 0 } };
  readonly state = { outboundQueueSize: 0 };
  pings = 0;
  ping(): boolean {
    this.pings += 1;
    return true;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

/** A clock whose timer runs when it is told to, in the same moment as what was done before. */
class LookClock implements Clock {
  #work: () => void = () => undefined;

  now(): number {
    return 0;
  }

  schedule(_ms: number, work: () => void): () => void {
    this.#work = work;
    return () => undefined;
  }

  look(): void {
    this.#work();
  }
}

const watched = (clock: Clock): FakeSession => {
  const session = new FakeSession();
  watchForEnd(session as unknown as ServerHttp2Session, clock);
  return session;
};

test('a session whose ping stays in its queue is dropped', async () => {
  const clock = new LookClock();
  const session = watched(clock);
  clock.look();
  expect(session.pings).toBe(1);
  session.state.outboundQueueSize = 1;
  clock.look();
  await expect.poll(() => session.destroyed).toBe(true);
});

test('a session in which something was queued at the very moment of the look stays', async () => {
  const clock = new LookClock();
  const session = watched(clock);
  clock.look();
  // As the ping of another timer: it is written when the timers of this moment have run.
  session.state.outboundQueueSize = 1;
  setImmediate(() => (session.state.outboundQueueSize = 0));
  clock.look();
  await settled();
  expect(session.destroyed).toBe(false);
});
