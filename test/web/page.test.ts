/** The page of `acp web` in a real browser: how it is opened, how much it loads, and how it looks to everyone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';

import { acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { repository } from '../support/checkout.ts';
import { openPage, openPageAgain, startPageProgram, startSession, type PageProgram } from '../support/web-page.ts';

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

test('the address opens the page once: it starts a session, survives a reload, and a second browser is told what to do', async () => {
  await using opened = await openPage(browser, program);
  const { page, problems } = opened;
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.waitForURL(/#\/s\/hub_/u);
  expect(page.url()).not.toContain('token');
  await page.reload();
  await page.getByRole('heading', { name: 'Untitled session' }).waitFor();
  await expect.poll(() => page.title()).toBe('Untitled session · acp');
  expect(problems).toEqual([]);

  await using second = await openPage(browser, program);
  await second.page.getByText('Run acp web in a terminal and open the address that it prints.').waitFor();
});

/** Bytes of a file of the page when it is compressed. */
const compressed = (path: string): number =>
  gzipSync(readFileSync(join(repository, 'apps', 'web', 'dist', 'page', path)), { level: 9 }).length;

test('at most 250 kB of compressed JavaScript are loaded before the first message', async () => {
  await using opened = await openPageAgain(browser, program);
  const { page } = opened;
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.reload();
  await startSession(page);
  await page.getByRole('button', { name: 'Send' }).waitFor();
  const sizes = Object.fromEntries([...scripts].map((path) => [path, compressed(path)]));
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeGreaterThan(50_000);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(250_000);
});

test('the frame of the page is there before any script runs', async () => {
  await using opened = await openPageAgain(browser, program, { javaScriptEnabled: false });
  const { page } = opened;
  const frame = await page.locator('#root > div').boundingBox();
  expect(frame).toMatchObject({ width: 1280, height: 800 });
});
