import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { createProgram } from '../program.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { distinctNames, makeAgent, shippedNames } from './components.ts';

describe('the proxies of acp', () => {
  test('are all named by acp conduct --help', async () => {
    let help = '';
    const printHelp = (text: string): void => void (help += text);
    const program = await createProgram(captureTerminal(), { finish: () => undefined, printHelp, args: ['conduct'] });
    await expect(program.parseAsync(['conduct', '--help'], { from: 'user' })).rejects.toThrow();
    expect(shippedNames.filter((name) => !new RegExp(`(?:^|[ ,])${name}[,;.]`, 'mu').test(help))).toEqual([]);
  });

  test('are all in the table of the guide', () => {
    const guide = new URL('../../../../docs/guides/a-chain-for-a-team.md', import.meta.url);
    const rows = Array.from(readFileSync(guide, 'utf8').matchAll(/^\| `(?<name>[a-z-]+)` +\|/gmu), ([, name]) => name);
    expect(rows).toEqual(expect.arrayContaining([...shippedNames]));
  });
});

test('a command is called as an agent after -- is, and two of one name are told apart', () => {
  const made = [1, 2].map(() => makeAgent({ kind: 'command', command: ['/usr/bin/node', '/x/rose.mjs'], env: {} }));
  expect(distinctNames(made).map(({ name }) => name)).toEqual(['node rose.mjs', 'node rose.mjs 2']);
});
