/** What a user of other terminal clients types without thinking: commands, keys, pastes, and a shell. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { ChatFixture, soon } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

const ready = '? for keys';

test('the last line says what the agent does, for how long, with how many tokens, and what Esc does', async () => {
  let now = 0;
  await using chat = await ChatFixture.open({ now: () => now });
  chat.say('Go');
  await chat.shows('Working · Esc cancels');
  const [turn] = chat.turns;
  const call = turn?.toolCall({ title: 'Prune the roses' });
  now = 12_000;
  await chat.shows('Prune the roses · 12 s · Esc cancels');
  await turn?.message.append('x'.repeat(4800));
  await call?.complete();
  await chat.shows('Working · 12 s · ~1.2k tokens · Esc cancels');
});

test.each([false, true])('a context that is nearly full is warned about (plain text: %s)', async (isPlainText) => {
  await using chat = await ChatFixture.open({
    isPlainText,
    columns: 200,
    onPrompt: async (turn) => {
      for (const used of [70, 76, 77, 91, 96]) await turn.update({ sessionUpdate: 'usage_update', used, size: 100 });
    },
  });
  chat.say('Go');
  const everything = await chat.shows('The context is 96% full', 'everything');
  expect(everything.match(/The context is \d+% full/gu)).toEqual([
    'The context is 76% full',
    'The context is 91% full',
    'The context is 96% full',
  ]);
});

test('/help explains what can be typed, with the commands of the agent and of the chat', async () => {
  await using chat = await ChatFixture.open({
    rows: 60,
    build: (app) =>
      void app.onSession((session) =>
        session.setCommands([{ type: 'command', name: 'water', description: 'Waters the roses.' }]),
      ),
  });
  await chat.shows(ready);
  chat.say('/help');
  const screen = await chat.shows('/quit');
  expect(screen).toMatch(/!command\s+runs in your shell/u);
  expect(screen).toMatch(/Commands of the agent\n\s+\/water\s+Waters the roses\./u);
  expect(screen).toMatch(/\/clear\s+Starts a new session/u);
});

test('/help explains the chat also if the agent has a /help, whose answer follows', async () => {
  await using chat = await ChatFixture.open({
    rows: 60,
    build: (app) =>
      void app.onSession((session) => session.setCommands([{ name: 'help', description: 'Explains the agent.' }])),
    onPrompt: (turn) => turn.message.append('I water roses.'),
  });
  await chat.shows(ready);
  chat.say('/help');
  const screen = await chat.shows('I water roses.');
  expect(screen).toMatch(/What you can type[\s\S]*\/quit[\s\S]*❯ \/help\n\nI water roses\./u);
  expect(screen).not.toContain('Commands of the agent');
});

test('? shows all keys on a screen of 80 × 24, and says on a lower one how many are missing', async () => {
  await using chat = await ChatFixture.open({ columns: 80, rows: 24 });
  await chat.shows(ready);
  chat.press('?');
  await chat.shows(/Ctrl\+D, Ctrl\+Z\s+quit, if the line is empty; suspend\n/u);
  chat.resize({ columns: 80, rows: 12 });
  await chat.shows(/… \d+ more; \/keys prints all\n/u);
});

test('? on an empty line shows the keys below it, until the next key', async () => {
  await using chat = await ChatFixture.open({ rows: 40 });
  await chat.shows(ready);
  chat.press('?');
  await chat.shows(/❯ ?\nEnter\s+send/u);
  chat.press('h');
  await chat.shows((screen) => /❯ h\n/u.test(screen) && !screen.includes('Shift+Tab'));
  chat.press('?');
  await chat.shows(/❯ h\?\n/u);
});

test('/clear begins a new session, and /resume opens the one with an id or its beginning', async () => {
  await using chat = await ChatFixture.open({ onPrompt: (turn) => turn.message.append('A rose.') });
  chat.say('Hello');
  await chat.shows('A rose.');
  const first = chat.conversation.session?.id ?? '';
  chat.say('/clear');
  await soon(() => chat.conversation.session?.id === first).toBe(false);
  chat.say(`/resume ${first}`);
  await soon(() => chat.conversation.session?.id).toBe(first);
});

test('Ctrl+R searches earlier messages and puts one into the input', async () => {
  await using chat = await ChatFixture.open({ onPrompt: (turn) => turn.message.append('Done.') });
  for (const words of ['water the roses', 'cut the tulips', 'water the tulips']) {
    chat.say(words);
    await soon(() => chat.conversation.isBusy).toBe(false);
  }
  chat.press(keys.control('r'));
  await chat.shows('History');
  chat.press('roses');
  await chat.shows((screen) => screen.includes('Search: roses') && screen.includes('1 of 1'));
  chat.press(keys.enter);
  await chat.shows(/❯ water the roses\n/u);
});

test.each([
  ['an agent that accepts files in prompts', ['embeddedContext'] as const],
  ['any other agent', [] as const],
])('!command runs in the shell; with its output the next message goes to %s', async (_name, accepts) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-garden-')));
  writeFileSync(join(folder, 'rose.md'), 'red');
  await using chat = await ChatFixture.open({ folder, accepts });
  chat.say('! ls; echo gone >&2; exit 3');
  const screen = await chat.shows('The agent gets this output with your next message.');
  expect(screen).toMatch(/! ls; echo gone >&2; exit 3\n {2}rose\.md\n {2}gone\n {2}exit code 3\n/u);
  expect(chat.turns).toEqual([]);
  chat.say('What is it?');
  await soon(() => chat.turns.length).toBe(1);
  await chat.shows(accepts.length === 0 ? 'The user ran this command' : '❯ [! ls; echo gone >&2; exit 3]');
  const [shared, typed] = chat.turns[0]?.prompt ?? [];
  expect(typed).toEqual({ type: 'text', text: 'What is it?' });
  expect(JSON.stringify(shared)).toContain('$ ls; echo gone >&2; exit 3\\nrose.md\\ngone\\n[exit code 3]');
  expect(shared?.type).toBe(accepts.length === 0 ? 'text' : 'resource');
  chat.turns[0]?.end();
  chat.say('And now?');
  await soon(() => chat.turns.length).toBe(2);
  expect(chat.turns[1]?.prompt).toEqual([{ type: 'text', text: 'And now?' }]);
  rmSync(folder, { recursive: true });
});

test('a command of the agent is sent without what is shared, which goes with the next message', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: (turn) => turn.message.append(`Blocks: ${turn.prompt.length}.`),
    build: (app) =>
      void app.onSession((session) =>
        session.setCommands([{ type: 'command', name: 'water', description: 'Waters the roses.' }]),
      ),
  });
  chat.say('!echo red');
  await chat.shows('with your next message');
  chat.say('/water');
  await chat.shows('Blocks: 1.');
  chat.say('And now?');
  await chat.shows('Blocks: 2.');
});

test('Esc stops a command of the user, and leaves the agent alone', async () => {
  await using chat = await ChatFixture.open();
  chat.say('Go');
  await chat.shows('Working');
  chat.say('!cat /dev/zero | tr -d "\\0"');
  await chat.shows('Running cat /dev/zero');
  chat.press(keys.escape);
  await chat.shows('  stopped');
  expect(chat.turns[0]?.signal.aborted).toBe(false);
});

test('a long paste is a mark in the input, is sent in full, and Tab unfolds it', async () => {
  const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
  await using chat = await ChatFixture.open();
  chat.press('Look: ', keys.paste(text));
  expect(await chat.shows('❯ Look: [Pasted text #1, 500 lines]')).toContain('Tab unfolds the pasted text');
  chat.press(keys.enter);
  await soon(() => chat.turns.length).toBe(1);
  expect(chat.turns[0]?.text).toBe(`Look: ${text}`);
  chat.turns[0]?.end();
  chat.press(keys.paste(text));
  await chat.shows('[Pasted text #2, 500 lines]');
  chat.press(keys.backspace);
  await chat.shows((screen) => !screen.includes('[Pasted text #2'));
  chat.press(keys.paste(text));
  await chat.shows('[Pasted text #3, 500 lines]');
  chat.press(keys.tab);
  await chat.shows('line 499');
});

test('lists count what they do not show', async () => {
  await using chat = await ChatFixture.open({ files: Array.from({ length: 30 }, (_, index) => `rose-${index}.md`) });
  chat.press('@rose');
  await chat.shows('1 of 30');
  chat.press(keys.down, keys.down);
  await chat.shows('3 of 30');
});

test('a setting that is changed is confirmed, and can be named', async () => {
  await using chat = await ChatFixture.open({
    build: (app) =>
      app
        .onSession((session) =>
          session.setConfigOptions([
            {
              configId: 'mode',
              category: 'mode',
              name: 'Mode',
              type: 'select',
              currentValue: 'look',
              options: [
                { value: 'look', name: 'Look' },
                { value: 'dig', name: 'Dig' },
              ],
            },
          ] as Parameters<typeof session.setConfigOptions>[0]),
        )
        .onConfigOption(
          (session, { value }) => session.configOptions?.map((each) => ({ ...each, currentValue: value })) as never,
        ),
  });
  await chat.shows('Look');
  chat.say('/mode dig');
  await chat.shows('· Mode: Dig');
  chat.say('/mode plant');
  await chat.shows('✗ There is no plant; choose from Look, Dig.');
  chat.say('/model');
  await chat.shows('This agent offers no choice of models.');
});

test('/model of an agent that could have one says how to add it, and /compact that it needs one', async () => {
  const modelHint = 'No model configured. Set ACP_AGENT_MODEL and a service; see acp providers --help.';
  await using chat = await ChatFixture.open({ modelHint, columns: 120 });
  chat.say('/model');
  await chat.shows(modelHint);
  chat.say('Plant roses');
  await soon(() => chat.turns.length).toBe(1);
  await chat.turns[0]?.message.append('Planted.');
  chat.turns[0]?.end();
  await chat.shows(/Planted\.[^]*\? for keys/u);
  chat.say('/compact');
  await chat.shows('✗ A summary needs a model, and none is configured. /model explains how to add one.');
  expect(chat.turns).toHaveLength(1);
});

test('/compact of an agent without it continues with a summary in a new session', async () => {
  await using chat = await ChatFixture.open({ columns: 120 });
  chat.say('/compact');
  await chat.shows('There is nothing to compact yet.');
  chat.say('Plant roses');
  await soon(() => chat.turns.length).toBe(1);
  await chat.turns[0]?.message.append('Planted.');
  chat.turns[0]?.end();
  await chat.shows('Planted.');
  const before = chat.conversation.session?.id;
  chat.say('/compact the colours');
  await soon(() => chat.turns.length).toBe(2);
  expect(chat.turns[1]?.text).toMatch(/^Summarize this conversation.*Above all: the colours$/u);
  await chat.turns[1]?.message.append('Roses were planted.');
  chat.turns[1]?.end();
  await chat.shows('the summary goes with your next message');
  expect(chat.conversation.session?.id).not.toBe(before);
  chat.say('Go on');
  await soon(() => chat.turns.length).toBe(3);
  expect(chat.turns[2]?.prompt).toMatchObject([
    { type: 'text', text: 'Summary of the conversation so far:\nRoses were planted.\n\n' },
    { type: 'text', text: 'Go on' },
  ]);
});

test('the wheel of the mouse opens and scrolls the whole conversation, if the user wants that', async () => {
  await using chat = await ChatFixture.open({
    settings: { mouse: true },
    onPrompt: (turn) => turn.message.append(Array.from({ length: 60 }, (_, index) => `- rose ${index}`).join('\n')),
  });
  expect(chat.raw).toContain('\u001b[?1000h');
  chat.say('Go');
  await chat.shows(/rose 59[^]*\? for keys/u);
  chat.press('\u001b[<64;1;1M');
  await chat.shows((screen) => screen.includes('q quits') && screen.includes('rose 59'));
  chat.press('\u001b[<64;1;1M');
  await chat.shows((screen) => screen.includes('q quits') && !screen.includes('rose 59'));
});

test('the mouse is left to the terminal otherwise', async () => {
  await using chat = await ChatFixture.open();
  await chat.shows(ready);
  expect(chat.raw).not.toContain('\u001b[?1000h');
});

test('while connecting, the last line names what is started', async () => {
  await using chat = await ChatFixture.open({
    starting: 'gemini --acp',
    whileConnecting: async (early) => {
      await early.shows('Connecting … · gemini --acp');
    },
  });
  await chat.shows(ready);
});
