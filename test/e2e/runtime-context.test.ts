/**
 * Context for one turn, end to end: the model reads it, and it is nowhere else (RCTX-03).
 *
 * A text that stands nowhere else is looked for in every byte of the journal, in replays, copies, titles, lists and
 * exports.
 */
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { sqliteJournal } from '@acp-stack/journal';
import { client, memoryPair, type ClientConnection, type SessionUpdate } from '@acp-stack/sdk';
import { modelServer } from '@acp-stack/testing/model-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { codingAgent } from '@acp-stack/agent';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { storedSessions } from '../../apps/agent/src/session-data/stored-sessions.ts';
import { run } from '../../apps/cli/src/run.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';

const marker = 'zebra-crossing-4711';
const prompt = 'Water the roses.';
let home: string;
let cwd: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'acp-runtime-context-')));
  cwd = await mkdtemp(join(home, 'garden-'));
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

/** The agent with a journal on the disk and a model; closing it leaves the journal. */
async function openAgent(address: string): Promise<AsyncDisposable & { readonly app: ReturnType<typeof codingAgent> }> {
  const config = { model: 'oracle', providers: { openai: { baseUrl: address } } };
  const providers = new Providers(readConfig(JSON.stringify(config), 'agent.json', {}));
  const journal = await sqliteJournal(join(home, 'sessions.db'));
  const app = codingAgent({ store: storedSessions(journal), providers, version: '1.0.0' });
  return { app, [Symbol.asyncDispose]: () => journal.close() };
}

/** A client of the agent, and every update that it has heard. */
async function meet(
  app: ReturnType<typeof codingAgent>,
): Promise<{ connection: ClientConnection; heard: SessionUpdate[] }> {
  const [left, right] = memoryPair();
  app.connect(left);
  const heard: SessionUpdate[] = [];
  const connection = await client({ name: 'editor', version: '1.0.0' })
    .onUpdate((update) => {
      heard.push(update);
    })
    .connect(right);
  return { connection, heard };
}

/** Everything in the files of the journal. */
async function journalBytes(): Promise<string> {
  const names = (await readdir(home)).filter((name) => name.startsWith('sessions.db'));
  expect(names.length).toBeGreaterThan(0);
  return (await Promise.all(names.map((name) => readFile(join(home, name), 'latin1')))).join('');
}

describe('context for one turn', () => {
  test('is read by the model in this turn alone, and is in no journal, replay, copy, title, list or export', async () => {
    await using server = await modelServer({
      turns: [
        { toolCalls: [{ name: 'list', input: { path: '.' } }] },
        { text: 'They are wet.' },
        { text: 'Still wet.' },
        { text: 'A summary of watering.' },
        { text: 'Wet for ever.' },
      ],
      models: ['oracle'],
    });
    const requests = (): readonly string[] => server.requests.map(({ body }) => JSON.stringify(body));
    const runtimeContext = [{ title: `Title ${marker}`, text: `Text ${marker}` }];
    let sessionId: string;
    {
      await using agent = await openAgent(server.url);
      const { connection, heard } = await meet(agent.app);
      const session = await connection.newSession({ cwd });
      sessionId = session.id;
      expect((await session.prompt(prompt, { runtimeContext })).stopReason).toBe('end_turn');
      expect(requests().map((body) => body.includes(`Text ${marker}`))).toEqual([true, true]);
      await session.prompt('And now?');
      await session.prompt('/compact');
      const fork = await session.fork();
      await fork.prompt('And in the copy?');
      expect(requests()).toHaveLength(5);
      expect(requests().slice(2).join('')).toContain('Water the roses.');
      expect(requests().slice(2).join('')).not.toContain(marker);
      const list = await connection.listPage();
      expect(list.sessions.map(({ title }) => title)).toContain('Water the roses.');
      expect(JSON.stringify([heard, list])).not.toContain(marker);
      await connection.close();
    }
    const bytes = await journalBytes();
    expect(bytes).toContain(prompt);
    expect(bytes).not.toContain(marker);
    {
      await using agent = await openAgent(server.url);
      const { connection, heard } = await meet(agent.app);
      await connection.load({ sessionId, cwd });
      expect(JSON.stringify(heard)).toContain(prompt);
      expect(JSON.stringify(heard)).not.toContain(marker);
      await connection.close();
      const serving = await serveHttp(agent.app);
      for (const format of ['markdown', 'json']) {
        const terminal = captureTerminal({ env: { HOME: home } });
        const words = ['sessions', 'export', sessionId, '--cwd', cwd, '--url', serving.url, '--format', format];
        expect(await run(words, terminal)).toBe(0);
        expect(terminal.out()).toContain(prompt);
        expect(terminal.out()).not.toContain(marker);
      }
      await serving.close();
    }
  });

  test('is not summed up when room has to be made in the middle of its turn, and is still read afterwards', async () => {
    await using server = await modelServer({
      turns: [
        { text: 'Hello.' },
        { error: { status: 400, message: 'maximum context length exceeded' } },
        { text: 'A summary.' },
        { text: 'They are wet.' },
      ],
      models: ['oracle'],
    });
    await using agent = await openAgent(server.url);
    const { connection } = await meet(agent.app);
    const session = await connection.newSession({ cwd });
    await session.prompt('Hello.');
    const { stopReason } = await session.prompt(prompt, { runtimeContext: [{ text: marker }] });
    expect(stopReason).toBe('end_turn');
    expect(server.requests.map(({ body }) => JSON.stringify(body).includes(marker))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    await connection.close();
    expect(await journalBytes()).not.toContain(marker);
  });

  test('is sent by acp exec, and is in a trace, which holds what was on the wire', async () => {
    await using server = await modelServer({ turns: [{ text: 'I see.' }], models: ['oracle'] });
    await using agent = await openAgent(server.url);
    const serving = await serveHttp(agent.app);
    await writeFile(join(cwd, 'rose.ts'), `// ${marker}\n`);
    const trace = join(home, 'trace.ndjson');
    const terminal = captureTerminal({ env: { HOME: home, XDG_CONFIG_HOME: home } });
    const words = ['exec', '--cwd', cwd, '--url', serving.url, '--context', 'active-file', '--trace', trace];
    // The mention makes it the active file of a program without an editor.
    expect(await run([...words, '--format', 'quiet', 'Look at @rose.ts'], terminal)).toBe(0);
    await serving.close();
    expect({ out: terminal.out(), err: terminal.err() }).toEqual({ out: 'I see.\n', err: '' });
    expect(JSON.stringify(server.requests[0]?.body)).toContain(marker);
    const frames = (await readFile(trace, 'utf8')).split('\n').filter((line) => line.includes(marker));
    expect(frames).toHaveLength(1);
    expect(frames[0]).toContain('session/prompt');
    expect(await journalBytes()).not.toContain(marker);
  });
});
