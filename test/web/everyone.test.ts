/** The page of `acp web` for everyone: keyboard, screen readers, themes, phones, and text from right to left. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';

import { acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import {
  axeViolations,
  openPage,
  openPageAgain,
  startPageProgram,
  startSession,
  type OpenedPage,
  type PageProgram,
} from '../support/web-page.ts';

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
let opened: OpenedPage;
beforeAll(async () => {
  user = acpUser();
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, ['web'])]);
  opened = await openPage(browser, program);
  await startSession(opened.page);
});
afterAll(async () => {
  await browser.close();
  await program[Symbol.asyncDispose]();
  user[Symbol.dispose]();
  expect(opened.problems).toEqual([]);
});

const theme = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['theme']);

test('the theme is that of the system until the user chooses one, which is there before the first paint', async () => {
  const { page } = opened;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => theme(page)).toBe('light');
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('combobox', { name: 'Theme: As the system' }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  await expect.poll(() => theme(page)).toBe('dark');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  // Scripts of the page have not run yet when the document is parsed.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const seen = (globalThis as { themes?: unknown[] }).themes ?? [];
      (globalThis as { themes?: unknown[] }).themes = [...seen, document.documentElement.dataset['theme']];
    });
  });
  await page.reload();
  await page.getByRole('textbox', { name: /^Message / }).waitFor();
  expect(await page.evaluate(() => (globalThis as { themes?: unknown[] }).themes?.[0])).toBe('dark');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find an action or a session' }).fill('theme of the system');
  await page.keyboard.press('Enter');
  await expect.poll(() => theme(page)).toBe('light');
});

test('every dialog opens by keyboard, has no violation, closes with Escape, and gives the focus back', async () => {
  const { page } = opened;
  const input = page.getByRole('textbox', { name: /^Message / });
  for (const [title, name] of [
    ['Show the keys', 'Keys'],
    ['Settings', 'Settings'],
    ['Agents: install', 'Agents'],
    ['Join a session', 'Join a session'],
    ['Share: Untitled', 'Share session'],
    ['Delete: Untitled', 'Delete this session?'],
  ] as const) {
    await input.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find an action or a session' }).fill(title);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    expect([name, await axeViolations(page)]).toEqual([name, []]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Settings');
  // A question mark is text while the user writes.
  await input.focus();
  await page.keyboard.press('?');
  expect(await input.inputValue()).toBe('?');
  await input.fill('');
  await page.getByRole('button', { name: 'New session' }).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  for (const title of ['Stop the agent', 'Send it into the running work', 'Reject once']) {
    await keys.getByText(title).waitFor();
  }
  await page.keyboard.press('Escape');
});

test('the first control skips the list, and the page has one of each landmark', async () => {
  const { page } = opened;
  const first = page.locator('#root').locator('button, a, input, textarea').first();
  expect(await first.textContent()).toBe('Skip to the conversation');
  await first.focus();
  expect((await first.boundingBox())?.height).toBeGreaterThan(20);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  for (const role of ['main', 'navigation', 'complementary', 'search'] as const) {
    expect([role, await page.getByRole(role).count()]).toEqual([role, 1]);
  }
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});

test('a phone shows one session, and the list in a drawer; nothing is wider than the screen', async () => {
  await using second = await openPageAgain(browser, program, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const { page } = second;
  // Until the agent answers, the button is pale; axe looks at the page for a while.
  await page.getByRole('button', { name: 'Start session', disabled: false }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show the list of sessions' }).click();
  const drawer = page.getByRole('dialog', { name: 'List of sessions' });
  await drawer.getByRole('link').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('link').first().click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: /^Message / }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const fits = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await fits()).toBe(true);
  // The on-screen keyboard makes the page lower; the field stays above it.
  await page.setViewportSize({ width: 390, height: 400 });
  await expect
    .poll(async () => {
      const box = await page.getByRole('textbox', { name: /^Message / }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThan(400);
  // With less motion nothing is animated for longer than a moment.
  const durations = await page.evaluate(() =>
    document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().duration)),
  );
  expect(durations.filter((duration) => duration > 1)).toEqual([]);
  expect(second.problems).toEqual([]);
});

test('a page from right to left is the mirror of the other, and text has the direction of its words', async () => {
  await using second = await openPageAgain(browser, program);
  const { page } = second;
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.dir = 'rtl';
    });
  });
  await page.reload();
  const list = page.getByRole('complementary', { name: 'List of sessions' });
  await list.getByRole('link').first().click();
  const input = page.getByRole('textbox', { name: /^Message / });
  await input.waitFor();
  const box = await list.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1280);
  const main = await page.getByRole('main').boundingBox();
  expect(main?.x).toBe(0);
  await input.fill('مرحبا');
  expect(await input.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await input.fill('hello');
  expect(await input.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  await page.evaluate(() => (document.documentElement.dir = 'ltr'));
  await input.fill('مرحبا');
  await input.press('Enter');
  // It begins at the right edge, also in a page from left to right.
  const sent = page.getByRole('feed').getByText('مرحبا', { exact: true }).first();
  const edges = await sent.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    const row = element.closest('article')?.getBoundingClientRect();
    return { before: words.left - (row?.left ?? 0), after: (row?.right ?? 0) - words.right };
  });
  expect(edges.after).toBeLessThan(40);
  expect(edges.before).toBeGreaterThan(200);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(second.problems).toEqual([]);
});

test('nothing moves while the page loads', async () => {
  await using second = await openPageAgain(browser, program);
  const { page } = second;
  await page.addInitScript(() => {
    const seen: number[] = [];
    (globalThis as { shifts?: number[] }).shifts = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as unknown as { readonly value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await page.getByRole('radio').first().waitFor({ state: 'attached' });
  await page.getByRole('complementary').getByRole('link').first().waitFor();
  const shifts = await page.evaluate(() => (globalThis as { shifts?: number[] }).shifts ?? []);
  expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.02);
});
