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

  test('are not started any more after an interruption, and what waits for one is told', async () => {
    const closed: string[] = [];
    const reasons: string[] = [];
    const programs = new RunningPrograms();
    let open: (wire: Wire) => void = () => undefined;
    const starting = new Promise<Wire>((resolve) => (open = resolve));
    const wires = [Promise.resolve(closable('one', closed)), starting];
    const connect = programs.ofConnect(async () => wires.shift() ?? closable('late', closed));
    const later: unknown[] = [];
    const stopped = programs.untilStopped(async () => {
      await connect({ ...receiver, ended: (reason) => reasons.push(reason) });
      const second = connect(receiver).catch((error: unknown) => later.push(error));
      process.emit('SIGINT');
      open(closable('two', closed));
      await second;
      await connect(receiver).catch((error: unknown) => later.push(error));
      return new Promise(() => undefined);
    });
    await expect(stopped).rejects.toMatchObject({ exitCode: 130 });
    await expect.poll(() => later).toHaveLength(2);
    expect(reasons).toEqual(['interrupted']);
    expect(closed).toEqual(['one', 'two']);
    expect(later).toMatchObject([{ exitCode: 130 }, { exitCode: 130 }]);
  });

  test('are left alone when the run ends by itself', async () => {
    const listeners = process.listenerCount('SIGTERM');
    const programs = new RunningPrograms();
    expect(await programs.untilStopped(() => Promise.resolve(3))).toBe(3);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });
});
