/** Programs that do not know which version the other side speaks. */
import { memoryPair, RpcError } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import { agent } from './agent/agent.ts';
import { info, open, wire, type Wire } from './agent/raw-client.test-support.ts';
import { client } from './client/client.ts';
import { RawAgent } from './client/raw-agent.test-support.ts';
import { CapabilityError } from './connection/capability-error.ts';

// It is loaded with the first peer of version 1, which takes longer than a test waits.
beforeAll(() => import('@acp-stack/bridge'));

const initialize = { protocolVersion: 1, clientInfo: { name: 'editor', version: '1' } };

/** A client of version 1 with a session of `app`. */
async function openAsV1(
  app: Parameters<typeof wire>[0],
  clientCapabilities: object = {},
): Promise<Wire & { readonly sessionId: string }> {
  const ends = wire(app);
  await ends.call('initialize', { ...initialize, clientCapabilities });
  const { result } = await ends.call('session/new', { cwd: '/garden', mcpServers: [] });
  ends.sent.length = 0;
  return { ...ends, sessionId: String(result?.['sessionId']) };
}

/** Responds to the agent's requests. */
async function answer({ sent, raw }: Wire, method: string, result: object): Promise<unknown> {
  await settled();
  const request = sent.find((message) => message.method === method && message.id !== undefined);
  raw.send({ jsonrpc: '2.0', id: request?.id, result });
  return request?.params;
}

describe('an agent', () => {
  test('answers a client of version 1 as one of version 2', async () => {
    const app = agent(info).onPrompt(async ({ message, text }) => {
      await message.append(`You said ${text}.`);
    });
    const ends = wire(app);
    const introduction = await ends.call('initialize', initialize);
    expect(introduction.result).toMatchObject({ protocolVersion: 1, agentInfo: info });
    expect(ends.connection.version).toBe(1);
    const { result } = await ends.call('session/new', { cwd: '/garden', mcpServers: [] });
    const sessionId = result?.['sessionId'];
    const prompt = [{ type: 'text', text: 'hello' }];
    expect((await ends.call('session/prompt', { sessionId, prompt })).result).toEqual({ stopReason: 'end_turn' });
    expect(ends.updates()).toMatchObject([
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'You said hello.' } },
    ]);
  });

  test('learns of the documents of an editor of version 1, and takes its context for one turn', async () => {
    const seen: unknown[] = [];
    const app = agent(info, { runtimeContext: true }).onPrompt(async ({ editor, runtimeContext }) => {
      seen.push(runtimeContext, await editor.active(), await editor.open());
    });
    const ends = await openAsV1(app, { workspace: { activeDocument: {} } });
    const prompt = [{ type: 'text', text: 'hello' }];
    const runtimeContext = [{ title: 'Weather', text: 'It rains.' }];
    const done = ends.call('session/prompt', { sessionId: ends.sessionId, prompt, runtimeContext });
    const document = { uri: 'file:///garden/rose.md', languageId: 'markdown' };
    await answer(ends, 'workspace/active_document', { document });
    expect((await done).result).toEqual({ stopReason: 'end_turn' });
    expect(seen).toEqual([runtimeContext, document, []]);
    expect(JSON.stringify(ends.sent)).not.toContain('It rains.');
  });

  test('reads and writes the files of an editor of version 1', async () => {
    const seen: unknown[] = [];
    const app = agent(info).onPrompt(async ({ files }) => {
      seen.push(files.canRead, files.canWrite, await files.readText('/garden/rose.md', { line: 2 }));
      await files.writeText('/garden/rose.md', 'red');
    });
    const ends = await openAsV1(app, { fs: { readTextFile: true, writeTextFile: true } });
    const { sessionId } = ends;
    const done = ends.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    expect(await answer(ends, 'fs/read_text_file', { content: 'pink' })).toEqual({
      sessionId,
      path: '/garden/rose.md',
      line: 2,
    });
    expect(await answer(ends, 'fs/write_text_file', {})).toEqual({
      sessionId,
      path: '/garden/rose.md',
      content: 'red',
    });
    await done;
    expect(seen).toEqual([true, true, 'pink']);
  });

  test('runs commands in the terminals of an editor of version 1, and shows them', async () => {
    const seen: unknown[] = [];
    const app = agent(info).onPrompt(async ({ editorTerminal, toolCall }) => {
      await using terminal = await editorTerminal({ command: 'ls', args: ['-l'] });
      await toolCall({ title: 'List', content: [{ type: 'terminal', terminalId: terminal.id }] }).complete();
      seen.push(await terminal.waitForExit(), await terminal.output());
    });
    const ends = await openAsV1(app, { terminal: true });
    const done = ends.call('session/prompt', { sessionId: ends.sessionId, prompt: [{ type: 'text', text: 'go' }] });
    expect(await answer(ends, 'terminal/create', { terminalId: 't' })).toMatchObject({ command: 'ls', args: ['-l'] });
    await answer(ends, 'terminal/wait_for_exit', { exitCode: 0 });
    await answer(ends, 'terminal/output', { output: 'rose.md', truncated: false });
    await answer(ends, 'terminal/release', {});
    await done;
    expect(seen).toEqual([{ exitCode: 0 }, { output: 'rose.md', truncated: false }]);
    expect(ends.updates()).toMatchObject([
      { sessionUpdate: 'tool_call', title: 'List', content: [{ type: 'terminal', terminalId: 't' }] },
      { sessionUpdate: 'tool_call_update', status: 'completed' },
    ]);
  });

  test('is refused the files and terminals that a client does not offer', async () => {
    const errors: unknown[] = [];
    const app = agent(info).onPrompt(async ({ files, editorTerminal }) => {
      await files.readText('/garden/rose.md').catch((error: unknown) => errors.push(error));
      await editorTerminal({ command: 'ls' }).catch((error: unknown) => errors.push(error));
    });
    for (const ends of [await open(app), await openAsV1(app)]) {
      await ends.call('session/prompt', { sessionId: ends.sessionId, prompt: [{ type: 'text', text: 'go' }] });
    }
    await settled();
    expect(errors).toHaveLength(4);
    expect(errors.every((error) => error instanceof CapabilityError)).toBe(true);
  });
});

