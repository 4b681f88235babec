import { lineChannel, memoryPair } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { bytePipe } from '../byte-pipe/byte-pipe.ts';
import { settled, VirtualClock } from '../clock/virtual-clock.ts';
import type { Fault } from './fault.ts';
import { faulty, type FaultyChannel } from './faulty-channel.ts';

interface Side {
  readonly seen: unknown[];
  readonly problems: string[];
  readonly ends: (Error | undefined)[];
}

/** A faulty channel, what comes out of it and what comes out on the other side. */
function against(...faults: readonly Fault[]): {
  channel: FaultyChannel;
  here: Side;
  there: Side;
  other: ReturnType<typeof memoryPair>[0];
  clock: VirtualClock;
} {
  const [left, other] = memoryPair();
  const clock = new VirtualClock();
  const channel = faulty(left, faults, { clock });
  return { channel, other, clock, here: opened(channel), there: opened(other) };
}

function opened(channel: FaultyChannel | ReturnType<typeof memoryPair>[0]): Side {
  const side: Side = { seen: [], problems: [], ends: [] };
  channel.open({
    receive: (message) => void side.seen.push((message as { method?: string }).method ?? message),
    reject: ({ kind }) => void side.problems.push(kind),
    ended: (error) => void side.ends.push(error),
  });
  return side;
}

const say = (method: string, sessionId = 's'): object => ({ jsonrpc: '2.0', method, params: { sessionId } });

