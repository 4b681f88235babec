/** `acp hub`, started and killed the way it happens: processes of their own, a terminal, and a shared database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openWorkspace } from '@acp-stack/workspace';
import { expect, test, vi } from 'vitest';

import { traceCollector } from '../support/trace-collector.ts';
import { sharedPostgres } from '../support/postgres-server.mjs';
import { repository } from '../support/checkout.ts';
import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

vi.setConfig({ testTimeout: 120_000 });

interface RunningHub {
  readonly url: string;
  readonly token: string;
  /** Ends it; resolves with what it wrote to stderr when it has ended. */
  stop(signal: NodeJS.Signals): Promise<string>;
}

async function startHub({ project, env }: AcpUser, args: readonly string[] = []): Promise<RunningHub> {
  const words = ['hub', '--port', '0', '--format', 'json', ...args];
  const child = spawn(process.execPath, [acpProgram, ...words], { cwd: project, env });
  const closed = once(child, 'close');
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [line] = (await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), closed])) as [unknown];
  if (typeof line !== 'string') throw new Error(err);
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
  return {
    url,
    token,
    stop: async (signal) => {
      child.kill(signal);
      await closed;
      return err;
    },
  };
}

function user(): AcpUser {
  const made = acpUser();
  const [command, ...args] = fixtureAgent('v2-agent.mjs');
  made.write('config/acp-stack/config.json', { agent_servers: { echo: { command, args } }, default_agent: 'echo' });
  return made;
}

test('a hub that was killed loses nothing, and its database can be used at once', async () => {
  using ann = user();
  const killed = await startHub(ann);
  const { out } = await ann.run(['exec', '--hub', '--detach', 'hang']);
  const id = out.trim();
  expect(id).toMatch(/^hub_/u);
  await killed.stop('SIGKILL');
  const hub = await startHub(ann);
  expect(hub.token).toBe(killed.token);
  const shown = await ann.run(['sessions', 'show', id, '--full', '--hub']);
  expect(shown.out).toContain('> hang');
  expect(shown.out).toContain('You said: hang');
  await hub.stop('SIGTERM');
});

test('a hub sends its spans and metrics to the collector of the environment, without contents, and reports one that refuses them', async () => {
  await using collector = await traceCollector();
  await using refusing = await traceCollector(400);
  using ann = user();
  const withCollector = (env: Readonly<Record<string, string>>): AcpUser => ({ ...ann, env: { ...ann.env, ...env } });
  const hub = await startHub(withCollector({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }));
  expect((await ann.run(['exec', '--hub', 'the garden'])).out).toContain('You said: the garden');
  expect(await hub.stop('SIGTERM')).not.toContain('traces cannot be sent');
  const sent = collector.requests.map(({ path, type }) => `${path} ${String(type)}`);
  expect(new Set(sent)).toEqual(new Set(['/v1/traces application/json', '/v1/metrics application/json']));
  expect(collector.requests.map(({ body }) => body).join('')).not.toContain('garden');
  expect(new Set([...collector.spans, ...collector.metrics].map(({ service }) => service))).toEqual(
    new Set(['acp-hub']),
  );
  const turns = collector.spans.filter(({ name }) => name.startsWith('invoke_agent'));
  const received = turns.find(({ spanId }) => turns.some(({ parentSpanId }) => parentSpanId === spanId));
  expect(received?.traceId).toMatch(/^[0-9a-f]{32}$/u);
  expect(new Set(turns.map(({ traceId }) => traceId))).toEqual(new Set([received?.traceId]));

  const url = `${refusing.url}/own`;
  const refused = await startHub(withCollector({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url }));
  await ann.run(['exec', '--hub', 'the garden']);
  expect((await refused.stop('SIGTERM')).split(`traces cannot be sent to ${url}: `)).toHaveLength(2);
  expect(refusing.requests[0]?.path).toBe('/own');
});

