import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import type { Receiver } from './channel.ts';
import { DeliveryQueue } from './delivery-queue.ts';

interface TestSetup {
  readonly queue: DeliveryQueue<number>;
  readonly receiver: Receiver;
  /** Everything that was handed over, the end included. */
  readonly events: unknown[];
  readonly failures: Error[];
}

function setUp(onItem: (item: number) => void = () => undefined): TestSetup {
  const events: unknown[] = [];
  const failures: Error[] = [];
  const queue = new DeliveryQueue<number>({
    deliver: (receiver, item) => {
      receiver.receive(item);
      onItem(item);
    },
    onFailure: (error) => void failures.push(error),
  });
  const receiver: Receiver = {
    receive: (item) => void events.push(item),
    reject: () => undefined,
    ended: (error) => void events.push(error ?? 'end'),
  };
  return { queue, receiver, events, failures };
}

describe('a delivery queue', () => {
  test('hands over at once what comes to a receiver that listens', () => {
    const { queue, receiver, events } = setUp();
    queue.open(receiver);
    expect(queue.takesAtOnce).toBe(true);
    queue.push(1);
    expect(events).toEqual([1]);
  });

  test('keeps items that come before it is opened, and during a pause, in order', async () => {
    const { queue, receiver, events } = setUp();
    queue.push(1);
    queue.open(receiver);
    await settled();
    queue.pause();
    queue.push(2);
    queue.push(3);
    await settled();
    expect(events).toEqual([1]);
    queue.resume();
    queue.push(4);
    await settled();
    expect(events).toEqual([1, 2, 3, 4]);
  });

  test('stops in the middle when the receiver pauses, and calls `done` only for what was delivered', async () => {
    const done: number[] = [];
    const paused = setUp((item) => {
      if (item === 2) paused.queue.pause();
    });
    for (const item of [1, 2, 3]) paused.queue.push(item, () => void done.push(item));
    paused.queue.open(paused.receiver);
    await settled();
    expect(paused.events).toEqual([1, 2]);
    expect(done).toEqual([1, 2]);
  });

  test('ends once, behind what waits', async () => {
    const { queue, receiver, events } = setUp();
    queue.push(1);
    queue.finish(new Error('over'));
    queue.finish();
    queue.push(2);
    queue.open(receiver);
    await settled();
    queue.stop();
    expect(events).toEqual([1, new Error('over')]);
  });

  test('drops what waits when it is stopped, and calls `done` for it', () => {
    const { queue, receiver, events } = setUp();
    let isDone = false;
    queue.open(receiver);
    queue.pause();
    queue.push(1, () => (isDone = true));
    queue.stop(new Error('enough'));
    expect(events).toEqual([new Error('enough')]);
    expect(isDone).toBe(true);
  });

  test('tells the end also to a receiver that comes after it', async () => {
    const { queue, receiver, events } = setUp();
    queue.push(1);
    queue.stop(new Error('too early'));
    queue.open(receiver);
    await settled();
    expect(events).toEqual([new Error('too early')]);
  });

  test('tells of a receiver that throws, and goes on', async () => {
    const { queue, receiver, events, failures } = setUp((item) => {
      if (item < 3) throw new Error(`not ${item}`);
    });
    queue.push(1);
    queue.open(receiver);
    await settled();
    queue.push(2);
    queue.push(3);
    expect(failures).toEqual([new Error('not 1'), new Error('not 2')]);
    expect(events).toEqual([1, 2, 3]);
  });

  test('is opened once', () => {
    const { queue, receiver } = setUp();
    queue.open(receiver);
    expect(() => {
      queue.open(receiver);
    }).toThrow('already open');
  });
});
