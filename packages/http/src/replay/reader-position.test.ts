import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { memoryWindow, type ReplayArchive, type ReplayWindow } from './replay-window.ts';
import { ReaderPosition } from './reader-position.ts';

/** Everything that is taken from `position` until nothing comes, or what comes is gone. */
async function takeAll(
  position: ReaderPosition,
  size = 10,
): Promise<{ readonly texts: string[]; readonly end: string }> {
  const texts: string[] = [];
  for (;;) {
    const next = position.take(size);
    if (next instanceof Promise) await next;
    else if (next.kind === 'batch') texts.push(...next.texts);
    else return { texts, end: next.kind };
  }
}

interface Log {
  readonly window: ReplayWindow;
  readonly all: string[];
}

/** A window that has little at hand, with an archive that keeps everything and gives `page` messages at a time. */
function log(atHand: number, page: number, changes: Partial<ReplayArchive> = {}): Log {
  const near = memoryWindow(atHand);
  const all: string[] = [];
  const archive: ReplayArchive = {
    stored: () => Promise.resolve(),
    read: (n) => Promise.resolve(all.slice(n, n + page)),
    ...changes,
  };
  const window: ReplayWindow = {
    get first() {
      return near.first;
    },
    get last() {
      return near.last;
    },
    get bytes() {
      return near.bytes;
    },
    append: (text) => {
      all.push(text);
      return near.append(text);
    },
    after: (n) => near.after(n),
    trim: (n) => {
      near.trim(n);
    },
    archive,
  };
  return { window, all };
}

describe('a position', () => {
  test('gives everything once and in order from memory, without waiting', () => {
    const position = new ReaderPosition(memoryWindow(1000));
    for (const text of ['one', 'two', 'three']) position.append(text, false);
    expect(position.size).toBe(11);
    expect(position.take(4)).toEqual({ kind: 'batch', number: 1, texts: ['one', 'two'], size: 6 });
    expect(position.take(4)).toEqual({ kind: 'batch', number: 3, texts: ['three'], size: 5 });
    expect([position.take(4), position.size, position.isEmpty]).toEqual([{ kind: 'nothing' }, 0, true]);
  });

  test('says what is gone, from memory', () => {
    const position = new ReaderPosition(memoryWindow(3));
    for (const text of ['one', 'two']) position.append(text, false);
    expect([position.isLost, position.take(10), position.moveTo(0), position.moveTo(1)]).toEqual([
      true,
      { kind: 'gone' },
      false,
      true,
    ]);
  });

  test('gives the same from any place of a durable log, whatever its pages and what is at hand', async () => {
    const sizes = fc.record({
      count: fc.integer({ min: 0, max: 60 }),
      atHand: fc.integer({ min: 0, max: 80 }),
      page: fc.integer({ min: 1, max: 20 }),
      from: fc.nat(60),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, atHand, page, from }) => {
        const { window, all } = log(atHand, page);
        const position = new ReaderPosition(window);
        for (let n = 1; n <= count; n += 1) position.append(`m${n}`, false);
        const isThere = await position.moveTo(from);
        expect(isThere).toBe(from <= count);
        if (!isThere) return;
        expect(await takeAll(position)).toEqual({ texts: all.slice(from), end: 'nothing' });
        expect(position.size).toBe(0);
      }),
    );
  });

  test('gives nothing that is not stored', async () => {
    let store: () => void = () => undefined;
    const { window } = log(1000, 10, {
      stored: () =>
        new Promise((resolve) => {
          store = resolve;
        }),
    });
    const position = new ReaderPosition(window);
    position.append('first', false);
    const waiting = position.take(10);
    position.append('second', false);
    store();
    await waiting;
    expect(position.take(10)).toMatchObject({ texts: ['first'] });
    expect(position.take(10)).toBeInstanceOf(Promise);
  });

  test('is gone when the log fails, and is tried again from the next place', async () => {
    let isBroken = true;
    const { window } = log(1000, 10, {
      stored: () => (isBroken ? Promise.reject(new Error('the disk is full')) : Promise.resolve()),
    });
    const position = new ReaderPosition(window);
    position.append('first', false);
    expect(await takeAll(position)).toEqual({ texts: [], end: 'gone' });
    isBroken = false;
    expect(position.moveTo(0)).toBe(true);
    expect(await takeAll(position)).toEqual({ texts: ['first'], end: 'nothing' });
  });
});