describe('a faulty channel', () => {
  test('drops the messages with the given numbers among those that match', async () => {
    const { channel, there } = against({ fault: 'drop', direction: 'out', method: 'b', nth: [1, 3] });
    for (const method of ['a', 'b', 'b', 'c', 'b']) channel.send(say(method));
    await settled();
    expect(there.seen).toEqual(['a', 'b', 'c']);
    expect(channel.happened).toHaveLength(2);
    expect(channel.happened[0]).toMatch(/^out drop: notification b /);
  });

  test('drops by predicate, in its direction only', async () => {
    const { channel, other, here, there } = against({
      fault: 'drop',
      direction: 'in',
      when: (message) => (message as { method: string }).method === 'a',
    });
    channel.send(say('a'));
    other.send(say('a'));
    other.send(say('b'));
    await settled();
    expect(there.seen).toEqual(['a']);
    expect(here.seen).toEqual(['b']);
  });

  test('delays a message and what follows it, on a clock', async () => {
    const { channel, there, clock } = against({ fault: 'delay', direction: 'out', method: 'slow', ms: 100 });
    for (const method of ['a', 'slow', 'b']) channel.send(say(method));
    await clock.advance(99);
    expect(there.seen).toEqual(['a']);
    expect(channel.unsentBytes).toBeGreaterThan(0);
    await clock.advance(1);
    await settled();
    expect(there.seen).toEqual(['a', 'slow', 'b']);
    expect(channel.unsentBytes).toBe(0);
  });

  test('keeps the end behind what is delayed, in both directions', async () => {
    const { channel, other, here, there, clock } = against(
      { fault: 'delay', direction: 'out', ms: 10 },
      { fault: 'delay', direction: 'in', ms: 20 },
    );
    channel.send(say('a'));
    other.send(say('b'));
    const ended = channel.end();
    await other.end();
    await settled();
    expect(() => channel.send(say('late'))).toThrow(/ended/);
    expect(there.ends).toEqual([]);
    await clock.advance(10);
    await ended;
    await settled();
    expect(there).toMatchObject({ seen: ['a'], ends: [undefined] });
    expect(here.ends).toEqual([]);
    await clock.advance(10);
    expect(here).toMatchObject({ seen: ['b'], ends: [undefined] });
  });

  test('sends a message again as often as the fault says', async () => {
    const { channel, there } = against({ fault: 'duplicate', direction: 'out', nth: 2, copies: 2 });
    for (const method of ['a', 'b', 'c']) channel.send(say(method));
    await settled();
    expect(there.seen).toEqual(['a', 'b', 'b', 'b', 'c']);
  });

  test('reorders messages of one order key and leaves the others alone', async () => {
    const { channel, there } = against({ fault: 'reorder', direction: 'out', method: 'late', behind: 2 });
    channel.send(say('late', 's'));
    channel.send(say('other', 't'));
    for (const method of ['a', 'b', 'c']) channel.send(say(method, 's'));
    await settled();
    expect(there.seen).toEqual(['other', 'a', 'b', 'late', 'c']);
  });

  test('gives back what it held for reordering at the end', async () => {
    const { channel, there } = against({ fault: 'reorder', direction: 'out', method: 'late', behind: 9 });
    channel.send(say('late'));
    channel.send(say('a'));
    await channel.end();
    await settled();
    expect(there).toMatchObject({ seen: ['a', 'late'], ends: [undefined] });
  });

  test('corrupts what arrives into unreadable input, or into something else', async () => {
    const { other, here } = against(
      { fault: 'corrupt', direction: 'in', nth: 1 },
      { fault: 'corrupt', direction: 'in', nth: 2, change: () => ({ method: 'forged' }) },
    );
    other.send(say('a'));
    other.send(say('b'));
    other.send(say('c'));
    await settled();
    expect(here).toMatchObject({ seen: ['forged', 'c'], problems: ['unparsable'] });
  });

  test('corrupts what is sent into a line that cannot be read', async () => {
    const [left, right] = bytePipe();
    const channel = faulty(lineChannel(left.source, left.sink), [{ fault: 'corrupt', direction: 'out', nth: 1 }]);
    const there = opened(lineChannel(right.source, right.sink));
    opened(channel);
    channel.send(say('a'));
    channel.send(say('b'));
    await settled();
    expect(there).toMatchObject({ seen: ['b'], problems: ['unparsable'] });
  });

  test('closes at a message, once, with its reason', async () => {
    const error = new Error('The process was killed.');
    const { channel, here, there } = against({ fault: 'close', direction: 'out', nth: 3, error });
    for (const method of ['a', 'b', 'c']) channel.send(say(method));
    expect(() => channel.send(say('d'))).toThrow(/ended/);
    await settled();
    expect(there.seen).toEqual(['a', 'b']);
    expect(here.ends).toEqual([error]);
    expect(there.ends).toHaveLength(1);
    channel.destroy();
    expect(here.ends).toHaveLength(1);
  });

  test('ends one direction at a message', async () => {
    const { channel, other, here, there } = against({ fault: 'close', how: 'end', direction: 'in', nth: 2 });
    other.send(say('a'));
    other.send(say('b'));
    other.send(say('c'));
    await settled();
    expect(here).toMatchObject({ seen: ['a'], ends: [undefined] });
    channel.send(say('still'));
    await settled();
    expect(there.seen).toEqual(['still']);
    await other.end();
    await settled();
    expect(here.ends).toEqual([undefined]);
  });

  test('sends nothing after a stall, and does not drain, until it is released', async () => {
    const { channel, there } = against({ fault: 'stall', direction: 'out', nth: 2 });
    expect(channel.send(say('a'))).toBe(true);
    expect(channel.send(say('b'))).toBe(false);
    expect(channel.send(say('c'))).toBe(false);
    let isDrained = false;
    const drained = channel.drained().then(() => {
      isDrained = true;
    });
    await settled();
    expect(isDrained).toBe(false);
    expect(channel.unsentBytes).toBeGreaterThan(0);
    expect(there.seen).toEqual(['a']);
    channel.release();
    await drained;
    await settled();
    expect(there.seen).toEqual(['a', 'b', 'c']);
    expect(channel.unsentBytes).toBe(0);
  });

  test('lets a waiting sender go when a stalled channel is destroyed', async () => {
    const { channel, here } = against({ fault: 'stall', direction: 'out' });
    channel.send(say('a'));
    const drained = channel.drained();
    channel.destroy();
    await drained;
    expect(here.ends).toEqual([undefined]);
  });

  test('keeps delayed messages back while it is paused', async () => {
    const { channel, other, here, clock } = against({ fault: 'delay', direction: 'in', ms: 10 });
    other.send(say('a'));
    await settled();
    channel.pause();
    await clock.advance(10);
    expect(here.seen).toEqual([]);
    channel.resume();
    expect(here.seen).toEqual(['a']);
  });

  test('leaves no timer behind', async () => {
    const { channel, other, clock } = against({ fault: 'delay', direction: 'in', ms: 10 });
    other.send(say('a'));
    await settled();
    expect(clock.pending).toBe(1);
    channel.destroy();
    expect(clock.pending).toBe(0);
  });
});
