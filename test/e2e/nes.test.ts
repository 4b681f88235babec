/**
 * `acp nes` in a real terminal: what its user sees, key by key, with the agent that comes with it and with one that
 * does as the text says.
 */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { verifies } from '../requirements/requirement.ts';
import { repository } from '../support/checkout.ts';
import { eachFolder } from '../support/each-folder.ts';
import { keys, TerminalProgram, type TerminalProgramOptions } from '../support/terminal-program.ts';

const gardener = [process.execPath, join(repository, 'test/e2e/fixtures/nes-agent.mjs')];
const [right, deleteWord] = ['\u001b[C', '\u0017'];
/** What a terminal is sent last. */
const restored = '\u001b[?7h\u001b[?1049l\u001b[?25h\u001b[?2004l\u001b[?25h';

/** The screen in the guide is that of the program. */
const page = readFileSync(join(repository, 'docs/guides/next-edit-suggestions.md'), 'utf8');
const guide = /```text screen\n([\s\S]*?)\n```/u.exec(page)?.[1];

/** A program whose terminal is gone ends by itself, or by SIGHUP; it does not crash. */
const endings = [0, constants.signals.SIGHUP];

let garden: string;
let file: string;

eachFolder((folder) => {
  garden = folder;
  file = join(garden, 'beds.ts');
});

function open(text: string, args: readonly string[] = [], options: TerminalProgramOptions = {}): TerminalProgram {
  writeFileSync(file, text);
  return new TerminalProgram({ cwd: garden, rows: 10, ...options, args: ['nes', 'beds.ts', ...args] });
}

test('a new name is offered where the old one is, as the guide shows it: Tab takes it, Esc does not; the file is saved', async () => {
  const text = 'const rose = plant("日本", 3);\nwater(rose);\nprune(rose);\n';
  await using editor = open(text, [], { env: { NO_COLOR: '1' }, columns: 80, rows: 6 });
  await editor.shows('acp-stack agent: ready');
  editor.press(...Array.from({ length: 10 }, () => right), deleteWord, 'tulip');
  await expect.poll(() => editor.screen.replaceAll(/ +$/gmu, '')).toBe(guide);
  editor.press(keys.tab);
  expect(await editor.shows('3 prune([-rose-]{+tulip+});')).toContain('2 water(tulip);');
  editor.press(keys.escape);
  await editor.shows((screen) => screen.includes('3 prune(rose);') && !screen.includes('Esc rejects it'));
  editor.press(keys.control('o'));
  await editor.shows('1 Suggest: While typing · 2 Kinds: Everything · Esc closes');
  editor.press('1');
  await editor.shows('1 Suggest: When asked');
  editor.press(keys.escape);
  await editor.shows('acp-stack agent: ready');
  editor.press(keys.control('s'));
  await editor.shows('saved');
  expect(readFileSync(file, 'utf8')).toBe('const tulip = plant("日本", 3);\nwater(tulip);\nprune(rose);\n');
  editor.press(keys.control('q'));
  expect(await editor.exited).toBe(0);
  expect(editor.raw.endsWith(restored)).toBe(true);
  expect(editor.screen).toBe('');
});

test(verifies('NES-16', 'jumps, names, searches and lines are shown without colours, and taken over'), async () => {
  const text = 'rose 1\r\nroose\r\nrose 2\r\n';
  const trace = join(garden, 'trace.ndjson');
  mkdirSync(join(garden, '.git/objects'), { recursive: true });
  writeFileSync(join(garden, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(garden, '.git/config'), '[remote "origin"]\n\turl = https://example.org/ann/garden.git\n');
  await using editor = open(text, ['--trace', trace, '--', ...gardener], { env: { NO_COLOR: '1' } });
  chmodSync(file, 0o640);
  await editor.shows('Gardener: ready');
  const write = (word: string): void => editor.press('\u001b[1;5F', word);
  write('jump!\r');
  editor.press('\u001b[1;5H');
  await editor.shows('4 jump!\n 5   Tab jumps to line 5');
  editor.press(keys.tab);
  await editor.shows(/5:1/u);
  // The last word is taken away before another one is written.
  editor.press(keys.backspace, deleteWord, 'rename!');
  await editor.shows('1 rose 1  Tab renames rose to tulip in 2 places');
  editor.press(keys.tab);
  await editor.shows('3 tulip 2');
  editor.press(keys.control('z'));
  await editor.shows('3 rose 2');
  editor.press('\u001b[1;5F', deleteWord, 'replace!');
  await editor.shows('Tab replaces r(o+)se with r$1t in 3 places');
  editor.press(keys.tab);
  await editor.shows('2 root');
  editor.press(keys.control('z'), '\u001b[1;5F', deleteWord, 'lines!');
  expect(await editor.shows('{+oak+}')).toContain('1 [-rose -]1\n   {+oak+}\n   {+elm+}\n 2 roose');
  editor.press(keys.tab);
  await editor.shows('1 1\n 2 oak\n 3 elm\n 4 roose');
  editor.resize(30, 6);
  await editor.shows(/^1\noak\nelm\nroose\nrose 2\n─/u);
  editor.press(keys.control('q'));
  await editor.shows('not saved');
  editor.press('s');
  expect(await editor.exited).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('1\r\noak\r\nelm\r\nroose\r\nrose 2\r\nlines!');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  const methods = Array.from(
    readFileSync(trace, 'utf8').matchAll(/\\"method\\":\\"((?:document|nes)[^"\\]*)/gu),
    ([, name]) => name,
  );
  expect(methods.slice(0, 4)).toEqual(['nes/start', 'document/didOpen', 'document/didFocus', 'document/didChange']);
  expect(methods.filter((name) => name === 'nes/accept')).toHaveLength(4);
  const origin = { name: 'garden', owner: 'ann', remoteUrl: 'https://example.org/ann/garden.git' };
  expect(readFileSync(trace, 'utf8').replaceAll('\\"', '"')).toContain(`"repository":${JSON.stringify(origin)}`);
  expect(methods.slice(-3)).toEqual(['document/didSave', 'document/didClose', 'nes/close']);
});

