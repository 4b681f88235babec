/**
 * What the guides show is what the program prints.
 *
 * A block that begins with ```sh run prints nothing, and one with ```console run is a shell session in a folder with an
 * agent, `florist.mjs`, tools for it, a registry that lists it, and a file. `ACP_UPDATE_GUIDES=1` writes what the
 * commands print into the guides.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

import { acpProgram, type AcpUser } from '../support/acp-program.ts';
import { repository } from '../support/checkout.ts';
import { gardener, newcomer, shell } from '../support/guide-reader.ts';

const block = /```(?<kind>console|sh) run\n(?<text>[\s\S]*?)\n```/gu;

/** Guides that make everything they speak of. */
const beginsEmpty: readonly string[] = ['guides/find-an-agent', 'guides/publish-your-agent', 'tutorials/terminal-user'];

/** Tutorials whose reader writes programs, in a project that has our packages. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'tutorials/agent-author': ['tutorial-agent/agent.mjs'],
  'tutorials/editor-author': ['tutorial-agent/agent.mjs', 'tutorial-editor/editor.mjs'],
};

/** The project of such a reader. */
function author(files: readonly string[]): AcpUser {
  const user = newcomer();
  for (const file of files) copyFileSync(join(repository, 'examples', file), join(user.project, basename(file)));
  symlinkSync(join(repository, 'node_modules'), join(user.project, 'node_modules'));
  return user;
}

function readerOf(name: string): AcpUser {
  const files = programs[name];
  if (files !== undefined) return author(files);
  return beginsEmpty.includes(name) ? newcomer() : gardener();
}

/** Guides that speak of a hub with the agent as its default, which the user has started in the folder. */
const needsHub: readonly string[] = ['guides/keep-agents-running', 'guides/share-a-session', 'tutorials/operator'];

/** The address that a hub has without `--port`, which the guides show. */
const usualAddress = 'http://127.0.0.1:8421';

