import { describe, expect, test } from 'vitest';

import { boundedBody, BodyLimitError, type BodyLimits } from './bounded-body.ts';

const limits: BodyLimits = { event: 100, whole: 1000, stream: 5000 };
const events = 'text/event-stream; charset=utf-8';

interface Fixture {
  readonly chunks: readonly string[];
  readonly excess: readonly string[];
  readonly isCancelled: () => boolean;
  readonly error: unknown;
}

/** Sends the parts of a body, each as a chunk, and reads it to its end. */
async function read(parts: Iterable<string>, type: string): Promise<Fixture> {
  let isCancelled = false;
  const iterator = parts[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(next.value));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const excess: string[] = [];
  const bounded = boundedBody(body, type, { limits, onExceeded: ({ message }) => void excess.push(message) });
  const reader = bounded.getReader();
  const chunks: string[] = [];
  let error: unknown;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      chunks.push(new TextDecoder().decode(next.value));
  } catch (reason) {
    error = reason;
  }
  return { chunks, excess, isCancelled: () => isCancelled, error };
}

function* endless(first: string, part: string): Iterable<string> {
  yield first;
  for (;;) yield part;
}

describe('an event stream', () => {
  test.each(['\n', '\r\n', '\r'])('is passed on in whole lines, which end with %j', async (lineEnd) => {
    const stream = ['event: a', 'data: {"x":1}', '', ': comment', '', 'data: Grün', ''].join(lineEnd) + lineEnd;
    const { chunks, error } = await read(stream, events);
    expect(error).toBeUndefined();
    expect(chunks.join('')).toBe(stream);
    const inside = chunks.map((chunk) => /[^\r\n]$/u.test(chunk));
    expect(inside).not.toContain(true);
  });

  test('may be as long as its limit, while each event is short', async () => {
    const one = `data: ${'x'.repeat(40)}\n\n`;
    const { error, chunks } = await read(
      Array.from({ length: 100 }, () => one),
      events,
    );
    expect(error).toBeUndefined();
    expect(chunks).toHaveLength(100);
    const { error: excess } = await read(endless(one, one), events);
    expect(excess).toEqual(new BodyLimitError('The event stream is longer than 5000 bytes.'));
  });

  test.each([
    ['a line without an end', 'xxxxx'],
    ['lines without an end', 'data: x\r\n'],
    ['lines without an end, with other line ends', 'data: x\r'],
  ])('is given up, and its sender stopped, with %s', async (_name, part) => {
    const { error, excess, isCancelled } = await read(endless('data: ', part), events);
    expect(error).toEqual(new BodyLimitError('An event is longer than 100 bytes.'));
    expect(excess).toEqual(['An event is longer than 100 bytes.']);
    expect(isCancelled()).toBe(true);
  });
});

describe('any other body', () => {
  test('is passed on in few chunks', async () => {
    const { chunks, error } = await read('{"a":[1,2,3]}', 'application/json');
    expect(error).toBeUndefined();
    expect(chunks).toEqual(['{"a":[1,2,3]}']);
  });

  test('is given up when it is too long', async () => {
    const { error, isCancelled } = await read(endless('[', '1,'), 'application/json');
    expect(error).toEqual(new BodyLimitError('The response is longer than 1000 bytes.'));
    expect(isCancelled()).toBe(true);
  });
});

test('a reader that stops stops the sender', async () => {
  let reason: unknown;
  const body = new ReadableStream<Uint8Array>({
    cancel: (why) => {
      reason = why;
    },
  });
  await boundedBody(body, events, { limits }).cancel('enough');
  expect(reason).toBe('enough');
});
