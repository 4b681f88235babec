/** The chat in plain lines: everything in words, from top to bottom, also through a pipe. */
import { writeGitPatch } from '@acp-stack/bridge/git-patch';
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test, vi } from 'vitest';
import type { Turn } from '@acp-stack/sdk';

import { soon, ChatFixture, type ChatFixtureOptions } from '../support/chat-fixture.ts';
import { keys } from '../support/terminal-program.ts';

vi.setConfig({ testTimeout: 60_000 });

const open = (options: ChatFixtureOptions = {}): Promise<ChatFixture> =>
  ChatFixture.open({ isPlainText: true, rows: 60, ...options });

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Changes a file after asking. */
async function edit(turn: Turn): Promise<void> {
  const patch =
    '--- a/rose.md\n+++ b/rose.md\n@@ -1,3 +1,4 @@\n # Roses\n-A rose is red.\n+A rose is white.\n+So it is.\n \n';
  const call = turn.toolCall({
    title: 'Edit rose.md',
    kind: 'edit',
    content: [
      {
        type: 'diff',
        changes: [{ operation: 'modify', path: '/garden/rose.md' }],
        patch: { format: 'git_patch', text: patch },
      },
    ],
  });
  const option = await turn.requestPermission({ title: 'Change rose.md?', subject: call });
  await call.update({ status: option?.kind === 'allow_once' ? 'completed' : 'failed' });
  await turn.message.append(`You chose ${option?.name ?? 'nothing'}.`);
}

const newFile = (path: string, newText: string): ToolCallContent => ({
  type: 'diff',
  changes: [{ operation: 'add', path, fileType: 'text' }],
  patch: { format: 'git_patch', text: writeGitPatch({ path, oldText: undefined, newText }) },
});

