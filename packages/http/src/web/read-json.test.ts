import { expect, test, vi } from 'vitest';

import { readJson } from './read-json.ts';

const post = (body: RequestInit['body'], headers: Readonly<Record<string, string>> = {}): Request =>
  new Request('http://garden/', { method: 'POST', headers, body: body ?? null, duplex: 'half' } as RequestInit);

test('reads JSON whose characters are split between chunks', async () => {
  const bytes = new TextEncoder().encode('{"rose":"🌹"}');
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect(await readJson(post(stream), bytes.length)).toEqual({ kind: 'json', value: { rose: '🌹' } });
});

test.each(['', '{"roses":', 'roses'])('says that a body is not JSON: %j', async (body) => {
  expect(await readJson(post(body), 100)).toMatchObject({
    kind: 'not-json',
    error: expect.any(SyntaxError) as unknown,
  });
});

test('says that a request has no body', async () => {
  expect((await readJson(new Request('http://garden/'), 100)).kind).toBe('not-json');
});

test('refuses a body that claims to be larger than the limit before it is read', async () => {
  const request = post('"roses"', { 'content-length': '101' });
  expect(await readJson(request, 100)).toEqual({ kind: 'too-large' });
  expect(request.bodyUsed).toBe(false);
});

test('stops reading a body that goes on for ever', async () => {
  const cancel = vi.fn<() => void>();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(10));
    },
    cancel,
  });
  expect(await readJson(post(endless), 100)).toEqual({ kind: 'too-large' });
  expect(cancel).toHaveBeenCalledOnce();
});
