import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { archiveOf, builds, loopbackRegistry, scriptOf } from '../../../../../test/support/loopback-registry.ts';
import { parseConfig } from '../../config/config.ts';
import { openHostHub } from '../../host/host-hub.test-support.ts';
import { hostMethods } from '@acp-stack/web';
import { openLog } from '../../log/log.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { hubHost, type HubHost } from './hub-host.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-hub-host-')));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function hostOf(config: object, isLocal: boolean): Promise<HubHost> {
  const terminal = captureTerminal({ env: { HOME: home, XDG_DATA_HOME: home }, program: [process.execPath, 'acp.js'] });
  const settings = parseConfig(JSON.stringify(config), join(home, 'config.json'));
  const log = openLog({}, terminal);
  return hubHost({ names: [], proxies: [], yes: undefined, settings, log, roots: [home], isLocal }, terminal);
}

test('only the hub of acp web opens editors and installs agents', async () => {
  const [shared, local] = [await hostOf({}, false), await hostOf({}, true)];
  const own = [hostMethods.openInEditor, hostMethods.installAgent];
  expect(Object.keys(local.methods)).toEqual(expect.arrayContaining([...Object.keys(shared.methods), ...own]));
  expect(Object.keys(shared.methods).filter((name) => own.some((each) => each === name))).toEqual([]);
});

test('an agent that is installed while the hub runs can be used at once', async () => {
  const program = join(home, 'agent.mjs');
  writeFileSync(
    program,
    `process.stdin.once('data', (line) => {
       const { id } = JSON.parse(line);
       const result = { protocolVersion: 2, capabilities: {}, info: { name: 'rosalind', version: '1' } };
       process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
     });`,
  );
  await using registry = await loopbackRegistry();
  registry.files.set('/a.tar.gz', archiveOf('agent', scriptOf([process.execPath, program])));
  const binary = builds(`${registry.origin}/a.tar.gz`);
  registry.agents.push({ id: 'rosalind', name: 'R', version: '1.0.0', description: 'x', distribution: { binary } });
  const made = await hostOf({ registries: { garden: registry.url } }, true);
  await using host = await openHostHub(made.methods, { roots: [home], agents: made.agents });
  made.opened(host.hub);
  const operator = await host.connect('root');
  const asked = await operator.call('installAgent', { name: 'rosalind' });
  if (!('confirm' in asked)) throw new Error('It was installed without a question.');
  await expect(host.hub.describeAgent('rosalind', { principal: 'root' })).rejects.toThrow('no agent "rosalind"');
  await operator.call('installAgent', { name: 'rosalind', confirm: asked.confirm.id });
  expect((await host.hub.describeAgent('rosalind', { principal: 'root' })).info.name).toBe('rosalind');
});
