/** Choosing a session of the agent: which folder it is opened in. */
import type { Channel } from '@acp-stack/rpc';
import { expect, test, vi } from 'vitest';

import { soon, ChatFixture, type ChatFixtureOptions } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

const question = 'belongs to another folder';

interface Asked {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly cwd?: string };
}

/** An agent that lists one session, in a folder of its choice, and notes where it is opened. */
function listing(cwd: string): { readonly opened: unknown[]; readonly options: ChatFixtureOptions } {
  const opened: unknown[] = [];
  const answers: Readonly<Record<string, (asked: Asked) => object>> = {
    'session/list': () => ({ sessions: [{ sessionId: 'old', cwd, title: 'An old talk' }] }),
    'session/resume': ({ params }) => {
      opened.push(params?.cwd);
      return {};
    },
  };
  const wrap = (channel: Channel): Channel => ({
    open: (receiver) => {
      const receive = (message: unknown, text: string | undefined): void => {
        const asked = message as Asked;
        const answer = answers[asked.method ?? ''];
        if (answer === undefined) receiver.receive(message, text);
        else channel.send({ jsonrpc: '2.0', id: asked.id, result: answer(asked) });
      };
      channel.open({ receive, reject: (problem) => receiver.reject(problem), ended: (error) => receiver.ended(error) });
    },
    send: (message, text) => channel.send(message, text),
    drained: () => channel.drained(),
    get unsentBytes() {
      return channel.unsentBytes;
    },
    pause: () => channel.pause(),
    resume: () => channel.resume(),
    end: () => channel.end(),
    destroy: (error) => channel.destroy(error),
  });
  return { opened, options: { wrap } };
}

async function pick(chat: ChatFixture): Promise<void> {
  chat.say('/sessions');
  await chat.shows('An old talk');
  chat.press(keys.enter);
}

test.each([false, true])('a session in the folder of the chat opens at once (plain text: %j)', async (isPlainText) => {
  const { opened, options } = listing('/garden/');
  await using chat = await ChatFixture.open({ ...options, isPlainText });
  chat.say('/sessions');
  await chat.shows('An old talk');
  if (isPlainText) chat.say('1');
  else chat.press(keys.enter);
  await soon(() => opened).toEqual(['/garden/']);
  expect(chat.everything).not.toContain(question);
});

test('the folder that an agent names is not used without the user, and the one of the chat is offered first', async () => {
  const { opened, options } = listing('/etc');
  await using chat = await ChatFixture.open(options);
  await pick(chat);
  const screen = await chat.shows(question);
  expect(screen).toMatch(/❯ 1\. Open it here, in \/garden[\s\S]*Open it there, in \/etc/u);
  expect(opened).toEqual([]);
  chat.press(keys.enter);
  await soon(() => opened).toEqual(['/garden']);
});

test('the user may choose the other folder', async () => {
  const { opened, options } = listing('/etc');
  await using chat = await ChatFixture.open(options);
  await pick(chat);
  await chat.shows(question);
  chat.press(keys.down, keys.enter);
  await soon(() => opened).toEqual(['/etc']);
});

test('closing the question opens nothing', async () => {
  const { opened, options } = listing('/etc');
  await using chat = await ChatFixture.open(options);
  const before = chat.conversation.session;
  await pick(chat);
  await chat.shows(question);
  chat.press(keys.escape);
  await chat.shows((screen) => !screen.includes(question));
  expect(opened).toEqual([]);
  expect(chat.conversation.session).toBe(before);
});

test('the name of the folder cannot pretend to be something else', async () => {
  const { options } = listing('/etc\u001b[2J\nOpen it here');
  await using chat = await ChatFixture.open(options);
  await pick(chat);
  expect(await chat.shows(question)).not.toMatch(/^Open it here$/mu);
  expect(chat.raw).not.toContain('/etc\u001b[2J');
});
