/** `acp inspect` as a user starts it: the endpoint of the page, an editor in front of it, files and chains. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { webSocket } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';
import { inspectMethods, type InspectCalls, type InspectMethod, type WireRow } from '@acp-stack/trace/inspect';
import { describe, expect, test, vi } from 'vitest';

import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';
import { startPageProgram, type PageProgram } from '../support/web-page.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Inspecting extends AsyncDisposable {
  readonly program: PageProgram;
  call<M extends InspectMethod>(method: M, params: InspectCalls[M]['params']): Promise<InspectCalls[M]['result']>;
  /** The first row that fits; waits for it. */
  row(fits: (row: WireRow) => boolean): Promise<WireRow>;
}

async function inspecting(user: AcpUser, ...words: readonly string[]): Promise<Inspecting> {
  const program = await startPageProgram(user, ['inspect', ...words]);
  const { url, token } = program;
  const connection = await client({ name: 'page', version: '1.0.0' }).connect(webSocket(url, { token }));
  const call: Inspecting['call'] = async (method, params) =>
    (await connection.request(inspectMethods[method], params)) as InspectCalls[typeof method]['result'];
  return {
    program,
    call,
    row: async (fits) => {
      for (let from = 0; ;) {
        const { rows, next } = await call('rows', { from });
        const found = rows.find(fits);
        if (found !== undefined) return found;
        from = next;
      }
    },
    [Symbol.asyncDispose]: async () => {
      connection.destroy();
      await program[Symbol.asyncDispose]();
    },
  };
}

const agent = ['--', ...fixtureAgent('v1-agent.mjs')];

describe('acp inspect', () => {
  test('serves a page that needs no token, and an endpoint that needs one', async () => {
    using user = acpUser();
    await using inspector = await inspecting(user, '--trace', 'trace.jsonl', ...agent);
    const { url, page } = inspector.program;
    expect(new URL(page).hash).toMatch(/^#token=[\w-]{43}$/u);
    const shown = await fetch(page);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const body = { jsonrpc: '2.0', id: 1, method: inspectMethods.state, params: {} };
    const refused = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    expect(refused.status).toBe(401);
    await inspector.row(({ kind, method }) => kind === 'answer' && method === 'initialize');
    const { state } = await inspector.call('state', {});
    expect(state).toMatchObject({ target: { kind: 'agent' }, cwd: user.project, current: 1, maxRows: 100_000 });
    const { index } = await inspector.call('send', {
      method: 'session/new',
      params: { cwd: user.project, mcpServers: [] },
    });
    expect(await inspector.row(({ request }) => request === index)).toMatchObject({ kind: 'answer' });
    expect(readFileSync(join(user.project, 'trace.jsonl'), 'utf8')).toContain('session/new');
  });

  test('stands between an editor and its agent, without a secret on a command line', async () => {
    using user = acpUser();
    await using inspector = await inspecting(user, '--listen', ...agent);
    const { editorCommand = [], token } = inspector.program;
    const file = editorCommand.at(-1) ?? '';
    expect(editorCommand).toEqual(['acp', 'inspect', '--connect', file]);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(editorCommand.join(' ')).not.toContain(token);
    expect((await inspector.call('state', {})).state).toMatchObject({ target: { kind: 'editor' }, runs: [] });
    const editor = spawnAgent({
      command: process.execPath,
      args: [acpProgram, ...editorCommand.slice(1)],
      env: { ...user.env },
      cwd: user.project,
    });
    {
      await using connection = await client({ name: 'editor', version: '1.0.0' }).connect(editor);
      const session = await connection.newSession({ cwd: user.project });
      const outcome = await session.prompt('hello');
      expect(outcome.stopReason).toBe('end_turn');
    }
    const prompt = await inspector.row(({ method, kind }) => method === 'session/prompt' && kind === 'request');
    expect(await inspector.row(({ request }) => request === prompt.index)).toMatchObject({ run: 1 });
    let { number, state } = await inspector.call('state', {});
    while (state.runs[0]?.state !== 'ended') ({ number, state } = await inspector.call('state', { after: number }));
    expect(state.runs).toMatchObject([{ label: 'editor', version: 1 }]);
    await inspector.program[Symbol.asyncDispose]();
    expect(existsSync(file)).toBe(false);
    const late = await user.run(['inspect', '--connect', file]);
    expect(late).toMatchObject({ exitCode: 2, out: '' });
    expect(late.err).toContain('start acp inspect --listen again');
  });

  test('opens a recording, and shows every hop of a chain', async () => {
    using user = acpUser();
    const words = ['exec', '--format', 'quiet', '--proxy', 'redact', '--trace', 'trace.jsonl', 'hi', ...agent];
    expect(await user.run(words)).toMatchObject({ exitCode: 0 });
    // What the agent itself prints is in the trace of a chain too.
    expect(readFileSync(join(user.project, 'trace.jsonl'), 'utf8')).toMatch(/"type":"stderr".*"text":"agent \d+"/u);
    {
      await using inspector = await inspecting(user, 'trace.jsonl');
      const { state } = await inspector.call('state', {});
      expect(state).toMatchObject({ target: { kind: 'file', name: 'trace.jsonl' } });
      expect(state.runs).toMatchObject([{ label: 'file', state: 'ended' }]);
      expect(state.runs[0]?.sides).toHaveLength(3);
      expect(state.current).toBeUndefined();
    }
    await using live = await inspecting(user, '--proxy', 'redact', ...agent);
    await live.row(({ method, kind, to }) => method === 'initialize' && kind === 'answer' && to === 'Client');
    const { state } = await live.call('state', {});
    expect(state.runs[0]?.sides).toHaveLength(3);
    const { index } = await live.call('send', { method: 'session/new', params: { cwd: user.project, mcpServers: [] } });
    expect(await live.row(({ request }) => request === index)).toMatchObject({ kind: 'answer' });
  });

  test('says in one sentence what is wrong', async () => {
    using user = acpUser();
    user.write('../project/empty.jsonl', 'nothing\n');
    expect(await user.run(['inspect', '--no-open', '--listen', 'empty.jsonl'])).toMatchObject({
      exitCode: 2,
      err: 'acp: --listen needs an agent, not a file\n',
    });
    const empty = await user.run(['inspect', '--no-open', 'empty.jsonl']);
    expect(empty).toMatchObject({ exitCode: 2 });
    expect(empty.err).toContain('empty.jsonl is not a trace');
  });
});
