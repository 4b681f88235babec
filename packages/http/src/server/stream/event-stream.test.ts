import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { eventText } from '../../wire/event-text.ts';
import { memoryWindow } from '../../replay/replay-window.ts';
import type { EventSink } from '../request/event-sink.ts';
import { EventStream, type StreamTotals } from './event-stream.ts';

/** A reader that takes what is written when the test says so. */
class Reader implements EventSink {
  isWatched = false;
  readonly texts: string[] = [];
  hasEnded = false;
  isCut = false;
  #taken: () => void = () => undefined;

  start(): void {}

  write(text: string, taken: () => void): void {
    this.texts.push(text);
    this.#taken = taken;
  }

  end(): void {
    this.hasEnded = true;
  }

  destroy(): void {
    this.isCut = true;
  }

  async take(): Promise<void> {
    this.#taken();
    await settled();
  }
}

interface Fixture {
  readonly stream: EventStream;
  readonly totals: StreamTotals;
  readonly clock: VirtualClock;
  readonly cuts: () => number;
}

function setUp({
  isResumable = false,
  asksForResume = false,
  unsentBytes = 8 * 1024 * 1024,
  windowBytes = 16 * 1024 * 1024,
} = {}): Fixture {
  const totals: StreamTotals = { unsent: 0, kept: 0, full: 0, open: 0 };
  const clock = new VirtualClock();
  let cuts = 0;
  const stream = new EventStream({
    totals,
    clock,
    window: memoryWindow(windowBytes),
    isResumable: () => isResumable,
    asksForResume,
    unsentBytes,
    stallTimeout: 60_000,
    lifetime: 120_000,
    endTimeout: 20_000,
    onSpace: () => undefined,
    onCut: () => {
      cuts += 1;
    },
  });
  return { stream, totals, clock, cuts: () => cuts };
}

const kilobyte = 'k'.repeat(1024);

/** Adds messages until the sender should wait. */
function fill(stream: EventStream): number {
  for (let count = 1; ; count += 1) if (!stream.append(kilobyte)) return count;
}