describe('a screen reader', () => {
  test('hears diffs as words, and answers a permission with a number', async () => {
    await using chat = await open({ onPrompt: edit });
    chat.say('Change it');
    const asked = await chat.shows('Type a number; an empty line closes the question.');
    expect(asked).toContain(
      [
        'Permission: Change rose.md?',
        'Tool call: Edit rose.md',
        'File rose.md is changed: 2 lines added, 1 line removed.',
        'Line 2 removed: A rose is red.',
        'Line 2 added: A rose is white.',
        'Line 3 added: So it is.',
        '1. Allow',
      ].join('\n'),
    );
    chat.say('1');
    const done = await chat.shows('Your turn.');
    expect(done).toContain('Tool call completed: Edit rose.md\nFile rose.md is changed');
    expect(done).toContain('Agent: You chose Allow.');
    expect(chat.raw).not.toContain('\u001b');
  });

  test('hears how a tool call ended that was overtaken by other work', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        const slow = turn.toolCall({ title: 'Dig' });
        await turn.message.append('Meanwhile I look.');
        await turn.toolCall({ title: 'Look' }).complete();
        await slow.complete();
      },
    });
    chat.say('Go');
    const done = await chat.shows('Your turn.');
    expect(done.match(/Tool call completed: Dig/gu)).toHaveLength(1);
    expect(done.match(/Tool call completed: Look/gu)).toHaveLength(1);
  });

  test('hears text after a tool call as a message of its own', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        await turn.message.append('First I look.');
        await turn.toolCall({ title: 'Look' }).complete();
        await turn.message.append('Then I dig.');
      },
    });
    chat.say('Go');
    const done = await chat.shows('Your turn.');
    expect(done).toMatch(/Agent: First I look\.\n(?:Tool call.*\n)+Agent: Then I dig\./u);
  });

  test.each([
    ['yes', 'Agent: You chose Allow.'],
    ['n', 'Agent: You chose nothing.'],
    ['/cancel', 'Warning: Cancelled.'],
  ])('may answer a permission with %s', async (words, told) => {
    await using chat = await open({ onPrompt: edit });
    chat.say('Change it');
    await chat.shows('Type a number; an empty line closes the question.');
    chat.say('perhaps');
    await chat.shows(/Type a number from 1 to \d, \/cancel or \/quit\./u);
    chat.say(words);
    await chat.shows(told);
  });

  test('hears that a call was not done because it was rejected, and the change again in short', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        const call = turn.toolCall({ title: 'Write a.md', content: [newFile('/garden/a.md', 'rose\n')] });
        await turn.requestPermission({ title: 'Write a.md?', subject: call });
        await call.fail({ content: [{ type: 'content', content: { type: 'text', text: 'Permission was refused.' } }] });
      },
    });
    chat.say('Go');
    await chat.shows('Type a number; an empty line closes the question.');
    chat.say('no');
    const done = await chat.shows('Your turn.');
    expect(done).toContain(
      'Tool call not done, you rejected it: Write a.md\nFile a.md is new: 1 line added, 0 lines removed.',
    );
    expect(done).not.toContain('Permission was refused.');
    expect(done.split('Line 1 added: rose')).toHaveLength(2);
  });

  test('hears every line of a command, what is invisible in it, and what looks like something else', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        const command = 'ls # lists the files\ntouch \u202EX\nсat';
        const call = turn.toolCall({ title: 'Bash', rawInput: { command, note: 'x' } });
        await turn.requestPermission({ title: 'May I?', subject: call });
      },
    });
    chat.say('Go');
    expect(await chat.shows('Type a number')).toContain(
      [
        'Permission: May I?',
        'Tool call: Bash',
        'Command: ls # lists the files',
        'Next line of the command: touch ⟨202E⟩X',
        'Next line of the command: сat',
        'Warning: Characters that look like others: с (U+0441) in “сat”.',
        'Argument note: x',
      ].join('\n'),
    );
  });

  test('hears the end of a long question, and reads on before allowing it', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `row ${index + 1}\n`).join('');
    await using chat = await open({
      onPrompt: async (turn) => {
        const call = turn.toolCall({ title: 'Write a.md', content: [newFile('/garden/a.md', lines)] });
        const option = await turn.requestPermission({ title: 'Write a.md?', subject: call });
        await turn.message.append(`You chose ${option?.name ?? 'nothing'}.`);
      },
    });
    chat.say('Go');
    await chat.shows('Type a number; “more” reads on; an empty line closes the question.');
    expect(chat.everything).toContain('92 lines are not read out yet. The last lines:\nLine 141 added: row 141');
    expect(chat.everything).not.toContain('row 100');
    chat.say('1');
    await chat.shows('92 lines were not read out. “more” reads on; the same answer again');
    chat.say('more');
    await chat.shows('32 more lines.');
    expect(chat.everything).toContain('Line 100 added: row 100');
    chat.say('more');
    await chat.shows('Everything was read out.');
    chat.say('1');
    await chat.shows('You chose Allow.');
  });

  test('does not answer with what was typed before the question, and gets that back after it', async () => {
    let ask = (): void => undefined;
    const wanted = new Promise<void>((resolve) => (ask = resolve));
    await using chat = await open({
      onPrompt: async (turn) => {
        await wanted;
        const option = await turn.requestPermission({ title: 'Cut?' });
        await turn.message.append(`You chose ${option?.name ?? 'nothing'}.`);
      },
    });
    chat.say('Go');
    chat.press('y');
    await chat.shows(/^y$/mu);
    ask();
    await chat.shows(/an empty line closes the question\.$/u);
    chat.press('es, I mean', '\r');
    await chat.shows(/Type a number from 1 to \d, \/cancel or \/quit\./u);
    chat.press('\r');
    await chat.shows('You chose nothing.');
    await chat.shows(/\ny$/u);
  });

  test('may leave instead of an answer', async () => {
    await using chat = await open({ onPrompt: edit });
    chat.say('Change it');
    await chat.shows('Type a number; an empty line closes the question.');
    chat.say('/quit');
    await chat.ui.left;
  });

  test.each([
    ['always', 2],
    ['never', 0],
    [undefined, 0],
  ] as const)('hears the bell for a question and at the end of the work, by the setting %s', async (notify, rings) => {
    await using chat = await open({ onPrompt: edit, ...(notify === undefined ? {} : { settings: { notify } }) });
    chat.say('Change it');
    await chat.shows('Type a number; an empty line closes the question.');
    chat.say('1');
    await chat.shows('Your turn.');
    await soon(() => chat.raw.split('\u0007').length - 1).toBe(rings);
  });

  test('hears how long the agent works, and with what, every half minute', async () => {
    let now = 0;
    await using chat = await open({ now: () => now });
    chat.say('Dig');
    await soon(() => chat.turns.length).toBe(1);
    const [turn] = chat.turns;
    turn?.toolCall({ title: 'Dig in the garden' });
    await chat.shows('Tool call: Dig in the garden');
    for (const seconds of [20, 40, 50, 65]) {
      now = seconds * 1000;
      await turn?.message.append(`Hole after ${seconds} s. `);
      await soon(() => chat.conversation.store.snapshot().entries.toArray().length).toBeGreaterThan(2);
    }
    const told = await chat.shows('Working for 1 min 5 s: Dig in the garden');
    expect(told.match(/Working for .*/gu)).toEqual([
      'Working for 40 s: Dig in the garden',
      'Working for 1 min 5 s: Dig in the garden',
    ]);
  });

  test('hears that the agent is silent, less and less often, and that it does not stop', async () => {
    let now = 0;
    await using chat = await open({
      now: () => now,
      onPrompt: async (turn) => {
        turn.toolCall({ title: 'Look for roses' });
        await new Promise<void>(() => undefined);
      },
    });
    chat.say('Look');
    // Nothing more comes after that.
    await chat.shows('Tool call: Look for roses');
    now = 31_000;
    await chat.shows('No output for 31 s. Type /cancel to cancel, or /restart');
    now = 63_000;
    const told = await chat.shows('No output for 1 min 3 s');
    expect(told.match(/No output/gu)).toHaveLength(2);
    chat.say('/cancel');
    const later = (): string => {
      now += 6000;
      return chat.screen;
    };
    await soon(later).toMatch(/The agent has not stopped for \d[\dhmins ]*\. Type \/restart to end it\./u);
  });

  test('decides about what waits after /cancel, and nothing is sent before that', async () => {
    await using chat = await open();
    chat.say('Look');
    await soon(() => chat.turns.length).toBe(1);
    chat.say('Dig');
    await chat.shows('Your message waits until the agent is done.');
    chat.say('/cancel');
    await chat.shows('Cancelled, and not sent: “Dig”');
    await chat.shows('Warning: Cancelled.');
    expect(chat.turns).toHaveLength(1);
    chat.say('2');
    await soon(() => chat.turns.map(({ text }) => text)).toEqual(['Look', 'Dig']);
  });

  test('finds an earlier message, and runs a command of the shell', async () => {
    await using chat = await open({ onPrompt: (turn) => turn.message.append('Done.') });
    chat.say('Water the roses');
    await chat.shows('Your turn.');
    chat.say('/history roses');
    await chat.shows('1. Water the roses');
    chat.say('1');
    await chat.shows(/\nWater the roses$/u);
    chat.press('\u0015');
    chat.say('!echo red');
    await chat.shows(/! echo red\n {2}red\n[^]*Note: The agent gets this output with your next message\./u);
  });

  test('hears the commands in place of the keys', async () => {
    await using chat = await open();
    chat.say('/keys');
    const told = await chat.shows('Commands:\n/cancel: Cancels the work of the agent, or a command.');
    expect(told).toContain('/quit: Quits.');
    expect(told).not.toContain('Ctrl+');
  });

  test('hears what a picture is', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        await turn.message.append('Look:');
        await turn.message.append({ type: 'image', data: png, mimeType: 'image/png' });
      },
    });
    chat.say('Show it');
    expect(await chat.shows('Your turn.')).toContain('Agent: Look:\nImage: PNG, 2 by 3 pixels, 1 KiB.');
  });

  test('hears the choices of a completion on Tab, and what is certain is typed', async () => {
    await using chat = await open({ files: ['rose.md', 'rosemary.md', 'tulip.md'] });
    await chat.shows('Tab lists completions');
    chat.press('/se', keys.tab);
    expect(await chat.shows('2 completions:')).toMatch(/\/sessions, .*\n\/settings, .*\n\/se$/u);
    chat.press(keys.control('u'), 'Look at @tu', keys.tab);
    await chat.shows(/Look at @tulip\.md$/u);
    chat.press(keys.control('u'), '@ro', keys.tab);
    expect(await chat.shows('rosemary.md')).toMatch(/2 completions:\nrose\.md\nrosemary\.md\n@rose$/u);
  });

  test('hears a form field by field', async () => {
    await using chat = await open({
      onPrompt: async (turn) => {
        const { action } = await turn.elicit({
          mode: 'form',
          message: 'Which rose?',
          requestedSchema: {
            type: 'object',
            properties: { name: { type: 'string', title: 'Name' }, thorns: { type: 'boolean', title: 'Thorns' } },
            required: ['name'],
          },
        });
        await turn.message.append(`It is ${action}.`);
      },
    });
    chat.say('Plant');
    await chat.shows('Name, required:');
    chat.say('Ann');
    await chat.shows('Thorns, yes or no:');
    chat.say('yes');
    await chat.shows('Agent: It is accept.');
  });

  test('types as in any terminal: what is deleted disappears, what is said comes before the line', async () => {
    await using chat = await open();
    chat.press('the red rosé', keys.backspace, 'e', keys.control('w'), 'tulip');
    await chat.shows(/the red tulip$/u);
    chat.ui.note({ kind: 'info', text: 'It rains.' });
    await chat.shows(/the red tulip\nNote: It rains\.\nthe red tulip$/u);
    chat.press(keys.enter);
    await soon(() => chat.turns.map(({ text }) => text)).toEqual(['the red tulip']);
  });

  test('queues, steers and takes back in words', async () => {
    await using chat = await open({ inject: { modes: ['queue', 'steer'], steerInStream: ['finish'] } });
    chat.say('begin');
    await chat.shows('The agent is working.');
    chat.say('second');
    await chat.shows('Your message waits until the agent is done.');
    chat.say('/pending');
    await chat.shows('1. second, queued');
    chat.say('1');
    await chat.shows('Note: Taken back: second');
    chat.say('/steer left');
    await soon(() => chat.turns[0]?.breakpoint().length).toBe(1);
    chat.turns[0]?.end();
    await chat.shows('You: left');
  });
});

