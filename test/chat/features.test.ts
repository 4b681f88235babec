/** What the chat shows of a turn, feature by feature, where nothing but a screen is needed. */
import { RpcError } from '@acp-stack/rpc';
import { describe, expect, test, vi } from 'vitest';

import { writePng } from '../../apps/cli/src/picture/png.ts';
import { soon, ChatFixture } from '../support/chat-fixture.ts';
import { OldAgent } from '../support/old-agent.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

const ready = '? for keys';

test('code is highlighted while it is written', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      for (const part of ['```ts\n', 'const rose', ' = "red"; // why\n', '```\n']) await turn.message.append(part);
    },
  });
  chat.say('Go');
  await chat.shows((screen) => screen.includes('const rose = "red"; // why') && screen.includes(ready));
  expect(chat.raw).toContain('\u001b[35mconst\u001b[0m');
  expect(chat.raw).toContain('\u001b[32m"red"\u001b[0m');
});

test('a diff has a summary of each file, then the lines in colour', async () => {
  const text = [
    'diff --git a/rose.md b/rose.md\n--- a/rose.md\n+++ b/rose.md\n@@ -1 +1,2 @@\n-A rose is red.\n+A rose is white.\n+So it is.',
    'diff --git a/tulip.md b/tulip.md\nnew file mode 100644\n--- /dev/null\n+++ b/tulip.md\n@@ -0,0 +1 @@\n+A tulip.\n',
  ].join('\n');
  await using chat = await ChatFixture.open({
    onPrompt: (turn) => {
      const changes = [
        { operation: 'modify' as const, path: '/garden/rose.md' },
        { operation: 'add' as const, path: '/garden/tulip.md' },
      ];
      const patch = { format: 'git_patch' as const, text };
      turn.toolCall({ title: 'Plant', kind: 'edit', content: [{ type: 'diff', changes, patch }] });
    },
  });
  chat.say('Go');
  const screen = await chat.shows((shown) => shown.includes('+A tulip.') && shown.includes(ready));
  expect(screen).toContain('M rose.md +2 −1\n  A tulip.md +1 −0\n');
  expect(chat.raw).toContain('\u001b[32m+A rose is \u001b[0m\u001b[32;7mwhite\u001b[0m');
  expect(chat.raw).toContain('\u001b[31m-A rose is \u001b[0m\u001b[31;7mred\u001b[0m');
});

test('a picture is drawn once, below the name of it, where the terminal can show it', async () => {
  const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(40)]);
  png.writeUInt32BE(100, 16);
  png.writeUInt32BE(60, 20);
  const image = { type: 'image' as const, mimeType: 'image/png', data: png.toString('base64') };
  await using chat = await ChatFixture.open({
    env: { TERM_PROGRAM: 'iTerm.app' },
    onPrompt: async (turn) => {
      const call = turn.toolCall({ title: 'Paint', status: 'in_progress' });
      await call.update({ status: 'completed', content: [{ type: 'content', content: image }] });
      await turn.newMessage().append('Painted.');
    },
  });
  chat.say('Go');
  const screen = await chat.shows((shown) => shown.includes('Painted.') && shown.includes(ready));
  expect(chat.raw.split('\u001b]1337;File=inline=1;width=10;height=3;')).toHaveLength(2);
  expect(screen).toMatch(/✓ Paint\n {2}\[image image\/png 1 KiB\]\n(?: *\n){3,4}Painted\./u);
});

