/**
 * `acp chat` in a real terminal: what its user sees, key by key, with the agent that comes with it and with one that
 * plays a script.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync, readFileSync, statSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { keys, TerminalProgram, type TerminalProgramOptions } from '../support/terminal-program.ts';
import { repository } from '../support/checkout.ts';

const ready = '? for keys';
const acp = join(repository, 'apps/cli/dist/main.js');

let garden: string;

beforeEach(() => {
  garden = realpathSync(mkdtempSync(join(tmpdir(), 'acp-garden-')));
  writeFileSync(join(garden, 'rose.md'), 'A rose is red.\n');
  writeFileSync(join(garden, 'tulip.md'), 'A tulip is yellow.\n');
});

afterEach(() => {
  rmSync(garden, { recursive: true, force: true });
});

/** A chat with the agent that comes with the program. */
async function open(options: TerminalProgramOptions = {}): Promise<TerminalProgram> {
  const chat = new TerminalProgram({ cwd: garden, ...options, args: ['chat', ...(options.args ?? [])] });
  await chat.shows(ready);
  return chat;
}

/** A chat with an agent that does these steps for every prompt. */
async function play(steps: readonly object[] | object, options: TerminalProgramOptions = {}): Promise<TerminalProgram> {
  const script = join(garden, 'script.json');
  writeFileSync(script, JSON.stringify(Array.isArray(steps) ? { turns: [{ steps }] } : steps));
  const agent = [process.execPath, acp, 'agent', '--script', script];
  return open({ ...options, args: [...(options.args ?? []), '--', ...agent] });
}

/** Leaves, and says how the program ended. */
async function leave(chat: TerminalProgram): Promise<number> {
  chat.press(keys.control('d'));
  return chat.exited;
}

describe('a first start', () => {
  test('acp alone opens a chat with the agent that comes with it', async () => {
    await using chat = new TerminalProgram({ cwd: garden });
    expect(await chat.shows(ready)).toMatch(/^acp \d.*acp-stack agent/u);
  });

  test('Ctrl+D on an empty line leaves, and the terminal is as it was', async () => {
    await using chat = await open();
    expect(await leave(chat)).toBe(0);
    expect(chat.screen).not.toContain('❯');
    expect(chat.raw.endsWith('\u001b[?2004l\u001b[?25h')).toBe(true);
  });

  test('Ctrl+C asks once more before it leaves', async () => {
    await using chat = await open();
    chat.press(keys.control('c'));
    await chat.shows('Ctrl+C again quits');
    chat.press(keys.control('c'));
    expect(await chat.exited).toBe(0);
  });

  test('an agent that cannot be started is one sentence, and the terminal is left clean', async () => {
    await using chat = new TerminalProgram({ cwd: garden, args: ['chat', '--', 'no-such-agent'] });
    expect(await chat.exited).toBe(7);
    expect(chat.screen).toMatch(/^acp: .*no-such-agent/u);
    expect(chat.screen).not.toContain('❯');
  });

  test('an unknown agent is one sentence, and nothing was drawn', async () => {
    await using chat = new TerminalProgram({ cwd: garden, args: ['chat', 'nobody'] });
    await chat.shows('Use it? [y/N]');
    chat.press('n\r');
    expect(await chat.exited).toBe(2);
    expect(chat.screen).toContain('agent "nobody" not found');
    expect(chat.raw).not.toContain('❯');
  });
});

