import { expect, test } from 'vitest';

import { CommandError, exitCodes } from '../../../errors/command-error.ts';
import { reconnectToHub } from './reconnect-to-hub.ts';

const explain = (error: unknown): unknown => error;

test('tries again while the hub is away', async () => {
  let tries = 0;
  const connect = async (): Promise<void> => {
    tries += 1;
    if (tries === 1) throw new CommandError(exitCodes.notStarted, 'away');
  };
  await reconnectToHub({ connect, explain, signal: new AbortController().signal });
  expect(tries).toBe(2);
});

test('gives up if the hub refuses the user, and when the chat ends', async () => {
  const refusal = new CommandError(exitCodes.authRequired, 'the token was removed');
  const connect = (): Promise<void> => Promise.reject(refusal);
  const { signal } = new AbortController();
  await expect(reconnectToHub({ connect, explain, signal })).rejects.toBe(refusal);
  const ended = AbortSignal.abort(new Error('left'));
  await expect(reconnectToHub({ connect, explain, signal: ended })).rejects.toThrow('left');
});
