/** The screens in the guide are those of the program. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { keys, TerminalProgram } from '../support/terminal-program.ts';

const guide = readFileSync(join(repository, 'docs/guides/chat.md'), 'utf8');
const screens = Array.from(guide.matchAll(/```text screen\n([\s\S]*?)\n```/gu), ([, screen = '']) => screen);

/** Without what differs from one release to the next. */
const comparable = (screen: string): string => screen.replaceAll(/\d+\.\d+\.\d+/gu, '1.0.0').replaceAll(/ +$/gmu, '');

test('a change is asked about and made, as the guide shows it', { timeout: 30_000 }, async () => {
  await using shell = new TerminalProgram({ args: ['--version'] });
  await shell.exited;
  const garden = join(shell.home, 'garden');
  mkdirSync(garden);
  writeFileSync(join(garden, 'rose.md'), '# Roses\n\nA rose is red.\n');
  await using chat = new TerminalProgram({
    args: ['chat'],
    cwd: garden,
    env: { HOME: shell.home },
    columns: 73,
    rows: 30,
  });
  await chat.shows('/keys lists the keys');
  chat.say('/edit rose.md "red" "white"');
  const asked = await chat.shows('? waiting for you');
  expect(comparable(asked)).toBe(screens[0]);
  chat.press('y');
  const done = await chat.shows((screen) => screen.includes('✓') && screen.includes('/keys lists the keys'));
  expect(comparable(done)).toBe(screens[1]);
  chat.press('/se');
  const completed = await chat.shows('❯ /search');
  expect(comparable(completed.slice(completed.lastIndexOf('─\n') + 2))).toBe(screens[2]);
  chat.press(keys.control('u'), keys.control('d'));
  expect(await chat.exited).toBe(0);
});
