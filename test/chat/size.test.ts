/** Terminals that are too small, or do not know how large they are. */
import { expect, test, vi } from 'vitest';

import { soon, ChatFixture } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

test('a terminal that reports 0 by 0 is taken for one of 80 by 24', async () => {
  await using chat = await ChatFixture.open({ columns: 0, rows: 0 });
  const screen = await chat.shows('? for keys');
  expect(screen).toContain('─'.repeat(79));
  chat.press(keys.control('l'));
  await chat.shows('q quits');
  chat.press('q');
  chat.say('hello');
  await soon(() => chat.turns.map(({ text }) => text)).toEqual(['hello']);
});

test('a terminal that is too small gets one sentence that says how large it has to be', async () => {
  await using chat = await ChatFixture.open({ columns: 19, rows: 5 });
  expect(await chat.shows('small')).toBe('The terminal is\ntoo small: at\nleast 20 × 6.');
});
