/** What the pages about the agent say is what the agent does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readScript } from '@acp-stack/agent/script';
import { expect, test } from 'vitest';

import { availableCommands } from '../../apps/agent/src/commands/commands.ts';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { modes } from '../../apps/agent/src/settings/modes.ts';
import { repository } from '../support/checkout.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const readme = read('apps/agent/README.md');
const guide = read('docs/guides/script-an-agent.md');

/** The first cells of the table below a heading. */
function firstCells(page: string, heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `(\w+)`/gmu)].map(([, name = '']) => name);
}

/** What the reader of scripts says to `script`. */
function problemOf(script: object): string {
  try {
    readScript(JSON.stringify(script), 'script.json');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('the guide has every step that a script may have, and no other', () => {
  const [, names = ''] = problemOf({ turns: [{ steps: [{ unknown: 1 }] }] }).split('the steps are ');
  expect(firstCells(guide, 'The steps').toSorted()).toEqual(names.replace(/\.$/u, '').split(', ').toSorted());
});

test('the scripts of the guide can be played', () => {
  const scripts = [...guide.matchAll(/^```jsonc [^\n]*\n(.*?)^```$/gmsu)].map(([, text = '']) => text);
  expect(scripts.length).toBeGreaterThan(3);
  for (const text of scripts) expect(readScript(text, 'guide').turns.length).toBeGreaterThan(0);
});

test('the config file of the README is one that the agent takes', () => {
  const texts = [...readme.matchAll(/^```json\n(.*?)^```$/gmsu)].map(([, text = '']) => text);
  const config = texts.find((text) => text.includes('"providers"')) ?? '';
  expect(readConfig(config, 'agent.json', { MY_ANTHROPIC_KEY: 'k' })).toMatchObject({ model: 'local/qwen3-coder' });
});

test('the README has every slash command and every mode', () => {
  for (const { name } of availableCommands({ model: true, 'no-model': true, editor: true }))
    expect(readme).toContain(`/${name}`);
  expect(firstCells(readme, 'What it may do')).toEqual(modes.map(({ id }) => id).filter((id) => !id.includes('-')));
  expect(readme).toContain('`read-only`');
});

test('the README has every variable that the agent reads, and no other', () => {
  const sources = ['apps/agent/src', 'apps/cli/src/commands/agent'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test(?:-support)?\.ts$/u.test(file))
      // What is handed on to MCP servers is not read.
      .filter((file) => !file.endsWith('process-transport.ts'))
      .map((file) => readFileSync(join(repository, folder, file), 'utf8')),
  );
  sources.push(read('packages/workspace/src/user-folders.ts'));
  const names = sources.flatMap((text) => text.match(/\b(?:[A-Z]+_)+[A-Z]+\b|\bLOCALAPPDATA\b/gu) ?? []);
  const variables = new Set(names.filter((name) => name !== 'MAX_SAFE_INTEGER'));
  const [, settings = ''] = readme.split('\n## Settings\n');
  const rows = settings.match(/^\| `[A-Z].*?\|/gmu) ?? [];
  const documented = rows.flatMap((row) => row.match(/[A-Z_]{4,}/gu) ?? []);
  expect(documented.toSorted()).toEqual([...variables].toSorted());
});
