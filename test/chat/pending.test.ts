/** What is said while the agent works: queued, steering, selected, edited, moved and pulled back. */
import { wrapChannel, type Channel } from '@acp-stack/rpc';
import { describe, expect, test, vi } from 'vitest';

import { soon, ChatFixture, type ChatFixtureOptions } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

const both = { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } } as const;
const withoutReplace = { modes: ['queue', 'steer'], steerInStream: ['finish'] } as const;

const altUp = '\u001b[1;3A';

/** A chat whose agent works already. */
async function busy(options: ChatFixtureOptions): Promise<ChatFixture> {
  const chat = await ChatFixture.open(options);
  chat.say('begin');
  await chat.shows('Esc cancels');
  return chat;
}

/** Messages that wait, as they stand on the screen. */
const waiting = (screen: string): readonly string[] =>
  Array.from(screen.matchAll(/(?:queued|steering|editing): (.*)$/gmu), ([, text = '']) => text);

/** Ends the turns one after the other; what the agent was asked in each. */
async function asked(chat: ChatFixture, count: number): Promise<readonly string[]> {
  for (let place = 0; place < count; place += 1) {
    await soon(() => chat.turns.length).toBeGreaterThan(place);
    chat.turns[place]?.end();
  }
  return chat.turns.map((turn) => turn.text);
}

describe.each([
  ['an agent that keeps messages', both],
  ['an agent that keeps messages and cannot exchange them', withoutReplace],
  ['an agent that keeps nothing', undefined],
])('with %s', (_name, inject) => {
  const options = inject === undefined ? {} : { inject };

  test('Enter queues, and everything is said in order', async () => {
    await using chat = await busy(options);
    chat.press('second');
    await chat.shows('Enter queues, Ctrl+S steers');
    chat.press(keys.enter);
    chat.say('third');
    expect(waiting(await chat.shows('⧗ queued: third'))).toEqual(['second', 'third']);
    expect(await asked(chat, 3)).toEqual(['begin', 'second', 'third']);
  });

  test('a message that waits is edited where it is', async () => {
    await using chat = await busy(options);
    chat.say('second');
    chat.say('third');
    await chat.shows('⧗ queued: third');
    chat.press(keys.up, keys.up);
    await chat.shows('❯ ⧗ queued: second');
    chat.press(keys.enter);
    await chat.shows((screen) => /❯ second\n/u.test(screen) && screen.includes('✎ editing: second'));
    chat.press(' try', keys.enter);
    expect(waiting(await chat.shows('⧗ queued: second try'))).toEqual(['second try', 'third']);
    expect(await asked(chat, 3)).toEqual(['begin', 'second try', 'third']);
  });

  test('a message that waits is moved before another one', async () => {
    await using chat = await busy(options);
    for (const words of ['second', 'third', 'fourth']) chat.say(words);
    await chat.shows('⧗ queued: fourth');
    chat.press(keys.up, altUp, '-', '+');
    await chat.shows((screen) => waiting(screen).join() === 'second,fourth,third');
    chat.press(keys.escape);
    await chat.shows((screen) => !screen.includes('Backspace takes it back'));
    expect(await asked(chat, 4)).toEqual(['begin', 'second', 'fourth', 'third']);
  });

  test('a message that waits is pulled back into the input', async () => {
    await using chat = await busy(options);
    chat.say('second');
    chat.say('third');
    await chat.shows('⧗ queued: third');
    chat.press(keys.up, keys.backspace);
    await chat.shows((screen) => /❯ third\n/u.test(screen) && waiting(screen).join() === 'second');
    expect(await asked(chat, 2)).toEqual(['begin', 'second']);
  });

  test('Esc cancels the work and sends nothing that waits, before the user says so', async () => {
    await using chat = await busy(options);
    chat.say('second');
    chat.say('third');
    await chat.shows('⧗ queued: third');
    chat.press(keys.escape);
    expect(await chat.shows('Cancelled, and not sent: “second” and 1 more')).toContain('2. Send them now');
    await chat.shows('Cancelled.');
    expect(chat.turns).toHaveLength(1);
    chat.press('2');
    expect(await asked(chat, 3)).toEqual(['begin', 'second', 'third']);
  });

  test('what was not sent goes back into the input, also if the question is closed', async () => {
    await using chat = await busy(options);
    chat.say('second');
    chat.say('third');
    await chat.shows('⧗ queued: third');
    chat.press(keys.escape);
    await chat.shows('1. Put them back into the input');
    chat.press(keys.escape);
    await chat.shows((screen) => /❯ second\n {2}third\n/u.test(screen) && !screen.includes('⧗'));
    chat.press(keys.enter);
    expect(await asked(chat, 2)).toEqual(['begin', 'second\nthird']);
  });

  test('what was not sent can be dropped', async () => {
    await using chat = await busy(options);
    chat.say('second');
    await chat.shows('⧗ queued: second');
    chat.press(keys.control('c'));
    await chat.shows('3. Drop it');
    chat.press('3');
    await chat.shows((screen) => screen.includes('? for keys') && !screen.includes('second'));
    chat.say('other');
    expect(await asked(chat, 2)).toEqual(['begin', 'other']);
  });

  test('Escape leaves an edited message as it is', async () => {
    await using chat = await busy(options);
    chat.say('second');
    await chat.shows('⧗ queued: second');
    chat.press(keys.up, keys.enter, ' oh no');
    await chat.shows('❯ second oh no');
    chat.press(keys.escape);
    await chat.shows((screen) => screen.includes('⧗ queued: second') && !screen.includes('oh no'));
    expect(chat.turns[0]?.signal.aborted).toBe(false);
  });
});

