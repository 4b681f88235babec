/** Questions of an agent in the page of `acp web`, in a real browser. */
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator } from 'playwright-core';

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

const script = join(repository, 'test', 'web', 'fixtures', 'asking.json');

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

/** Sends a prompt in a new session; resolves with the panel of the question that follows. */
async function ask(
  { page }: OpenedPage,
  prompt: string,
): Promise<{ readonly panel: Locator; readonly input: Locator }> {
  const input = await startSession(page);
  await input.fill(prompt);
  await input.press('Enter');
  const panel = page.getByRole('group', { name: 'Question of the agent' });
  await panel.waitFor();
  return { panel, input };
}

/** Presses a key until it answers: keys count only after the question was visible for a moment. */
async function pressUntilGone({ page }: OpenedPage, panel: Locator, key: string): Promise<void> {
  await expect
    .poll(async () => {
      if (await panel.isVisible()) await page.keyboard.press(key);
      return panel.isVisible();
    })
    .toBe(false);
}

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

test('a permission request shows the change, takes the focus, and is answered with a key', async () => {
  const { page } = opened;
  const { panel, input } = await ask(opened, 'rose');
  await panel.getByRole('heading', { name: 'Change rose.md?' }).waitFor();
  const about = panel.getByRole('region', { name: 'What it is about' });
  await expect.poll(() => about.innerText()).toContain('A rose is white.');
  expect(await hasFocus(panel)).toBe(true);
  expect(await panel.getByRole('list', { name: 'Options' }).getByRole('button').allInnerTexts()).toMatchObject([
    expect.stringContaining('Do it'),
    expect.stringContaining('Leave it'),
  ]);
  expect(await axeViolations(page)).toEqual([]);
  // Neither answers.
  for (const key of ['Enter', 'Escape']) await page.keyboard.press(key);
  expect(await hasFocus(input)).toBe(true);
  expect(await panel.isVisible()).toBe(true);
  await panel.focus();
  await pressUntilGone(opened, panel, 'n');
  await expect.poll(() => hasFocus(input)).toBe(true);
});

test('the focus stays in the input while the user writes, and keys go there', async () => {
  const { page } = opened;
  const input = await startSession(page);
  await input.fill('rose');
  await input.press('Enter');
  await input.pressSequentially('yes, and');
  const panel = page.getByRole('group', { name: 'Question of the agent' });
  await panel.waitFor();
  await input.pressSequentially(' y');
  expect(await hasFocus(input)).toBe(true);
  expect(await panel.isVisible()).toBe(true);
  await panel.getByRole('button', { name: /Do it/u }).click();
  await panel.waitFor({ state: 'detached' });
});

test('two browsers see the same question, the first answer counts, and the other says what it was', async () => {
  const { page } = opened;
  const { panel } = await ask(opened, 'rose');
  const other = await page.context().newPage();
  await other.goto(page.url());
  const theirs = other.getByRole('group', { name: 'Question of the agent' });
  await theirs.getByRole('button', { name: /Do it/u }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByText('Answered in another window: Do it (Change rose.md?)').waitFor();
  await other.close();
});

test('a command is shown with every character, and an address with its host', async () => {
  const { panel } = await ask(opened, 'command');
  expect(await panel.locator('pre mark').innerText()).toBe('U+202E');
  expect(await panel.locator('pre').innerText()).toBe('rm -rf rosesU+202E');
  await panel.getByRole('button', { name: /^Reject/u }).click();
  await panel.getByRole('heading', { name: 'Read the page?' }).waitFor();
  expect(await panel.locator('strong').innerText()).toBe('example.org');
  expect(await panel.innerText()).toContain('depth');
  await panel.getByRole('button', { name: /^Reject/u }).click();
  await panel.waitFor({ state: 'detached' });
});

test('a form is sent when all values are valid, and says at its fields what is wrong', async () => {
  const { page } = opened;
  const { panel } = await ask(opened, 'form');
  expect(await axeViolations(page)).toEqual([]);
  const name = panel.getByRole('textbox', { name: /^Name/u });
  await name.fill('rosa');
  await panel.getByRole('textbox', { name: /^Height/u }).fill('301');
  await panel.getByRole('textbox', { name: /^Mail/u }).fill('nobody');
  for (const tool of ['spade', 'rake']) await panel.getByRole('checkbox', { name: tool }).check();
  await panel.getByRole('button', { name: 'Send answer' }).click();
  await expect.poll(() => hasFocus(name)).toBe(true);
  expect(await panel.getByRole('alert').allInnerTexts()).toEqual([
    'The agent asks: Tell me about the rose.',
    'Name must fit the pattern ^[A-Z].',
    'Height must not be more than 300.',
    'Is it red? has to be filled in.',
    'Tools may have at most 1 choices.',
    'Mail must be an e-mail address.',
  ]);
  await name.fill('Rosa');
  await panel.getByRole('textbox', { name: /^Height/u }).fill('30');
  await panel.getByRole('textbox', { name: /^Mail/u }).fill('');
  await panel.getByRole('checkbox', { name: 'rake' }).uncheck();
  await panel.getByRole('radio', { name: 'No', exact: true }).check();
  expect(await panel.getByRole('radio', { name: 'south' }).isChecked()).toBe(true);
  await panel.getByRole('button', { name: 'Send answer' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('article', { name: 'Agent' }).getByText('It is Rosa, 30 high, in the south.').waitFor();
});

test('a form that asks for a secret and an address that opens no page can only be declined', async () => {
  const { page } = opened;
  const { panel } = await ask(opened, 'secret');
  await panel.getByText('The form asks for a secret (Password)').waitFor();
  expect(await panel.getByRole('textbox').count()).toBe(0);
  await panel.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('article', { name: 'Agent' }).getByText('Declined.').waitFor();
  const trap = await ask(opened, 'trap');
  await trap.panel.getByText('An address that begins with javascript: does not open a web page.').waitFor();
  expect(await trap.panel.getByRole('link').count()).toBe(0);
  await trap.panel.getByRole('button', { name: 'Decline' }).click();
  await trap.panel.waitFor({ state: 'detached' });
});

test('a page is opened only when the user presses its link, which shows the whole address', async () => {
  const { page } = opened;
  const { panel } = await ask(opened, 'visit');
  expect(await panel.innerText()).toContain('http://127.0.0.1:9/login?next=%2F');
  expect(await panel.innerText()).toContain('The page is on this machine.');
  expect(await axeViolations(page)).toEqual([]);
  const link = panel.getByRole('link', { name: 'Open 127.0.0.1' });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  const [visited] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await visited.close();
  await page.getByRole('article', { name: 'Agent' }).getByText('Thanks.').waitFor();
  await page.getByText('The page of 127.0.0.1:9 is done.').first().waitFor();
});
