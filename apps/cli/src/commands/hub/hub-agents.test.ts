import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { openHub } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair } from '@acp-stack/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { parseConfig } from '../../config/config.ts';
import { openLog } from '../../log/log.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { hubAgents, hubServers, type HubAgentsOptions } from './hub-agents.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-hub-agents-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const file = { agent_servers: { rose: { command: process.execPath }, far: { url: 'ws://far.example/acp' } } };

async function agents(options: Partial<HubAgentsOptions> = {}, config: object = file) {
  const terminal = captureTerminal({ env: { HOME: home, XDG_DATA_HOME: home }, program: [process.execPath, 'acp.js'] });
  const settings = parseConfig(JSON.stringify(config), join(home, 'config.json'));
  const log = openLog({}, terminal);
  const all = { names: [], proxies: [], yes: undefined, settings, log, ...options };
  const made = await hubAgents(await hubServers(all, terminal), all);
  return { made, err: terminal.err() };
}

test('a hub has the agents of the config file and the bundled one, the default first', async () => {
  expect(Object.keys((await agents()).made)).toEqual(['bundled', 'rose', 'far']);
  expect(Object.keys((await agents({}, { ...file, default_agent: 'far' })).made)).toEqual(['far', 'bundled', 'rose']);
  const { made, err } = await agents({}, { ...file, default_agent: 'gone' });
  expect([Object.keys(made)[0], err]).toEqual([
    'bundled',
    'acp: the default agent gone is not known; bundled is used\n',
  ]);
});

test('the names on the command line are all there is, in their order', async () => {
  expect(Object.keys((await agents({ names: ['far', 'bundled', 'far'] })).made)).toEqual(['far', 'bundled']);
  await expect(agents({ names: ['tulip'] }, { ...file, registries: {} })).rejects.toThrow('agent "tulip" not found');
  const broken = { agent_servers: { broken: { command: '/no/such/program' } } };
  await expect(agents({ names: ['broken'] }, broken)).rejects.toThrow('could not be started');
});

test('an agent sees the variables of the operator, and none of the secrets of the hub', async () => {
  const program = join(home, 'agent.mjs');
  writeFileSync(
    program,
    `process.stdin.once('data', (line) => {
       const { id } = JSON.parse(line);
       const seen = ['ACP_HUB_DATABASE', 'ACP_HUB_TOKEN', 'PGPASSWORD', 'ACP_TOKEN', 'MODEL'].map((name) => process.env[name] ?? '-');
       const result = { protocolVersion: 2, capabilities: {}, info: { name: seen.join(' '), version: '1' } };
       process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
     });`,
  );
  for (const name of ['ACP_HUB_DATABASE', 'ACP_HUB_TOKEN', 'PGPASSWORD', 'ACP_TOKEN']) vi.stubEnv(name, 'geheim');
  vi.stubEnv('MODEL', 'rose');
  const config = { agent_servers: { spy: { command: process.execPath, args: [program] } } };
  for (const proxies of [[], ['redact']]) {
    const { made } = await agents({ names: ['spy'], proxies }, config);
    const component = made['spy'];
    if (component === undefined) throw new Error('There is no agent.');
    const connection = await client({ name: 'test', version: '1.0.0' }).connect(component);
    expect(connection.agentInfo.name).toBe('- - - - rose');
    await connection.close();
  }
});

test('an agent at an address, behind a proxy of the operator, works in a session of the hub', async () => {
  const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append(`You said: ${turn.text}`);
  });
  await using serving = await serveHttp(echo);
  const config = { agent_servers: { far: { url: serving.url } } };
  const { made } = await agents({ names: ['far'], proxies: ['redact'] }, config);
  const hub = await openHub({ journal: memoryJournal(), agents: made, roots: [home], isAlone: true });
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  const connection = await client({ name: 'test', version: '1.0.0' }).connect(ours);
  let said = '';
  const onUpdate = (update: object): void => {
    const { sessionUpdate, content } = update as { sessionUpdate: string; content?: { text?: string } };
    if (sessionUpdate === 'agent_message_chunk') said += content?.text ?? '';
  };
  const session = await connection.newSession({ cwd: home }, { onUpdate });
  await session.prompt('hello');
  await connection.close();
  await hub.close();
  // The proxy may send the text in other pieces than the agent.
  expect(said).toBe('You said: hello');
});
