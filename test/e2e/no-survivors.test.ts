/** Commands of the agent do not outlive a client that is killed, whatever they ignore and however they start others. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { assert, beforeAll, expect, test, vi } from 'vitest';

import { repository, temporaryFolder } from '../support/checkout.ts';
import { untilGone } from './stdio-programs/processes.ts';

const main = join(repository, 'apps', 'cli', 'dist', 'main.js');
const stdio = new URL('../../packages/stdio/dist/index.js', import.meta.url);

beforeAll(() => {
  expect(existsSync(main)).toBe(true);
});

/** Writes its process id and ignores every request to end. */
const stubborn = `trap '' TERM HUP INT QUIT; echo $$ >> pids; echo >> ready; while :; do sleep 60 & wait $!; done`;

/** Says that it runs, and waits. */
const ready = `echo >> ready; while :; do sleep 60 & wait $!; done`;

/** What is run, by what makes it hard to end. */
const commands: Readonly<Record<string, string>> = {
  'a shell that obeys, and a child that does not': `sh -c "$STUBBORN" & wait`,
  'a child that leads a session of its own': `setsid sh -c "$STUBBORN" & wait`,
  'a child that changes its group': `set -m; sh -c "$STUBBORN" & wait`,
  'a command that ignores signals itself': 'exec sh -c "$STUBBORN"',
  'a child that is started when the command is told to end': `trap 'sh -c "$STUBBORN" & exit' TERM HUP; ${ready}`,
};

/** A client of the agent that runs a command and never answers anything again. */
const client = `
import { spawnAgent } from ${JSON.stringify(stdio.href)};
const [main, cwd, command] = process.argv.slice(1);
const agent = spawnAgent({ command: process.execPath, args: [main, 'agent'], cwd });
let id = 0;
const send = (method, params) => agent.send({ jsonrpc: '2.0', id: (id += 1), method, params });
agent.open({
  receive: (message) => {
    if (message.id === 1 && message.result) send('session/new', { cwd, mcpServers: [] });
    if (message.id === 2 && message.result) {
      const { sessionId } = message.result;
      send('session/prompt', { sessionId, prompt: [{ type: 'text', text: '/run ' + command }] });
    }
    if (message.method === 'session/request_permission') {
      const result = { outcome: { outcome: 'selected', optionId: 'allow_once' } };
      agent.send({ jsonrpc: '2.0', id: message.id, result });
    }
  },
  reject: () => undefined,
  ended: () => undefined,
});
send('initialize', { protocolVersion: 1, clientCapabilities: {} });
`;

/** Times for each command. */
const rounds = process.env['ACP_LONG'] === '1' ? 40 : 1;

test.concurrent.each(Object.entries(commands))('%s', { timeout: 60_000 * rounds }, async (_, command) => {
  for (let round = 0; round < rounds; round += 1) {
    using folder = temporaryFolder();
    const at = (name: string): string => join(folder.path, name);
    const child = spawn(process.execPath, ['--input-type=module', '-e', client, main, folder.path, command], {
      stdio: 'ignore',
      env: { ...process.env, ACP_AGENT_DATA: at('data'), STUBBORN: stubborn },
    });
    const wait = (isReached: () => boolean): Promise<void> =>
      vi.waitFor(() => assert(isReached()), { timeout: 150_000 });
    await wait(() => existsSync(at('ready')));
    child.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    await wait(() => existsSync(at('pids')) && readFileSync(at('pids'), 'utf8').endsWith('\n'));
    const pids = readFileSync(at('pids'), 'utf8').trim().split('\n').map(Number);
    await untilGone(pids, 50_000);
  }
});
