import { expect, test } from 'vitest';

import { readText } from './read-text.ts';

const { signal } = new AbortController();

const endless = (onCancel: () => void): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(1000).fill(120));
    },
    cancel: onCancel,
  });

test('reads a body to its end, letters that are cut in two included', async () => {
  const bytes = new TextEncoder().encode('Grün');
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes.slice(0, 3));
      controller.enqueue(bytes.slice(3));
      controller.close();
    },
  });
  expect(await readText(new Response(body), 100, signal)).toBe('Grün');
});

test('reads no more than is wanted of a body without an end', async () => {
  let isCancelled = false;
  const text = await readText(new Response(endless(() => (isCancelled = true))), 5000, signal);
  expect(text.length).toBeLessThan(7000);
  expect(isCancelled).toBe(true);
});

test('reads nothing where there is nothing', async () => {
  expect(await readText(new Response(null, { status: 204 }), 100, signal)).toBe('');
});

test('gives a body up that its platform forgets to', async () => {
  const controller = new AbortController();
  const reading = readText(new Response(new ReadableStream()), 100, controller.signal);
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});
