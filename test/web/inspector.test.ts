/** The page of `acp inspect` in a real browser. */
import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';
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

/** Chooses an entry of the menu of runs. */
async function chooseAction(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** The name and the text of a file that `work` makes the browser save. */
async function saved(page: Page, work: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), work()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

async function exported(page: Page, choice: string): Promise<{ readonly name: string; readonly text: string }> {
  await chooseAction(page, /^Export the trace/u);
  const dialog = page.getByRole('dialog', { name: 'Export the trace' });
  await dialog.getByRole('radio', { name: new RegExp(`^${choice}`, 'u') }).check();
  const file = await saved(page, () => dialog.getByRole('button', { name: 'Save the file' }).click());
  await dialog.waitFor({ state: 'detached' });
  return file;
}

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

  test('sends params as JSON, says what is no JSON, and sends any text as it is', async () => {
    const { page } = opened;
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const form = page.getByRole('region', { name: 'Send a message' });
    const chooseWay = async (from: string, to: string): Promise<void> => {
      await form.getByRole('combobox', { name: `How: ${from}` }).click();
      await page.getByRole('option', { name: new RegExp(`^${to}`, 'u') }).click();
    };
    await chooseWay('Form', 'JSON');
    const params = form.getByRole('textbox', { name: 'Params' });
    await params.fill('{"sessionId": ');
    await form.getByText(/JSON/u).last().waitFor();
    expect(await params.getAttribute('aria-invalid')).toBe('true');
    await params.fill(
      '{"sessionId": "s", "prompt": [{"type": "text", "text": "my key is sk-ant-api03-Zm9vYmFyYmF6cXV4Zm9v"}]}',
    );
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Send' }).click();
    const message = page.getByRole('article', { name: 'Message' });
    await message
      .getByRole('treeitem', { name: /my key is/u })
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Close the message' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await chooseWay('Form', 'Any text');
    const text = form.getByRole('textbox', { name: 'Text' });
    expect(JSON.parse(await text.inputValue())).toMatchObject({ id: 'by-hand', method: 'session/prompt' });
    await text.fill('{"jsonrpc": "2.0", "id": "by-hand", "method": "session/new", "params": {"cwd": 1}}');
    await form.getByRole('button', { name: 'Send' }).click();
    // What is wrong with it is said of a message of one's own too.
    await page.getByRole('list', { name: 'Findings' }).getByText(/cwd/u).first().waitFor();
  });

  test('opens a message in the form, to be changed and sent again', async () => {
    const { page } = opened;
    const message = page.getByRole('article', { name: 'Message' });
    await page.getByRole('searchbox', { name: 'Filter' }).fill('method:session/prompt kind:request');
    await page
      .getByRole('option', { name: /session\/prompt/u })
      .first()
      .click();
    await message.getByRole('button', { name: 'Edit and send it again' }).click();
    const form = page.getByRole('region', { name: 'Send a message' });
    const text = form.getByRole('textbox', { name: 'text' });
    expect(await text.inputValue()).toBe('hello');
    await text.fill('hello again');
    await form.getByRole('button', { name: 'Send' }).click();
    await message
      .getByRole('treeitem', { name: /hello again/u })
      .first()
      .waitFor();
    await message.getByRole('button', { name: 'Close the message' }).click();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('');
  });

  test('saves the agent as a script, which acp agent plays', async () => {
    const { page } = opened;
    const { name, text } = await saved(page, () => chooseAction(page, 'Save the agent as a script'));
    await page.getByText(`start it with: acp agent --script ${name}`).first().waitFor();
    const path = user.write(`../project/${name}`, text);
    const played = await user.run([
      'exec',
      '--format',
      'quiet',
      'hello',
      '--',
      process.execPath,
      acpProgram,
      'agent',
      '--script',
      path,
    ]);
    expect([played.exitCode, played.out]).toEqual([0, expect.stringContaining('Done.')]);
  });

  test('exports a trace without secrets or without what was said, and opens it again', async () => {
    const { page } = opened;
    await chooseAction(page, /^Export the trace/u);
    await page.getByRole('dialog', { name: 'Export the trace' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const safe = await exported(page, 'Hide credentials');
    expect(safe.text).toContain('my key is');
    expect(safe.text).not.toContain('sk-ant-api03');
    const silent = await exported(page, 'Hide everything that was said');
    expect(silent.text).toContain('session/prompt');
    expect(silent.text).not.toMatch(/my key is|hello again/u);
    const whole = await exported(page, 'Hide nothing');
    expect(whole.text).toContain('sk-ant-api03');
    const file = { name: 'shared.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(silent.text) };
    await page.getByLabel('Trace file').setInputFiles(file);
    await page.getByText('Opened shared.jsonl.').first().waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('run:2 method:session/prompt kind:request');
    await expect.poll(() => page.getByRole('option', { name: /session\/prompt/u }).count()).toBeGreaterThan(1);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('');
  });

  test('plays the recorded client again, and compares the two runs', async () => {
    const { page } = opened;
    await chooseAction(page, 'Play this client again and compare');
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
