/** Conversations in a real browser: every kind of entry, long ones, and what happens while the agent works. */
import { join } from 'node:path';

import { webSocket } from '@acp-stack/http/node';
import { client, type ClientConnection, type ClientSession } from '@acp-stack/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { acpProgram, acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { repository } from '../support/checkout.ts';
import { axeViolations, openPage, startPageProgram, type OpenedPage, type PageProgram } from '../support/web-page.ts';

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
let other: ClientConnection;
let opened: OpenedPage;

beforeAll(async () => {
  user = acpUser();
  const script = join(repository, 'test', 'web', 'fixtures', 'everything.jsonc');
  const agent = [process.execPath, acpProgram, 'agent', '--script', script];
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, ['web', '--', ...agent])]);
  const address = new URL(program.url);
  address.protocol = 'ws:';
  // A second client of the same hub sends the prompts.
  other = await client({ name: 'other', version: '1.0.0' }).connect(
    webSocket(address.href, { headers: { authorization: `Bearer ${program.token}` } }),
  );
  opened = await openPage(browser, program);
});
afterAll(async () => {
  await browser.close();
  await other.close();
  await program[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

/** A new session, shown in the page. */
async function showSession(page: Page): Promise<ClientSession> {
  const session = await other.newSession({ cwd: user.project });
  await page.goto(`${new URL(program.page).origin}/#/s/${encodeURIComponent(session.id)}`);
  await page.getByRole('heading', { name: 'What should the agent do?' }).waitFor();
  return session;
}

const feed = (page: Page): ReturnType<Page['locator']> => page.getByRole('feed', { name: 'Conversation' });

test('every kind of entry is shown, as elements and never as markup of the agent', async () => {
  const { page, problems } = opened;
  await page.setViewportSize({ width: 1280, height: 4000 });
  const session = await showSession(page);
  await session.prompt('Show me everything.');
  await page.getByText('The agent stopped: the answer reached the maximum number of tokens.').waitFor();
  const list = feed(page);

  await list.getByText('Show me everything.').waitFor();
  await list.getByRole('heading', { name: 'What I found' }).waitFor();
  await list.getByRole('columnheader', { name: 'lines' }).waitFor();
  expect(await list.getByRole('link', { name: 'the docs' }).getAttribute('href')).toBe('https://example.com/docs');
  expect(await list.locator('[href^="javascript"], [onclick], iframe, script').count()).toBe(0);
  await list.getByText('<b onclick="alert(1)">not bold</b>').waitFor();
  await list.locator('pre', { hasText: 'export function greet' }).locator('span.text-code-keyword').first().waitFor();
  await list.getByRole('button', { name: 'Copy code' }).waitFor();
  await list.getByRole('img', { name: 'Attached picture' }).waitFor();

  await list.getByRole('button', { name: /^Thought/u }).click();
  await list.getByText('so I show one of each.').waitFor();
  await list.getByText('The model is busy').waitFor();
  await list.getByRole('button', { name: /The context was compacted/u }).click();
  await list.getByText('The greeting was changed.').waitFor();
  const subagent = list.getByRole('region', { name: 'Subagent Writer of tests' });
  await subagent.getByRole('link', { name: 'Open' }).waitFor();
  await subagent.getByRole('button', { name: /^Writer of tests/u }).click();
  await subagent.getByText('Its conversation cannot be opened here.').waitFor();
  await list.getByRole('button', { name: 'Update of the kind _example.com/mood' }).click();
  await list.getByText('"cheerful"').waitFor();

  const read = list.getByRole('region', { name: 'Read src/greet.ts' });
  await read.getByRole('button', { name: 'src/greet.ts:2' }).waitFor();
  await read.getByRole('button', { name: /^Read src\/greet.ts/u }).click();
  await read.getByRole('button', { name: 'Input of the tool' }).click();
  await read.getByText('"path"').waitFor();
  expect(await list.getByRole('region', { name: 'Search for greet' }).count()).toBe(0);
  await list.getByRole('button', { name: '4 tool calls: 3 files read, 1 search' }).click();
  await list.getByRole('region', { name: 'Search for greet' }).waitFor();

  const meter = page.getByRole('meter', { name: 'Context used' });
  expect(await meter.getAttribute('aria-valuetext')).toBe('184K of 200K tokens. The context is nearly full.');
  await page.getByText('0.42 USD').waitFor();

  const plans = page.getByRole('region', { name: 'Plans' });
  await plans.getByRole('button', { name: 'Plan: 1 of 3 done · Change the greeting' }).click();
  await expect.poll(() => plans.getByRole('listitem').count()).toBe(3);
  expect(problems).toEqual([]);
});

test('changes of files are shown with their words, in one column and side by side', async () => {
  const { page, problems } = opened;
  const edit = feed(page).getByRole('region', { name: 'Edit src/greet.ts' });
  await edit.getByText('+2').waitFor();
  const rows = edit.locator('tr');
  expect(await rows.filter({ hasText: 'Removed: ' }).count()).toBe(2);
  expect(await edit.locator('.bg-added-word').allTextContents()).toEqual(['good morning', 'Good morning']);
  expect(await edit.getByText('export const e = 5;').count()).toBe(0);
  await edit.getByRole('button', { name: 'More context' }).click();
  await edit.getByText('export const e = 5;').waitFor();
  await edit.getByRole('button', { name: 'Show side by side' }).click();
  await edit.getByRole('button', { name: 'Show in one column' }).waitFor();
  expect(await edit.getByText('export const e = 5;').count()).toBe(2);
  await edit.getByRole('button', { name: 'Show in one column' }).click();
  expect(problems).toEqual([]);
});

test('a terminal is shown with its colours, its end, and its text for screen readers', async () => {
  const { page, problems } = opened;
  const run = feed(page).getByRole('region', { name: 'npm test' });
  await run.getByText('Exit code 1').waitFor();
  await run.locator('.xterm-rows > div').filter({ hasText: 'greets by name' }).waitFor();
  const orange = run.locator('.xterm-rows span[style*="color"]').first();
  const colour = await orange.evaluate((element) => getComputedStyle(element).color);
  expect(colour).not.toBe(await run.evaluate((element) => getComputedStyle(element).color));
  expect(await run.locator('pre.sr-only').textContent()).toContain('1 passed, 1 failed');
  await run.getByRole('button', { name: 'Show as text' }).click();
  expect(await run.getByLabel('Output', { exact: true }).textContent()).toContain('1 passed, 1 failed');
  await run.getByRole('button', { name: 'Show as a terminal' }).click();
  expect(problems).toEqual([]);
});

test('nothing in the way of screen readers and keyboards, in both themes and on a phone', async () => {
  const { page } = opened;
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 2400 });
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
});

test('a long conversation follows its end until the reader goes up, has few rows in the page, and is used by keys', async () => {
  const { page, problems } = opened;
  await page.setViewportSize({ width: 1280, height: 800 });
  const session = await showSession(page);
  await session.prompt('A long one.');
  const rows = feed(page).getByRole('article');
  const last = page.locator('[aria-posinset="81"]');
  await last.waitFor();
  await expect.poll(() => last.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  expect(await rows.count()).toBeLessThan(40);
  expect(await rows.first().getAttribute('aria-setsize')).toBe('81');
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  expect(await jump.count()).toBe(0);

  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, -300);
  await jump.click();
  await expect.poll(() => jump.count()).toBe(0);
  await last.focus();
  await page.keyboard.press('k');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))).toBe('80');
  await page.keyboard.press('Home');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))).toBe('1');
  await jump.waitFor();
  await session.prompt('Once more.');
  await expect.poll(() => page.locator('[aria-posinset="1"]').getAttribute('aria-setsize')).toBe('83');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))).toBe('1');
  await jump.click();
  await page.locator('[aria-posinset="83"]').waitFor();
  await expect.poll(() => jump.count()).toBe(0);
  expect(problems).toEqual([]);
});

