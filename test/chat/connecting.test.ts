/** What a user can do before the agent is connected. */
import { expect, test } from 'vitest';

import { ChatFixture, soon } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

test('a message that is sent while connecting waits, and is sent then', async () => {
  await using chat = await ChatFixture.open({
    whileConnecting: async (early) => {
      await early.shows('Connecting …');
      early.say('Water the roses');
      await early.shows('queued: Water the roses');
      early.say('Then the tulips');
      await early.shows('queued: Then the tulips');
    },
  });
  await soon(() => chat.turns.length).toBe(1);
  expect(chat.turns[0]?.prompt).toMatchObject([{ type: 'text', text: 'Water the roses' }]);
  await chat.shows((screen) => screen.includes('queued: Then') && !screen.includes('queued: Water'));
  chat.turns[0]?.end();
  await soon(() => chat.turns.length).toBe(2);
});

test('Esc takes such a message back', async () => {
  await using chat = await ChatFixture.open({
    whileConnecting: async (early) => {
      early.say('Cut the roses');
      await early.shows('queued: Cut the roses');
      early.press(keys.escape);
      await early.shows('❯ Cut the roses');
    },
  });
  await chat.shows('? for keys');
  expect(chat.turns).toEqual([]);
});

test('the time and the way out are shown, and the first Ctrl+C says what the second does', async () => {
  let now = 0;
  await using chat = await ChatFixture.open({
    now: () => now,
    whileConnecting: async (early) => {
      await early.shows('Connecting …');
      now = 12_000;
      await early.shows('Connecting … 12 s · Ctrl+C twice quits');
      early.press(keys.control('c'));
      await early.shows('Ctrl+C again quits');
    },
  });
  await chat.shows('Gardener');
});

test('a plain-text chat keeps such a message as well', async () => {
  await using chat = await ChatFixture.open({
    isPlainText: true,
    whileConnecting: async (early) => {
      early.say('Water the roses');
      await early.shows('Your message is sent when the agent is connected.');
    },
  });
  await soon(() => chat.turns.length).toBe(1);
});
