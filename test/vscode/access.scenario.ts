/** The panel for everyone: without a mouse, with a screen reader, in every theme of the editor, in a narrow column. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveEditor } from '../../scripts/vscode/serve.mjs';
import { openBrowser } from '../support/browser.ts';
import { repository, temporaryFolder } from '../support/checkout.ts';
import { axeViolations } from '../support/web-page.ts';
import { Workbench } from './workbench.ts';

const vsix = process.env['ACP_VSIX'] ?? '';
const gardener = fileURLToPath(new URL('fixtures/gardener.mjs', import.meta.url));
const planted = 'A rose is red.\nA tulip stands here.\nIt is quiet.\nA path leads away.\nA daffodil is yellow.\n';

const project = temporaryFolder();
const garden = join(project.path, 'garden.txt');
let editor: Awaited<ReturnType<typeof serveEditor>>;
let browser: Browser;

beforeAll(async () => {
  writeFileSync(garden, planted);
  const agents = { gardener: { command: process.execPath, args: [gardener] } };
  const settings = { 'acp.agents': agents, 'acp.defaultAgent': 'gardener', 'acp.nextEdits.enabled': false };
  editor = await serveEditor(repository, { vsix, folder: project.path, settings });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await editor.close();
  project[Symbol.dispose]();
});

test('in every kind of theme the panel has its colours, a question in it can be read, and nothing is cut off', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  await bench.startSession();
  await bench.say('paint');
  await bench.panel
    .getByRole('button', { name: /^Allow/u })
    .first()
    .waitFor({ timeout: 60_000 });
  const frame = await bench.panelFrame();
  const look = (): Promise<readonly unknown[]> =>
    frame.evaluate(() => [
      // What the editor says, and what the page makes of it.
      `${document.body.dataset['vscodeThemeKind'] ?? ''} ${document.documentElement.dataset['theme'] ?? ''}`,
      getComputedStyle(document.body).backgroundColor,
      document.documentElement.scrollWidth <= innerWidth,
    ]);
  const looks = [];
  for (const [label, kinds] of [
    ['Dark Modern', 'vscode-dark dark'],
    ['Dark High Contrast', 'vscode-high-contrast dark'],
    ['Light High Contrast', 'vscode-high-contrast-light light'],
    ['Light Modern', 'vscode-light light'],
  ] as const) {
    await bench.theme(label);
    await expect.poll(async () => (await look())[0]).toBe(kinds);
    looks.push(await look());
    expect([label, await axeViolations(frame)]).toEqual([label, []]);
    await bench.picture(`access-1-${label.toLowerCase().replaceAll(' ', '-')}`);
  }
  expect(new Set(looks.map(([, background]) => background)).size).toBe(4);
  expect(looks.map(([, , fits]) => fits)).toEqual([true, true, true, true]);
});

test('without a mouse: start, ask, allow, go to the change, accept one hunk and reject the other', async () => {
  writeFileSync(garden, planted);
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { page, panel } = bench;
  await bench.openPanel();
  const focused = async (): Promise<string> => {
    const frame = await bench.panelFrame();
    return frame.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  };
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let index = 0; index < 20; index += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(name)}; it is at ${await focused()}.`);
  };
  await tabTo(/^Start session/u);
  await page.keyboard.press('Enter');
  await panel.getByRole('textbox', { name: /^Message / }).waitFor({ timeout: 60_000 });
  await expect.poll(focused).toMatch(/^Message /u);
  await page.keyboard.type('paint');
  await page.keyboard.press('Enter');
  await panel
    .getByRole('button', { name: /^Allow/u })
    .first()
    .waitFor({ timeout: 60_000 });
  // A key that comes right after the question is not taken for its answer.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('y');
        return panel.getByText('Painted.').count();
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBeGreaterThan(0);
  await bench.run('Source Control: Focus on Changes by Agents View');
  await page.getByRole('treeitem', { name: /garden\.txt/u }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.monaco-diff-editor .view-line', { hasText: 'blue' }).first().waitFor();
  // The keys are for a file with changes, which the buttons show, too.
  await bench.lens('Accept').nth(1).waitFor();
  await page
    .getByRole('button', { name: /^Accept All Changes of This File/u })
    .first()
    .waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Alt+Y');
  await expect.poll(() => bench.lens('Accept').count(), { timeout: 30_000 }).toBe(1);
  await page.keyboard.press('Alt+F5');
  await page.keyboard.press('Control+Alt+Z');
  await page.getByRole('treeitem', { name: /garden\.txt/u }).waitFor({ state: 'detached' });
  await bench.picture('access-2-keyboard');
});

test('the list of sessions and the dialog of agents have nothing that a screen reader cannot use', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { page, panel } = bench;
  await bench.startSession();
  await bench.say('hello');
  await bench.said('Hello from the garden.');
  await bench.run('Agents: Show the List of Sessions');
  const list = panel.getByRole('dialog', { name: 'List of sessions' });
  await list.getByRole('link', { name: /hello/u }).first().waitFor();
  expect(await axeViolations(await bench.panelFrame())).toEqual([]);
  await bench.picture('access-3-list');
  await page.keyboard.press('Escape');
  await bench.run('Agents: Install, Log In, What They Can Do');
  await panel.getByRole('dialog').waitFor();
  expect(await axeViolations(await bench.panelFrame())).toEqual([]);
  await page.keyboard.press('Escape');
});