describe('a turn', () => {
  test('Markdown is shown as it should look, with colours in code', async () => {
    const answer =
      '# Roses\n\nThey are **red**, see [the book](https://roses.example/a).\n\n- one\n- two\n\n```ts\nconst red = "rose"; // why\n```\n';
    await using chat = await play([{ text: answer.match(/.{1,7}/gsu) }]);
    chat.say('Tell me');
    const screen = await chat.shows((text) => text.includes('// why') && text.includes(ready));
    expect(screen).toContain('❯ Tell me');
    expect(screen).toContain('They are red, see the book (https://roses.example/a).');
    expect(screen).toContain('• one\n• two');
    expect(screen).toContain('  const red = "rose"; // why');
    expect(chat.styleOf('red, see').isBold).toBe(true);
    expect(chat.styleOf('const').colour).toBe(5);
    expect(chat.styleOf('"rose"').colour).toBe(2);
    expect(screen.match(/const red/gu)).toHaveLength(1);
  });

  test('text is there while it is written', async () => {
    await using chat = await play([{ text: 'Half of it' }, { wait: 'cancel' }]);
    chat.say('Go');
    await chat.shows(/Half of it[\s\S]*Esc cancels/u);
    chat.press(keys.escape);
    await chat.shows('Cancelled.');
    await chat.shows(ready);
  });

  test('thoughts are folded, and whole when details are wanted', async () => {
    const steps = [{ thought: 'First I look.\n\nThen I dig.' }, { text: 'Done.' }];
    await using chat = await play({ turns: [{ steps }, { steps }] });
    chat.say('Go');
    const folded = await chat.shows('Done.');
    expect(folded).toContain('✻ First I look. … 1 more line');
    expect(folded).not.toContain('Then I dig.');
    await chat.shows(ready);
    chat.press(keys.control('t'));
    await chat.shows('shown in full from now on');
    await chat.shows('✻ Then I dig.');
    chat.say('Again');
    await chat.shows((screen) => screen.match(/✻ Then I dig\./gu)?.length === 2);
  });

  test('a tool call shows how far it is, and once it is done stays in the scrollback', async () => {
    const call = { id: 'dig', title: 'Dig a hole', kind: 'other' };
    await using chat = await play([
      { toolCall: { ...call, status: 'in_progress' } },
      {
        permission: {
          title: 'Go on?',
          toolCall: 'dig',
          cases: { allow_once: [{ toolCall: { id: 'dig', status: 'completed' } }], else: [] },
        },
      },
    ]);
    chat.say('Dig');
    await chat.shows(/[◐◓◑◒] Dig a hole/u);
    await chat.shows(/Go on\?[\s\S]*Enter or the number chooses/u);
    chat.press('y');
    expect(await chat.shows(/✓ Dig a hole/u)).not.toMatch(/[◐◓◑◒] Dig/u);
  });

  test('what an agent says cannot move the cursor, ring, or set the title', async () => {
    await using chat = await play([
      { text: 'a\u001b[2J\u001b]0;owned\u0007b\u009bc\u202ed' },
      { toolCall: { id: 'x', title: 'up\u001b[5Aup', status: 'completed' } },
    ]);
    chat.say('Go');
    const screen = await chat.shows('up␛[5Aup');
    expect(screen).toContain('a␛[2J␛]0;owned␇b⟨9B⟩c⟨202E⟩d');
    expect(screen).toContain('❯ Go');
    expect(chat.raw).not.toContain('\u001b[2J');
    expect(chat.raw).not.toContain('owned\u0007');
  });

  test('Ctrl+G writes the message in an editor, and Ctrl+Z stops only what can be continued', async () => {
    const editor = join(garden, 'editor.mjs');
    writeFileSync(editor, "import { appendFileSync } from 'node:fs'; appendFileSync(process.argv[2], 'and lilies');");
    const env = { EDITOR: `"${process.execPath}" "${editor}"` };
    await using chat = await play([{ text: 'Which?' }], { env });
    chat.press('roses');
    await chat.shows('❯ roses');
    chat.press(keys.control('g'));
    await chat.shows(/❯ roses\n {2}and lilies\n/u);
    // No shell started this program, so nothing could continue it.
    chat.press(keys.control('z'));
    chat.press('!');
    await chat.shows(/❯ roses\n {2}and lilies!\n/u);
  });

  test('an agent that dies is told of, and can be started again', async () => {
    const turns = [
      {
        on: 'die',
        steps: [
          { text: 'Ah.' },
          { permission: { title: 'Go on?', cases: { else: [] } } },
          { crash: { write: 'no roses left\n' } },
          { crash: 'exit' },
        ],
      },
      { steps: [{ text: 'I live.' }] },
    ];
    await using chat = await play({ turns }, { env: { ACP_NOTIFY: 'always' } });
    chat.say('die');
    // What no frame has shown rings no bell.
    await chat.shows('Enter or the number chooses');
    chat.press('y');
    await chat.shows(/The agent has stopped[\s\S]*quits\.\n\s+no roses left/u);
    await expect.poll(() => chat.raw).toContain('The agent has failed');
    expect(chat.raw).not.toContain('The agent is done');
    chat.say('/restart');
    await chat.shows('The agent was restarted.');
    await chat.shows('this is a new one');
    chat.say('hi');
    await chat.shows('I live.');
    await chat.shows(ready);
    expect(await leave(chat)).toBe(0);
    expect(chat.screen).not.toContain('───');
  });

  test('SIGTERM leaves the terminal clean', async () => {
    await using chat = await play([{ text: 'I dig.' }, { wait: 'cancel' }]);
    chat.say('Go');
    await chat.shows('I dig.');
    chat.kill('SIGTERM');
    expect(await chat.exited).toBe(143);
    expect(chat.raw).toContain('\u001b[?2004l');
    expect(chat.screen).not.toContain('───');
    expect(chat.screen).toContain('I dig.');
  });
});

