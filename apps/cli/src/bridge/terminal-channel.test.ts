import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { captureTerminal } from '../terminal/captured-terminal.ts';
import { terminalChannel } from './terminal-channel.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}\n`);

test('reads messages from standard input and writes them to standard output', async () => {
  const terminal = captureTerminal({ stdin: ['{"a":1}\n{"b"', ':2}\n'] });
  const heard: unknown[] = [];
  const channel = terminalChannel(terminal);
  const ended = new Promise<Error | undefined>((resolve) => {
    channel.open({ receive: (message) => heard.push(message), reject: () => undefined, ended: resolve });
  });
  channel.send({ c: 3 });
  expect(await ended).toBeUndefined();
  expect(heard).toEqual([{ a: 1 }, { b: 2 }]);
  expect(terminal.out()).toBe('{"c":3}\n');
});

test('stops reading while it is paused', async () => {
  const heard: unknown[] = [];
  const channel = terminalChannel(captureTerminal({ stdin: lines(10) }));
  channel.open({
    receive: (message) => {
      heard.push(message);
      channel.pause();
    },
    reject: () => undefined,
    ended: () => undefined,
  });
  await wait(0);
  expect(heard).toEqual([0]);
  channel.resume();
  await wait(0);
  expect(heard).toEqual([0, 1]);
});

test('ends when nobody reads what it writes', async () => {
  const outputError = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const channel = terminalChannel(captureTerminal({ outputError }));
  const ended = new Promise<Error | undefined>((resolve) => {
    channel.open({ receive: () => undefined, reject: () => undefined, ended: resolve });
  });
  channel.send('x');
  await ended;
  expect(() => channel.send('y')).toThrow('The channel has ended.');
});
