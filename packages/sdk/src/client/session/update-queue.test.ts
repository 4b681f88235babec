import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { settled } from '@acp-stack/testing';

import { UpdateQueue, type UpdateQueueOptions } from './update-queue.ts';

const note = (title: string): SessionUpdate => ({ sessionUpdate: 'notice', severity: 'info', title });
const titles = (updates: readonly SessionUpdate[]): unknown[] =>
  updates.map((update) => (update as unknown as { title: string }).title);

function queueOf(more: Partial<UpdateQueueOptions> = {}): { queue: UpdateQueue; missed: number[] } {
  const missed: number[] = [];
  const queue = new UpdateQueue({
    limits: { unread: 1000, behind: 1000 },
    isHeld: false,
    onMissed: (limit) => void missed.push(limit),
    ...more,
  });
  return { queue, missed };
}

async function readAll(reader: AsyncIterator<SessionUpdate, undefined>): Promise<SessionUpdate[]> {
  const all: SessionUpdate[] = [];
  for (;;) {
    const { done, value } = await reader.next();
    if (done === true) return all;
    all.push(value);
  }
}

describe('UpdateQueue', () => {
  test('hands everything over in order, however reading and writing take turns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('push', 'read', 'wait'), { maxLength: 60 }), async (steps) => {
        const { queue } = queueOf();
        const reader = queue.read();
        const read: Promise<IteratorResult<SessionUpdate, undefined>>[] = [];
        let pushed = 0;
        for (const step of steps) {
          if (step === 'push') void queue.push(note(String((pushed += 1))));
          else if (step === 'read') read.push(reader.next());
          else await Promise.resolve();
        }
        queue.close();
        const results = await Promise.all(read);
        const first = results.flatMap(({ done, value }) => (done === true ? [] : [value]));
        const rest = await readAll(reader);
        expect(titles([...first, ...rest])).toEqual(Array.from({ length: pushed }, (_, index) => String(index + 1)));
      }),
    );
  });

  test('throws its error after the last update, once', async () => {
    const { queue } = queueOf();
    void queue.push(note('1'));
    queue.close(new Error('gone'));
    void queue.push(note('2'));
    const reader = queue.read();
    expect(await reader.next()).toEqual({ done: false, value: note('1') });
    await expect(reader.next()).rejects.toThrow('gone');
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  test('wakes a waiting reader when it is closed, left, or fails', async () => {
    for (const how of ['close', 'leave', 'fail'] as const) {
      const { queue } = queueOf();
      const reader = queue.read();
      const waiting = reader.next().catch((error: unknown) => error);
      if (how === 'close') queue.close();
      else if (how === 'leave') await reader.return?.();
      else queue.close(new Error('gone'));
      expect(await waiting).toEqual(how === 'fail' ? new Error('gone') : { done: true, value: undefined });
    }
  });

  test('has one reader', () => {
    const { queue } = queueOf();
    queue.read();
    expect(() => queue.read()).toThrow('can be read once');
  });

  test('keeps nothing for a reader that has left', async () => {
    const { queue, missed } = queueOf({ limits: { unread: 1, behind: 1 } });
    await queue.read().return?.();
    for (let index = 0; index < 5; index += 1) expect(queue.push(note('x'))).toBeUndefined();
    expect([queue.position, queue.missed, missed]).toEqual([5, 0, []]);
  });

  test('drops the oldest for a reader that lags, and says so once', async () => {
    const { queue, missed } = queueOf({ limits: { unread: 1, behind: 2 } });
    const reader = queue.read();
    for (const title of ['1', '2', '3', '4']) void queue.push(note(title));
    queue.close();
    expect(titles(await readAll(reader))).toEqual(['3', '4']);
    expect([queue.missed, missed]).toEqual([2, [2]]);
  });

  test('begins where it is released, and hands nothing out before', async () => {
    const { queue, missed } = queueOf({ isHeld: true });
    const reader = queue.read();
    const first = reader.next();
    for (const title of ['0', '1', '2', '3']) void queue.push(note(title));
    let isServed = false;
    void first.then(() => (isServed = true));
    await settled();
    expect(isServed).toBe(false);
    queue.release(2);
    expect(await first).toEqual({ done: false, value: note('2') });
    queue.close();
    expect(titles(await readAll(reader))).toEqual(['3']);
    expect([queue.missed, missed]).toEqual([0, []]);
  });

  test('has missed only what it dropped of its own part', async () => {
    const { queue } = queueOf({ isHeld: true, limits: { unread: 2, behind: 2 } });
    for (const title of ['0', '1', '2', '3']) void queue.push(note(title));
    queue.release(1);
    queue.close();
    expect(titles(await readAll(queue.read()))).toEqual(['2', '3']);
    expect(queue.missed).toBe(1);
  });

  test('that is closed while it is held has nothing to hand out', async () => {
    const { queue } = queueOf({ isHeld: true });
    void queue.push(note('of other work'));
    queue.close();
    expect(await readAll(queue.read())).toEqual([]);
  });

  test('asks for one turn at most when its reader does not keep up', async () => {
    const { queue } = queueOf({ limits: { unread: 10_000, behind: 10_000 } });
    const reader = queue.read();
    let pause: Promise<void> | undefined;
    for (let index = 0; index < 1024 && pause === undefined; index += 1) pause = queue.push(note('x'));
    expect(pause).toBeInstanceOf(Promise);
    await pause;
    const next = queue.push(note('x'));
    expect(next).toBeInstanceOf(Promise);
    for (let index = 0; index < 1025; index += 1) await reader.next();
    await next;
    expect(queue.push(note('x'))).toBeUndefined();
  });

  test('does not pause the session without a reader', () => {
    const { queue } = queueOf({ limits: { unread: 10_000, behind: 10_000 } });
    for (let index = 0; index < 2000; index += 1) expect(queue.push(note('x'))).toBeUndefined();
  });
});