describe('a permission', () => {
  test('shows the change in colours and the options word for word, and writes when it is allowed', async () => {
    await using chat = await open();
    chat.say('/edit rose.md "red" "white"');
    const asked = await chat.shows('Enter or the number chooses');
    expect(asked).toContain('M rose.md +1 −1');
    expect(asked).toContain('-A rose is red.');
    expect(asked).toContain('+A rose is white.');
    expect(chat.styleOf('+A rose').colour).toBe(2);
    expect(chat.styleOf('-A rose').colour).toBe(1);
    expect(asked).toMatch(/1\. .*\n.*2\. /u);
    expect(readFileSync(join(garden, 'rose.md'), 'utf8')).toBe('A rose is red.\n');
    chat.press('1');
    await chat.shows(ready);
    expect(readFileSync(join(garden, 'rose.md'), 'utf8')).toBe('A rose is white.\n');
  });

  test('n refuses, and nothing is written; Ctrl+D leaves from the next one', async () => {
    await using chat = await open();
    chat.say('/edit rose.md "red" "white"');
    await chat.shows('Enter or the number chooses');
    chat.press('n');
    await chat.shows(ready);
    expect(readFileSync(join(garden, 'rose.md'), 'utf8')).toBe('A rose is red.\n');
    chat.say('/edit rose.md "red" "white"');
    await chat.shows('Enter or the number chooses');
    expect(await leave(chat)).toBe(0);
  });
});

describe('work', () => {
  test('a command is shown live with its output and its exit code', async () => {
    await using chat = await open();
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(garden, 'pipe')]);
    chat.say(String.raw`/run printf '\033[32mo'; printf 'ne\033[0m\n'; cat pipe; exit 3`);
    await chat.shows('Enter or the number chooses');
    chat.press('y');
    expect(await chat.shows('│ one')).not.toContain('exit code');
    expect(chat.styleOf('one').colour).toBe(2);
    writeFileSync(join(garden, 'pipe'), 'two\n');
    expect(await chat.shows('exit code 3')).toContain('  │ one\n  │ two\n  exit code 3');
  });

  test('the plan is shown above the input as it goes on', async () => {
    await using chat = await play([
      {
        plan: [
          { content: 'Dig', status: 'completed' },
          { content: 'Plant', status: 'in_progress' },
          { content: 'Water', status: 'pending' },
        ],
      },
      { text: 'Planning.' },
    ]);
    chat.say('Go');
    const screen = await chat.shows('☐ Water');
    expect(screen).toContain('Plan 1 of 3 done');
    expect(screen).toContain('  ☑ Dig\n  ▶ Plant\n  ☐ Water');
  });

  test('the line at the end tells how full the context is and what it cost', async () => {
    await using chat = await play([{ usage: { used: 12_000, size: 100_000, cost: { amount: 0.5, currency: 'USD' } } }]);
    chat.say('Go');
    await chat.shows('context 12% of 100k · 0.50 USD');
  });

  test('Escape cancels, and the next prompt works', async () => {
    await using chat = await play({
      turns: [{ on: 'wait', steps: [{ text: 'Waiting.' }, { wait: 'cancel' }] }, { steps: [{ text: 'Hello again.' }] }],
    });
    chat.say('wait');
    await chat.shows('Waiting.');
    chat.press(keys.escape);
    await chat.shows('Cancelled.');
    chat.say('hi');
    await chat.shows('Hello again.');
  });
});

