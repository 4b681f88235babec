import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { eventStreamResponse } from './event-stream-response.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const options = { keepAliveInterval: 1000, headers: { 'x-session-id': 's' }, onGone: vi.fn<() => void>() };

/** One event that comes when the test says so. */
function waitingEvents(): { readonly events: AsyncGenerator<string, void, undefined>; readonly next: () => void } {
  const gate = new EventTarget();
  async function* events(): AsyncGenerator<string, void, undefined> {
    await new Promise((resolve) => {
      gate.addEventListener('next', resolve, { once: true });
    });
    yield 'data: late\n\n';
  }
  return { events: events(), next: () => gate.dispatchEvent(new Event('next')) };
}

const readerOf = (response: Response): ReadableStreamDefaultReader<string> =>
  (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();

test('sends each event, its own headers besides those of a stream, and ends', async () => {
  async function* two(): AsyncGenerator<string, void, undefined> {
    yield 'data: 1\n\n';
    yield await Promise.resolve('data: 2\n\n');
  }
  const response = eventStreamResponse(two(), options);
  expect([response.headers.get('content-type'), response.headers.get('x-session-id')]).toEqual([
    'text/event-stream',
    's',
  ]);
  expect(await response.text()).toBe('data: 1\n\ndata: 2\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('sends a comment for each interval in which nothing happens', async () => {
  const { events, next } = waitingEvents();
  const reader = readerOf(eventStreamResponse(events, options));
  const first = reader.read();
  await vi.advanceTimersByTimeAsync(1000);
  expect((await first).value).toBe(': the agent works\n\n');
  next();
  expect((await reader.read()).value).toBe('data: late\n\n');
  expect((await reader.read()).done).toBe(true);
});

test('reports a client that disconnects, and sends nothing more', async () => {
  const onGone = vi.fn<() => void>();
  const response = eventStreamResponse(waitingEvents().events, { ...options, onGone });
  await response.body?.cancel();
  expect(onGone).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('breaks off if the events fail, and leaves no timer', async () => {
  // oxlint-disable-next-line require-yield -- it fails before its first event
  async function* failing(): AsyncGenerator<string, void, undefined> {
    await Promise.reject(new Error('No more roses.'));
  }
  await expect(eventStreamResponse(failing(), options).text()).rejects.toThrow('No more roses.');
  expect(vi.getTimerCount()).toBe(0);
});
