import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { describe, expect, test } from 'vitest';

import { ManualClock } from '../../../../../../test/support/manual-clock.ts';
import { KeyReader, type Key } from '../../../tui/key.ts';
import { QuietTime, systemClock } from './quiet-time.ts';

const keyOf = (input: string): Key => {
  const [key] = new KeyReader().read(input);
  if (key === undefined) throw new Error(`${input} is not a key`);
  return key;
};
const question = { name: 'a question' };

function started(): { readonly clock: ManualClock; readonly quiet: QuietTime; readonly changes: () => number } {
  const clock = new ManualClock();
  let changes = 0;
  const quiet = new QuietTime(() => (changes += 1), clock);
  return { clock, quiet, changes: () => changes };
}

test('the quiet time is over 250 ms after the question was shown, and says so once', () => {
  const { clock, quiet, changes } = started();
  expect(quiet.isOver(question)).toBe(false);
  clock.advance(10_000);
  quiet.show(question);
  clock.advance(249);
  expect({ isOver: quiet.isOver(question), changes: changes() }).toEqual({ isOver: false, changes: 0 });
  clock.advance(1);
  quiet.show(question);
  expect({ isOver: quiet.isOver(question), changes: changes() }).toEqual({ isOver: true, changes: 1 });
});

test.each(['\r', 'y', '1', '11111'])('never ends while the key %j is held, whether from before or not', (input) => {
  const { clock, quiet } = started();
  quiet.press(keyOf(input));
  // Keyboards begin to repeat after up to 660 ms unless they are set otherwise.
  clock.advance(20);
  quiet.show(question);
  clock.advance(640);
  for (let repetition = 0; repetition < 100; repetition += 1) {
    expect(quiet.isOver(question)).toBe(false);
    quiet.press(keyOf(input));
    clock.advance(33);
  }
  clock.advance(750);
  expect(quiet.isOver(question)).toBe(true);
});

test.each(['\u001b[B', '\t', ' ', '\u001b[6~', '\u001b'])(
  'goes on after the key %j, which is not an answer',
  (input) => {
    const { clock, quiet } = started();
    quiet.show(question);
    clock.advance(250);
    quiet.press(input === '\u001b' ? { ...keyOf('x'), name: 'escape', text: '' } : keyOf(input));
    expect(quiet.isOver(question)).toBe(true);
  },
);

describe('begins again', () => {
  test('for the next question', () => {
    const { clock, quiet } = started();
    const next = {};
    quiet.show(question);
    clock.advance(250);
    expect(quiet.isOver(next)).toBe(false);
    quiet.show(next);
    expect([quiet.isOver(question), quiet.isOver(next)]).toEqual([false, false]);
    clock.advance(250);
    expect(quiet.isOver(next)).toBe(true);
  });

  test('when the question was covered', () => {
    const { clock, quiet } = started();
    quiet.show(question);
    clock.advance(250);
    quiet.show(undefined);
    clock.advance(250);
    expect(quiet.isOver(question)).toBe(false);
    quiet.show(question);
    clock.advance(249);
    expect(quiet.isOver(question)).toBe(false);
    clock.advance(1);
    expect(quiet.isOver(question)).toBe(true);
  });
});

test('leaves nothing that waits', () => {
  const { clock, quiet } = started();
  quiet.show(question);
  expect(clock.isAwaited).toBe(true);
  quiet[Symbol.dispose]();
  expect(clock.isAwaited).toBe(false);
});

test('input that has arrived before the end of a wait is read before that end, also by a busy process', async () => {
  const events: string[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const keyboard = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [input] = (await once(server, 'connection')) as [Socket];
  input.on('data', () => events.push('key'));
  await new Promise<void>((resolve) => {
    systemClock.wait(1, () => {
      events.push('over');
      resolve();
    });
    keyboard.write('y');
    const end = performance.now() + 5;
    while (performance.now() < end);
  });
  keyboard.destroy();
  input.destroy();
  server.close();
  expect(events).toEqual(['key', 'over']);
});