test('nothing that can be seen moves while an answer is written, and its end is in sight all the time', async () => {
  const { page, problems } = opened;
  const session = await showSession(page);
  // The page is full, so that the end stays where it is.
  await session.prompt('A long one.');
  await page.locator('[aria-posinset="81"]').waitFor();
  await expect.poll(() => page.getByText('Working…').count()).toBe(0);
  await page.evaluate(() => {
    const shifts: string[] = [];
    const outOfSight: string[] = [];
    Object.assign(globalThis, { shifts, outOfSight });
    const lookAtEnd = (): void => {
      const last = [...document.querySelectorAll('[role="feed"] > article')].at(-1);
      const isLast = last?.getAttribute('aria-posinset') === last?.getAttribute('aria-setsize');
      const bottom = last?.getBoundingClientRect().bottom ?? 0;
      if (!isLast || bottom < 0 || bottom > innerHeight) outOfSight.push(`${last?.ariaPosInSet} ends at ${bottom}`);
      requestAnimationFrame(lookAtEnd);
    };
    lookAtEnd();
    new PerformanceObserver((observed) => {
      const entries = observed.getEntries() as unknown as readonly {
        readonly sources: readonly { readonly node: Node }[];
      }[];
      const nodes = entries.flatMap(({ sources }) => sources.map(({ node }) => node));
      const list = document.querySelector('[role="feed"]')?.parentElement;
      shifts.push(...nodes.filter((node) => list?.contains(node) === true).map((node) => String(node.textContent)));
    }).observe({ type: 'layout-shift' });
  });
  await session.prompt('Let it flow.');
  await expect.poll(() => feed(page).getByText('let a = 1;').count()).toBeGreaterThan(0);
  const seen = await page.evaluate(() => {
    const { shifts, outOfSight } = globalThis as unknown as Record<'shifts' | 'outOfSight', readonly string[]>;
    return { shifts, outOfSight };
  });
  expect(seen).toEqual({ shifts: [], outOfSight: [] });
  expect(problems).toEqual([]);
});

test('work that goes on is shown as it goes, told in sentences, and can be cancelled', async () => {
  const { page, problems } = opened;
  const session = await showSession(page);
  const run = session.prompt('Please wait.');
  const card = feed(page).getByRole('region', { name: 'Wait for you' });
  await card.getByText('Running').waitFor();
  await expect.poll(() => page.getByRole('log', { name: 'New text of the agent' }).textContent()).toBe('First words.');
  await card.getByRole('button', { name: 'Cancel Wait for you' }).waitFor();
  session.cancel();
  await run;
  await page.getByText('Cancelled.').waitFor();
  expect(problems).toEqual([]);
});
