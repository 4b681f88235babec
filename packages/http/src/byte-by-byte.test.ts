import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { VirtualClock } from '@acp-stack/testing';

import { memoryOf } from '../../../test/support/used-memory.ts';
import { Latch } from './client/channel/latch.ts';
import { BodyReader } from './client/request/body-reader.ts';
import type { Chunk } from './client/request/fetch.ts';
import { readText } from './client/request/read-text.ts';
import { readEvents } from './client/stream/read-events.ts';
import { answerRequest } from './server/request/fetch-request.ts';
import { readBody } from './server/request/read-body.ts';
import { Deadlines } from './timing/deadlines.ts';

const count = 100_000;

/** Feeds bytes one at a time, each in a buffer of its own, as a socket does. */
class Bytes {
  #waiter: ((chunk: Chunk) => void) | undefined;
  #isOver = false;

  /** For `ChunkReader`. */
  read(): Promise<Chunk> {
    if (this.#isOver) return Promise.resolve({ done: true });
    return new Promise((resolve) => {
      this.#waiter = resolve;
    });
  }

  cancel(): Promise<void> {
    this.#isOver = true;
    return Promise.resolve();
  }

  async push(byte: number): Promise<void> {
    while (this.#waiter === undefined) await Promise.resolve();
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter({ done: false, value: oneByte(byte) });
  }
}

const oneByte = (byte: number): Uint8Array => {
  const buffer = Buffer.allocUnsafeSlow(1);
  buffer[0] = byte;
  return buffer;
};

const limits = { bodyBytes: 16_000_000, bodyTimeout: 1000 };

interface Reading {
  readonly push: (byte: number) => Promise<void> | void;
}

const readings: Readonly<Record<string, () => Reading>> = {
  'the body of a request over Node': () => {
    const readable = new Readable({ read: () => undefined });
    const clock = new VirtualClock();
    const deadlines = new Deadlines(clock);
    const source = { readable, claimed: undefined, isCut: () => false };
    void readBody(source, { limits, clock, deadlines }, () => true);
    return { push: (byte) => void readable.emit('data', oneByte(byte)) };
  },
  'the body of a Web request': () => {
    const bytes = new Bytes();
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { value } = await bytes.read();
          if (value !== undefined) controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request('http://localhost/acp', { method: 'POST', body, duplex: 'half' } as RequestInit);
    void answerRequest(request, { limits, clock: new VirtualClock() }, async (incoming) => {
      await incoming.body(() => true);
      return { kind: 'events' };
    });
    return bytes;
  },
  'the body of a response': () => {
    const bytes = new Bytes();
    const response = Object.assign(new Response('x'), { reader: () => bytes });
    void readText(response, 16_000_000, new AbortController().signal);
    return bytes;
  },
  'an event': () => {
    const bytes = new Bytes();
    void readEvents(new BodyReader(bytes, new AbortController().signal), {
      readLatch: new Latch(),
      eventBytes: 16_000_000,
      name: 'stream',
      onEvent: () => undefined,
      onComment: () => undefined,
      onAlive: () => undefined,
    });
    return bytes;
  },
};

test.each(Object.entries(readings))('%s costs about its size if it comes byte by byte', async (_name, start) => {
  const memory = await memoryOf(async () => {
    const reading = start();
    for (let n = 0; n < count; n += 1) await reading.push(0x61 + (n % 26));
    return reading;
  }, 4 * count);
  expect(memory).toBeLessThan(4 * count);
});