test('acp attach in a terminal works in a session that others see, and Ctrl+C leaves it as it is', async () => {
  using ann = user();
  const hub = await startHub(ann);
  const id = (await ann.run(['exec', '--hub', '--detach', 'hello'])).out.trim();
  await using workspace = await openWorkspace({ cwd: ann.project });
  const terminal = await workspace.terminals.start({
    command: process.execPath,
    args: [acpProgram, 'attach', id],
    env: { ...ann.env, TERM: 'xterm-256color' },
    pty: { columns: 100, rows: 30 },
  });
  let screen = '';
  let hasTyped = false;
  let hasLeft = false;
  for await (const { text } of terminal) {
    screen += text;
    if (!hasTyped && screen.includes('You said: hello')) {
      hasTyped = true;
      terminal.write('good evening\r');
    }
    if (!hasLeft && screen.includes('You said: good evening')) {
      hasLeft = true;
      terminal.write('\u0003');
    }
  }
  expect((await terminal.waitForExit()).exitCode).toBe(0);
  expect(screen).toContain(`detached; acp attach ${id} attaches again`);
  const shown = await ann.run(['sessions', 'show', id, '--full', '--hub']);
  expect(shown.out).toContain('> good evening');
  await hub.stop('SIGTERM');
});

/** The shell session of the guide about several hubs, run again: each command and what it prints. */
async function guideAgain({ project, env }: AcpUser, hubs: Readonly<Record<string, string>>): Promise<string> {
  const shell = async (command: string): Promise<string> => {
    const acp = `acp() { "${process.execPath}" "${acpProgram}" "$@"; }`;
    const child = spawn('sh', ['-c', `${acp}\n{ ${command}\n} 2>&1`], { cwd: project, env });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.stdin.end();
    await once(child, 'close');
    return printed.trimEnd();
  };
  const lines: string[] = [];
  for (const command of guideSession.split('\n').filter((line) => line.startsWith('$ '))) {
    const printed = await shell(command.slice(2).replaceAll(/http:[^ ]+/gu, (url) => hubs[url] ?? url));
    lines.push(command, ...(printed === '' ? [] : [printed]));
  }
  return lines.join('\n');
}

const guide = readFileSync(join(repository, 'docs/guides/run-several-hubs.md'), 'utf8');
const guideSession = /```console\n([\s\S]*?)\n```/u.exec(guide)?.[1] ?? '';

test('hubs on one PostgreSQL database show the same sessions, and one goes on with those of the other', async () => {
  using ann = user();
  const { url: server } = await sharedPostgres();
  const address = new URL(server);
  address.searchParams.set('schema', `hub_${process.pid}_${Date.now()}`);
  const database = ['--database', address.href, '--drain', '0'];
  const [first, second] = await Promise.all([startHub(ann, database), startHub(ann, database)]);
  expect(await guideAgain(ann, { 'http://127.0.0.1:8421': first.url, 'http://127.0.0.1:8422': second.url })).toBe(
    guideSession,
  );
  await first.stop('SIGTERM');
  const third = await startHub(ann, database);
  const env = { ACP_TOKEN: third.token };
  const { out } = await ann.run(['exec', '--hub', third.url, '--detach', 'hello'], { env });
  const id = out.trim();
  const listed = await ann.run(['sessions', 'list', '--hub', second.url, '--format', 'json'], { env });
  expect(JSON.parse(listed.out)).toContainEqual(expect.objectContaining({ sessionId: id }));
  const through = await ann.run(['sessions', 'resume', id, '--hub', second.url, '--format', 'quiet', 'again'], { env });
  expect(through).toMatchObject({ exitCode: 0, out: 'You said: again\n' });
  await third.stop('SIGKILL');
  const shown = await ann.run(['sessions', 'show', id, '--full', '--hub', second.url], { env });
  expect(shown.out).toContain('You said: again');
  const next = await ann.run(['exec', '--hub', second.url, '--format', 'quiet', 'new'], { env });
  expect(next).toMatchObject({ exitCode: 0, out: 'You said: new\n' });
  await second.stop('SIGTERM');
});
