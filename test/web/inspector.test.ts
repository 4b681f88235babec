/** The page of `acp inspect` in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { axeViolations, openPage, startPageProgram, type OpenedPage, type PageProgram } from '../support/web-page.ts';

let browser: Browser;
let user: AcpUser;
let program: PageProgram;
let opened: OpenedPage;
beforeAll(async () => {
  user = acpUser();
  const command = ['inspect', '--', ...fixtureAgent('mistaken-agent.mjs')];
  [browser, program] = await Promise.all([openBrowser(), startPageProgram(user, command)]);
  opened = await openPage(browser, program);
});
afterAll(async () => {
  expect(opened.problems).toEqual([]);
  await opened[Symbol.asyncDispose]();
  await browser.close();
  await program[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

describe('the inspector', () => {
  test('shows the first messages; a request leads to its answer', async () => {
    const { page } = opened;
    const request = page.getByRole('option', { name: /initialize(?! answer)/u }).first();
    await request.click();
    const message = page.getByRole('article', { name: 'Message' });
    await message
      .getByRole('treeitem', { name: /protocolVersion/u })
      .first()
      .waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await message.getByRole('button', { name: 'Copy params' }).click();
    await expect.poll(async () => Object.keys(JSON.parse(await copied()) as object)).toContain('protocolVersion');
    await message.getByRole('button', { name: 'Copy the message' }).click();
    await expect.poll(copied).toMatch(/^\{"jsonrpc"/u);
    await message.getByRole('button', { name: 'Show the answer' }).click();
    await message.getByRole('button', { name: 'Show the request' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await message.getByRole('button', { name: 'Close the message' }).click();
  });

  test('sends a method by a form, and marks what is against the protocol with its rule', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const form = page.getByRole('region', { name: 'Send a message' });
    await expect.poll(() => form.getByRole('textbox', { name: 'cwd' }).inputValue()).toBe(user.project);
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('option', { name: /session\/new answer/u }).waitFor();
    // No program is started that the user has not named.
    await page.getByRole('button', { name: 'Copy the message' }).click();
    const sent = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(sent)).toMatchObject({ method: 'session/new', params: { cwd: user.project, mcpServers: [] } });
    await page.getByRole('button', { name: 'Close the message' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await form.getByRole('textbox', { name: 'text' }).fill('hello');
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('option', { name: /session\/prompt answer/u }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('is:problem');
    const bad = page.getByRole('option', { name: /must be/u }).first();
    await bad.click();
    const finding = page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first();
    expect(await finding.textContent()).toMatch(/Rule: /u);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('');
  });

  test('shows the same messages as a sequence, over time, and the capabilities of both sides', async () => {
    const { page } = opened;
    await page.getByRole('tab', { name: 'Sequence' }).click();
    await page
      .getByRole('button', { name: /initialize/u })
      .first()
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page
      .getByRole('button', { name: /session\/prompt/u })
      .first()
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Capabilities' }).click();
    await page.getByRole('table', { name: 'Agent' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('plays the recorded client again, and compares the two runs', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Play this client again and compare' }).click();
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
