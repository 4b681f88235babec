import type { Wire } from '@acp-stack/conformance';
import { describe, expect, test } from 'vitest';

import { RunningPrograms } from './running-programs.ts';

/** A connection that notes when it is closed. */
function closable(name: string, closed: string[]): Wire {
  return {
    send: () => undefined,
    close: () => {
      closed.push(name);
      return Promise.resolve();
    },
  };
}

const receiver = { text: () => undefined, note: () => undefined, ended: () => undefined };

describe('the programs of a run', () => {
  test('are ended when the run is interrupted, except those that were closed', async () => {
    const closed: string[] = [];
    const programs = new RunningPrograms();
    const wires = ['one', 'two', 'three'].map((name) => closable(name, closed));
    const connect = programs.ofConnect(() => Promise.resolve(wires.shift() ?? closable('other', closed)));
    const stopped = programs.untilStopped(async () => {
      const first = await connect(receiver);
      await connect(receiver);
      await first.close();
      process.emit('SIGTERM');
      return new Promise(() => undefined);
    });
    await expect(stopped).rejects.toMatchObject({ exitCode: 130, message: 'interrupted; nothing was judged' });
    expect(closed).toEqual(['one', 'two']);
  });

  test('are left alone when the run ends by itself', async () => {
    const listeners = process.listenerCount('SIGTERM');
    const programs = new RunningPrograms();
    expect(await programs.untilStopped(() => Promise.resolve(3))).toBe(3);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });
});
