/** `acp conduct --check` of chains that are described in files. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { eachFolder } from '../../../../../test/support/each-folder.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { conduct } from './conduct.ts';

const florist = resolve(import.meta.dirname, '../../../../../examples/florist/florist.mjs');

let home = '';
eachFolder((path) => {
  home = path;
});

/** Checks the chain of a file, with an agent called `rose` in the config file. */
async function check(chain: object, command?: readonly string[]) {
  const servers = { rose: { command: process.execPath, args: [florist], proxies: ['redact'] } };
  const settings = join(home, 'config.json');
  writeFileSync(settings, JSON.stringify({ agent_servers: servers, registries: {} }));
  const config = join(home, 'chain.json');
  writeFileSync(config, JSON.stringify(chain));
  const terminal = captureTerminal({
    columns: 400,
    env: { HOME: home, XDG_DATA_HOME: home, PATH: home, ACP_CONFIG: settings },
  });
  const rest = {
    proxies: [],
    name: undefined,
    yes: true,
    flags: {},
    version: '1',
    timeout: 60,
    format: 'text',
  } as const;
  const exitCode = await conduct({ ...rest, config, check: true, command }, terminal);
  return { exitCode, out: terminal.out(), err: terminal.err() };
}

test('the agent of a file may be a name, as on the command line, with the proxies of that agent', async () => {
  const { exitCode, out } = await check({ proxies: ['context'], agent: 'rose' });
  expect(exitCode).toBe(0);
  expect(out).toMatch(/context +proxy[^]*redact +proxy[^]*rose +agent +version 1/u);
});

test('a name in a file that no agent has is refused with its place', async () => {
  await expect(check({ agent: 'tulip' })).rejects.toThrow(/chain\.json, line 1, column 10: .*"tulip"/u);
});
