import { fold, emptyTranscript, type TerminalOutput } from '@acp-stack/transcript';
import { expect, test } from 'vitest';

import { newOutput } from './new-output.ts';

const printed = (text: string, limit = 1000): TerminalOutput => {
  const data = Buffer.from(text).toString('base64');
  const update = { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data } as const;
  const output = fold(emptyTranscript(), update, { terminalBytes: limit }).terminals.get('t')?.output;
  if (output === undefined) throw new Error('There is no terminal.');
  return output;
};
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test('only what is new is printed', () => {
  const { isReset, bytes } = newOutput(printed('hello world'), 5);
  expect([isReset, text(bytes)]).toEqual([false, ' world']);
});

test('everything that is kept is printed anew after a gap, and after the output was replaced', () => {
  const cut = newOutput(printed('0123456789', 4), 3);
  expect([cut.isReset, text(cut.bytes)]).toEqual([true, '6789']);
  const replaced = newOutput(printed('ab'), 9);
  expect([replaced.isReset, text(replaced.bytes)]).toEqual([true, 'ab']);
});

test('a line break at the end waits for what follows it', () => {
  const first = newOutput(printed('a\r\n'), 0);
  expect([text(first.bytes), first.printed]).toEqual(['a', 1]);
  expect(text(newOutput(printed('a\r\nb\n'), 1).bytes)).toBe('\r\nb');
});