describe('a stream of events', () => {
  test('writes what came in one turn at once, and the rest when that was taken', async () => {
    const { stream } = setUp();
    const reader = new Reader();
    expect(stream.attach(reader, undefined)).toBe('open');
    for (const text of ['a', 'b']) stream.append(text);
    await settled();
    stream.append('c');
    await settled();
    expect(reader.texts).toEqual(['data: a\n\ndata: b\n\n']);
    await reader.take();
    expect(reader.texts).toEqual(['data: a\n\ndata: b\n\n', 'data: c\n\n']);
  });

  test('counts what waits until it was taken', async () => {
    const { stream, totals } = setUp();
    const reader = new Reader();
    void stream.attach(reader, undefined);
    stream.append('four');
    await settled();
    expect(totals).toEqual({ unsent: 4, kept: 4, full: 0, open: 1 });
    await reader.take();
    expect(totals).toEqual({ unsent: 0, kept: 0, full: 0, open: 1 });
    stream.detached(reader);
    expect(totals).toEqual({ unsent: 0, kept: 0, full: 0, open: 0 });
  });

  test('does not give a client that cannot resume anything twice', async () => {
    const { stream } = setUp();
    const first = new Reader();
    void stream.attach(first, undefined);
    stream.append('lost');
    await settled();
    stream.detached(first);
    stream.append('kept');
    const second = new Reader();
    expect(stream.attach(second, 0)).toBe('open');
    await settled();
    expect(second.texts).toEqual(['data: kept\n\n']);
  });

  test('makes its senders wait, and stops to after a while of no progress', async () => {
    const { stream, clock, totals, cuts } = setUp({ isResumable: true });
    fill(stream);
    expect(stream.hasRoom).toBe(false);
    await clock.advance(59_999);
    expect([stream.hasRoom, totals.full]).toEqual([false, 1]);
    await clock.advance(1);
    expect([stream.hasRoom, totals.full, totals.unsent, cuts()]).toEqual([true, 0, 0, 0]);
    const reader = new Reader();
    expect(stream.attach(reader, undefined)).toBe('open');
    expect(totals.full).toBe(1);
  });

  test('cuts a reader at the limit; it can come back for everything', async () => {
    const { stream, cuts } = setUp({ isResumable: true, unsentBytes: 10_000 });
    const slow = new Reader();
    void stream.attach(slow, undefined);
    for (let n = 0; n < 20; n += 1) stream.append(kilobyte);
    expect([slow.isCut, cuts()]).toEqual([true, 1]);
    const again = new Reader();
    expect(stream.attach(again, 0)).toBe('open');
    await settled();
    expect(again.texts.join('').match(/^id: /gmu)).toHaveLength(20);
  });

  test('lets a message be larger than all that may wait, and others come behind it', async () => {
    const { stream, cuts } = setUp({ unsentBytes: 1000 });
    const reader = new Reader();
    void stream.attach(reader, undefined);
    const large = [0, 1].map((n) => String(n).repeat(300_000));
    for (const text of [...large, 'a', 'b']) stream.append(text);
    await settled();
    stream.append('c');
    for (let times = 0; times < 4; times += 1) await reader.take();
    expect(cuts()).toBe(0);
    expect(reader.texts.join('')).toBe([...large, 'a', 'b', 'c'].map((text) => eventText(text)).join(''));
  });

  test.each([
    ['events', 'x'],
    ['comments', undefined],
  ])('cuts a reader who has not taken %s for long, where nothing below asks whether he is there', async (_, text) => {
    const { stream, clock, cuts } = setUp();
    const reader = new Reader();
    void stream.attach(reader, undefined);
    if (text !== undefined) stream.append(text);
    await settled();
    await clock.advance(15_000);
    stream.keepAlive(7500);
    await clock.advance(59_000);
    stream.keepAlive(7500);
    expect(cuts()).toBe(text === undefined ? 0 : 1);
    await clock.advance(1000);
    stream.keepAlive(7500);
    expect([cuts(), reader.isCut]).toEqual([1, true]);
  });

  test('keeps a slow reader that answers pings', async () => {
    const { stream, clock, cuts } = setUp();
    const reader = new Reader();
    reader.isWatched = true;
    void stream.attach(reader, undefined);
    stream.append('x');
    await settled();
    await clock.advance(600_000);
    stream.keepAlive(7500);
    expect(cuts()).toBe(0);
  });

  test('tells a reader without history once that something is gone, and then goes on from there', () => {
    const { stream } = setUp({ unsentBytes: 1000, windowBytes: 2000 });
    for (let n = 0; n < 10; n += 1) stream.append(kilobyte);
    expect(stream.attach(new Reader(), undefined)).toBe('history-lost');
    expect(stream.attach(new Reader(), undefined)).toBe('open');
  });

  test('sends comments while it is quiet, and none while it is not', async () => {
    const { stream, clock } = setUp();
    const reader = new Reader();
    void stream.attach(reader, undefined);
    await clock.advance(5000);
    stream.keepAlive(7500);
    expect(reader.texts).toEqual([]);
    await clock.advance(2500);
    stream.keepAlive(7500);
    expect(reader.texts).toEqual([':\n\n']);
  });

  test('ends after its last messages, and tells so to later readers', async () => {
    const { stream } = setUp({ isResumable: true });
    stream.append('last');
    stream.end();
    const reader = new Reader();
    expect(stream.attach(reader, undefined)).toBe('open');
    await settled();
    expect(reader.hasEnded).toBe(false);
    await reader.take();
    expect(reader.hasEnded).toBe(true);
    expect(stream.attach(new Reader(), 1)).toBe('ended');
    expect(stream.attach(new Reader(), 0)).toBe('open');
  });

  test('forgets its oldest messages when others need the room', () => {
    const { stream, totals } = setUp({ isResumable: true });
    for (let n = 0; n < 10; n += 1) stream.append(kilobyte);
    stream.shrink(2000);
    expect(totals.kept).toBe(8 * 1024);
    expect(stream.attach(new Reader(), 1)).toBe('history-lost');
    expect(stream.attach(new Reader(), 2)).toBe('open');
  });

  test('ends the stream of a reader that can come back after a while, at the end of an event', async () => {
    const { stream, clock } = setUp({ isResumable: true, asksForResume: true });
    const reader = new Reader();
    void stream.attach(reader, undefined);
    stream.append('first');
    await settled();
    await reader.take();
    await clock.advance(119_999);
    stream.keepAlive(Infinity);
    expect(reader.hasEnded).toBe(false);
    await clock.advance(1);
    stream.keepAlive(Infinity);
    expect([reader.hasEnded, reader.isCut, stream.isOpen]).toEqual([true, false, false]);
    stream.append('second');
    const again = new Reader();
    expect(stream.attach(again, 1)).toBe('open');
    await settled();
    expect(again.texts).toEqual(['id: 2\ndata: second\n\n']);
    await clock.advance(20_000);
    expect(reader.isCut).toBe(true);
  });

  test.each([
    ['who said nothing', false, false],
    ['who is watched otherwise', true, true],
  ])('keeps a reader %s', async (_who, asksForResume, isWatched) => {
    const { stream, clock } = setUp({ isResumable: true, asksForResume });
    const reader = Object.assign(new Reader(), { isWatched });
    void stream.attach(reader, undefined);
    await clock.advance(3_600_000);
    stream.keepAlive(Infinity);
    expect(reader.hasEnded).toBe(false);
  });
});
