/** The screens in the guide are those of the program; `npm run recording` writes them anew from a run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { keys, TerminalProgram } from '../support/terminal-program.ts';

const file = join(repository, 'docs/guides/chat.md');
const isWriting = process.env['ACP_UPDATE_RECORDING'] === '1';
const ready = '? for keys';
let guide = readFileSync(file, 'utf8');

const screens = /```text screen (?<name>\w+)\n(?<screen>[\s\S]*?)\n```/gu;

/** Without what differs from one run to the next. */
const comparable = (screen: string): string =>
  screen
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/gu, '2031-04-09 12:00')
    .replaceAll(/[◐◓◑◒]/gu, '◐')
    .replaceAll(/[⠋⠙⠹⠸⠼⠴⠦⠧]/gu, '⠋')
    .replaceAll(/ · (?:\d+ min )?\d+ s(?= · |$)/gmu, '')
    .replaceAll(/ +$/gmu, '');

/** The end of a screen, from a text on. */
const from = (screen: string, start: string): string => screen.slice(screen.lastIndexOf(start));

/** An escape is a key of its own only when nothing follows it at once. */
async function escape(chat: TerminalProgram, gone: string): Promise<void> {
  chat.press(keys.escape);
  await chat.shows((screen) => !screen.includes(gone));
}

function shown(name: string, screen: string): void {
  const seen = comparable(screen);
  if (isWriting) {
    guide = guide.replaceAll(screens, (block, each: string) =>
      each === name ? `\`\`\`text screen ${name}\n${seen}\n\`\`\`` : block,
    );
  }
  const found = [...guide.matchAll(screens)].find(({ groups }) => groups?.['name'] === name);
  expect(seen, `the screen "${name}" of the guide`).toBe(found?.groups?.['screen']);
}

afterAll(() => {
  if (isWriting) writeFileSync(file, guide);
});

test('everything looks as the guide shows it', async () => {
  await using shell = new TerminalProgram({ args: ['--version'] });
  await shell.exited;
  const garden = join(shell.home, 'garden');
  mkdirSync(garden);
  writeFileSync(join(garden, 'rose.md'), '# Roses\n\nA rose is red.\n');
  writeFileSync(join(garden, 'tulip.md'), `${'A tulip is yellow.\n'.repeat(30)}The last one is black.\n`);
  const size = { columns: 73, rows: 30 };
  await using chat = new TerminalProgram({ args: ['chat'], cwd: garden, env: { HOME: shell.home }, ...size });
  shown('first', await chat.shows(ready));
  chat.say('/edit rose.md "red" "white"');
  shown('permission', await chat.shows('Enter or the number chooses'));
  chat.press('y');
  shown('change', await chat.shows((screen) => screen.includes('✓') && screen.includes(ready)));
  chat.press('/se');
  shown('completion', from(await chat.shows('❯ /search'), '❯ /se\n'));
  chat.press(keys.control('u'), keys.control('o'));
  shown('settings', from(await chat.shows('Settings\n'), 'Settings\n'));
  chat.press(keys.enter);
  shown('mode', from(await chat.shows('1. Ask ✓'), 'Mode\n'));
  await escape(chat, 'Esc closes');
  chat.say('/read tulip.md');
  await chat.shows((screen) => screen.includes('black') && screen.includes(ready));
  chat.say('/run cat');
  await chat.shows('Enter or the number chooses');
  chat.press('y');
  await chat.shows(/[◐◓◑◒] cat\n {2}\$ cat/u);
  chat.say('/plan Water the roses');
  chat.say('/status');
  await chat.shows('⧗ queued: /status');
  chat.press('Stop when it is dark', keys.control('s'));
  await chat.shows('↪ steering: Stop');
  chat.press(keys.up);
  shown('pending', (await chat.shows('❯ ⧗ queued: /status')).replace(/^[\s\S]*(?=[◐◓◑◒] cat)/u, ''));
  await escape(chat, 'Esc closes');
  chat.press(keys.control('l'));
  await chat.shows('q quits');
  chat.resize(73, 18);
  chat.press('g/the last', keys.enter);
  shown('pager', await chat.shows(/The last one is black\.[\s\S]*q quits/u));
  chat.press('q');
  chat.resize(73, 30);
  await chat.shows('Esc cancels');
  chat.press(keys.up, keys.backspace);
  await chat.shows((screen) => /❯ \/status\n/u.test(screen));
  chat.press(keys.control('u'), keys.up, keys.backspace);
  await chat.shows((screen) => /❯ \/plan/u.test(screen));
  chat.press(keys.control('u'), keys.escape);
  shown(
    'held',
    from(await chat.shows((screen) => screen.includes('3. Drop it') && screen.includes(ready)), 'Cancelled, '),
  );
  chat.press('3');
  await chat.shows((screen) => screen.includes(ready) && !screen.includes('steering'));
  chat.press(keys.control('x'));
  await chat.shows('Ctrl+F copies it');
  chat.press('rose');
  shown('sessions', from(await chat.shows('Search: rose'), 'Sessions\n'));
  await escape(chat, 'Esc closes');
  chat.press(keys.control('d'));
  expect(await chat.exited).toBe(0);
});
