/** What a page of `acp web` may do, and who may use its server. */
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';

import { acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { openPage, openPageAgain, startPageProgram, startSession, type PageProgram } from '../support/web-page.ts';

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
beforeAll(async () => {
  user = acpUser();
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, ['web', '--log-level', 'debug'])]);
});
afterAll(async () => {
  await browser.close();
  await program[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

const secret = (): string => new URL(program.page).hash.replace('#token=', '');

/** Sends a request with any headers, which `fetch` does not allow. */
async function ask(
  path: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly status: number | undefined; readonly headers: object; readonly body: string }> {
  const sent = request(new URL(path, program.url), options).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('a whole session asks no other origin, breaks no rule, and leaves the token nowhere', async () => {
  const key = secret();
  const asked: string[] = [];
  await using opened = await openPage(browser, program, {});
  opened.page.on('request', (each) => asked.push(each.url()));
  opened.page.on('websocket', (each) => asked.push(each.url()));
  const input = await startSession(opened.page);
  await input.fill('hello');
  await input.press('Enter');
  await opened.page.getByText('hello').first().waitFor();
  await opened.page.reload();
  await opened.page.getByText('hello').first().waitFor();
  const { host } = new URL(program.url);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((each) => !/^(?:blob|data):/u.test(each) && new URL(each).host !== host)).toEqual([]);
  for (const hidden of [key, program.token]) {
    expect(asked.filter((each) => each.includes(hidden))).toEqual([]);
    expect(program.errors()).not.toContain(hidden);
    // The address with the secret is not an entry of the history.
    expect(await opened.page.evaluate(() => `${location.href} ${document.referrer} ${document.cookie}`)).not.toContain(
      hidden,
    );
  }
  await opened.page.goBack();
  await opened.page.goBack();
  expect(opened.page.url()).not.toContain('token');
  expect(opened.problems).toEqual([]);
});

test('every file has the rules of the page with it', async () => {
  for (const path of ['/', '/theme.js']) {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String((headers as Record<string, unknown>)['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/u);
  }
});

test('a page of another site can neither reach the server nor show it in a frame', async () => {
  const bearer = { authorization: `Bearer ${program.token}` };
  for (const headers of [
    { host: 'evil.example' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `${new URL(program.url).origin}.evil.example` },
  ]) {
    for (const [method, path] of [
      ['POST', '/page/token'],
      ['POST', '/ticket'],
      ['POST', '/acp'],
    ] as const) {
      const { status, body } = await ask(path, { method, headers: { ...bearer, ...headers } });
      expect([path, headers, status]).toEqual([path, headers, 403]);
      expect(body).not.toContain(program.token);
    }
  }
  expect((await ask('/', { headers: { host: 'evil.example' } })).status).toBe(403);
  const page = await browser.newPage();
  await page.setContent(`<iframe src="${new URL('/', program.url).href}"></iframe>`);
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  await page.close();
});

test('nothing behind the page is given without a token, and nothing of the disk is a file of the page', async () => {
  expect((await ask('/ticket', { method: 'POST' })).status).toBe(401);
  expect((await ask('/page/token', { method: 'POST', headers: { authorization: 'Bearer x' } })).status).toBe(401);
  expect((await ask('/acp', { method: 'POST' })).status).toBe(401);
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/../../../package.json', '/etc/passwd']) {
    const { status, headers } = await ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
  }
});

test('the token of an earlier run is refused with words, and forgotten', async () => {
  const earlier = { page: program.page, token: 'a-token-of-an-earlier-run' };
  await using opened = await openPageAgain(browser, earlier, { fragment: '#/s/hub_1' });
  await opened.page.getByText('Run acp web in a terminal and open the address that it prints.').waitFor();
  expect(await opened.page.evaluate(() => localStorage.getItem('acp-page-token'))).toBeNull();
});
