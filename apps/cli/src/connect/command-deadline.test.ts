import { describe, expect, test, vi } from 'vitest';

import { CommandDeadline } from './command-deadline.ts';

const never = new Promise<never>(() => undefined);

describe('CommandDeadline', () => {
  test('ends with a sentence and exit code 3 when its time is over', async () => {
    using deadline = new CommandDeadline(0.001);
    await expect(deadline.until(never)).rejects.toMatchObject({
      exitCode: 3,
      message: 'it took longer than 0.001 seconds; --timeout allows more',
    });
  });

  test('gives a part of the work its own time, where the user has set none for the whole', async () => {
    using deadline = new CommandDeadline(undefined);
    await expect(deadline.until(never, { seconds: 0.001, what: 'to open a session' })).rejects.toMatchObject({
      exitCode: 3,
      message: 'to open a session took longer than 0.001 seconds; --timeout allows more',
    });
    expect(deadline.reason).toMatchObject({ exitCode: 3 });
    using given = new CommandDeadline(60);
    expect(await given.until(Promise.resolve('opened'), { seconds: 0, what: 'to open a session' })).toBe('opened');
    expect(given.reason).toBeUndefined();
  });

  test('asks a timer for no more than it can wait', () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    using _ = new CommandDeadline(1e9);
    expect(timers).toHaveBeenLastCalledWith(expect.any(Function), 2 ** 31 - 1);
    timers.mockRestore();
  });

  test('lets go of its signals and its timer', () => {
    const before = process.listenerCount('SIGTERM');
    const deadline = new CommandDeadline(60);
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
    deadline[Symbol.dispose]();
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
