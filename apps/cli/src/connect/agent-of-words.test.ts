import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { captureTerminal, type CapturedTerminal } from '../terminal/captured-terminal.ts';
import { agentOfWords, startedAgentOfWords } from './agent-of-words.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-words-'));
  mkdirSync(join(home, 'bin'));
  for (const name of ['baker', 'florist']) writeFileSync(join(home, 'bin', name), '', { mode: 0o755 });
  const servers = {
    florist: { command: 'node', args: ['florist.mjs'], env: { COLOUR: 'red' }, proxies: ['redact'] },
    far: { url: 'ws://far.example/acp' },
  };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ agent_servers: servers, registries: {} }));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const terminal = (): CapturedTerminal =>
  captureTerminal({
    env: { HOME: home, XDG_DATA_HOME: home, PATH: join(home, 'bin'), ACP_CONFIG: join(home, 'config.json') },
    program: ['node', 'acp.js'],
  });
const find = (words: readonly string[], isCommand = false): Promise<unknown> =>
  agentOfWords({ words, isCommand }, terminal());

test('takes a word alone for the name of an agent, with its variables and proxies', async () => {
  expect(await find(['florist'])).toMatchObject({
    command: 'node',
    args: ['florist.mjs'],
    env: { COLOUR: 'red' },
    proxies: ['redact'],
  });
  expect(await find(['bundled'])).toMatchObject({ command: 'node', args: ['acp.js', 'agent'] });
  expect(await find(['florist', '--yes'])).toMatchObject({ command: 'node' });
});

test.each([
  [['florist'], true],
  [['florist', '--acp'], false],
  [['./florist'], false],
  [['baker'], false],
])('takes %j for a command', async (words, isCommand) => {
  const [command, ...args] = words;
  expect(await find(words, isCommand)).toMatchObject({ kind: 'command', command, args, env: {} });
});

test('refuses a word that is neither, and a remote agent where one is started', async () => {
  await expect(find(['nobody'])).rejects.toThrow('agent "nobody" not found');
  await expect(
    startedAgentOfWords(
      { words: ['far'], isCommand: false },
      'and acp serve serves agents of this machine',
      terminal(),
    ),
  ).rejects.toThrow('far is a remote agent, and acp serve serves agents of this machine');
});
