import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readChainFile } from './chain-file.ts';
import { makeAgent, makeProxy, shippedNames } from './components.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chain-file-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function read(text: string) {
  const path = join(folder, 'chain.jsonc');
  writeFileSync(path, text);
  return readChainFile(path, shippedNames);
}

describe('a command in a file', () => {
  test.each([
    ['"node x.mjs --fast"', ['node', 'x.mjs', '--fast'], {}],
    [`"MODE=strict node 'my x.mjs'"`, ['node', 'my x.mjs'], { MODE: 'strict' }],
    ['["/opt/my tools/x"]', ['/opt/my tools/x'], {}],
    ['"/opt/my tools/x", "args": []', ['/opt/my tools/x'], {}],
    ['"node", "args": ["x.mjs"], "env": { "A": "b" }', ['node', 'x.mjs'], { A: 'b' }],
  ])('%s', (words, command, env) => {
    expect(read(`{ "agent": { "command": ${words} } }`).agent).toMatchObject({ kind: 'command', command, env });
  });
});

test('the file with the token of an address is relative to the file of the chain', () => {
  const { agent, proxies } = read(
    '{ "proxies": [{ "url": "ws://x", "tokenFile": "x.token" }], "agent": { "url": "ws://y", "tokenFile": "/y.token" } }',
  );
  expect([proxies[0], agent]).toMatchObject([{ tokenFile: join(folder, 'x.token') }, { tokenFile: '/y.token' }]);
});

describe('what is wrong in a file is named with its line, its column and its path', () => {
  test.each<[text: string, words: string]>([
    [
      '{\n  "proxies": [\n    "redact",\n    { "command": ["a"], "env": 7 }',
      'the end instead of a comma or ] at line 4',
    ],
    [
      '{ "proxies": [\n  "redact",\n  { "command": ["a"],\n    "env": 7 } ] }',
      ', line 4, column 12: proxies[1].env must be an object',
    ],
    [
      '{ "proxies": [{ "command": ["a"], "env": { "B": 1 } }] }',
      ', line 1, column 49: proxies[0].env.B must be a string',
    ],
    ['{ "proxies": {} }', ', line 1, column 14: proxies must be a list'],
    ['// team\n{ "proxy": [] }', ', line 2, column 12: proxy is not a setting; the settings are proxies and agent'],
    ['{ "agent": {} }', ', line 1, column 12: agent needs one of "command" to start'],
    ['{ "proxies": ["node \'x"] }', `, line 1, column 15: proxies[0] has a quote without an end: node 'x`],
    ['{ "proxies": [{ "command": "node \'x" }] }', ', line 1, column 28: proxies[0].command has a quote'],
    ['{ "proxies": [{ "command": ["a"], "args": ["b"] }] }', 'proxies[0].args needs a "command" that is a string'],
    [
      '{ "proxies": [{ "command": ["a"], "onexit": "fail" }] }',
      'proxies[0].onexit is not a setting; did you mean onExit',
    ],
    [
      '{ "agent": { "url": "ws://x", "env": {} } }',
      'agent.env is not a setting; with "url" there is headers, tokenFile, name',
    ],
    ['{ "proxies": [{ "proxy": "redcat" }] }', 'proxies[0].proxy: "redcat" is not a proxy of acp; did you mean redact'],
    ['[]', 'chain.jsonc must be an object'],
    [' \n', 'chain.jsonc is empty; it needs "proxies", "agent", or both'],
  ])('%s', (text, words) => {
    expect(() => read(text)).toThrow(words);
    expect(() => read(text)).toThrow(join(folder, 'chain.jsonc'));
  });

  test.each<[component: string, words: string]>([
    ['"budget --apples 3"', 'proxies[1]: budget has no setting "apples"'],
    ['"budget apples"', 'proxies[1]: budget: "apples" is not a setting; write --name value'],
    ['{ "proxy": "budget", "settings": { "turns": "many" } }', 'proxies[1]: budget: turns must be a positive integer'],
    ['{ "proxy": "policy", "settings": { "policy": "deny" }, "mayBypass": true }', 'remove "mayBypass"'],
    ['"redcat"', 'proxies[1]: "redcat" is neither a proxy of acp nor a command; did you mean redact'],
  ])('also of a proxy that ships: %s', async (component, words) => {
    const { proxies } = read(`{ "proxies": [\n  "redact",\n  ${component}\n] }`);
    const made = Promise.all(proxies.map((spec) => makeProxy(spec, { warn: () => undefined })));
    await expect(made).rejects.toThrow(words);
    await expect(made).rejects.toThrow(', line 3, column 3: proxies[1]: ');
  });

  test('and of a proxy where an agent should be', () => {
    const { agent } = read('{ "agent": "redact" }');
    if (agent === undefined) throw new Error('no agent');
    expect(() => makeAgent(agent)).toThrow(', line 1, column 12: agent: redact is a proxy and cannot be the agent');
  });
});
