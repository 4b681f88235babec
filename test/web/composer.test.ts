/** Writing to an agent in the page of `acp web`, in a real browser. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';

import { acpProgram, acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { repository } from '../support/checkout.ts';
import {
  axeViolations,
  openPage,
  startPageProgram,
  startSession,
  type OpenedPage,
  type PageProgram,
} from '../support/web-page.ts';

const script = join(repository, 'test', 'web', 'fixtures', 'writing.json');

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
let opened: OpenedPage;
beforeAll(async () => {
  user = acpUser();
  const agent = [process.execPath, acpProgram, 'agent', '--script', script];
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, ['web', '--', ...agent])]);
  opened = await openPage(browser, program);
});
afterAll(async () => {
  await browser.close();
  await program[Symbol.asyncDispose]();
  user[Symbol.dispose]();
  expect(opened.problems).toEqual([]);
});

test('a draft outlives a reload, Enter sends it, and Shift+Enter makes a line', async () => {
  const { page } = opened;
  const input = await startSession(page);
  await input.pressSequentially('One');
  await input.press('Shift+Enter');
  await input.pressSequentially('two');
  expect(await input.inputValue()).toBe('One\ntwo');
  await page.reload();
  await page.locator('button:enabled[aria-label="Send"]').waitFor();
  expect(await input.inputValue()).toBe('One\ntwo');
  // The key of an input method that ends a word does not send.
  await input.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  expect(await input.inputValue()).toBe('One\ntwo');
  await input.press('Enter');
  await expect.poll(() => input.inputValue()).toBe('');
  await input.press('ArrowUp');
  expect(await input.inputValue()).toBe('One\ntwo');
  const low = (await input.boundingBox())?.height ?? 0;
  await input.fill('line\n'.repeat(100));
  const high = (await input.boundingBox())?.height ?? 0;
  expect(high).toBeGreaterThan(low);
  expect(high).toBeLessThanOrEqual(0.4 * 800);
  // As on a phone that is turned.
  await input.fill('a message of one line on a wide screen, and of several lines on a narrow one');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => input.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await input.fill('');
});

test('messages wait while the agent works, can be changed, moved and removed, and stopping takes them back', async () => {
  const { page } = opened;
  const input = await startSession(page);
  await input.fill('wait for me');
  await input.press('Enter');
  await page.getByRole('button', { name: 'Stop the agent' }).waitFor();
  const waiting = page.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem');
  for (const [index, words] of ['one', 'two', 'three'].entries()) {
    await input.fill(words);
    await input.press('Enter');
    await waiting.nth(index).waitFor();
  }
  await waiting.nth(1).getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Waiting message' }).fill('second');
  await page.getByRole('button', { name: 'Save' }).click();
  await waiting.filter({ hasText: 'second' }).waitFor();
  await waiting.filter({ hasText: 'second' }).getByRole('button', { name: 'Move up' }).click();
  await expect
    .poll(async () => (await waiting.allInnerTexts()).map((text) => text.split('\n').at(-1)))
    .toEqual(['second', 'one', 'three']);
  await waiting.filter({ hasText: 'one' }).getByRole('button', { name: 'Remove message' }).click();
  await expect.poll(() => waiting.count()).toBe(2);
  await input.fill('typed');
  await input.press('Escape');
  await expect.poll(() => input.inputValue()).toBe('second\n\nthree\n\ntyped');
  await page.getByText('Your 2 waiting messages are back in the input.').waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  expect(await waiting.count()).toBe(0);
});

test('commands and files are completed with the keyboard, and unknown commands are sent as text', async () => {
  const { page } = opened;
  writeFileSync(join(user.project, 'rose garden.md'), 'Roses');
  writeFileSync(join(user.project, 'tulip.md'), 'Tulips');
  const input = await startSession(page);
  await input.pressSequentially('/');
  const commands = page.getByRole('listbox', { name: 'Commands' });
  expect(await commands.getByRole('option').allInnerTexts()).toHaveLength(2);
  await input.press('ArrowDown');
  expect(await commands.getByRole('option', { selected: true }).innerText()).toContain('/compact');
  await input.press('ArrowUp');
  await input.press('Enter');
  expect(await input.inputValue()).toBe('/plan ');
  await page.getByText('/plan: what to plan').waitFor();
  await input.fill('/plna the garden');
  await page.getByText('The agent has no command /plna, so this is sent as text.').waitFor();
  await input.fill('');
  await input.pressSequentially('Look at @rose');
  await page.getByRole('listbox', { name: 'Files' }).getByRole('option', { name: 'rose garden.md' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await input.press('Tab');
  expect(await input.inputValue()).toBe('Look at @"rose garden.md" ');
  await input.pressSequentially('@tul');
  await page.getByRole('option', { name: 'tulip.md' }).waitFor();
  await input.press('Escape');
  expect(await page.getByRole('listbox').count()).toBe(0);
  await input.fill('');
});

test('pictures and files are attached by pasting and dropping, made smaller, and can be removed', async () => {
  const { page } = opened;
  const input = await startSession(page);
  await input.evaluate(async (element) => {
    const canvas = new OffscreenCanvas(3000, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 3000, 30);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], 'wide.png', { type: 'image/png' }));
    data.items.add(new File(['Roses are red.'], 'rose.md', { type: 'text/markdown' }));
    data.items.add(new File([new Uint8Array([0, 255, 0])], 'odd.bin'));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const chips = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await expect.poll(() => chips.count()).toBe(2);
  await page.getByText('odd.bin is neither a picture nor a text').waitFor();
  const picture = page.getByRole('img', { name: 'wide.png' });
  expect(await picture.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])).toEqual([
    2000, 20,
  ]);
  // A picture of a text that is copied with the text is not attached, and a file that is dropped beside is not opened.
  const isLeftAlone = await input.evaluate((element) => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'cells.png', { type: 'image/png' }));
    const dropped = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(dropped);
    data.setData('text/plain', 'cells');
    const pasted = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    element.dispatchEvent(pasted);
    return [dropped.defaultPrevented, pasted.defaultPrevented];
  });
  expect(isLeftAlone).toEqual([true, false]);
  await input.evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/uri-list', 'https://example.org/tulips');
    element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await chips.filter({ hasText: 'tulips' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove rose.md' }).click();
  await expect.poll(() => chips.count()).toBe(2);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => chips.count()).toBe(0);
});

test('settings are changed in the groups of the agent, long lists have a search, and a refused value says so', async () => {
  const { page } = opened;
  await startSession(page);
  await page.getByRole('combobox', { name: 'Mode: Ask first' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('option', { name: /Auto/u }).click();
  await page.getByText('Mode was not changed: Not now.').waitFor();
  const model = page.getByRole('group', { name: 'Model' });
  await model.getByRole('switch', { name: /Long thoughts/u }).click();
  await model.getByRole('switch', { name: /Long thoughts/u, checked: true }).waitFor();
  await model.getByRole('combobox').click();
  const search = page.getByLabel('Search Model');
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('tulip 7');
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Enter');
  await model.getByRole('combobox', { name: 'Model: Tulip 7' }).waitFor();
});

test('an agent that can be steered is steered with Ctrl+Enter, in the first session already', async () => {
  const agent = [process.execPath, join(repository, 'test', 'web', 'fixtures', 'steered-agent.mjs')];
  const other = acpUser();
  const steered = await startPageProgram(other, ['web', '--', ...agent]);
  try {
    await using tab = await openPage(browser, steered);
    const { page, problems } = tab;
    const input = await startSession(page);
    await input.fill('begin');
    await input.press('Enter');
    await page.getByRole('button', { name: 'Stop the agent' }).waitFor();
    await input.fill('to the left');
    await page.getByRole('button', { name: 'Steer: deliver it within the running work' }).waitFor();
    await input.press('Control+Enter');
    await page.getByRole('article', { name: 'Agent' }).getByText('Steered by: to the left').waitFor();
    expect(problems).toEqual([]);
  } finally {
    await steered[Symbol.asyncDispose]();
    other[Symbol.dispose]();
  }
});
