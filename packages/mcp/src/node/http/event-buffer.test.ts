import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';

import { EventBuffer } from './event-buffer.ts';

const message = (text: string): JSONRPCMessage => ({ jsonrpc: '2.0', method: text });

async function replayed(buffer: EventBuffer, lastEventId: string): Promise<readonly string[]> {
  const events: string[] = [];
  await buffer.replayEventsAfter(lastEventId, {
    send: (id, each) => {
      events.push(`${id} ${(each as { method: string }).method}`);
      return Promise.resolve();
    },
  });
  return events;
}

test('a stream is replayed after its last event, without the events of other streams', async () => {
  const buffer = new EventBuffer({ events: 10, eventBytes: 1000 });
  const first = await buffer.storeEvent('a', {} as JSONRPCMessage);
  for (const [stream, text] of Object.entries({ a: 'one', b: 'two' })) await buffer.storeEvent(stream, message(text));
  await buffer.storeEvent('a', message('three'));
  expect(await replayed(buffer, first)).toEqual(['2 one', '4 three']);
  expect(await buffer.getStreamIdForEventId(first)).toBe('a');
});

test('the oldest events go when there are too many, or too many bytes; their ids are unknown then', async () => {
  const few = new EventBuffer({ events: 2, eventBytes: 1000 });
  for (const text of ['one', 'two', 'three']) await few.storeEvent('a', message(text));
  expect([few.streamOf('1'), few.streamOf('2')]).toEqual([undefined, 'a']);
  const small = new EventBuffer({ events: 10, eventBytes: 100 });
  for (const text of ['one', 'x'.repeat(500)]) await small.storeEvent('a', message(text));
  expect([small.streamOf('1'), small.streamOf('2')]).toEqual([undefined, 'a']);
});
