/** The editor of the page, with the bundled agent that suggests edits. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { webSocket } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { acpProgram, acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { axeViolations, openPage, startPageProgram, type OpenedPage, type PageProgram } from '../support/web-page.ts';

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
let opened: OpenedPage;
let page: Page;

const lines = ['rose', 'tulip', 'lily', 'fern'].map((name) => `  console.log("water", ${name});`);
const source = `export function water(rose, tulip, lily, fern) {\n${lines.join('\n')}\n}\n`;

beforeAll(async () => {
  user = acpUser();
  writeFileSync(join(user.project, 'garden.js'), source);
  const turns = [{ steps: [{ text: 'Look at [the garden](garden.js:3).' }] }];
  const script = user.write('script.json', { turns });
  const guide = { command: process.execPath, args: [acpProgram, 'agent', '--script', script] };
  user.write('config/acp-stack/config.json', { agent_servers: { guide } });
  const agents = ['--agent', 'bundled', '--agent', 'guide'];
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, ['web', ...agents])]);
  opened = await openPage(browser, program);
  ({ page } = opened);
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await browser.close();
  await program[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

const onDisk = (): string => readFileSync(join(user.project, 'garden.js'), 'utf8');
const text = () => page.getByRole('textbox', { name: 'Text of garden.js' });

describe('the editor of the page', () => {
  test('is opened by a link to a file, at its line, if no editor with a window is set', async () => {
    await page.goto(new URL(`/#/s/${await guidedSession()}`, program.url).href);
    await page.getByRole('button', { name: 'the garden' }).click();
    await text().waitFor();
    await expect.poll(() => page.locator('.cm-activeLine').allTextContents()).toEqual([lines[1]]);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('suggests the third of three equal edits, and Tab takes it', async () => {
    await page.getByText('Suggestions on').waitFor();
    for (const line of [2, 3]) await replaceLog(line);
    await page.getByText('Tab: line 4').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.locator('.cm-ghost').allTextContents()).toEqual(['info']);
    await page.keyboard.press('Tab');
    await expect.poll(lineTexts).toContain('  console.info("water", lily);');
    await page.getByText('Tab: line 5').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.cm-ghost').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(onDisk).toBe(source.replace('.log', '.info').replace('.log', '.info').replace('.log', '.info'));
  });

  test('asks before unsaved changes are lost, and says that another program has changed the file', async () => {
    await text().press('ControlOrMeta+End');
    await page.keyboard.type('// mine');
    await page.getByRole('button', { name: 'Close editor' }).click();
    await page.getByRole('dialog', { name: 'Save changes?' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await lineTexts()).toContain('// mine');
    // What was typed stays while another session is shown.
    await page.getByRole('button', { name: 'New session' }).first().click();
    await expect.poll(() => text().count()).toBe(0);
    await page.goBack();
    await expect.poll(lineTexts).toContain('// mine');
    writeFileSync(join(user.project, 'garden.js'), '// theirs\n');
    await text().press('ControlOrMeta+s');
    const notice = page.getByRole('alert').filter({ hasText: 'Another program has changed garden.js' });
    await notice.waitFor();
    expect(onDisk()).toBe('// theirs\n');
    await notice.getByRole('button', { name: 'Save mine' }).click();
    await expect.poll(onDisk).toContain('// mine');
    await expect.poll(() => notice.count()).toBe(0);
    writeFileSync(join(user.project, 'garden.js'), '// theirs again\n');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(lineTexts).toContain('// theirs again');
  });

  test('has several files, and is gone when the last one is closed', async () => {
    writeFileSync(join(user.project, 'shed.py'), 'def dig():\n  pass\n');
    await page.keyboard.press('ControlOrMeta+p');
    await page.getByRole('combobox', { name: 'Part of a path' }).fill('shed');
    // The list of files is kept for a moment.
    await expect
      .poll(async () => {
        await page.getByRole('combobox').fill('she');
        await page.getByRole('combobox').fill('shed');
        return page.getByRole('option', { name: 'shed.py' }).count();
      })
      .toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Text of shed.py' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Text of shed.py');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor'))).toBeNull();
    await page.getByRole('button', { name: 'garden.js', exact: true }).click();
    await text().waitFor();
    await page.getByRole('button', { name: 'Close editor' }).click();
    await expect.poll(() => page.getByRole('region', { name: 'Editor' }).count()).toBe(0);
    expect(opened.problems).toEqual([]);
  });
});

/** A session in which the agent has named a file; its agent is not the one that suggests edits. */
async function guidedSession(): Promise<string> {
  const { url, token } = program;
  const connection = await client({ name: 'test', version: '1.0.0' })
    .onPermission(() => 'cancelled')
    .connect(webSocket(url, { token }));
  const session = await connection.newSession({
    cwd: user.project,
    _meta: { 'acp-stack.dev/hub': { agent: 'guide' } },
  });
  await session.prompt('Where?');
  connection.destroy();
  return session.id;
}

/** The lines of the text, without what is drawn into them. */
const lineTexts = (): Promise<string[]> =>
  page.locator('.cm-line').evaluateAll((all) =>
    all.map((line) => {
      const copy = line.cloneNode(true) as Element;
      for (const drawn of copy.querySelectorAll('.cm-ghost, .cm-ghost-hint')) drawn.remove();
      return copy.textContent;
    }),
  );

/** Selects `log` in a line and types `info` instead, as a user does. */
async function replaceLog(line: number): Promise<void> {
  await page
    .locator('.cm-line')
    .nth(line - 1)
    .getByText('log', { exact: true })
    .dblclick();
  await page.keyboard.type('info');
}