describe('the input', () => {
  test("slash commands are completed, the agent's first and then ours", async () => {
    await using chat = await open();
    chat.press('/');
    const all = await chat.shows('❯ /read');
    expect(all).toContain('/search');
    chat.press('se');
    await chat.shows((screen) => screen.includes('/sessions') && !screen.includes('/read'));
    chat.press(keys.tab);
    await chat.shows('❯ /search ');
    chat.press(keys.control('u'), '/pla', keys.tab, 'Water the roses', keys.enter);
    await chat.shows('☐ Water the roses');
  });

  test('a file is mentioned by a part of its name and sent as a link', async () => {
    await using chat = await play([{ text: 'You said: {{prompt}}' }]);
    chat.press('Look at @tul');
    await chat.shows('❯ tulip.md');
    chat.press(keys.tab);
    await chat.shows('Look at @tulip.md');
    chat.press(keys.enter);
    await chat.shows('❯ Look at @tulip.md');
    await chat.shows('You said: Look at @tulip.md');
  });

  test('a message has several lines, by Alt+Enter, Ctrl+J, a backslash or a paste', async () => {
    await using chat = await play([{ text: 'Fine.' }]);
    chat.press('one', keys.altEnter, 'two', '\n', 'three\\', keys.enter, keys.paste('four\nfive'));
    await chat.shows('❯ one\n  two\n  three\n  four\n  five\n');
    chat.press(keys.enter);
    expect(await chat.shows('Fine.')).toContain('❯ one\n  two\n  three\n  four\n  five\n\nFine.');
  });

  test('what was sent comes back with the arrow keys, also after a new start', async () => {
    await using first = await play({ turns: [{ steps: [{ text: 'A.' }] }, { steps: [{ text: 'B.' }] }] });
    first.say('first words');
    await first.shows('A.');
    await first.shows(ready);
    first.say('second words');
    await first.shows('B.');
    await first.shows(ready);
    first.press('draft', keys.up, keys.up);
    await first.shows(/❯ first words\n.*keys$/u);
    first.press(keys.down, keys.down);
    await first.shows(/❯ draft\n/u);
    await using second = await play([], { env: { XDG_CONFIG_HOME: join(first.home, '.config') } });
    second.press(keys.up);
    await second.shows(/❯ second words\n/u);
  });

  test('the keys of a line editor move and delete', async () => {
    await using chat = await open();
    chat.press('the red rose', keys.control('w'), 'tulip', keys.control('a'), 'See ', keys.control('e'), '!');
    await chat.shows('❯ See the red tulip!');
    expect(chat.cursor.column).toBe('❯ See the red tulip!'.length);
    chat.press(keys.backspace, keys.control('u'));
    await chat.shows(/❯ ?\n.*keys$/u);
  });

  test('what is typed while the agent works waits, and can be taken back', async () => {
    const wait = { steps: [{ text: 'Working.' }, { wait: 'cancel' }] };
    await using chat = await play({ turns: [wait, { steps: [{ text: 'Answer to {{prompt}}.' }] }] });
    chat.say('begin');
    await chat.shows('Working.');
    chat.say('second');
    await chat.shows('⧗ queued: second');
    chat.say('third');
    await chat.shows('⧗ queued: third');
    chat.press(keys.up);
    await chat.shows('❯ ⧗ queued: third');
    chat.press(keys.backspace);
    await chat.shows((screen) => /❯ third\n/u.test(screen) && !screen.includes('waits: third'));
    chat.press(keys.control('u'), keys.escape);
    await chat.shows('2. Send it now');
    chat.press('2');
    await chat.shows('Answer to second.');
  });
});