/** Starts a hub; disposing of the result ends it. */
async function startHub({ env, project }: AcpUser): Promise<AsyncDisposable & { readonly address: string }> {
  const words = ['hub', '--port', '0', '--agent', 'florist', '--name', 'garden'];
  const child = spawn(process.execPath, [acpProgram, ...words], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  child.stderr.resume();
  const [printed = ''] = (await Promise.race([once(child.stdout, 'data'), closed])) as readonly unknown[];
  return {
    address: String(printed)
      .trim()
      .replace(/\/acp$/u, ''),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** With the paths of a usual machine. */
const placed = (printed: string, { env, home, project }: AcpUser): string =>
  printed
    .replaceAll(project, '/home/ann/garden')
    .replaceAll(env['XDG_CONFIG_HOME'] ?? home, '/home/ann/.config')
    .replaceAll(env['XDG_DATA_HOME'] ?? home, '/home/ann/.local/share')
    .replaceAll(process.execPath, '/usr/bin/node')
    // A path with a space is quoted.
    .replaceAll(`"${acpProgram}"`, '/usr/lib/acp/main.js')
    .replaceAll(acpProgram, '/usr/lib/acp/main.js')
    .trimEnd();

/** Without what differs from one run, or one release, to the next. */
const comparable = (text: string): string =>
  text
    // What a check prints when a component has not answered after a second.
    .replaceAll(/^acp conduct: waiting for .* …\n/gmu, '')
    // Where a cell of a table is wrapped depends on the length of the paths of the machine.
    .replaceAll(/\n {12,}/gu, ' ')
    .replaceAll(/^ +\d+\.\d{3}/gmu, '    0.012')
    .replaceAll(/\d+ ms|\d+\.\d s/gu, '12 ms')
    // The example that is installed may change.
    .replaceAll(/^sha256: [0-9a-f]{64}$/gmu, 'sha256: 0')
    .replaceAll(/1\.0\.0-[0-9a-f]{8}\b/gu, '1.0.0-0')
    .replaceAll(/read \d+ minutes? ago/gu, 'read just now')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gu, 'some-id')
    // What a hub makes.
    .replaceAll(/hub_[\w-]{22}/gu, 'hub_0')
    .replaceAll(/acpi_[\w-]{43}/gu, 'acpi_0')
    .replaceAll(/garden-[0-9a-f]{12}/gu, 'garden-0')
    .replaceAll(/127\.0\.0\.1:\d+/gu, '127.0.0.1:0')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/gu, '2026-11-16 16:38')
    .replaceAll(/\d+\.\d+\.\d+$/gmu, '1.0.0');

/** The session once more: every line that begins with `$ ` and what it prints now. */
async function replay(text: string, user: AcpUser, address = usualAddress): Promise<string> {
  const commands = text.split('\n').filter((line) => line.startsWith('$ '));
  const lines: string[] = [];
  for (const command of commands) {
    const typed = command.slice(2).replaceAll(usualAddress, address);
    const printed = placed(await shell(typed, user), user).replaceAll(address, usualAddress);
    lines.push(command, ...(printed === '' ? [] : [printed]));
  }
  return lines.join('\n');
}

test.each([
  'guides/use-acp-in-scripts',
  'guides/use-acp-with-your-agents',
  'guides/find-an-agent',
  'guides/publish-your-agent',
  'guides/use-acp-traces',
  'guides/inspect-an-agent',
  'guides/test-your-agent',
  'guides/a-chain-for-a-team',
  'guides/give-any-agent-your-tools',
  'guides/keep-agents-running',
  'guides/share-a-session',
  'tutorials/agent-author',
  'tutorials/editor-author',
  'tutorials/operator',
  'tutorials/terminal-user',
])('docs/%s.md shows what acp prints', async (name) => {
  using user = readerOf(name);
  if (needsHub.includes(name)) await shell('acp agents add florist -- node florist.mjs', user);
  await using hub = needsHub.includes(name) ? await startHub(user) : undefined;
  const path = join(repository, 'docs', `${name}.md`);
  let guide = readFileSync(path, 'utf8');
  const shown = Array.from(guide.matchAll(block), ({ groups = {} }) => ({
    kind: groups['kind'],
    text: groups['text'] ?? '',
  }));
  expect(shown).not.toEqual([]);
  // A session that breaks off, or shows the machine of its author, is no example.
  expect(guide).not.toMatch(/^ +at .*:\d+:\d+\)?$|\/(?:root|tmp|work)\//mu);
  for (const { kind, text } of shown) {
    if (kind === 'sh') {
      expect(await shell(text, user)).toBe('');
      continue;
    }
    const now = await replay(text, user, hub?.address);
    if (process.env['ACP_UPDATE_GUIDES'] === '1') guide = guide.replace(text, () => now);
    else expect(comparable(text)).toBe(comparable(now));
  }
  if (process.env['ACP_UPDATE_GUIDES'] === '1') writeFileSync(path, guide);
});

test('the workflow of publish-your-agent uses commands and options that exist', async () => {
  using user = gardener();
  const guide = readFileSync(join(repository, 'docs/guides/publish-your-agent.md'), 'utf8');
  const workflow = /```yaml\n([\s\S]*?)```/u.exec(guide)?.[1] ?? '';
  const commands = Array.from(workflow.matchAll(/run: (acp registry (\w+) .*)$/gmu), ([, line = '', name = '']) => ({
    line,
    name,
  }));
  expect(commands.map(({ name }) => name)).toEqual(['check', 'build', 'bump']);
  // The packages are not on npm: every job puts the program of a checkout on the PATH.
  expect(workflow).not.toContain('npm install');
  expect(workflow.match(/acp-stack\/bin" >> "\$GITHUB_PATH"/gu)).toHaveLength(commands.length);
  for (const { line, name } of commands) {
    const help = await shell(`acp registry ${name} --help`, user);
    for (const [option] of line.matchAll(/--[\w-]+/gu)) expect(help).toMatch(new RegExp(`^ +${option}\\b`, 'mu'));
  }
});
