import { describe, expect, test } from 'vitest';

import { captureTerminal } from './captured-terminal.ts';
import { Questions } from './questions.ts';

describe('Questions', () => {
  test('takes one line for each question, however the input is cut', async () => {
    const questions = new Questions(captureTerminal({ stdin: ['re', 'd\r\nwhi', 'te\nblue'] }));
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await questions.line('Colour?'));
    expect(answers).toEqual(['red', 'white', 'blue', undefined]);
  });

  test('takes only yes for a yes', async () => {
    const confirm = (answer: string): Promise<boolean> =>
      new Questions(captureTerminal({ stdin: [answer] })).confirm('Sure?');
    expect(await Promise.all(['y\n', 'YES\n', '\n', 'no\n', 'yellow\n', ''].map(confirm))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('shows nothing of a secret, and understands how it is corrected', async () => {
    const terminal = captureTerminal({ stdin: ['thron', '\u007f\u007fr', 'n\rrest\r'] });
    const modes: unknown[] = [];
    Object.assign(terminal.stdin, { setRawMode: (isRaw: boolean) => void modes.push([isRaw, terminal.err()]) });
    const questions = new Questions(terminal);
    expect(await questions.secret('Key:')).toBe('thrrn');
    expect(await questions.line('More?')).toBe('rest');
    // Nothing typed is shown from before the question until after the answer.
    expect(modes).toEqual([
      [true, ''],
      [false, 'Key: '],
    ]);
    expect(terminal.err()).toBe('Key: \nMore? ');
  });
});
