import { expect, test } from 'vitest';

import { commandName } from './command-name.ts';

test.each([
  [['node', 'a.js'], 'node a.js'],
  [['/usr/bin/node', '--import', 'tsx', '/long/way/b.js', '--acp'], 'node b.js'],
  [['node', '/my home/the garden/rose.mjs'], 'node rose.mjs'],
  [['node', '/home/me/rose/dist/index.js'], 'node rose/dist/index.js'],
  [['node', 'index.js'], 'node index.js'],
  [['npx', '-y', '@garden/rose-agent@1.2', '--acp'], 'npx @garden/rose-agent@1.2'],
  [['python3.12', '-m', 'rose.agent'], 'python3.12 rose.agent'],
  [['uv', 'tool', 'run', 'rose'], 'uv rose'],
  [['docker', 'run', '-i', 'garden/rose'], 'docker rose'],
  [['sh', '-c', 'exec rose --token 12345678901234567890123456789012'], 'sh exec rose --token 123456789012345678901…'],
  [['rose', '--key', 'secret'], 'rose'],
  [['node'], 'node'],
])('the command %j is called %s', ([command = '', ...args], name) => {
  expect(commandName(command, args)).toBe(name);
});
