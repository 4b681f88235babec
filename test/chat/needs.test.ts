/**
 * What users of terminal clients ask for beside the conversation: to be told, to copy, to see what they allow, and to
 * take it back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPermissionMemory } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { ChatFixture, soon } from '../support/chat-fixture.ts';

const always = { optionId: 'ever', name: 'Always allow', kind: 'allow_always' as const };
const options = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' as const },
  always,
  { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
];

test('a user who looks elsewhere is notified that the agent asks, and that it is done', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      await turn.requestPermission({ title: 'Cut the roses?', options });
    },
  });
  chat.press('\u001b[O');
  chat.say('Go');
  await chat.shows('Cut the roses?');
  expect(chat.raw).toContain('\u0007\u001b]9;The agent needs your decision (garden)\u001b\\');
  expect(chat.raw).not.toContain('The agent is done');
  await chat.shows('1. Allow (y)');
  chat.press('y');
  await chat.shows((screen) => screen.includes('? for keys') && !screen.includes('waiting for you'));
  await expect.poll(() => chat.raw).toContain('\u0007\u001b]9;The agent is done (garden)\u001b\\');
  chat.press('\u001b[I');
  chat.say('Go');
  await chat.shows('Cut the roses?');
  expect(chat.raw.split('needs your decision')).toHaveLength(2);
});

test.each(['while the agent works', 'during a question'])(
  'Ctrl+C leaves a session of a hub as it is, %s',
  async (when) => {
    const ended: string[] = [];
    await using chat = await ChatFixture.open({
      isDetachable: true,
      onPrompt: async (turn) => {
        turn.signal.addEventListener('abort', () => ended.push('cancelled'));
        turn.toolCall({ title: 'Look for roses' });
        if (when !== 'during a question') await new Promise<void>(() => undefined);
        await turn.requestPermission({ title: 'Cut the roses?', options });
        ended.push('answered');
      },
    });
    chat.say('Go');
    await chat.shows(when === 'during a question' ? 'Cut the roses?' : 'Look for roses');
    chat.press('half a line', '\u0003', '\u0003');
    await chat.ui.left;
    expect(ended).toEqual([]);
  },
);

test('an agent that does not stop is told of, with what ends it', async () => {
  let now = 0;
  await using chat = await ChatFixture.open({
    now: () => now,
    onPrompt: async (turn) => {
      turn.toolCall({ title: 'Look for roses' });
      await new Promise<void>(() => undefined);
    },
  });
  chat.say('Go');
  // Nothing more comes after that.
  await chat.shows('Look for roses');
  now = 40_000;
  await chat.shows('No output for 40 s · Esc cancels · /restart restarts the agent');
  chat.press('\u001b');
  await chat.shows('Cancelling …');
  now = 47_000;
  await chat.shows('Not stopping for 7 s · /restart ends it');
});

test('a note stands behind what the user has said, also while nothing is answered yet', async () => {
  await using chat = await ChatFixture.open();
  chat.say('Go');
  await soon(() => chat.conversation.store.snapshot().entries.size).toBe(1);
  chat.say('/details');
  await chat.shows(/❯ Go\n\n· Thoughts and long output are shown in full/u);
});

test('a question that shows neither a command nor a change shows what the tool is given', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: async (turn) => {
      const call = turn.toolCall({
        title: 'Replace',
        kind: 'edit',
        rawInput: { file_path: 'rose.md', new_string: 'white\n\u001b[2Jroses', count: 2 },
      });
      await turn.requestPermission({ title: 'Replace words?', subject: call, options });
    },
  });
  chat.say('Go');
  const screen = await chat.shows('Replace words?');
  expect(screen).toContain('│ file_path: rose.md\n│ new_string:\n│   white\n│   ␛[2Jroses\n│ count: 2');
});

test('/copy hands the last answer to the terminal', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: (turn) => {
      void turn.message.append('Roses are **red**.');
    },
  });
  chat.say('/copy');
  await chat.shows('There is no answer yet.');
  chat.say('Go');
  await chat.shows('Roses are red.');
  chat.say('/copy');
  await chat.shows('Copied the last answer to the clipboard');
  const code = `\u001b]52;c;${Buffer.from('Roses are **red**.').toString('base64')}\u001b\\`;
  expect(chat.raw).toContain(code);
});

test('an unknown command is said to the agent, with a note', async () => {
  await using chat = await ChatFixture.open({
    onPrompt: (turn) => {
      void turn.message.append('Heard.');
    },
    build: (app) =>
      void app.onSession((session) =>
        session.setCommands([{ type: 'command', name: 'water', description: 'Waters.' }]),
      ),
  });
  chat.say('/watr roses');
  await chat.shows('Unknown command /watr. Did you mean /water? Sent as text.');
  await chat.shows('Heard.');
});

test('/permissions shows what was answered for good, and forgets it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acp-needs-'));
  const memory = await openPermissionMemory({ project: folder, folder });
  await using chat = await ChatFixture.open({
    memory,
    onPrompt: async (turn) => {
      await turn.requestPermission({ title: 'Cut the roses?', options });
    },
  });
  chat.say('/permissions');
  await chat.shows('There are no remembered permissions');
  const question = {
    sessionId: 's',
    title: 'Cut the roses?',
    description: undefined,
    options,
    kind: undefined,
    tool: undefined,
    command: undefined,
    cwd: undefined,
    paths: [],
    diffs: [],
    rawInput: undefined,
  };
  await memory.remember(question, always, 'gardener');
  chat.say('/permissions');
  await chat.shows(/Cut the roses\?\s+Always allow, to gardener/u);
  chat.press('\r');
  await chat.shows('Forgotten: Cut the roses?');
  expect(memory.list).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('Ctrl+V says why no picture comes', async () => {
  await using chat = await ChatFixture.open();
  chat.press('\u0016');
  await chat.shows('This agent does not accept images.');
});

test('what is unfinished when a session is left stays in the scrollback', async () => {
  await using chat = await ChatFixture.open();
  chat.say('Plant roses');
  await chat.shows('Esc cancels');
  chat.say('/new');
  await chat.shows((screen) => screen.includes('? for keys'));
  expect(chat.everything.split('❯ Plant roses')).toHaveLength(2);
});
