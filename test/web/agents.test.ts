/** Agents in the page of `acp web`: what they can do, logins, and agents of a registry. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';

import { acpProgram, acpUser, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { archiveOf, builds, loopbackRegistry, scriptOf, type LoopbackRegistry } from '../support/loopback-registry.ts';
import { axeViolations, openPage, startPageProgram, type OpenedPage, type PageProgram } from '../support/web-page.ts';

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
let registry: LoopbackRegistry;
let opened: OpenedPage;
beforeAll(async () => {
  user = acpUser();
  registry = await loopbackRegistry();
  registry.files.set('/rosalind.tar.gz', archiveOf('agent', scriptOf([process.execPath, acpProgram, 'agent'])));
  registry.files.set(
    '/rosalind.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'),
  );
  registry.agents.push({
    id: 'rosalind',
    name: 'Rosalind',
    version: '1.0.0',
    description: 'Grows roses',
    distribution: { binary: builds(`${registry.origin}/rosalind.tar.gz`) },
  });
  const guarded = { command: process.execPath, args: [acpProgram, 'agent', '--auth', 'terminal,env'] };
  user.write('config/acp-stack/config.json', {
    agent_servers: { guarded },
    registries: { garden: registry.url },
  });
  await user.run(['registry', 'list']);
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, ['web'])]);
  opened = await openPage(browser, program);
});
afterAll(async () => {
  await browser.close();
  await program[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
  user[Symbol.dispose]();
  expect(opened.problems).toEqual([]);
});

test('an agent that needs a login says so, and the login runs in a terminal of the page', async () => {
  const { page } = opened;
  await page.getByRole('radio', { name: /^guarded/u }).check({ force: true });
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.getByRole('button', { name: 'Log in to guarded' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in to guarded' });
  // A login by variables says which are missing, and cannot be chosen.
  await dialog.getByText('Set ACP_AGENT_KEY').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Log in: .*terminal/iu }).click();
  const terminal = dialog.getByRole('textbox', { name: 'Login program' });
  await terminal.waitFor({ state: 'attached' });
  await expect.poll(() => dialog.innerText()).toMatch(/password/iu);
  expect(await axeViolations(page)).toEqual([]);
  await terminal.pressSequentially('test');
  await terminal.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(/#\/s\/hub_/u);
  await page.getByText('Logged in to guarded').first().waitFor();
  await page.getByRole('textbox', { name: /^Message guarded/u }).waitFor();
});

test('what an agent can do is said in words', async () => {
  const { page } = opened;
  await page.getByRole('button', { name: 'Agents', exact: true }).click();
  await page.getByRole('button', { name: 'What it can do: Bundled agent' }).click();
  const row = page.getByRole('row', { name: /^Next edit suggestions/u });
  await expect.poll(() => row.innerText()).toMatch(/yes/u);
  expect(await axeViolations(page)).toEqual([]);
  // A login is offered only by an agent that has one.
  const dialog = page.getByRole('dialog');
  await dialog.getByText('no login needed').waitFor();
  expect(await dialog.getByRole('button', { name: 'Log in' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'What it can do: guarded' }).click();
  await dialog.getByText('2 ways to log in').waitFor();
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.getByRole('button', { name: /^Log in: .*terminal/iu }).waitFor();
  await page.keyboard.press('Escape');
});

test('an agent of a registry is installed after the user has seen the facts, and is used at once', async () => {
  const { page } = opened;
  await page.getByRole('button', { name: 'Agents', exact: true }).click();
  await page.getByRole('button', { name: 'Install: Rosalind' }).click();
  const dialog = page.getByRole('dialog', { name: /Rosalind/u });
  await dialog.getByText('The agent is a program that runs with your rights.').waitFor();
  await dialog.getByText(`${registry.origin}/rosalind.tar.gz`).first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Install' }).click();
  await page.getByRole('button', { name: 'What it can do: Rosalind' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New session' }).first().click();
  await page.getByRole('radio', { name: /^Rosalind/u }).check({ force: true });
  // The icon is an image of its own, in which no script runs.
  expect(await page.locator('label', { hasText: 'Rosalind' }).locator('svg script').count()).toBe(0);
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.getByRole('textbox', { name: /^Message rosalind/iu }).waitFor();
});