describe('a pipe', () => {
  test('goes on behind a command of the user when that has ended, and shares its output', async () => {
    const prompts: unknown[] = [];
    await using chat = await open({
      piped: '!echo red\nGo\n!echo white',
      onPrompt: (turn) => void prompts.push(turn.prompt),
    });
    await chat.shows(/^ {2}red$[^]*^Go$[^]*^ {2}white$/mu);
    expect(prompts).toMatchObject([[{ text: expect.stringContaining('$ echo red\nred\n') }, { text: 'Go' }]]);
    expect(chat.screen).not.toContain('Error');
  });

  test('gets the whole conversation, line by line, and the chat ends with it', async () => {
    await using chat = await open({
      piped: 'one\n/mode\n\ntwo',
      onPrompt: (turn) => turn.message.append(`Answer to ${turn.text}.`),
    });
    await chat.ui.left;
    await chat.shows(
      /You: one\n[\s\S]*Agent: Answer to one\.\n[\s\S]*Error: This agent offers no choice of modes[\s\S]*You: two\n[\s\S]*Agent: Answer to two\./u,
    );
  });

  test('answers questions in their turn, and closes those that it has no answer for', async () => {
    await using chat = await open({ piped: 'Change it\n1\nChange it', onPrompt: edit });
    await chat.ui.left;
    await chat.shows(/Agent: You chose Allow\.[\s\S]*Agent: You chose nothing\./u);
  });
});
