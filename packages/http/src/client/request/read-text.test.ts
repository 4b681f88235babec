import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

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

test('reads no more than is wanted of a compressed body, whose stated length is that before it is unpacked', async () => {
  const packed = gzipSync(Buffer.alloc(10_000_000, 120));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length });
    response.end(packed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(packed.length).toBeLessThan(100_000);
  const text = await readText(await fetch(`http://127.0.0.1:${port}/`), 100_000, signal);
  expect(text.length).toBeGreaterThan(100_000);
  expect(text.length).toBeLessThan(1_000_000);
  server.close();
  server.closeAllConnections();
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