describe('settings and sessions', () => {
  test('Shift+Tab goes to the next mode', async () => {
    await using chat = await open();
    await chat.shows('agent · Ask');
    chat.press(keys.shiftTab);
    const screen = await chat.shows(/agent · (?!Ask)\w+/u);
    expect(screen).not.toContain('agent · Ask');
  });

  test('settings are chosen from lists', async () => {
    await using chat = await open();
    chat.press(keys.control('o'));
    await chat.shows(/Settings\n❯ 1\. /u);
    chat.press(keys.enter);
    await chat.shows(/❯ 1\. Ask ✓/u);
    chat.press('2');
    await chat.shows(/agent · (?!Ask)\w+/u);
  });

  test('a session is found by its words and goes on, with what was said before', async () => {
    await using first = await open();
    first.say('/read rose.md');
    await first.shows('A rose is red.');
    await first.shows(ready);
    const env = { ACP_AGENT_DATA: join(first.home, 'sessions') };
    expect(await leave(first)).toBe(0);
    await using second = await open({ env });
    second.press(keys.control('x'));
    await second.shows('Search:');
    second.press('rose');
    await second.shows(/❯ .*rose/u);
    second.press(keys.enter);
    await second.shows('A rose is red.');
    second.say('/read tulip.md');
    await second.shows('A tulip is yellow.');
  });

  test('a session is forked: a copy goes on by itself', async () => {
    await using chat = await open();
    chat.say('/read rose.md');
    await chat.shows('A rose is red.');
    await chat.shows(ready);
    chat.say('/fork');
    await chat.shows('This is a copy');
    chat.say('/read tulip.md');
    await chat.shows('A tulip is yellow.');
    chat.press(keys.control('x'));
    await chat.shows((screen) => (screen.match(/rose\.md.*\d{4}-/gu)?.length ?? 0) >= 2);
  });

  test('a session is copied from the list, with what was said in it', async () => {
    await using chat = await open();
    chat.say('/read rose.md');
    await chat.shows('A rose is red.');
    await chat.shows(ready);
    chat.say('/new');
    chat.say('/sessions');
    await chat.shows('Ctrl+F copies it');
    chat.press('rose', keys.control('f'));
    await chat.shows((text) => text.match(/❯ \/read rose\.md/gu)?.length === 2, 'everything');
  });

  test('/clear says that the session is new, and leaving it says how to come back to the one before', async () => {
    await using chat = await open({ columns: 120 });
    chat.say('/read rose.md');
    await chat.shows('A rose is red.');
    await chat.shows(ready);
    chat.say('/clear');
    await chat.shows('This is a new session. /resume opens the one before again.');
    chat.press(keys.control('d'));
    const left = await chat.shows('Resume the session before with:', 'everything');
    const [, id = ''] = /--resume (\S+)/u.exec(left) ?? [];
    await using again = await open({ args: ['--resume', id], env: { ACP_AGENT_DATA: join(chat.home, 'sessions') } });
    await again.shows('A rose is red.', 'everything');
  });

  test('Shift+Tab is confirmed by one line when another key follows', async () => {
    await using chat = await open();
    chat.press(keys.shiftTab, keys.shiftTab);
    await chat.shows('Read only');
    chat.press('x');
    const shown = await chat.shows('· Mode: Read only');
    expect(shown).not.toContain('· Mode: Code');
  });

  test('the whole conversation is written to a file', async () => {
    await using chat = await play([{ text: 'Roses.' }]);
    chat.say('What?');
    await chat.shows('Roses.');
    await chat.shows(ready);
    chat.say('/export talk.md');
    await chat.shows('Written to');
    expect(readFileSync(join(garden, 'talk.md'), 'utf8')).toContain('Roses.');
    expect(statSync(join(garden, 'talk.md')).mode & 0o077).toBe(0);
  });

  test('the ending of an exported file says its format, and what cannot be written is said in words', async () => {
    await using chat = await play([{ text: 'Roses & **tulips**.' }]);
    chat.say('What?');
    await chat.shows('Roses & tulips.');
    await chat.shows(ready);
    chat.say('/export "our talk.html"');
    await chat.shows('Written to');
    expect(readFileSync(join(garden, 'our talk.html'), 'utf8')).toMatch(
      /^<!doctype html>[^]*Roses &amp; <strong>tulips</u,
    );
    chat.say('/export talk.json');
    await chat.shows('talk.json.');
    expect(JSON.parse(readFileSync(join(garden, 'talk.json'), 'utf8'))).toBeTypeOf('object');
    chat.say('/export talk.json');
    await chat.shows('exists already; name another file.');
    chat.say('/export nowhere/talk.md');
    await chat.shows('cannot be written: the folder does not');
  });
});

