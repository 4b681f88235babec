/** What opens over the page is loaded when it opens, and works with the keyboard. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';

import { acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { openPage, startPageProgram, type PageProgram } from '../support/web-page.ts';

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
beforeAll(async () => {
  user = acpUser();
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, ['web'])]);
});
afterAll(async () => {
  await browser.close();
  await program[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

test('menus, choices, dialogs and tooltips open by keyboard and pointer, and give the focus back', async () => {
  await using opened = await openPage(browser, program);
  const { page, problems } = opened;
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (/popups-/u.test(response.url())) scripts.push(response.url());
  });
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(scripts).toEqual([]);

  const actions = page.getByRole('button', { name: 'Actions for this session' });
  expect(await actions.getAttribute('aria-haspopup')).toBe('menu');
  await actions.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  expect(scripts).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Actions for this session');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');

  await actions.hover();
  await page.getByRole('tooltip', { name: 'Actions for this session' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);
  await page.mouse.move(0, 0);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  const theme = page.getByRole('combobox').first();
  await theme.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(problems).toEqual([]);
});
