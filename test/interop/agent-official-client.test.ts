/**
 * `acp agent` as a process, driven by clients on the official SDK: its entry for version 1 and its entry for version 2.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';

import * as versionOne from '@agentclientprotocol/sdk';
import * as versionTwo from '@agentclientprotocol/sdk/experimental/v2';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';

import { repository, temporaryFolder, type TemporaryFolder } from '../support/checkout.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: TemporaryFolder;
let cwd: string;
let complaints: MockInstance<typeof console.error>;

beforeEach(() => {
  folder = temporaryFolder();
  cwd = join(folder.path, 'garden');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'rose.md'), 'A rose is red.\nIt has thorns.\n');
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  folder[Symbol.dispose]();
  // What the official SDK does not understand, it says there.
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});

interface Running extends AsyncDisposable {
  readonly stream: versionOne.Stream;
}

function start(): Running {
  const program = join(repository, 'apps', 'cli', 'dist', 'main.js');
  const env = { PATH: process.env['PATH'], HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, 'config') };
  const child: ChildProcess = spawn(process.execPath, [program, 'agent', '--data', join(folder.path, 'data')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const [stdin, stdout] = [child.stdin as Writable, child.stdout as Readable];
  return {
    stream: versionOne.ndJsonStream(
      Writable.toWeb(stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
    ),
    [Symbol.asyncDispose]: async () => {
      stdin.end();
      expect(await closed).toEqual([0, null]);
    },
  };
}

/** The text of what an agent said. */
const textOf = (updates: readonly object[]): string =>
  (updates as readonly { sessionUpdate: string; content?: unknown }[])
    .filter(({ sessionUpdate }) => sessionUpdate.startsWith('agent_message'))
    .flatMap(({ content }) => content as { text?: string } | { text?: string }[])
    .map(({ text = '' }) => text)
    .join('');

const allow = { outcome: { outcome: 'selected' as const, optionId: 'allow_once' } };
const say = (text: string): [{ type: 'text'; text: string }] => [{ type: 'text', text }];

describe('the entry for version 1', () => {
  const meet = async (stream: versionOne.Stream, files?: Map<string, string>) => {
    const updates: versionOne.SessionUpdate[] = [];
    const app = versionOne
      .client()
      .onNotification('session/update', ({ params }) => void updates.push(params.update))
      .onRequest('session/request_permission', () => allow)
      .onRequest('fs/read_text_file', ({ params: { path } }) => ({ content: files?.get(path) ?? '' }))
      .onRequest('fs/write_text_file', ({ params: { path, content } }) => {
        files?.set(path, content);
        return {};
      });
    const connection = app.connect(stream);
    const fs = { readTextFile: files !== undefined, writeTextFile: files !== undefined };
    const introduction = await connection.agent.request('initialize', {
      protocolVersion: 1,
      clientInfo: { name: 'official', version: '2.4.0' },
      clientCapabilities: { fs },
    });
    return { peer: connection.agent, updates, introduction, close: () => connection.close() };
  };

  test('opens, prompts, edits, lists and loads', async () => {
    let sessionId: string;
    {
      await using running = start();
      const { peer, updates, introduction, close } = await meet(running.stream);
      expect(introduction).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true } });
      ({ sessionId } = await peer.request('session/new', { cwd, mcpServers: [] }));
      expect(await peer.request('session/prompt', { sessionId, prompt: say('Where are the thorns?') })).toMatchObject({
        stopReason: 'end_turn',
      });
      expect(textOf(updates)).toContain('It has thorns.');
      await peer.request('session/prompt', { sessionId, prompt: say('/edit rose.md "red" "white"') });
      expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toContain('white');
      expect(JSON.stringify(updates)).toContain('"type":"diff"');
      close();
    }
    await using running = start();
    const { peer, updates, close } = await meet(running.stream);
    expect(await peer.request('session/list', { cwd })).toMatchObject({ sessions: [{ sessionId }] });
    await peer.request('session/load', { sessionId, cwd, mcpServers: [] });
    expect(textOf(updates)).toContain('It has thorns.');
    expect(await peer.request('session/prompt', { sessionId, prompt: say('/run echo petals') })).toMatchObject({
      stopReason: 'end_turn',
    });
    expect(JSON.stringify(updates)).toContain('petals');
    close();
  });

  test('lends the buffers of its editor', async () => {
    const files = new Map([[join(cwd, 'rose.md'), 'An unsaved rose is red.\n']]);
    await using running = start();
    const { peer, updates, close } = await meet(running.stream, files);
    const { sessionId } = await peer.request('session/new', { cwd, mcpServers: [] });
    await peer.request('session/prompt', { sessionId, prompt: say('/edit rose.md "red" "white"') });
    expect(files.get(join(cwd, 'rose.md'))).toBe('An unsaved rose is white.\n');
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toContain('A rose is red.');
    expect(textOf(updates)).toContain('Done.');
    close();
  });

  test('cancels a command, and sets a mode', async () => {
    await using running = start();
    const { peer, updates, close } = await meet(running.stream);
    const { sessionId, configOptions } = await peer.request('session/new', { cwd, mcpServers: [] });
    expect(configOptions).toContainEqual(expect.objectContaining({ id: 'mode', currentValue: 'ask' }));
    const prompted = peer.request('session/prompt', { sessionId, prompt: say('/run echo begun; sleep 600') });
    await expect.poll(() => JSON.stringify(updates)).toContain('begun\\n');
    await peer.notify('session/cancel', { sessionId });
    expect(await prompted).toMatchObject({ stopReason: 'cancelled' });
    await peer.request('session/set_config_option', { sessionId, configId: 'mode', value: 'read-only' });
    await peer.request('session/prompt', { sessionId, prompt: say('/edit rose.md "red" "white"') });
    expect(textOf(updates)).toContain('which does not allow this');
    close();
  });
});

describe('the entry for version 2', () => {
  const meet = async (stream: versionOne.Stream) => {
    const app = versionTwo.client().onRequest('session/request_permission', () => allow);
    const connection = app.connect(stream);
    await connection.agent.request('initialize', {
      protocolVersion: 2,
      info: { name: 'official', version: '2.4.0' },
      capabilities: {},
    });
    return { peer: connection.agent, close: () => connection.close() };
  };

  /** Reads what a session says until its work has ended. */
  const untilIdle = async (session: versionTwo.ActiveSession): Promise<object[]> => {
    const updates: object[] = [];
    for (;;) {
      const { kind, update } = await session.nextUpdate();
      updates.push(update);
      if (kind === 'stop') return updates;
    }
  };

  test('opens, prompts, edits, lists and resumes', async () => {
    let sessionId: string;
    {
      await using running = start();
      const { peer, close } = await meet(running.stream);
      const session = await peer.buildSession(cwd).start();
      ({ sessionId } = session);
      await session.prompt('Where are the thorns?');
      expect(textOf(await untilIdle(session))).toContain('It has thorns.');
      await session.prompt('/edit rose.md "red" "white"');
      expect(JSON.stringify(await untilIdle(session))).toContain('"operation":"modify"');
      expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toContain('white');
      close();
    }
    await using running = start();
    const { peer, close } = await meet(running.stream);
    expect(await peer.request('session/list', { cwd })).toMatchObject({ sessions: [{ sessionId }] });
    expect(
      await peer.request('session/resume', { sessionId, cwd, mcpServers: [], replayFrom: { type: 'start' } }),
    ).toBeDefined();
    close();
  });
});