test('a terminal that answers that it shows sixels gets pictures so', async () => {
  const png = await writePng({ width: 40, height: 30, row: () => new Uint8Array(160).fill(255) });
  const image = { type: 'image' as const, mimeType: 'image/png', data: png.toString('base64') };
  await using chat = await ChatFixture.open({
    env: { TERM: 'xterm-256color' },
    onPrompt: async (turn) => {
      await turn.toolCall({ title: 'Paint', content: [{ type: 'content', content: image }] }).complete();
      await turn.message.append('Painted.');
    },
  });
  expect(chat.raw).toContain('\u001b[16t\u001b[c');
  chat.press('\u001b[6;16;8t', '\u001b[?62;4;22c');
  // The chat loads it when the terminal has answered.
  await import('../../apps/cli/src/picture/sixel.ts');
  chat.say('Go');
  const screen = await chat.shows((shown) => shown.includes('Painted.') && shown.includes(ready));
  expect(chat.raw.split('\u001bP0;1;0q"1;1;40;30#0;2;100;100;100#0!40~')).toHaveLength(2);
  expect(screen).toMatch(/✓ Paint\n {2}\[image image\/png 1 KiB\]\n(?: *\n){2,3}Painted\./u);
});

test('the mode, the model and other settings are selected from lists', async () => {
  const chosen: string[] = [];
  const option = (configId: string, category: string, values: readonly string[]): object => ({
    configId,
    category,
    name: category,
    type: 'select',
    currentValue: values[0],
    options: values.map((value) => ({ value, name: value })),
  });
  await using chat = await ChatFixture.open({
    build: (app) =>
      app
        .onSession((session) =>
          session.setConfigOptions([
            option('mode', 'mode', ['look', 'dig']),
            option('model', 'model', ['small', 'large']),
            option('depth', 'thought_level', ['low', 'high']),
          ] as Parameters<typeof session.setConfigOptions>[0]),
        )
        .onConfigOption((session, { configId, value }) => {
          chosen.push(`${configId} ${String(value)}`);
          return session.configOptions?.map((each) =>
            each.configId === configId ? { ...each, currentValue: value } : each,
          ) as never;
        }),
  });
  await chat.shows('look · small');
  chat.say('/model');
  await chat.shows('1. small ✓');
  chat.press('2');
  await soon(() => chosen).toEqual(['model large']);
  chat.press(keys.shiftTab);
  await soon(() => chosen.at(-1)).toBe('mode dig');
  chat.press(keys.control('o'));
  await chat.shows('3. thought_level');
  chat.press('3');
  await chat.shows('1. low ✓');
  chat.press('2');
  await soon(() => chosen.at(-1)).toBe('depth high');
});

test('what is typed when a question comes does not answer it', async () => {
  let ask = (): void => undefined;
  const isTyped = new Promise<void>((resolve) => (ask = resolve));
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      await isTyped;
      const option = await turn.requestPermission({ title: 'May I?' });
      await turn.message.append(option?.kind === 'allow_once' ? 'Allowed.' : 'Refused.');
    },
  });
  chat.say('Go');
  await chat.shows('Esc cancels');
  chat.press('I am typing');
  await chat.shows('❯ I am typing');
  ask();
  await chat.shows('press Tab to answer');
  chat.press('y', keys.enter, keys.tab);
  expect(await chat.shows('? waiting for you')).toContain('May I?');
  chat.press('n');
  await chat.shows('Refused.');
  await chat.shows('❯ I am typing');
});

test('a session in which nothing was said is not kept', async () => {
  await using chat = await ChatFixture.open({ onPrompt: (turn) => turn.message.append('A rose.') });
  const [silent = ''] = await chat.sessions();
  chat.say('/new');
  await soon(async () => (await chat.sessions()).includes(silent)).toBe(false);
  const said = chat.conversation.session?.id;
  chat.say('Hello');
  await chat.shows('A rose.');
  chat.say('/new');
  await soon(() => chat.conversation.session?.id === said).toBe(false);
  await chat.conversation.leave();
  expect(await chat.sessions()).toEqual([said]);
});

test('text after a tool call is shown after it, whichever id the agent gives it', async () => {
  const chunk = (text: string) =>
    ({ sessionUpdate: 'agent_message_chunk', messageId: 'same', content: { type: 'text', text } }) as const;
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      await turn.message.append('First I look.');
      await turn.toolCall({ title: 'Look at it' }).complete();
      await turn.message.append('Then I dig.');
      await turn.update(chunk('Now I plant.'));
      await turn.toolCall({ title: 'Plant it' }).complete();
      await turn.update(chunk('All is done.'));
    },
  });
  chat.say('Go');
  const screen = await chat.shows((shown) => shown.includes('All is done.') && shown.includes(ready));
  const order = ['First I look.', 'Look at it', 'Then I dig.', 'Now I plant.', 'Plant it', 'All is done.'];
  const lines = screen.split('\n').map((line) => line.trim());
  const places = order.map((words) => lines.findIndex((line) => line.includes(words)));
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(new Set(places).size).toBe(order.length);
});