describe('questions', () => {
  const form = {
    elicit: {
      message: 'Which rose?',
      form: {
        name: { type: 'string', title: 'Name', minLength: 2 },
        colour: { type: 'string', enum: ['red', 'white'] },
        thorns: { type: 'boolean', title: 'Thorns' },
      },
      required: ['name', 'colour'],
      cases: {
        accept: [{ text: 'It is {{answer.name}}, {{answer.colour}}.' }],
        decline: [{ text: 'Declined.' }],
        else: [{ text: 'Closed.' }],
      },
    },
  };

  test('a form is filled in field by field, and what is wrong is said', async () => {
    await using chat = await play([form]);
    chat.say('Plant');
    expect(await chat.shows('Enter continues')).toContain('? Which rose?');
    chat.press('A', keys.enter, keys.down, keys.enter, 'y', keys.enter);
    await chat.shows(
      (screen) => screen.includes('! Name needs at least 2 characters.') && screen.includes('Enter continues'),
    );
    chat.press('nn', keys.enter, keys.enter, keys.enter);
    await chat.shows('It is Ann, white.');
  });

  test('a form can be declined and closed', async () => {
    await using chat = await play({ turns: [{ steps: [form] }, { steps: [form] }] });
    chat.say('Plant');
    await chat.shows('? Which rose?');
    chat.press(keys.control('n'));
    await chat.shows('Declined.');
    await chat.shows(ready);
    chat.say('Plant');
    await chat.shows('? Which rose?');
    chat.press(keys.escape);
    await chat.shows('Closed.');
  });

  test('a page is opened only after a yes, with the whole address and warnings', async () => {
    const page = {
      elicit: {
        message: 'Log in',
        url: 'http://xn--rse-sna.example/login?next=1',
        cases: { accept: [{ text: 'Opened.' }], decline: [{ text: 'Declined.' }], else: [] },
      },
    };
    const browser = join(garden, 'browser');
    writeFileSync(browser, `#!/bin/sh\necho "$1" > ${join(garden, 'opened')}\n`, { mode: 0o755 });
    await using chat = await play({ turns: [{ steps: [page] }, { steps: [page] }] }, { env: { BROWSER: browser } });
    chat.say('Go');
    const asked = await chat.shows('y opens it');
    expect(asked).toContain('http://xn--rse-sna.example/login?next=1');
    expect(asked).toContain('! ');
    chat.press('n');
    await chat.shows('Declined.');
    expect(existsSync(join(garden, 'opened'))).toBe(false);
    await chat.shows(ready);
    chat.say('Go');
    await chat.shows('y opens it');
    chat.press('y');
    await chat.shows('Opened.');
    // The browser runs on its own.
    await expect
      .poll(() => readFileSync(join(garden, 'opened'), { encoding: 'utf8', flag: 'a+' }))
      .toBe('http://xn--rse-sna.example/login?next=1\n');
  });
});

