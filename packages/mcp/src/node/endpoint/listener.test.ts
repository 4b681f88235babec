import { expect, test } from 'vitest';

import { Listener } from './listener.ts';

/** A listener whose starts are settled by hand. */
function made() {
  const starts: { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }[] = [];
  const stopped: string[] = [];
  const listener = new Listener<string>({
    where: 'the wall',
    start: () => new Promise((resolve, reject) => void starts.push({ resolve, reject })),
    stop: (value) => void stopped.push(value),
  });
  return { listener, starts, stopped };
}

test('is started once, and is ready at once from then on', async () => {
  const { listener, starts, stopped } = made();
  const first = listener.ready();
  expect(listener.ready()).toBe(first);
  starts[0]?.resolve('ear');
  await first;
  expect([listener.ready(), listener.current, starts.length]).toEqual([undefined, 'ear', 1]);
  listener.close();
  expect([listener.current, stopped]).toEqual([undefined, ['ear']]);
  await expect(listener.ready()).rejects.toThrow('The MCP bridge is closed.');
});

test('says where it cannot listen, and may be started again', async () => {
  const { listener, starts } = made();
  const first = listener.ready();
  starts[0]?.reject(new Error('it is painted'));
  await expect(first).rejects.toThrow('The MCP bridge cannot listen on the wall: it is painted.');
  const second = listener.ready();
  starts[1]?.resolve('ear');
  await second;
  expect(listener.current).toBe('ear');
});

test('is stopped at once if it starts after the end', async () => {
  const { listener, starts, stopped } = made();
  const started = listener.ready();
  listener.close();
  starts[0]?.resolve('ear');
  await started;
  expect([listener.current, stopped]).toEqual([undefined, ['ear']]);
});
