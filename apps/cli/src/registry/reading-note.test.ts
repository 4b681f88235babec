import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { captureTerminal } from '../terminal/captured-terminal.ts';
import { withReadingNote } from './reading-note.ts';

test('says on a terminal what takes long, and removes that at the end', async () => {
  const clock = new VirtualClock();
  const terminal = captureTerminal({ isErrorTerminal: true });
  let finish = (_value: number): void => undefined;
  const work = new Promise<number>((resolve) => (finish = resolve));
  const noted = withReadingNote(work, terminal, clock);
  expect(terminal.err()).toBe('');
  await clock.advance(1000);
  expect(terminal.err()).toBe('\r\u001b[Kreading the registries …');
  finish(7);
  expect(await noted).toBe(7);
  expect(terminal.err()).toBe('\r\u001b[Kreading the registries …\r\u001b[K');
});

test('says nothing about quick work, or without a terminal', async () => {
  const clock = new VirtualClock();
  const quick = captureTerminal({ isErrorTerminal: true });
  await withReadingNote(Promise.resolve(1), quick, clock);
  await clock.advance(5000);
  expect(quick.err()).toBe('');
  const piped = captureTerminal();
  const never = withReadingNote(new Promise<void>(() => undefined), piped, clock);
  await clock.advance(5000);
  expect(piped.err()).toBe('');
  void never;
});
