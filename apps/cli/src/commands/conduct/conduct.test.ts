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

const program = (text: string, name: string): object => {
  const path = join(home, `${name}.mjs`);
  writeFileSync(path, text);
  return { name, command: [process.execPath, path] };
};

const answering = (reply: string): string =>
  `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
  const result = { protocolVersion: 1, agentInfo: { name: 'rose', version: '1' }, agentCapabilities: {}, authMethods: [] };
  if (method === 'initialize') send({ result });
  ${reply}
}`;

test('every component that cannot be started is reported, each with its reason, and what the others are', async () => {
  const audit = program('process.stderr.write("no audit today"); process.exit(3);', 'audit');
  const style = program('process.stderr.write("no style today"); process.exit(4);', 'style');
  const { exitCode, out, err } = await check({ proxies: ['context', audit, style], agent: 'rose' });
  expect(exitCode).toBe(7);
  expect(out).toMatch(/context +proxy +version 2 +- /u);
  expect(out).toMatch(/audit +proxy +failed[^]*style +proxy +failed[^]*rose +agent +version 1/u);
  expect(`${out}${err}`).toMatch(/no audit today/u);
  expect(`${out}${err}`).toMatch(/no style today/u);
});

test.each([
  ['refuses other methods', `else send({ error: { code: -32601, message: 'No.' } });`],
  ['ends at other methods', 'else process.exit(1);'],
])('an agent in the place of a proxy is called that, one that %s', async (_, reply) => {
  const { exitCode, out, err } = await check({ proxies: [program(answering(reply), 'tulip')], agent: 'rose' });
  expect(exitCode).not.toBe(0);
  expect(err.split('\n')).toContain('acp conduct: tulip is an agent, not a proxy; put it after --');
  expect(out).toMatch(/tulip +proxy +failed[^]*rose +agent +version 1/u);
});

test('MCP over ACP that a bridge gives is marked, with a legend, and one of version 1 takes programs', async () => {
  const { out } = await check({ proxies: ['context'], agent: 'rose' });
  expect(out).toMatch(/context +proxy +version 2 +stdio, acp\* [^]*rose +agent +version 1 +stdio, acp\* /u);
  expect(out).toContain('* by a bridge of acp: rose itself has no MCP over ACP');
});