describe('text after a tool call is a new entry below it', () => {
  const order = ['First I look.', '✓ Look at it', 'Then I dig.', '✓ Dig it', 'All is done.'];

  /** The lines of the screen with these words, in their order. */
  const placesOf = (screen: string): readonly number[] => {
    const lines = screen.split('\n').map((line) => line.trim());
    return order.map((words) => lines.indexOf(words));
  };

  const expectOrder = async (chat: ChatFixture): Promise<void> => {
    const places = placesOf(await chat.shows((shown) => shown.includes('All is done.') && shown.includes(ready)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  };

  test('with an agent of version 2 that goes on with its message', async () => {
    await using chat = await ChatFixture.open({
      onPrompt: async (turn) => {
        await turn.message.append('First I look.');
        await turn.toolCall({ title: 'Look at it' }).complete();
        await turn.message.append('Then I dig.');
        await turn.toolCall({ title: 'Dig it' }).complete();
        await turn.message.append('All is done.');
      },
    });
    chat.say('Go');
    await expectOrder(chat);
  });

  test.each([undefined, 'same'])('with an agent of version 1 whose chunks have the id %s', async (messageId) => {
    const tell = (peer: OldAgent['peer'], update: object): void =>
      peer.send({ method: 'session/update', params: { sessionId: 's', update } });
    const chunk = (text: string): object => ({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text },
      ...(messageId === undefined ? {} : { messageId }),
    });
    const call = (title: string): object => ({
      sessionUpdate: 'tool_call',
      toolCallId: title,
      title,
      status: 'completed',
    });
    await using chat = await ChatFixture.open({
      serve: (channel) => {
        const old = new OldAgent(channel);
        old.onPrompt(async () => {
          tell(old.peer, chunk('First I '));
          tell(old.peer, chunk('look.'));
          tell(old.peer, call('Look at it'));
          tell(old.peer, chunk('Then I dig.'));
          tell(old.peer, call('Dig it'));
          tell(old.peer, chunk('All is done.'));
        });
      },
    });
    chat.say('Go');
    await expectOrder(chat);
  });
});

test('an error of the agent is shown with the reason in its data', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: () => {
      throw new RpcError(-32_603, 'Internal error', { data: { details: 'the disk is full' } });
    },
  });
  chat.say('Go');
  await chat.shows('Internal error: the disk is full');
});

test('/model asks which option is meant if the agent has several for it', async () => {
  const option = (configId: string, value: string) =>
    ({
      configId,
      name: configId,
      category: 'model',
      type: 'select',
      currentValue: value,
      options: [{ value, name: value }],
    }) as const;
  await using chat = await ChatFixture.open({
    build: (app) => {
      app.onSession((session) => session.setConfigOptions([option('provider', 'red'), option('model', 'rose')]));
    },
  });
  await chat.shows('rose');
  chat.say('/model');
  expect(await chat.shows('Options for the model')).toMatch(/provider\s+red[^]*model\s+rose/);
});

test('Enter runs the command that was typed in full, also if one of the agent begins with it', async () => {
  await using chat = await ChatFixture.open({
    build: (app) => {
      const input = { type: 'text', hint: '<model>' } as const;
      app.onSession((session) =>
        session.setCommands([{ type: 'command', name: 'model', description: 'Picks a model', input }]),
      );
    },
  });
  await chat.shows(ready);
  chat.press('/mode');
  expect(await chat.shows('Picks a model')).toMatch(/Picks a model <model>(?!>)/);
  chat.press(keys.enter);
  await chat.shows('This agent offers no choice of modes.');
  expect(chat.turns).toEqual([]);
});
