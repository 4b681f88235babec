/** Agents in a real editor: from the settings, the config file and a registry; logins; and those that nobody trusts. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveEditor } from '../../scripts/vscode/serve.mjs';
import { acpProgram } from '../support/acp-program.ts';
import { openBrowser } from '../support/browser.ts';
import { repository, temporaryFolder } from '../support/checkout.ts';
import { archiveOf, builds, loopbackRegistry, scriptOf, type LoopbackRegistry } from '../support/loopback-registry.ts';
import { Workbench } from './workbench.ts';

const vsix = process.env['ACP_VSIX'] ?? '';
const gardener = fileURLToPath(new URL('fixtures/gardener.mjs', import.meta.url));

const project = temporaryFolder();
const hostile = temporaryFolder();
const started = join(hostile.path, 'started');
let editor: Awaited<ReturnType<typeof serveEditor>>;
let browser: Browser;
let registry: LoopbackRegistry;

beforeAll(async () => {
  registry = await loopbackRegistry();
  registry.files.set('/rosalind.tar.gz', archiveOf('agent', scriptOf([process.execPath, gardener])));
  registry.agents.push({
    id: 'rosalind',
    name: 'Rosalind',
    version: '1.0.0',
    description: 'Grows roses',
    distribution: { binary: builds(`${registry.origin}/rosalind.tar.gz`) },
  });
  // Of a folder that came from elsewhere: its settings name a command.
  const evil = {
    command: process.execPath,
    args: ['-e', `require('fs').writeFileSync(${JSON.stringify(started)}, '')`],
  };
  mkdirSync(join(hostile.path, '.vscode'));
  writeFileSync(
    join(hostile.path, '.vscode', 'settings.json'),
    JSON.stringify({ 'acp.agents': { theirs: evil }, 'acp.defaultAgent': 'theirs', 'acp.changes': 'review' }),
  );
  writeFileSync(join(hostile.path, 'code.ts'), 'let a = 1;\n');
  const guarded = { command: process.execPath, args: [acpProgram, 'agent', '--auth', 'terminal,env'] };
  editor = await serveEditor(repository, {
    vsix,
    folder: project.path,
    settings: { 'acp.agents': { gardener: { command: process.execPath, args: [gardener] } } },
    config: { agent_servers: { guarded }, registries: { garden: registry.url } },
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await editor.close();
  await registry[Symbol.asyncDispose]();
  project[Symbol.dispose]();
  hostile[Symbol.dispose]();
});

const at = (folder: string): string => editor.url.replace(/folder=.*/u, `folder=${encodeURIComponent(folder)}`);

test('an agent of the config file that needs a login is logged in to, in a terminal of the panel', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { panel } = bench;
  await bench.openPanel();
  await panel.getByRole('radio', { name: /^guarded/u }).check({ force: true });
  await panel.getByRole('button', { name: 'Start session' }).click();
  await panel.getByRole('button', { name: 'Log in to guarded' }).click({ timeout: 60_000 });
  await panel.getByRole('button', { name: /^Log in: .*terminal/iu }).click({ timeout: 60_000 });
  const terminal = panel.getByRole('textbox', { name: 'Login program' });
  await terminal.waitFor({ state: 'attached', timeout: 60_000 });
  const dialog = panel.getByRole('dialog', { name: 'Log in to guarded' });
  await expect.poll(() => dialog.innerText(), { timeout: 60_000 }).toMatch(/password/iu);
  await bench.picture('agents-1-login');
  await terminal.pressSequentially('test');
  await terminal.press('Enter');
  await panel.getByRole('textbox', { name: /^Message guarded/u }).waitFor({ timeout: 60_000 });
  expect(bench.problems).toEqual([]);
});

test('an agent of a registry is installed from the command, and used', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  const { panel } = bench;
  await bench.openPanel();
  await bench.run('Agents: Install, Log In, What They Can Do');
  await panel.getByRole('button', { name: 'Look in the registries' }).click({ timeout: 60_000 });
  await panel.getByRole('button', { name: 'Install: Rosalind' }).click({ timeout: 60_000 });
  const dialog = panel.getByRole('dialog', { name: /Rosalind/u });
  await dialog.getByText('The agent is a program that runs with your rights.').waitFor();
  await bench.picture('agents-2-install');
  await dialog.getByRole('button', { name: 'Install' }).click();
  await panel.getByRole('button', { name: 'What it can do: Rosalind' }).waitFor({ timeout: 60_000 });
  await bench.page.keyboard.press('Escape');
  await panel.getByRole('radio', { name: /^Rosalind/u }).check({ force: true });
  await panel.getByRole('button', { name: 'Start session' }).click();
  await panel.getByRole('textbox', { name: /^Message rosalind/iu }).waitFor({ timeout: 60_000 });
  await bench.say('hello');
  await bench.said('Hello from the garden.');
});

test('an agent that dies is one sentence in the conversation, and answers the next message', async () => {
  await using bench = await Workbench.open(browser, editor.url, { trusts: true });
  await bench.openPanel();
  await bench.panel.getByRole('radio', { name: /^gardener/u }).check({ force: true });
  await bench.panel.getByRole('button', { name: 'Start session' }).click();
  await bench.panel.getByRole('textbox', { name: /^Message gardener/u }).waitFor({ timeout: 60_000 });
  await bench.say('die');
  await bench.said(/interrupted|has ended|stopped/iu);
  await bench.picture('agents-3-died');
  await bench.say('hello');
  await bench.said('Hello from the garden.');
});

test('a folder that is not trusted starts nothing that its settings name, and the panel says why', async () => {
  await using bench = await Workbench.open(browser, at(hostile.path), { trusts: false });
  const { panel } = bench;
  await bench.openFile('code.ts');
  await bench.openPanel();
  expect(await panel.getByRole('radio', { name: /^theirs/u }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Start session' }).click();
  await bench.said(/Restricted Mode, in which no agent is started/u);
  await bench.picture('agents-4-restricted');
  expect(existsSync(started)).toBe(false);
});

test('in a trusted folder the command of its settings is shown first, and not started when the user declines', async () => {
  await using bench = await Workbench.open(browser, at(hostile.path), { trusts: true });
  const { page, panel } = bench;
  await page.keyboard.press('Control+Alt+A');
  const question = page.getByRole('dialog').filter({ hasText: 'add the agent "theirs"' });
  await question.getByText('writeFileSync').waitFor({ timeout: 60_000 });
  await bench.picture('agents-5-question');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('radio', { name: /^gardener/u }).waitFor({ state: 'attached', timeout: 120_000 });
  expect(await panel.getByRole('radio', { name: /^theirs/u }).count()).toBe(0);
  expect(existsSync(started)).toBe(false);
});
