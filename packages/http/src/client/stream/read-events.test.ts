import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { BodyReader } from '../request/body-reader.ts';
import { Latch } from '../channel/latch.ts';
import { readEvents } from './read-events.ts';

interface Fixture {
  readonly events: [data: string, id: string | undefined][];
  readonly readLatch: Latch;
  readonly counts: { comments: number; alive: number };
  readonly write: (bytes: string | Uint8Array) => void;
  readonly end: () => void;
  readonly giveUp: (reason: Error) => void;
  readonly reading: Promise<void>;
}

function setUp(eventBytes = 1000): Fixture {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own;
    },
  });
  const events: Fixture['events'] = [];
  const readLatch = new Latch();
  const giving = new AbortController();
  const counts = { comments: 0, alive: 0 };
  const reading = readEvents(new BodyReader(body.getReader(), giving.signal), {
    readLatch,
    eventBytes,
    name: 'stream',
    onEvent: (data, id) => void events.push([data, id]),
    onComment: () => (counts.comments += 1),
    onAlive: () => (counts.alive += 1),
  });
  return {
    events,
    readLatch,
    counts,
    write: (bytes) => controller?.enqueue(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes),
    end: () => controller?.close(),
    giveUp: (reason) => {
      giving.abort(reason);
    },
    reading,
  };
}

describe('events', () => {
  test('arrive with their ids, whatever way they are cut', async () => {
    const { events, write, end, reading } = setUp();
    const bytes = new TextEncoder().encode('id: 1\ndata: Grün\n\ndata: two\n\n');
    for (const byte of bytes) write(Uint8Array.of(byte));
    end();
    await reading;
    expect(events).toEqual([
      ['Grün', '1'],
      ['two', undefined],
    ]);
  });

  test('carry the text that was written, wherever their bytes are cut', async () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '花', '🌷'), minLength: 1, maxLength: 4 });
    const event = fc.tuple(words, fc.constantFrom('\n\n', '\r\n\r\n', '\r\r'));
    const cuts = fc.array(fc.nat(100), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 5 }), cuts, async (written, numbers) => {
        const { events, write, end, reading } = setUp();
        const bytes = new TextEncoder().encode(
          `${written.map(([text, lineEnd]) => `data: ${text}${lineEnd}`).join('')}:\n`,
        );
        const places = numbers.map((number) => number % (bytes.length + 1)).toSorted((left, right) => left - right);
        let start = 0;
        for (const place of [...places, bytes.length]) {
          if (place > start) write(bytes.subarray(start, place));
          start = place;
        }
        end();
        await reading;
        expect(events.map(([data]) => data)).toEqual(written.map(([text]) => text));
      }),
    );
  });

  test('that are not UTF-8 get a replacement character, and the ones after them are intact', async () => {
    const { events, write, end, reading } = setUp();
    const bytes = Uint8Array.from(Buffer.from('data: a?\n\ndata: b\n\n'), (byte) => (byte === 0x3f ? 0xff : byte));
    write(bytes);
    end();
    await reading;
    expect(events.map(([data]) => data)).toEqual(['a\u{fffd}', 'b']);
  });

  test('skip a byte order mark at the beginning of the stream, and keep it elsewhere', async () => {
    const { events, write, end, reading } = setUp();
    write('\u{feff}data: one\n\ndata: \u{feff}two\n\n');
    end();
    await reading;
    expect(events.map(([data]) => data)).toEqual(['one', '\u{feff}two']);
  });

  test('are signs of life, and so are comments', async () => {
    const { counts, write, end, reading } = setUp();
    write(':\n\n');
    write('data: x\n\n');
    end();
    await reading;
    expect(counts).toEqual({ comments: 1, alive: 2 });
  });

  test('are not read while reading is paused', async () => {
    const { events, readLatch, write, end, reading } = setUp();
    readLatch.close();
    write('data: 1\n\n');
    await settled();
    write('data: 2\n\n');
    await settled();
    // One read was under way already.
    expect(events.length).toBeLessThan(2);
    readLatch.open();
    end();
    await reading;
    expect(events).toHaveLength(2);
  });

  test('that have no end are given up', async () => {
    const { write, reading } = setUp(100);
    write('data: ');
    for (let n = 0; n < 10; n += 1) write('x'.repeat(50));
    await expect(reading).rejects.toMatchObject({ code: 'limit' });
  });

  test('of a body that is given up come no more, although its platform forgets to end it', async () => {
    const { events, write, giveUp, reading } = setUp();
    write('data: 1\n\n');
    await settled();
    giveUp(new Error('silent for too long'));
    await expect(reading).rejects.toThrow('silent for too long');
    expect(events).toHaveLength(1);
  });
});
