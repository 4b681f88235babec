import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { run } from '../../run.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-sources-'));
  path = join(folder, 'config.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function sources(...args: readonly string[]): Promise<readonly [number, string, string]> {
  const terminal = captureTerminal({ env: { HOME: folder } });
  const exitCode = await run(['registry', 'sources', ...args, '--config', path], terminal);
  return [exitCode, terminal.out(), terminal.err()];
}
const stored = (): unknown => (JSON.parse(readFileSync(path, 'utf8')) as { registries: unknown }).registries;

test('shows the official registry as not accepted, and accepts it by its name', async () => {
  const [exitCode, out, err] = await sources();
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^official {2}not accepted yet {2}https:\/\/cdn\.agentclientprotocol\.com\//u);
  expect(err).toBe('acp registry sources add official accepts the official registry\n');
  expect((await sources('add', 'official'))[0]).toBe(0);
  expect((await sources())[1]).toMatch(/^official +https:/u);
});

test('adds registries at the end or first, and removes them', async () => {
  await sources('add', 'official');
  await sources('add', 'team', 'https://team.example/registry.json');
  expect((await sources('add', 'near', folder, '--first'))[2]).toBe(`added near: ${folder}\n`);
  expect(Object.keys(stored() as object)).toEqual(['near', 'official', 'team']);
  expect((await sources('add', 'team', '/no/such/folder'))[2]).toBe(
    'changed team: /no/such/folder\nwarning: /no/such/folder does not exist\n',
  );
  expect(await sources('remove', 'taem')).toEqual([2, '', `acp: ${path} has no registry "taem"; did you mean team?\n`]);
  expect((await sources('remove', 'team'))[2]).toBe('removed team; agents that were installed from it stay\n');
  expect(Object.keys(stored() as object)).toEqual(['near', 'official']);
  expect(JSON.parse((await sources('--format', 'json'))[1])).toEqual([
    { name: 'near', location: folder, isUsed: true },
    { name: 'official', location: expect.stringContaining('https:'), isUsed: true },
  ]);
});

test.each([
  [['add', 'team'], 'acp: where is team? acp registry sources add team <address, file or folder>\n'],
  [['add', '../x', '/tmp'], 'acp: the name of a registry must begin with a letter'],
  [['add', 'team', 'ftp://x'], 'acp: ftp://x is not the address of a registry'],
  [['nonsense'], "acp registry sources: unknown command 'nonsense'"],
])('refuses %j', async (args, words) => {
  const [exitCode, , err] = await sources(...args);
  expect(exitCode).toBe(2);
  expect(err).toContain(words);
});
