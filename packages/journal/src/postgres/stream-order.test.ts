/** The order in which the operations of streams are started. */
import { expect, test } from 'vitest';

import { StreamOrder } from './stream-order.ts';

/** Works that end when they are told to, and note when they are started. */
function works(): {
  readonly started: string[];
  readonly start: (name: string) => () => Promise<void>;
  readonly end: (name: string, error?: Error) => Promise<void>;
} {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    started,
    start: (name) => () => {
      started.push(name);
      return new Promise((resolve, reject) => {
        ends.set(name, (error) => {
          if (error === undefined) resolve();
          else reject(error);
        });
      });
    },
    end: async (name, error) => {
      ends.get(name)?.(error);
      await new Promise(setImmediate);
    },
  };
}

test('appends are started at once, and other changes of the stream wait for them', async () => {
  const order = new StreamOrder();
  const { started, start, end } = works();
  void order.append('a', start('a1'));
  void order.append('a', start('a2'));
  void order.change(['a'], start('a3'));
  void order.append('a', start('a4'));
  void order.append('a', start('a5'));
  void order.append('b', start('b1'));
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  await end('a3');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
  void order.append('a', start('a6'));
  void order.change(['a'], start('a7'));
  await end('a4');
  await end('a5');
  expect(started.slice(6)).toEqual(['a6']);
  await end('a6');
  expect(started.slice(6)).toEqual(['a6', 'a7']);
});

test('a change of two streams waits for both, and both wait for it', async () => {
  const order = new StreamOrder();
  const { started, start, end } = works();
  void order.append('a', start('a1'));
  void order.change(['b'], start('b1'));
  void order.change(['a', 'b'], start('ab'));
  void order.change(['b'], start('b2'));
  await end('a1');
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'ab']);
  await end('ab');
  expect(started).toEqual(['a1', 'b1', 'ab', 'b2']);
});

test('a read waits for the changes before it, and no change waits for a read', async () => {
  const order = new StreamOrder();
  const { started, start, end } = works();
  void order.append('a', start('a1'));
  void order.append('b', start('b1'));
  void order.read('a', start('read a'));
  void order.read('c', start('read c'));
  void order.read(undefined, start('list'));
  void order.append('a', start('a2'));
  expect(started).toEqual(['a1', 'b1', 'read c', 'a2']);
  await end('a1');
  expect(started.slice(4)).toEqual(['read a']);
  await end('b1');
  expect(started.slice(4)).toEqual(['read a', 'list']);
});

test('what failed holds nothing up', async () => {
  const order = new StreamOrder();
  const { started, start, end } = works();
  const failed = order.change(['a'], start('a1'));
  void order.change(['a'], start('a2'));
  const rejected = expect(failed).rejects.toThrow('no');
  await end('a1', new Error('no'));
  await rejected;
  expect(started).toEqual(['a1', 'a2']);
});
