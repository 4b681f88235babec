import { describe, expect, test } from 'vitest';

import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { Progress } from './progress.ts';

describe('Progress', () => {
  test('speaks once a second and takes its line away', async () => {
    let time = 0;
    const terminal = captureTerminal({ isErrorTerminal: true, now: () => time });
    const progress = new Progress(terminal, 200);
    for (time of [500, 1_000, 1_500, 2_100]) await progress.advance(25, time / 100);
    await progress.clear();
    expect(terminal.err()).toBe('\r\u001b[K10 messages checked, 25 % …\r\u001b[K21 messages checked, 50 % …\r\u001b[K');
  });

  test.each([
    ['stderr is no terminal', { isErrorTerminal: false }],
    ['the messages themselves go to the terminal', { isErrorTerminal: true, isTerminal: true }],
  ])('is silent when %s', async (_, options) => {
    let time = 0;
    const terminal = captureTerminal({ ...options, now: () => time });
    const progress = new Progress(terminal, undefined);
    time = 5_000;
    await progress.advance(1, 1);
    await progress.clear();
    expect(terminal.err()).toBe('');
  });
});