describe('a client', () => {
  const agentInfo = { name: 'old-agent', version: '0.9.0' };

  function meet(
    capabilities: object = {},
  ): RawAgent & { readonly near: Parameters<ReturnType<typeof client>['connect']>[0] } {
    const [near, far] = memoryPair();
    const old = new RawAgent(far)
      .whenever('initialize', { protocolVersion: 1, agentInfo, agentCapabilities: capabilities })
      .whenever('session/new', { sessionId: 's' });
    return Object.assign(old, { near });
  }

  test('drives an agent of version 1 as one of version 2', async () => {
    const old = meet();
    const connection = await client(info).connect(old.near);
    expect(connection).toMatchObject({ version: 1, agentInfo });
    const session = await connection.newSession({ cwd: '/garden' });
    const run = session.prompt('hello');
    const request = await old.next('session/prompt');
    const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi.' } };
    old.update('s', chunk);
    old.answer(request, { stopReason: 'end_turn' });
    const kinds: string[] = [];
    for await (const update of run) kinds.push(update.sessionUpdate);
    expect(kinds).toContain('agent_message_chunk');
    expect(await run).toMatchObject({ stopReason: 'end_turn' });
    connection.destroy();
  });

  test('lets an agent of version 1 use its files and terminals', async () => {
    const old = meet();
    const killed: string[] = [];
    const connection = await client(info)
      .onFiles({ readText: ({ path }) => `text of ${path}` })
      .onTerminals({
        create: () => 't',
        output: () => ({ output: 'so far', truncated: false }),
        waitForExit: () => ({ exitCode: 0 }),
        kill: (terminalId) => void killed.push(terminalId),
        release: () => undefined,
      })
      .connect(old.near, { checkOutgoing: true });
    expect(old.received[0]?.params).toMatchObject({
      capabilities: {},
      clientCapabilities: { fs: { readTextFile: true }, terminal: true },
    });
    await connection.newSession({ cwd: '/garden' });
    const ask = async (method: string, params: object = {}): Promise<unknown> =>
      (await old.request(method, { sessionId: 's', ...params }).answer).result;
    expect(await ask('fs/read_text_file', { path: '/garden/rose.md' })).toEqual({ content: 'text of /garden/rose.md' });
    expect(
      (await old.request('fs/write_text_file', { sessionId: 's', path: '/a', content: '' }).answer).error?.code,
    ).toBe(-32_601);
    expect(await ask('terminal/create', { command: 'ls' })).toEqual({ terminalId: 't' });
    expect(await ask('terminal/output', { terminalId: 't' })).toEqual({ output: 'so far', truncated: false });
    expect(await ask('terminal/wait_for_exit', { terminalId: 't' })).toEqual({ exitCode: 0 });
    expect(await ask('terminal/kill', { terminalId: 't' })).toEqual({});
    expect(await ask('terminal/release', { terminalId: 't' })).toEqual({});
    expect(killed).toEqual(['t']);
    expect((await old.request('fs/read_text_file', { sessionId: 'other', path: '/a' }).answer).error?.code).toBe(
      -32_002,
    );
    connection.destroy();
  });

  test('refuses in its own words what it does not advertise', async () => {
    const old = meet();
    const refusal = (): never => {
      throw new RpcError(-32_601, 'Not the files of this machine.');
    };
    const connection = await client(info)
      .onUnadvertised('fs/read_text_file', refusal)
      .onUnadvertised('terminal/create', refusal)
      .connect(old.near, { checkOutgoing: true });
    expect(old.received[0]?.params).toMatchObject({ capabilities: {}, clientCapabilities: {} });
    expect(JSON.stringify(old.received[0])).not.toMatch(/readTextFile|"terminal"/u);
    await connection.newSession({ cwd: '/garden' });
    for (const [method, params] of [
      ['fs/read_text_file', { path: '/garden/rose.md' }],
      ['terminal/create', { command: 'ls' }],
    ] as const)
      expect((await old.request(method, { sessionId: 's', ...params }).answer).error).toMatchObject({
        code: -32_601,
        message: 'Not the files of this machine.',
      });
    connection.destroy();
  });
});
