/** What is beside what: sessions in a tab, windows on one folder, the page and the files, a suggestion and the cursor. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveEditor } from '../../scripts/vscode/serve.mjs';
import { openBrowser } from '../support/browser.ts';
import { repository, temporaryFolder } from '../support/checkout.ts';
import { Workbench } from './workbench.ts';

const vsix = process.env['ACP_VSIX'] ?? '';
const gardener = fileURLToPath(new URL('fixtures/gardener.mjs', import.meta.url));

const project = temporaryFolder();
const beds = join(project.path, 'beds.txt');
const accepted = join(project.path, 'accepted.txt');
let editor: Awaited<ReturnType<typeof serveEditor>>;
let browser: Browser;

beforeAll(async () => {
  writeFileSync(beds, 'A rose is red.\nA tulip stands here.\nIt is quiet.\n');
  writeFileSync(join(project.path, 'code.ts'), 'let a = 1;\n');
  const agents = { gardener: { command: process.execPath, args: [gardener, '--suggests'] } };
  const settings = { 'acp.agents': agents, 'acp.defaultAgent': 'gardener', 'files.autoSave': 'off' };
  editor = await serveEditor(repository, { vsix, folder: project.path, settings });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await editor.close();
  project[Symbol.dispose]();
});

test('two sessions are side by side in a tab, and each answers its own messages', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { page, panel } = bench;
  await bench.run('Agents: Open in a Tab');
  const tab = page.locator('.tab.active', { hasText: 'Agents' });
  await tab.waitFor();
  const columns = panel.getByRole('textbox', { name: /^Message / });
  const startWith = async (words: string): Promise<void> => {
    await panel.getByRole('button', { name: 'Start session' }).click({ timeout: 120_000 });
    await panel.getByRole('heading', { name: 'Untitled session', level: 1 }).waitFor({ timeout: 60_000 });
    await columns.fill(words);
    await columns.press('Enter');
    await panel.getByRole('heading', { name: words, level: 1 }).waitFor();
    await bench.said('Hello from the garden.');
  };
  await startWith('hello roses');
  await bench.run('Agents: New Session');
  await startWith('hello tulips');
  await bench.run('Agents: Show the List of Sessions');
  await panel.getByRole('link', { name: /hello roses/u }).click({ modifiers: ['Control'] });
  await expect
    .poll(() => panel.getByRole('heading', { level: 1 }).allInnerTexts())
    .toEqual(['hello tulips', 'hello roses']);
  await expect.poll(() => columns.count()).toBe(2);
  await columns.last().fill('read');
  await columns.last().press('Enter');
  const column = (title: string): Locator =>
    panel.locator('main > *').filter({ has: page.getByRole('heading', { name: title, level: 1 }) });
  await column('hello roses')
    .getByText(/Refused: .*garden\.txt/u)
    .first()
    .waitFor();
  expect(await column('hello tulips').innerText()).not.toContain('Refused');
  await bench.picture('beside-1-sessions');
  expect(bench.problems).toEqual([]);
});

test('a mention of selected lines is a link in the message, and the agent learns what is open', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { page } = bench;
  await bench.startSession();
  await (await bench.openFile('code.ts')).click();
  await (await bench.openFile('beds.txt')).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Control+Alt+M');
  const input = bench.panel.getByRole('textbox', { name: /^Message / });
  await expect.poll(() => input.inputValue()).toBe('@beds.txt:1-2 ');
  await input.fill('look at @beds.txt:1-2 please');
  await bench.picture('beside-2-mention');
  await input.press('Enter');
  await bench.said(
    /Linked: beds\.txt:1-2 at file:.*beds\.txt; open: beds\.txt \(plaintext\), code\.ts \(typescript\);/u,
  );
  await bench.said(/active: beds\.txt \(plaintext\)\./u);

  // With the panel out of sight, the tab beside the file gets it.
  await bench.run('Agents: Open in a Tab');
  await bench.latest.getByRole('button', { name: 'Start session' }).click({ timeout: 120_000 });
  const inTab = bench.latest.getByRole('textbox', { name: /^Message / });
  await inTab.waitFor({ timeout: 60_000 });
  await bench.run('View: Move Editor into Right Group');
  await page.keyboard.press('Control+Shift+E');
  await page.locator('.editor-instance .view-lines').first().click();
  await page.keyboard.press('Control+Alt+M');
  await expect.poll(() => inTab.inputValue()).toBe('@beds.txt ');
  await bench.picture('beside-2-mention-in-a-tab');
});

test('text at the cursor is shown and taken by the editor itself, and the agent learns that it was taken', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { page } = bench;
  const lines = await bench.openFile('beds.txt');
  await lines.click();
  await page.keyboard.press('Control+End');
  await bench.run('Agents: Suggest the Next Edit Now');
  await page
    .locator('.ghost-text-decoration, .ghost-text', { hasText: 'A lily is new.' })
    .first()
    .waitFor({ timeout: 120_000 });
  await bench.picture('beside-3-ghost-text');
  expect(readFileSync(beds, 'utf8')).not.toContain('lily');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+S');
  await expect.poll(() => readFileSync(beds, 'utf8')).toContain('A lily is new.');
  await expect.poll(() => existsSync(accepted) && readFileSync(accepted, 'utf8')).toBe('more accepted\n');
});

test('two windows of one folder have sessions of their own, which are there after a reload', async () => {
  await using first = await Workbench.open(browser, editor.url, { trusts: true });
  await first.startSession();
  await first.say('hello window');
  await first.said('Hello from the garden.');
  await using second = await Workbench.open(browser, editor.url, { trusts: true });
  await second.startSession();
  await second.say('hello again');
  await second.said('Hello from the garden.');
  await second.reload();
  await second.openPanel();
  await second.run('Agents: Show the List of Sessions');
  const list = second.panel.getByRole('dialog', { name: 'List of sessions' });
  await list.getByRole('link', { name: /hello again/u }).waitFor({ timeout: 60_000 });
  await second.picture('beside-4-second-window');
  expect(await list.getByRole('link', { name: /hello window/u }).count()).toBe(0);
  await first.say('hello once more');
  const answers = first.panel.getByRole('paragraph').filter({ hasText: 'Hello from the garden.' });
  await expect.poll(() => answers.count()).toBe(2);
});