test('what goes on in another file is gone to, and everything is saved in the end', async () => {
  const other = join(garden, 'shed/tools.ts');
  mkdirSync(join(garden, 'shed'));
  writeFileSync(other, 'rake\nhoe\nspade\nfork\naxe\n');
  await using editor = open('\n', ['--', ...gardener], { env: { NO_COLOR: '1' } });
  await editor.shows('Gardener: ready');
  editor.press('elsewhere!');
  await editor.shows('Gardener: Tab jumps to shed/tools.ts:5, Esc rejects it');
  editor.press(keys.tab, 'x');
  await editor.shows('5 xaxe');
  expect(editor.screen).toContain('tools.ts •');
  editor.press(keys.control('q'));
  await editor.shows('not saved: s saves and quits, d discards it, Esc cancels · shed');
  editor.press('s');
  expect(await editor.exited).toBe(0);
  expect([readFileSync(file, 'utf8'), readFileSync(other, 'utf8')]).toEqual([
    'elsewhere!\n',
    'rake\nhoe\nspade\nfork\nxaxe\n',
  ]);
});

test('an agent that does not start is told of in its own words', async () => {
  const agent = [process.execPath, '-e', 'console.error("There is no water."); process.exit(1)'];
  await using editor = open('rose\n', ['--', ...agent], { env: { NO_COLOR: '1' } });
  await editor.shows('no suggestions, Ctrl+R retries: There is no water');
});

test('an agent that wants a login is logged in to, or done without', async () => {
  await using editor = open('rose 1\nrose 2\n', ['--', ...gardener, '--locked'], { env: { NO_COLOR: '1' } });
  const question = 'log in for suggestions: 1 With the key of the shed · Esc skips the login';
  await editor.shows(question);
  editor.press(keys.escape);
  await editor.shows('no suggestions, Ctrl+R retries: ');
  editor.press('tulip ', keys.control('r'));
  await editor.shows(question);
  editor.press('1');
  await editor.shows('Gardener: ready');
  editor.press('jump!');
  await editor.shows('Tab jumps to line 3');
  expect(editor.screen).toContain('1 tulip jump!rose 1');
});

test('what another program wrote is overwritten only when the user says so', async () => {
  await using editor = open('rose\n', ['--', ...gardener], { env: { NO_COLOR: '1' } });
  await editor.shows('Gardener: ready');
  editor.press('red ');
  await editor.shows('beds.ts •');
  writeFileSync(file, 'oak\n');
  editor.press(keys.control('s'));
  await editor.shows('another program has changed the file: o overwrites it, Esc cancels');
  editor.press(keys.escape);
  await editor.shows('Gardener: ready');
  expect(readFileSync(file, 'utf8')).toBe('oak\n');
  editor.press(keys.control('s'));
  await editor.shows('o overwrites it');
  editor.press('o');
  await editor.shows('saved');
  expect(readFileSync(file, 'utf8')).toBe('red rose\n');
});

test('a terminal that is gone ends the editor; what was not saved survives', async () => {
  await using editor = open('rose\n', ['--', ...gardener]);
  await editor.shows('Gardener: ready');
  editor.press('red ');
  await editor.shows('1 red rose');
  editor.hangUp();
  await editor.exited;
  expect(endings).toContain(editor.endSignal);
  expect(readFileSync(`${file}.unsaved`, 'utf8')).toBe('red rose\n');
  expect(readFileSync(file, 'utf8')).toBe('rose\n');
  await using again = open('rose\n', ['--', ...gardener], { env: { NO_COLOR: '1' } });
  await again.shows('unsaved changes from before are in beds.ts.unsaved');
});

test('editing goes on when the agent dies, and the agent is restarted; unsaved changes survive', async () => {
  await using editor = open('plant(rose);\n'.repeat(20_000), ['--', ...gardener]);
  await editor.shows('Gardener: ready');
  editor.press('die!');
  await editor.shows('no suggestions, Ctrl+R retries');
  const before = editor.raw.length;
  editor.press(' on');
  await editor.shows('1 die! onplant(rose);');
  expect(editor.raw.length - before).toBeLessThan(600);
  editor.press(deleteWord, keys.backspace, deleteWord, keys.control('r'));
  await editor.shows('Gardener: ready');
  editor.press('jump!');
  await editor.shows('Tab jumps to line 20001');
  editor.kill('SIGTERM');
  expect(await editor.exited).toBe(143);
  expect(editor.raw).toContain(restored);
  expect(editor.screen).toMatch(/^acp: interrupted; unsaved changes are in .*beds/u);
  expect(readFileSync(`${file}.unsaved`, 'utf8')).toMatch(/^jump!plant/u);
});
