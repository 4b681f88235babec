import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { systemClock } from '@acp-stack/rpc';
import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { afterReading } from './exit-tracker.ts';

/** Keeps the program from doing anything, as a busy machine does. */
const pause = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

test('what arrives while this program gets no processor is read before a timer that becomes due meanwhile', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const writer = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [reader] = (await once(server, 'connection')) as [Socket];
  const seen: string[] = [];
  reader.on('data', () => seen.push('data'));
  await new Promise<void>((resolve) => {
    afterReading(systemClock, 5, () => {
      seen.push('timer');
      resolve();
    });
    writer.write('last words');
    pause(20);
  });
  expect(seen).toEqual(['data', 'timer']);
  writer.destroy();
  server.close();
});

test('nothing is done after a cancellation, at any moment before', async () => {
  for (const waited of [0, 4]) {
    const clock = new VirtualClock();
    let runs = 0;
    const cancel = afterReading(clock, 5, () => (runs += 1));
    await clock.advance(waited);
    cancel();
    await clock.advance(10);
    expect(runs).toBe(0);
  }
});
