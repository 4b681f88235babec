/** Keys that were meant for something else do not answer a question. */
import { describe, expect, test } from 'vitest';

import { ChatFixture, soon } from '../support/chat-fixture.ts';
import { ManualClock } from '../support/manual-clock.ts';

const options = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' as const },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
];

interface Asked {
  readonly chat: ChatFixture;
  readonly clock: ManualClock;
  readonly answers: unknown[];
}

/** A chat whose agent asks several questions, one after the other; its clock stands still. */
async function asked(titles: readonly string[], description = ''): Promise<Asked & AsyncDisposable> {
  const [clock, answers]: [ManualClock, unknown[]] = [new ManualClock(), []];
  const chat = await ChatFixture.open({
    quietClock: clock,
    onPrompt: async (turn) => {
      for (const title of titles) {
        const outcome = await turn.askPermission({ title, description, options });
        answers.push(outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome);
      }
    },
  });
  return { chat, clock, answers, [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose]() };
}

/** Holds a key for some time; each key was handled when the question says so. */
function hold({ chat, clock }: Asked, key: string, { delay = 660 } = {}): void {
  for (const pause of [delay, ...Array.from({ length: 60 }, () => 33)]) {
    clock.advance(pause);
    chat.press(key);
  }
}

describe.each(['\r', 'y', '1'])('the key %j that is held', (key) => {
  test('does not answer a question that appears under it', async () => {
    await using made = await asked(['Cut?']);
    const { chat, clock, answers } = made;
    chat.say('Go');
    await chat.shows('? Cut?');
    await soon(() => clock.isAwaited).toBe(true);
    hold(made, key);
    await chat.shows('That key came too soon');
    expect(answers).toEqual([]);
    clock.advance(750);
    await chat.shows('1. Allow (y)');
    chat.press(key);
    await soon(() => answers).toEqual(['once']);
  });

  test('answers one question, and not the next', async () => {
    await using made = await asked(['Cut?', 'Burn?']);
    const { chat, clock, answers } = made;
    chat.say('Go');
    await chat.shows('? Cut?');
    await soon(() => clock.isAwaited).toBe(true);
    clock.advance(750);
    chat.press(key);
    await chat.shows('? Burn?');
    await soon(() => clock.isAwaited).toBe(true);
    hold(made, key);
    await chat.shows('That key came too soon');
    expect(answers).toEqual(['once']);
  });

  test('does not allow lines that were not shown', async () => {
    await using made = await asked(['Cut?'], 'A line.\n'.repeat(100));
    const { chat, clock, answers } = made;
    chat.say('Go');
    await chat.shows('? Cut?');
    await soon(() => clock.isAwaited).toBe(true);
    clock.advance(750);
    await chat.shows('1. Allow (y)');
    chat.press(key);
    await chat.shows('lines were not shown');
    hold(made, key);
    await chat.shows('That key came too soon');
    expect(answers).toEqual([]);
  });
});

test('a refusal counts at once', async () => {
  await using made = await asked(['Cut?', 'Burn?']);
  const { chat, answers } = made;
  chat.say('Go');
  await chat.shows('? Cut?');
  chat.press('n');
  await chat.shows('? Burn?');
  chat.press('\u001b');
  await soon(() => answers).toEqual(['no', 'cancelled']);
});

describe('in a terminal that is too small for the question', () => {
  test.each([
    { columns: 12, rows: 24 },
    { columns: 80, rows: 4 },
  ])('of $columns × $rows no key counts, and all count again when it was enlarged', async (small) => {
    await using made = await asked(['Cut?']);
    const { chat, clock, answers } = made;
    chat.say('Go');
    await chat.shows('? Cut?');
    await soon(() => clock.isAwaited).toBe(true);
    clock.advance(750);
    await chat.shows('1. Allow (y)');
    chat.resize(small);
    await chat.shows((screen) => screen.replaceAll(/\s+/gu, ' ').includes('Enlarge the terminal to answer: at least'));
    clock.advance(1000);
    chat.press('y', '1', '\r', 'n', '\u001b[27u');
    clock.advance(1000);
    chat.resize({ columns: 80, rows: 24 });
    chat.press('y', 'n');
    await chat.shows('? Cut?');
    expect(answers).toEqual([]);
    await soon(() => clock.isAwaited).toBe(true);
    clock.advance(750);
    await chat.shows('1. Allow (y)');
    chat.press('y');
    await soon(() => answers).toEqual(['once']);
  });
});

test('keys that were typed before a question is drawn do not answer it, also if they refuse', async () => {
  const answers: unknown[] = [];
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      const ask = async (title: string): Promise<unknown> => answers.push(await turn.askPermission({ title, options }));
      await Promise.all([ask('Cut?'), ask('Burn?')]);
    },
  });
  chat.say('Go');
  await chat.shows('? Cut?');
  chat.press('n', 'n', '2', 'y', '\r');
  await chat.shows('? Burn?');
  expect(answers).toEqual([{ outcome: 'selected', optionId: 'no' }]);
});

test('a page of the conversation over the question takes its keys, and the quiet time begins again after it', async () => {
  await using made = await asked(['Cut?']);
  const { chat, clock, answers } = made;
  chat.say('Go');
  await chat.shows('? Cut?');
  await soon(() => clock.isAwaited).toBe(true);
  clock.advance(750);
  await chat.shows('1. Allow (y)');
  chat.press('\f');
  await chat.shows('q returns to it');
  clock.advance(1000);
  chat.press('q');
  chat.press('y');
  await chat.shows('? Cut?');
  expect(answers).toEqual([]);
});