describe('terminals of every kind', () => {
  test('without colours nothing is coloured', async () => {
    await using chat = await play([{ text: '**Bold** and `code`.' }], { env: { NO_COLOR: '1' } });
    chat.say('Go');
    await chat.shows('Bold and code.');
    expect(chat.raw.split('\u001b').some((part) => /^\[[\d;]*m/u.test(part))).toBe(false);
  });

  test('a terminal that is too small says so, and goes on when it has grown', async () => {
    await using chat = await play([{ text: 'Fine.' }]);
    chat.resize(15, 4);
    await chat.shows('The terminal\nis too small:\nat least 20 ×');
    chat.resize(80, 24);
    await chat.shows(ready);
    chat.say('Go');
    await chat.shows('Fine.');
  });

  test('a paste that is too long is told of; a window that is closed ends the chat', async () => {
    await using chat = await play([{ text: 'Fine.' }]);
    chat.press('Rose', `\u001b[200~${'x'.repeat(1_000_001)}\u001b[201~`);
    await chat.shows('1,000,000 characters');
    chat.press('s are red');
    await chat.shows('❯ Roses are red');
    chat.hangUp();
    await chat.exited;
    // By itself, or by SIGHUP; it does not crash.
    expect([0, constants.signals.SIGHUP]).toContain(chat.endSignal);
  });

  test('another size leaves one input, and no rest of the old one', async () => {
    await using chat = await play([{ text: 'Fine.' }]);
    chat.say('Go');
    await chat.shows('Fine.');
    await chat.shows(ready);
    chat.press('some words that stay');
    await chat.shows('some words that stay');
    chat.resize(50, 20);
    const narrow = await chat.shows((screen) => screen.split('\n').some((text) => /^─{49}$/u.test(text)));
    expect(narrow.match(/some words that stay/gu)).toHaveLength(1);
    expect(narrow.match(/^─+$/gmu)).toHaveLength(1);
    chat.resize(100, 30);
    const wide = await chat.shows((screen) => screen.split('\n').some((text) => /^─{99}$/u.test(text)));
    expect(wide.match(/some words that stay/gu)).toHaveLength(1);
    expect(wide).toContain('Fine.');
  });

  test('a screen reader gets plain lines, and nothing is drawn over', async () => {
    const script = join(garden, 'script.json');
    const call = { toolCall: { id: 'dig', title: 'Dig', kind: 'other', status: 'in_progress' } };
    const permission = {
      permission: {
        title: 'May I dig?',
        toolCall: 'dig',
        cases: { allow_once: [{ toolCall: { id: 'dig', status: 'completed' } }], else: [] },
      },
    };
    writeFileSync(
      script,
      JSON.stringify({
        turns: [
          { steps: [{ plan: [{ content: 'Dig', status: 'in_progress' }] }, call, permission, { text: '**Done**.' }] },
        ],
      }),
    );
    await using chat = new TerminalProgram({
      cwd: garden,
      args: ['chat', '--screen-reader', '--', process.execPath, acp, 'agent', '--script', script],
    });
    await chat.shows('Type a message and press Enter.');
    chat.say('Go');
    await chat.shows('Permission: May I dig?');
    expect(chat.screen).toContain('Tool call: Dig');
    chat.say('1');
    const screen = await chat.shows('Your turn.');
    expect(screen).toContain('Plan:\n1. Dig: in progress');
    expect(screen).toContain('Tool call completed: Dig');
    expect(screen).toContain('Agent: Done.');
    chat.say('/quit');
    expect(await chat.exited).toBe(0);
    expect(chat.raw).not.toContain('\u001b');
  });

  test('a terminal that can do nothing gets plain lines as well, also for a form', async () => {
    const form = {
      message: 'Which rose?',
      form: { name: { type: 'string', title: 'Name' }, colour: { type: 'string', enum: ['red', 'white'] } },
      required: ['name', 'colour'],
      cases: { accept: [{ text: 'It is {{answer.name}}, {{answer.colour}}.' }], else: [{ text: 'Closed.' }] },
    };
    const script = join(garden, 'script.json');
    writeFileSync(script, JSON.stringify({ turns: [{ steps: [{ elicit: form }] }] }));
    await using chat = new TerminalProgram({
      cwd: garden,
      args: ['chat', '--', process.execPath, acp, 'agent', '--script', script],
      env: { TERM: 'dumb' },
    });
    await chat.shows('Type a message and press Enter.');
    chat.say('Plant');
    await chat.shows('Name, required:');
    chat.say('Ann');
    await chat.shows('colour, required, 1 red, 2 white:');
    chat.say('2');
    await chat.shows('Agent: It is Ann, white.');
    chat.say('/mode');
    await chat.shows('Error: This agent offers no choice of modes.');
    chat.press(keys.control('d'));
    expect(await chat.exited).toBe(0);
  });

  test('a picture is attached by its path and from the clipboard', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    writeFileSync(join(garden, 'rose.png'), png);
    writeFileSync(join(garden, 'wl-paste'), `#!/bin/sh\ncat ${join(garden, 'rose.png')}\n`, { mode: 0o755 });
    await using chat = await open({ env: { PATH: `${garden}:${process.env['PATH'] ?? ''}` } });
    chat.press(keys.paste(`'${join(garden, 'rose.png')}'`));
    await chat.shows('[Image 1: rose.png]');
    chat.press(keys.control('v'));
    await chat.shows('[Image 2: clipboard.png]');
    chat.press(' what is this?', keys.enter);
    await chat.shows('[image image/png 1 KiB]');
  });
});
