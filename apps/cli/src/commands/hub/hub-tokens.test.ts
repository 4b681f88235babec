import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openTokenFile } from '@acp-stack/hub';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { run } from '../../run.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-hub-tokens-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

async function token(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = captureTerminal({ env: { HOME: home, XDG_DATA_HOME: join(home, 'data') } });
  const code = await run(['hub', 'token', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

test('a token is printed once, its hash is kept in a file of the user only, and it can be removed', async () => {
  const added = await token('add', 'ann', '--operator');
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w-]{43}\n$/u) as string });
  const path = join(home, 'data', 'acp-stack', 'hub', 'tokens');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toContain(added.out.trim());
  const file = await openTokenFile(path, { onRevoked: () => undefined, log: () => undefined });
  expect(file.table.find(added.out.trim())).toMatchObject({ name: 'ann', isOperator: true });
  file[Symbol.dispose]();
  await token('add', 'ann', '--operator');
  await token('add', 'bert');
  expect((await token('list')).out).toBe('ann  operator, 2 tokens\nbert\n');
  await token('remove', 'ann');
  expect(JSON.parse((await token('list', '--format', 'json')).out)).toEqual([
    { name: 'bert', isOperator: false, tokens: 1 },
  ]);
});

test('tokens that are added and removed at once are all there, or gone', async () => {
  await token('add', 'ann');
  const names = Array.from({ length: 4 }, (_, index) => `user${index}`);
  const changed = await Promise.all([token('remove', 'ann'), ...names.map((name) => token('add', name))]);
  expect(changed.map(({ code }) => code)).toEqual(changed.map(() => 0));
  const { out } = await token('list');
  expect(out.trim().split('\n').toSorted()).toEqual(names);
  expect(readdirSync(join(home, 'data', 'acp-stack', 'hub'))).toEqual(['tokens']);
});

test('a file of the operator keeps its comments and its mode', async () => {
  const path = join(home, 'tokens');
  writeFileSync(path, '# the team\n');
  chmodSync(path, 0o640);
  await token('add', 'ann', '--tokens', path);
  await token('add', 'bert', '--tokens', path);
  await token('remove', 'ann', '--tokens', path);
  expect(readFileSync(path, 'utf8')).toMatch(/^# the team\nbert [0-9a-f]{64}\n$/u);
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test('what cannot be is refused with one sentence', async () => {
  await token('add', 'ann');
  const refusal = (err: string): unknown => ({ code: 2, out: '', err: expect.stringContaining(err) as string });
  expect(await token('add', 'guest:ann')).toEqual(refusal('must be one word, and not begin with guest:'));
  expect(await token('add', 'local')).toEqual(refusal('local is the user of this machine'));
  expect(await token('add', 'ann', '--operator')).toEqual(refusal('ann has a token and is not an operator'));
  expect(await token('remove', 'bert')).toEqual(refusal('has no token of bert'));
  const path = join(home, 'tokens');
  for (const args of [['list'], ['remove', 'ann']])
    expect(await token(...args, '--tokens', path)).toEqual(refusal(`--tokens: file ${path} not found`));
  expect(await token('add', 'ann', '--tokens', join(home, 'none', 'tokens'))).toEqual(
    refusal(`--tokens: the folder ${join(home, 'none')} does not exist; create it`),
  );
  writeFileSync(path, 'ann geheim\n');
  const damaged = await token('add', 'bert', '--tokens', path);
  expect(damaged).toEqual(refusal('Line 1 of the tokens must have a name'));
  expect(damaged.err).not.toContain('geheim');
});
