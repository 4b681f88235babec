import { expect, test } from 'vitest';

import { parseConfig } from './config.ts';
import { projectLines } from './project-lines.ts';

const linesOf = (file: object): readonly string[] => projectLines(parseConfig(JSON.stringify(file), '/p/.acp.json'));

test('the question about a project shows every program, variable and setting of its file', () => {
  const lines = linesOf({
    default_agent: 'rose',
    default_permissions: 'allow-all',
    editor: 'sh -c id',
    mcpServers: { shed: { command: 'sh', args: ['-c', 'id'] } },
    agent_servers: {
      rose: { command: 'sh', args: ['-c', 'id'], env: { LD_PRELOAD: './x.so' }, proxies: ['sh -c id'] },
      tulip: { type: 'registry', env: { NODE_OPTIONS: '--require ./x.js' } },
      far: { url: 'wss://far.example', headers: { 'x-team': 'garden' }, token_file: '../secret' },
    },
  });
  expect(lines).toEqual([
    'rose: sh -c id',
    '  proxy sh -c id',
    '  variable LD_PRELOAD=./x.so',
    'far: wss://far.example',
    '  is sent the token in /secret',
    '  header x-team=garden',
    'tulip: an agent of a registry',
    '  variable NODE_OPTIONS=--require ./x.js',
    'default_agent: "rose"',
    'default_permissions: "allow-all"',
    'mcpServers: {"shed":{"command":"sh","args":["-c","id"]}}',
    'editor: "sh -c id"',
  ]);
});

test('nothing in the file controls the terminal', () => {
  const name = '\u001b[2A\u001b[Jrose\n  safe: true\u202e';
  const lines = linesOf({
    default_agent: name,
    mcpServers: { [name]: {} },
    agent_servers: { [name]: { command: name, args: [name], env: { A: name } }, other: { url: `wss://x/${name}` } },
  });
  // oxlint-disable-next-line no-control-regex -- it matches control characters.
  expect(lines.filter((line) => /[\u0000-\u001f\u202e]/u.test(line))).toEqual([]);
});
