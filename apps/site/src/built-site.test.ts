/** The whole site, built as `npm run site -- build` builds it, and in a real browser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { openBrowser } from '../../../test/support/browser.ts';
import { filesInGit, repository, run } from '../../../test/support/checkout.ts';
import { axeViolations } from '../../../test/support/web-page.ts';
import { doorsOf } from './api/doors.ts';
import { checkLinks } from './links/check-links.ts';
import { pageOfFile } from './links/site-pages.ts';
import { sidebarsOf } from './navigation/sidebar.ts';
import { findPages } from './repository.ts';

const site = join(repository, 'apps/site/dist/page');
/** A site may be below any path. */
const origin = 'http://localhost';
const base = `${origin}/below/a/path/`;

let browser: Browser;
beforeAll(async () => {
  const command = [process.execPath, join(repository, 'scripts/site.mjs'), 'build'] as const;
  const [outcome, opened] = await Promise.all([run(command, { cwd: repository, env: process.env }), openBrowser()]);
  browser = opened;
  expect(outcome, outcome.stdout + outcome.stderr).toMatchObject({ code: 0 });
});
afterAll(() => browser.close());

/** A page of the site in a browser, with what went wrong in it and what it asked of other machines. */
interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  readonly problems: readonly string[];
}

/** Opens a page. Its files come from the folder, so that no server has a part in what is seen. */
async function openSitePage(path: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const problems: string[] = [];
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    const file = join(site, decodeURIComponent(new URL(url).pathname.slice(new URL(base).pathname.length)));
    if (url.startsWith(base) && existsSync(file)) return route.fulfill({ path: file });
    problems.push(`asked for ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(base + path);
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

test('every link within the site leads to a page and a heading that it has', () => {
  const { broken, count } = checkLinks(site);
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(2000);
});

test('every document is a page, and can be reached by the navigation', () => {
  const documents = filesInGit('--cached').filter((file) => /^docs\/.*\.md$/u.test(file));
  expect(documents.filter((file) => !existsSync(join(site, htmlOf(file))))).toEqual([]);
  const linked = JSON.stringify(sidebarsOf(repository, findPages()));
  const apart = ['docs/index.md', 'docs/design/web-look.md'];
  const missing = documents.filter((file) => !apart.includes(file) && !linked.includes(`"/${pageOfFile(file)}"`));
  expect(missing).toEqual([]);
});

const htmlOf = (file: string): string => (pageOfFile(file) ?? '').replace(/\.md$/u, '.html');

test('the pages of the API have every export of every door', () => {
  const exports = JSON.parse(readFileSync(join(repository, 'test/api/exports.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  const doors = doorsOf(repository).filter(({ name }) => (exports[name] ?? []).length > 0);
  expect(doors.length).toBeGreaterThan(30);
  const missing = doors.flatMap(({ name, page }) => {
    const text = readFileSync(join(repository, 'apps/site/generated/api', `${page}.md`), 'utf8');
    expect(text).toMatch(new RegExp(`^# ${name}\n\n\\S.*shows how to use it\\.$`, 'mu'));
    return (exports[name] ?? []).filter((each) => !text.includes(`\n### ${each} {#`)).map((each) => `${name}: ${each}`);
  });
  expect(missing).toEqual([]);
});

test('the search finds a guide by its words, without a server', async () => {
  await using opened = await openSitePage('documentation.html');
  const { page, problems } = opened;
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('steer running turn');
  await page
    .getByRole('option', { name: /Steer a running turn/u })
    .first()
    .click();
  await page.waitForURL(`${base}guides/steer-a-running-turn.html**`);
  await page.getByRole('heading', { name: 'Steer a running turn', level: 1 }).waitFor();
  expect(problems).toEqual([]);
});

test('the playground runs an agent by the keyboard alone, and shows its messages', async () => {
  await using opened = await openSitePage('playground.html');
  const { page, problems } = opened;
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Cut the roses, please.');
  await expect.poll(() => page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
  await message.press('Enter');
  await page
    .getByRole('group', { name: 'Cut the roses?' })
    .getByRole('button', { name: 'Allow', exact: true })
    .press('Enter');
  await page.getByText('Two roses are cut, the tulip stays.').first().waitFor();
  const wire = page.getByRole('region', { name: 'Messages on the wire' });
  const prompt = wire.getByRole('group').filter({ hasText: 'session/prompt request' });
  await prompt.locator('summary').press('Enter');
  await prompt.getByText('"text": "Cut the roses, please."').waitFor();
  await wire.getByText('session/request_permission').first().waitFor();
  // Whatever the agents of the playground do, it is according to the protocol.
  expect(await wire.locator('.playground-failure').allTextContents()).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test.each(['agent', 'client'])('the playground speaks version 1 when its %s knows nothing newer', async (side) => {
  await using opened = await openSitePage('playground.html');
  const { page, problems } = opened;
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption(side);
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('greeter');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You said: What grows here?').first().waitFor();
  const answer = page
    .getByRole('region', { name: 'Messages on the wire' })
    .getByRole('group')
    .filter({ hasText: 'initialize response' });
  await answer.locator('summary').click();
  await answer.getByText('"protocolVersion": 1').waitFor();
  expect(problems).toEqual([]);
});

test('the playground stops an agent, and shows one that fails', async () => {
  await using opened = await openSitePage('playground.html');
  const { page, problems } = opened;
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('counter');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('session/cancel').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Stop' }).isEnabled()).toBe(false);
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('unwell');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The turn failed').waitFor();
  expect(problems).toEqual([]);
});

test.each([
  ['the home page', 'index.html'],
  ['a page of the API', 'api/rpc.html'],
  ['a page of the protocol', 'reference/prompt.html'],
])('%s is usable with a screen reader, and fits a phone', async (_, path) => {
  await using opened = await openSitePage(path, { viewport: { width: 390, height: 844 } });
  const { page, problems } = opened;
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(problems).toEqual([]);
});

test('every page can be reached from the home page', () => {
  const pages = readdirSync(site, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html') && file !== '404.html');
  const reached = new Set(['index.html']);
  for (const page of reached) {
    const text = readFileSync(join(site, page), 'utf8');
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"#]+\.html)[#"]/gu)) {
      const target = join(dirname(page), href);
      if (pages.includes(target)) reached.add(target);
    }
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test('the home page leads each reader to a tutorial', async () => {
  await using opened = await openSitePage('index.html');
  const { page } = opened;
  for (const reader of [
    'I write an agent',
    'I write an editor',
    'I run agents for others',
    'I use agents in a terminal',
  ]) {
    await page.getByRole('link', { name: new RegExp(reader, 'u') }).click();
    await page.getByRole('heading', { name: /^From nothing to/u, level: 1 }).waitFor();
    await page.goBack();
  }
});