describe('steering', () => {
  test('Ctrl+S says a message into the work of an agent that can be steered', async () => {
    await using chat = await busy({ inject: both });
    chat.say('queued');
    chat.press('left', keys.control('s'));
    expect(waiting(await chat.shows('↪ steering: left'))).toEqual(['left', 'queued']);
    expect(chat.turns[0]?.breakpoint()).toMatchObject([{ content: [{ text: 'left' }] }]);
    await chat.shows((screen) => screen.includes('❯ left') && waiting(screen).join() === 'queued');
    expect(await asked(chat, 2)).toEqual(['begin', 'queued']);
  });

  test('an agent that cannot be steered is cancelled only when the user allows it', async () => {
    await using chat = await busy({});
    chat.press('left', keys.control('s'));
    await chat.shows('This agent cannot be steered while it works.');
    chat.press(keys.escape);
    await chat.shows(/❯ left\n/u);
    expect(chat.turns[0]?.signal.aborted).toBe(false);
    chat.press(keys.control('s'));
    await chat.shows('1. Cancel its work and send this now');
    chat.press('1');
    await chat.shows('Cancelled.');
    await soon(() => chat.turns.map(({ text }) => text)).toEqual(['begin', 'left']);
    chat.press('right', keys.control('s'));
    await chat.shows('2. The same, without asking again in this chat');
    chat.press('2');
    await soon(() => chat.turns.length).toBe(3);
    await chat.shows('Esc cancels');
    chat.press('back', keys.control('s'));
    await soon(() => chat.turns.map(({ text }) => text)).toEqual(['begin', 'left', 'right', 'back']);
  });

  test('a message may wait instead', async () => {
    await using chat = await busy({ inject: { modes: ['queue'] } });
    chat.press('left', keys.control('s'));
    await chat.shows('3. Send this when it is done');
    chat.press('3');
    await chat.shows('⧗ queued: left');
    expect(await asked(chat, 2)).toEqual(['begin', 'left']);
  });

  test('Ctrl+S sends like Enter when the agent does nothing', async () => {
    await using chat = await ChatFixture.open({ inject: both });
    chat.press('hello', keys.control('s'));
    await soon(() => chat.turns.map(({ text }) => text)).toEqual(['hello']);
  });

  test('/steer does the same where a line swallows the key', async () => {
    await using chat = await busy({ inject: both });
    chat.say('/steer to the left');
    await chat.shows('↪ steering: to the left');
  });
});

describe('a change that comes too late', () => {
  test('is told in a line, and the words are in the input', async () => {
    await using chat = await busy({ inject: both });
    chat.press('left', keys.control('s'));
    await chat.shows('↪ steering: left');
    chat.press(keys.up, keys.enter, ' and right');
    await chat.shows('❯ left and right');
    chat.turns[0]?.breakpoint();
    await chat.shows((screen) => screen.includes('❯ left\n'));
    chat.press(keys.enter);
    await chat.shows('✗ Too late: the agent has already received this message.');
    await chat.shows(/❯ left and right\n/u);
  });
});

describe('an agent that was gone and has kept what waits', () => {
  test('says it once when it is back', async () => {
    await using chat = await busy({ inject: both });
    chat.say('second');
    await chat.shows('⧗ queued: second');
    chat.conversation.agentStopped();
    await chat.conversation.agentRestarted();
    expect(waiting(await chat.shows('⧗ queued: second'))).toEqual(['second']);
    expect(await asked(chat, 2)).toEqual(['begin', 'second']);
    await chat.shows('? for keys');
    expect(chat.turns).toHaveLength(2);
  });

  test('has delivered it while there was no connection', async () => {
    await using chat = await busy({ inject: both });
    chat.say('second');
    await chat.shows('⧗ queued: second');
    chat.conversation.agentStopped();
    await asked(chat, 2);
    await chat.conversation.agentRestarted();
    await chat.shows((screen) => screen.includes('? for keys') && !screen.includes('⧗'));
    expect(chat.turns).toHaveLength(2);
  });
});

test('what waits in a session that is left is told of', async () => {
  await using chat = await busy({ inject: both });
  chat.say('second');
  await chat.shows('⧗ queued: second');
  chat.say('/new');
  await chat.shows('! Not sent, because the session was closed: second');
});

test('a message steers an agent that has only the extension for it, and stays on the screen', async () => {
  const steered: unknown[] = [];
  interface Wire {
    readonly id?: number;
    readonly method?: string;
    readonly params?: unknown;
    readonly result?: { readonly protocolVersion?: number };
  }
  const steerable = (channel: Channel): Channel =>
    wrapChannel(channel, {
      receive: (message, text, receiver) => {
        const { id, method, params } = message as Wire;
        if (method !== '_session/steering') receiver.receive(message, text);
        else {
          steered.push(params);
          channel.send({ jsonrpc: '2.0', id, result: { outcome: 'injected' } });
        }
      },
      send: (message, text) => {
        const { result } = message as Wire;
        if (result?.protocolVersion === undefined) return channel.send(message, text);
        return channel.send({
          ...(message as Wire),
          result: { ...result, _meta: { steering: { supported: true } } },
        });
      },
    });
  await using chat = await busy({ wrap: steerable });
  chat.say('/steer use auth_v2');
  await chat.shows('Sent into the running work: use auth_v2');
  expect(steered).toMatchObject([{ prompt: [{ type: 'text', text: 'use auth_v2' }] }]);
  chat.turns[0]?.end();
});
