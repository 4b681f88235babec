/** Sessions in the page of `acp web`: the list, side by side, several clients, and a lost connection. */
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';

import { acpProgram, acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { repository } from '../support/checkout.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import {
  axeViolations,
  openPage,
  openPageAgain,
  startPageProgram,
  startSession,
  type OpenedPage,
  type PageProgram,
} from '../support/web-page.ts';

const script = join(repository, 'test', 'web', 'fixtures', 'sessions.json');

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

/** Starts a session with a name; resolves with its id. */
async function namedSession(page: Page, name: string): Promise<string> {
  await startSession(page);
  await page.getByRole('button', { name: 'Actions for this session' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'New name of the session' });
  await field.fill(name);
  await field.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return decodeURIComponent(page.url().split('/').at(-1) ?? '');
}

const send = async (page: Page, text: string): Promise<void> => {
  const input = page.getByRole('textbox', { name: /^Message / });
  await input.fill(text);
  await input.press('Enter');
};

const list = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('navigation', { name: 'Sessions' });

async function act(page: Page, session: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${session}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('sessions are renamed, found, archived, brought back, copied and deleted in the list', async () => {
  const { page } = opened;
  await namedSession(page, 'Roses');
  await send(page, 'the garden');
  await namedSession(page, 'Lilies');
  const rows = list(page).getByRole('link');
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(2);
  expect(await axeViolations(page)).toEqual([]);

  // Titles are found at once, and texts by the hub.
  const search = page.getByRole('searchbox', { name: 'Search sessions' });
  await search.fill('rose for');
  await page.getByText('No title matches.').waitFor();
  await page.getByRole('region', { name: 'Found in the text' }).getByRole('link').click();
  await page.getByRole('heading', { name: 'Roses', level: 1 }).waitFor();
  await search.fill('lil');
  await expect.poll(() => rows.first().innerText()).toContain('Lilies');
  await search.press('Escape');

  await act(page, 'Lilies', 'Archive');
  await expect.poll(() => rows.count()).toBe(1);
  const undo = page.getByRole('button', { name: 'Undo' });
  // Messages do not cover the input.
  const [message, input] = [
    await undo.boundingBox(),
    await page.getByRole('textbox', { name: /^Message / }).boundingBox(),
  ];
  expect((message?.y ?? Infinity) + 2 * (message?.height ?? 0)).toBeLessThan(input?.y ?? 0);
  await undo.click();
  await expect.poll(() => rows.count()).toBe(2);
  await act(page, 'Lilies', 'Archive');
  await page.getByRole('button', { name: 'Show archived sessions' }).click();
  await page.getByRole('navigation', { name: 'Archived sessions' }).getByRole('link', { name: 'Lilies' }).waitFor();
  await act(page, 'Lilies', 'Bring back');
  await page.getByText('Nothing is archived.').waitFor();
  await page.getByRole('button', { name: 'Show current sessions' }).click();

  await act(page, 'Roses', 'Fork');
  await page.waitForURL(/#\/s\/hub_[^/]+\/hub_/u);
  await expect.poll(() => rows.count()).toBe(3);
  await act(page, 'Lilies', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete this session?' });
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'Lilies', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => rows.count()).toBe(2);
});

test('a session of an agent without titles is called after its first message at once, in the list and above it', async () => {
  await using tab = await openPageAgain(browser, program);
  const { page } = tab;
  // The list is not read again from time to time here.
  await page.addInitScript(() => {
    const { setInterval: start } = globalThis;
    Object.assign(globalThis, {
      setInterval: (run: () => void, time: number) => (time === 5000 ? 0 : start(run, time)),
    });
  });
  await page.reload();
  await startSession(page);
  await page.getByRole('heading', { name: 'Untitled session', level: 1 }).waitFor();
  await send(page, 'the tulips');
  await page.getByRole('heading', { name: 'the tulips', level: 1 }).waitFor();
  await list(page).getByRole('link', { name: 'the tulips' }).waitFor();
  await expect.poll(() => page.title()).toBe('the tulips · acp');
  expect(tab.problems).toEqual([]);
});

test('sessions are side by side, by the menu, the palette and numbers', async () => {
  const { page } = opened;
  const one = await namedSession(page, 'One');
  const two = await namedSession(page, 'Two');
  await act(page, 'One', 'Open beside');
  await page.waitForURL(`**/#/s/${two}/${one}`);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Two', 'One']);
  await page.getByRole('button', { name: 'Close column' }).first().click();
  await page.waitForURL(`**/#/s/${one}`);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Find an action or a session' });
  await palette.fill('two');
  expect(await axeViolations(page)).toEqual([]);
  await palette.press('Enter');
  await page.waitForURL(`**/#/s/${two}`);
  await expect.poll(() => page.title()).toBe('Two · acp');
  // The first of the list is the one that was used last.
  const [first] = await list(page).getByRole('link').all();
  const name = (await first?.locator('[dir=auto]').innerText()) ?? '';
  await page.keyboard.press('Control+1');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.keyboard.press('Control+Shift+O');
  await page.waitForURL('**/#/new');
});

test('the list says which session works and which waits for the user, also of sessions that are not shown', async () => {
  const { page } = opened;
  await namedSession(page, 'Asks');
  await send(page, 'ask me');
  await page.getByText('May I?').first().waitFor();
  await namedSession(page, 'Waits');
  await send(page, 'wait for me');
  await list(page).getByRole('link', { name: 'Working: Waits' }).waitFor();
  await list(page).getByRole('link', { name: 'Waits for you: Asks' }).waitFor();
  // A page that has opened neither of them knows it too.
  await using second = await openPageAgain(browser, program);
  await list(second.page).getByRole('link', { name: 'Waits for you: Asks' }).waitFor();
  await list(second.page).getByRole('link', { name: 'Working: Waits' }).waitFor();
  expect(second.problems).toEqual([]);
  await page.getByRole('button', { name: 'Stop the agent' }).click();
  await list(page).getByRole('link', { name: 'Idle: Waits' }).waitFor();
});

test('a link invites others to one session, and can be revoked', async () => {
  const { page } = opened;
  const id = await namedSession(page, 'Open house');
  await act(page, 'Open house', 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share session' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = dialog.getByRole('textbox', { name: 'Invitation link' });
  await expect.poll(() => link.inputValue()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acp#invitation=acpi_[\w-]+$/u);
  const address = await link.inputValue();
  await dialog.getByRole('button', { name: 'Revoke' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // A member of the session joins it again; nothing changes for it.
  await page.keyboard.press('Control+Shift+O');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find an action or a session' }).fill('invitation link');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Invitation link' }).fill('no link');
  await page.keyboard.press('Enter');
  await page.getByText('This is not an invitation link').waitFor();
  await page.getByRole('textbox', { name: 'Invitation link' }).fill(address);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/#/s/${id}`);
  await act(page, 'Open house', 'Share');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => dialog.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('two browsers and a terminal on one session see the same', async () => {
  const { page } = opened;
  const id = await namedSession(page, 'Shared');
  await using second = await openPageAgain(browser, program, { fragment: `#/s/${id}` });
  await second.page.getByRole('heading', { name: 'Shared', level: 1 }).waitFor();
  await send(page, 'Ada');
  for (const each of [page, second.page]) await each.getByText('A rose for Ada.').first().waitFor();
  await send(second.page, 'Bob');
  for (const each of [page, second.page]) await each.getByText('A rose for Bob.').first().waitFor();
  const { out } = await user.run(['attach', id, '--hub', '--read-only', '--format', 'quiet', '--timeout', '60'], {
    signalAt: { text: 'A rose for Bob.', signal: 'SIGINT' },
  });
  expect(out).toContain('A rose for Ada.');
  // What one of them deletes has ended for the others, who can still read it.
  await act(page, 'Shared', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await second.page.getByText('This session has ended here').waitFor();
  await second.page.getByText('A rose for Ada.').first().waitFor();
  expect(second.problems).toEqual([]);
});

test('a lost connection is said, loses nothing that was typed or happened, and ends by itself', async () => {
  const { page } = opened;
  const id = await namedSession(page, 'Far away');
  await using proxy = await TcpProxy.to(program.url);
  const far = { page: proxy.through(program.page), token: program.token };
  await using second = await openPageAgain(browser, far, { fragment: `#/s/${id}` });
  const input = second.page.getByRole('textbox', { name: /^Message / });
  await second.page.getByRole('heading', { name: 'Far away', level: 1 }).waitFor();
  proxy.hold();
  proxy.cut();
  await second.page.getByText('Disconnected. Nothing is lost').waitFor();
  expect(await axeViolations(second.page)).toEqual([]);
  expect(await second.page.getByText('The list could not be read').count()).toBe(0);
  await input.fill('Typed meanwhile');
  await send(page, 'the others');
  await page.getByText('A rose for the others.').first().waitFor();
  proxy.release();
  proxy.cut();
  await second.page
    .getByRole('button', { name: 'Try now' })
    .click({ timeout: 1000 })
    .catch(() => undefined);
  await second.page.getByText('A rose for the others.').first().waitFor();
  expect(await second.page.getByText('Disconnected').count()).toBe(0);
  expect(await input.inputValue()).toBe('Typed meanwhile');
  await input.press('Enter');
  for (const each of [page, second.page]) await each.getByText('A rose for Typed meanwhile.').first().waitFor();
});
