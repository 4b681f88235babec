/**
 * `acp chat` in a real terminal with an agent on the official SDK, of version 1: its files, terminals, modes, pictures
 * and long sessions.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { keys, TerminalProgram, type TerminalProgramOptions } from '../support/terminal-program.ts';

const ready = '? for keys';
const agent = [process.execPath, join(repository, 'test/e2e/fixtures/chat-agent.mjs')];

let garden: string;

beforeEach(() => {
  garden = realpathSync(mkdtempSync(join(tmpdir(), 'acp-garden-')));
  writeFileSync(join(garden, 'rose.md'), 'A rose is red.\n');
});

afterEach(() => {
  rmSync(garden, { recursive: true, force: true });
});

async function open(options: TerminalProgramOptions = {}): Promise<TerminalProgram> {
  const chat = new TerminalProgram({
    cwd: garden,
    ...options,
    args: ['chat', ...(options.args ?? []), '--', ...agent],
  });
  await chat.shows(ready);
  return chat;
}

describe('with an agent on the official SDK', () => {
  test('a turn goes from the prompt to the answer', async () => {
    await using chat = await open();
    await chat.shows('Gardener · Look');
    chat.say('hello');
    const screen = await chat.shows((text) => text.includes('Hello you.') && text.includes(ready));
    expect(screen).toContain('❯ hello\n\nHello you.\n');
  });

  test('a change is shown, allowed and written by us', async () => {
    await using chat = await open();
    chat.say('edit');
    const asked = await chat.shows('1. Do it [allows it] (y)');
    expect(asked).toContain('2. Leave it [rejects it] (n)');
    expect(asked).toContain('M rose.md +1 −1');
    expect(asked).toContain('-A rose is red.');
    chat.press(keys.enter);
    const done = await chat.shows('You chose yes.');
    expect(done).toMatch(/✓ Edit rose\.md\n {2}M rose\.md \+1 −1/u);
    expect(readFileSync(join(garden, 'rose.md'), 'utf8')).toBe('A rose is white.\n');
  });

  test('Escape in a question closes it without an answer', async () => {
    await using chat = await open();
    chat.say('edit');
    await chat.shows('1. Do it [allows it] (y)');
    chat.press(keys.escape);
    await chat.shows('You chose cancelled.');
    expect(readFileSync(join(garden, 'rose.md'), 'utf8')).toBe('A rose is red.\n');
  });

  test('its commands run on our machine after a question, and are shown', async () => {
    await using chat = await open();
    chat.say('run');
    await chat.shows(
      /\? Gardener wants to run a command\.\n│ \$ sh -c 'echo grown; exit 4'\n[\s\S]*Enter or the number chooses/u,
    );
    chat.press('y');
    await chat.shows(/✓ Grow\n[\s\S]*│ grown\n {2}exit code 4/u, 'everything');
  });

  test('Escape cancels its work', async () => {
    await using chat = await open();
    chat.say('wait');
    await chat.shows('Waiting.');
    chat.press(keys.escape);
    await chat.shows('Cancelled.');
    await chat.shows(ready);
  });

  test('what is typed while it works waits here, and is sent when the user says so after a cancellation', async () => {
    await using chat = await open();
    chat.say('wait');
    await chat.shows('Waiting.');
    chat.say('hello');
    await chat.shows('⧗ queued: hello');
    chat.press(keys.escape);
    await chat.shows('2. Send it now');
    chat.press('2');
    await chat.shows('Hello you.');
  });

  test('its modes are those of version 1', async () => {
    await using chat = await open();
    chat.press(keys.shiftTab);
    await chat.shows('Gardener · Dig');
  });

  test('a mention is a link, and a picture is a picture', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    writeFileSync(join(garden, 'rose.png'), png);
    await using chat = await open({ columns: 160 });
    chat.press('blocks @rose.md ', keys.paste(join(garden, 'rose.png')));
    await chat.shows('[Image 1: rose.png]');
    chat.press(keys.enter);
    await chat.shows(`text, resource_link file://${garden}/rose.md, image image/png`);
  });

  test('a long answer is in the scrollback, each line once', async () => {
    await using chat = await open();
    chat.say('much');
    await chat.shows((text) => text.includes('Line 300 of many.') && text.includes(ready));
    const { everything } = chat;
    expect(everything.match(/Line \d+ of many\./gu)).toHaveLength(300);
    expect(everything.match(/❯ much/gu)).toHaveLength(1);
  });

  test('a session with 10,000 messages opens, and a key draws a few bytes', async () => {
    await using chat = await open({ args: ['--resume', 'long'] });
    const { everything } = chat;
    expect(everything).toContain('… 9900 earlier entries');
    expect(everything).toContain('Message 10000 of the talk.');
    expect(everything).not.toContain('Message 9900 of');
    const before = chat.raw.length;
    chat.press('x');
    await chat.shows('❯ x');
    expect(chat.raw.length - before).toBeLessThan(200);
    chat.say('hello');
    await chat.shows('Hello you.');
  });

  test('a session is chosen before anything else is opened', async () => {
    await using chat = await open({ args: ['--resume'] });
    await chat.shows('❯ A long talk');
    chat.press('nothing of that kind');
    await chat.shows('No matches.');
    chat.press(keys.control('u'), 'talk', keys.enter);
    await chat.shows('Message 10000 of the talk.');
  });
});

test('a chat can be left while its agent does not answer', async () => {
  await using chat = new TerminalProgram({ cwd: garden, args: ['chat', '--', 'sleep', '1000'] });
  await chat.shows('Connecting');
  chat.press(keys.control('c'), keys.control('c'));
  expect(await chat.exited).toBe(0);
  expect(chat.screen).toBe('');
});

test('an agent that does not answer is given up when its time is over', async () => {
  await using chat = new TerminalProgram({ args: ['chat', '--timeout', '0.5', '--', 'sleep', '60'] });
  expect(await chat.exited).toBe(3);
  expect(chat.screen).toBe('acp: connecting to the agent took longer than 0.5 seconds; --timeout allows more');
});
