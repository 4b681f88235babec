/** The extension in a real editor: each scenario is what a user does, in one window. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBrowser } from '../support/browser.ts';
import { repository, temporaryFolder } from '../support/checkout.ts';
import { axeViolations } from '../support/web-page.ts';
import { serveEditor } from '../../scripts/vscode/serve.mjs';
import { Workbench } from './workbench.ts';

const vsix = process.env['ACP_VSIX'] ?? '';
const gardener = fileURLToPath(new URL('fixtures/gardener.mjs', import.meta.url));
const agents = { gardener: { command: process.execPath, args: [gardener] } };

const project = temporaryFolder();
const garden = join(project.path, 'garden.txt');
const code = join(project.path, 'code.ts');
const planted = 'A rose is red.\nA tulip stands here.\nIt is quiet.\nA path leads away.\nA daffodil is yellow.\n';

let editor: Awaited<ReturnType<typeof serveEditor>>;
let browser: Browser;

beforeAll(async () => {
  writeFileSync(garden, planted);
  writeFileSync(code, 'let a = load(1);\nlet b = load(2);\nlet c = load(3);\nlet d = load(4);\n');
  const settings = {
    'acp.agents': agents,
    'acp.defaultAgent': 'gardener',
    'files.autoSave': 'off',
    // A list of words that comes while a scenario types would take the key that follows.
    'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
    'editor.suggestOnTriggerCharacters': false,
  };
  editor = await serveEditor(repository, { vsix, folder: project.path, settings });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await editor.close();
  project[Symbol.dispose]();
});

test('a user works with an agent: message, unsaved text, question, review hunk by hunk, terminal, sessions, inspector', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { page, panel } = bench;
  await bench.startSession();
  await bench.say('hello');
  await bench.said('Hello from the garden.');

  // The agent reads what is not saved.
  const lines = await bench.openFile('garden.txt');
  await lines.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Unsaved: ');
  await bench.say('read');
  await bench.said(/It says: Unsaved: A rose is red\./u);
  expect(readFileSync(garden, 'utf8')).toBe(planted);

  // It changes the file after the question, and the user accepts one hunk and rejects the other.
  await bench.say('paint');
  await bench.allow();
  await bench.said('Painted.');
  await bench.lens('Accept').nth(1).waitFor({ timeout: 60_000 });
  await bench.picture('1-changed');
  // What the user writes elsewhere is not under review.
  await lines.click();
  await page.keyboard.press('Control+Home');
  for (let index = 0; index < 2; index += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type(' Mine.');
  await page.keyboard.press('Control+S');
  await expect.poll(() => readFileSync(garden, 'utf8'), { timeout: 30_000 }).toContain('quiet. Mine.');
  await expect.poll(() => bench.lens('Accept').count(), { timeout: 30_000 }).toBe(2);
  await bench.lens('Accept').first().click();
  await expect.poll(() => bench.lens('Accept').count(), { timeout: 30_000 }).toBe(1);
  await bench.run('Agents: Review Changes of This File');
  await page.locator('.monaco-diff-editor .view-line', { hasText: 'blue' }).first().waitFor();
  await bench.picture('2-diff');
  await page.keyboard.press('Control+W');
  await bench.lens('Reject').first().click();
  await expect.poll(() => bench.lens('Accept').count(), { timeout: 30_000 }).toBe(0);
  expect(readFileSync(garden, 'utf8')).toBe(
    `Unsaved: ${planted.replace('red', 'white').replace('quiet.', 'quiet. Mine.')}`,
  );

  // A command runs in a terminal of the editor.
  await bench.say('run');
  await bench.allow();
  await bench.said('The command ended with 0.');
  await page
    .getByText(/gardener: .*echo three roses/u)
    .first()
    .waitFor();
  await bench.picture('3-terminal');

  // The list has the session, and a further one.
  await bench.run('Agents: New Session');
  await panel.getByRole('button', { name: 'Start session' }).click({ timeout: 60_000 });
  await panel.getByRole('textbox', { name: /^Message / }).waitFor({ timeout: 60_000 });
  await bench.run('Agents: Show the List of Sessions');
  await panel
    .getByRole('link', { name: /hello/u })
    .or(panel.getByRole('button', { name: /hello/u }))
    .first()
    .waitFor();
  await bench.picture('4-sessions');
  await page.keyboard.press('Escape');

  // What was said is in the inspector.
  await bench.run('Agents: Inspect Messages');
  await bench.latest.getByPlaceholder(/^Filter/u).fill('fs/write_text_file', { timeout: 60_000 });
  await bench.latest.getByText('fs/write_text_file').first().waitFor({ timeout: 60_000 });
  expect(await axeViolations(await bench.panelFrame('last'))).toEqual([]);
  await bench.picture('5-inspector');
  expect(bench.problems).toEqual([]);
});

test('after a reload the sessions are there; one that waited for an answer says that it was interrupted, and goes on', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  await bench.startSession();
  await bench.say('paint before the reload');
  await bench.panel
    .getByRole('button', { name: /^Allow/u })
    .first()
    .waitFor({ timeout: 60_000 });
  await bench.reload();
  await bench.openPanel();
  await bench.run('Agents: Show the List of Sessions');
  const list = bench.panel.getByRole('dialog', { name: 'List of sessions' });
  await list.getByRole('link', { name: /paint before the reload/u }).click({ timeout: 60_000 });
  await bench.panel.getByRole('textbox', { name: /^Message / }).waitFor({ timeout: 60_000 });
  await bench.said(/interrupted while it worked/u);
  await bench.picture('10-reloaded');
  await bench.say('hello');
  await bench.said('Hello from the garden.');
});

test('a next edit is shown, reached with Tab, and taken with Tab', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { page } = bench;
  const lines = await bench.openFile('code.ts');
  await lines.click();
  // Edits before the agent has started would not count.
  await bench.run('Agents: Suggest the Next Edit Now');
  await page.getByText('Asked for the next edit.').first().waitFor({ timeout: 120_000 });
  for (const line of [1, 2]) {
    await page.keyboard.press('Control+Home');
    for (let index = 1; index < line; index += 1) await page.keyboard.press('ArrowDown');
    for (let index = 0; index < 8; index += 1) await page.keyboard.press('ArrowRight');
    for (let index = 0; index < 4; index += 1) await page.keyboard.press('Delete');
    await page.keyboard.type('fetch');
  }
  const hint = page.getByText(/Tab goes to line 3/u).first();
  await hint.waitFor({ timeout: 60_000 });
  await bench.picture('6-next-edit');
  await page.keyboard.press('Tab');
  await hint.waitFor({ state: 'hidden' });
  await page.keyboard.press('Tab');
  await lines
    .getByText(/fetch\(3\)/u)
    .first()
    .waitFor();
  await bench.picture('7-next-edit-taken');
});

test('the page has the theme of the editor, also after it was changed', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  await bench.page.keyboard.press('Control+Alt+A');
  const root = bench.panel.locator('html');
  await bench.panel.getByRole('button', { name: 'Start session' }).waitFor({ timeout: 120_000 });
  const background = (): Promise<string> => root.evaluate((html) => getComputedStyle(html).backgroundColor);
  const before = [await root.getAttribute('data-theme'), await background()];
  await bench.run('Preferences: Toggle between Light/Dark Themes');
  await expect.poll(() => root.getAttribute('data-theme')).not.toBe(before[0]);
  expect(await background()).not.toBe(before[1]);
  await bench.picture('8-theme');
});

test('in Restricted Mode no agent is started, and the panel says why', async () => {
  using other = temporaryFolder();
  const url = editor.url.replace(/folder=.*/u, `folder=${encodeURIComponent(other.path)}`);
  await using bench = await Workbench.open(browser, url, { trusts: false });
  await bench.page.keyboard.press('Control+Alt+A');
  await bench.panel.getByRole('button', { name: 'Start session' }).click({ timeout: 120_000 });
  await bench.panel
    .getByText(/Restricted Mode, in which no agent is started/u)
    .first()
    .waitFor({ timeout: 60_000 });
  await bench.picture('9-restricted');
});
