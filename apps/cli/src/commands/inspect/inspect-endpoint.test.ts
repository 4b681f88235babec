import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { memoryPair } from '@acp-stack/rpc';
import { client, type ClientConnection } from '@acp-stack/sdk';
import { readScript, scriptedAgent } from '@acp-stack/agent/script';
import { inspectMethods, type InspectCalls, type InspectMethod, type WireRow } from '@acp-stack/trace/inspect';
import { describe, expect, test } from 'vitest';

import { openLog } from '../../log/log.ts';
import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { Exports } from './exports.ts';
import { inspectEndpoint } from './inspect-endpoint.ts';
import { Inspector } from './inspector.ts';
import { Fields } from './read-fields.ts';
import { rawAgent, type RawAgent } from './raw-agent.test-support.ts';

interface Page extends AsyncDisposable {
  readonly inspector: Inspector;
  readonly connection: ClientConnection;
  call<M extends InspectMethod>(method: M, params: InspectCalls[M]['params']): Promise<InspectCalls[M]['result']>;
  /** The first row that fits; waits for it. */
  row(fits: (row: WireRow) => boolean): Promise<WireRow>;
}

async function inspected(agent: RawAgent | undefined): Promise<Page> {
  const terminal = captureTerminal();
  const inspector = new Inspector({
    server:
      agent === undefined
        ? undefined
        : {
            kind: 'command',
            name: 'raw',
            command: process.execPath,
            args: [agent.path],
            env: {},
            defaults: { configOptions: {} },
          },
    target: { kind: agent === undefined ? 'file' : 'agent', name: 'raw' },
    cwd: agent?.folder ?? '/',
    schemas: schemaOf,
    log: openLog({}, terminal),
    version: '1.0.0',
    now: () => performance.now(),
  });
  const [forPage, forEndpoint] = memoryPair();
  inspectEndpoint(inspector, '1.0.0').connect(forEndpoint);
  const connection = await client({ name: 'page', version: '1.0.0' }).connect(forPage);
  const call: Page['call'] = async (method, params) =>
    (await connection.request(inspectMethods[method], params)) as InspectCalls[typeof method]['result'];
  return {
    inspector,
    connection,
    call,
    row: async (fits) => {
      const found = await inspector.store.find(0, ({ row }) => fits(row));
      if (found === undefined) throw new Error('not found');
      return found.row;
    },
    [Symbol.asyncDispose]: async () => {
      await inspector.close();
      await connection.close();
    },
  };
}

/** Opens a session and sends a prompt; returns the row of the prompt. */
async function prompted(page: Page, cwd: string): Promise<number> {
  const { index: opening } = await page.call('send', { method: 'session/new', params: { cwd, mcpServers: [] } });
  const { session } = await page.row((row) => row.request === opening);
  const prompt = [{ type: 'text', text: 'hello' }];
  return (await page.call('send', { method: 'session/prompt', params: { sessionId: session, prompt } })).index;
}

const twoChunks = `say(sessionId, 'Good '); say(sessionId, 'morning');`;

describe.each([1, 2] as const)('an agent of version %s', (version) => {
  test('is started, initialized and recorded, with its output in place; messages are sent and joined', async () => {
    using agent = rawAgent(version, twoChunks);
    await using page = await inspected(agent);
    const run = await page.inspector.restart();
    expect(page.inspector.run(run).summary).toMatchObject({ state: 'open', version });
    const prompt = await prompted(page, agent.folder);
    const answer = await page.row((row) => row.request === prompt);
    expect(answer.took).toBeGreaterThanOrEqual(0);
    const line = await page.row(({ kind }) => kind === 'stderr');
    expect(line.preview).toBe('raw agent is ready');
    const { text, row, response } = await page.call('message', { index: prompt });
    expect(JSON.parse(text)).toMatchObject({ method: 'session/prompt', params: { prompt: [{ text: 'hello' }] } });
    expect(row.kind).toBe('request');
    expect(response).toBe(answer.index);
    const { rows, next, end } = await page.call('rows', { from: 0 });
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, index) => index));
    expect(next).toBe(end);
    const chunks = rows.flatMap(({ chunk }) => (chunk === undefined ? [] : [chunk]));
    expect(chunks.map((chunk) => chunk.text)).toEqual(['Good ', 'morning']);
    expect(new Set(chunks.map(({ stream }) => stream)).size).toBe(1);
    const { table } = await page.call('capabilities', { run });
    expect(table).toMatchObject({ version, client: { name: 'acp' }, agent: { name: 'raw' } });
  });

  test('is restarted, and a recorded client is played against its new build', async () => {
    using agent = rawAgent(version, twoChunks);
    await using page = await inspected(agent);
    const run = await page.inspector.restart();
    const prompt = await prompted(page, agent.folder);
    await page.row((row) => row.request === prompt);
    if (version === 2) await page.row(({ preview }) => preview.includes('idle'));
    agent.rewrite(`say(sessionId, 'Good evening');`);
    const { run: played, rows } = await page.call('replay', { run });
    expect(page.inspector.run(played).summary).toMatchObject({ label: 'replay', state: 'ended' });
    const changes = rows.filter(({ state }) => state !== 'same');
    expect(changes).toMatchObject([
      {
        state: 'changed',
        changes: [{ path: '/params/update/content/text', left: 'Good morning', right: 'Good evening' }],
      },
    ]);
    const again = await page.call('compare', { left: played, right: played });
    expect(new Set(again.rows.map(({ state }) => state))).toEqual(new Set(['same']));
    expect((await page.call('restart', {})).run).toBe(played + 1);
  });
});

test('requests of the agent wait for an answer by hand, or are answered by the policy', async () => {
  using agent = rawAgent(
    1,
    `const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }, { optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
     const first = await ask('session/request_permission', { sessionId, toolCall: { toolCallId: 't' }, options });
     const second = await ask('session/request_permission', { sessionId, toolCall: { toolCallId: 't' }, options });
     const file = await ask('fs/read_text_file', { sessionId, path: ${JSON.stringify('FILE')}.replace('FILE', prompt[0].text) });
     const outside = await ask('fs/read_text_file', { sessionId, path: '/etc/hostname' });
     say(sessionId, JSON.stringify([first.result, second.result, file.result, outside.error?.code]));`,
  );
  writeFileSync(join(agent.folder, 'rose.txt'), 'red\n');
  await using page = await inspected(agent);
  await page.inspector.restart();
  const { index: opening } = await page.call('send', { method: 'session/new', params: { cwd: '/', mcpServers: [] } });
  const { session } = await page.row((row) => row.request === opening);
  const prompt = [{ type: 'text', text: join(agent.folder, 'rose.txt') }];
  await page.call('send', { method: 'session/prompt', params: { sessionId: session, prompt } });
  let { number, state } = await page.call('state', {});
  while (state.questions.length === 0) ({ number, state } = await page.call('state', { after: number }));
  expect(state.questions).toMatchObject([{ method: 'session/request_permission', params: { options: [{}, {}] } }]);
  const index = state.questions[0]?.index ?? -1;
  expect((await page.call('policy', { permissions: 'allow' })).policy).toMatchObject({ permissions: 'allow' });
  const { index: answered } = await page.call('answer', {
    index,
    result: { outcome: { outcome: 'selected', optionId: 'no' } },
  });
  expect((await page.call('message', { index: answered })).row).toMatchObject({ request: index, from: 'Client' });
  const said = await page.row(({ chunk }) => chunk !== undefined);
  expect(JSON.parse(said.chunk?.text ?? '')).toEqual([
    { outcome: { outcome: 'selected', optionId: 'no' } },
    { outcome: { outcome: 'selected', optionId: 'yes' } },
    { content: 'red\n' },
    -32_602,
  ]);
  await expect(page.call('answer', { index, result: {} })).rejects.toThrow(/has an answer already/u);
  expect((await page.call('state', {})).state.questions).toEqual([]);
});

test('anything can be sent raw, also what is not a message', async () => {
  using agent = rawAgent(1, twoChunks);
  await using page = await inspected(agent);
  await page.inspector.restart();
  const { index } = await page.call('send', { text: 'not JSON' });
  expect((await page.call('message', { index })).text).toBe('not JSON');
  await page.row(({ kind, preview }) => kind === 'error' && preview.includes('Parse error'));
  const { index: pretty } = await page.call('send', { text: '{\n "jsonrpc": "2.0", "id": "mine", "method": "x/y" }' });
  expect(await page.row((row) => row.request === pretty)).toMatchObject({ kind: 'error', id: 'mine' });
  await expect(page.call('send', { text: 'two\nlines' })).rejects.toThrow(/one line/u);
});

test('mistakes of the agent are in the rows, with noise on stdout in its place', async () => {
  using agent = rawAgent(
    1,
    `console.log('debugging'); update(sessionId, { sessionUpdate: 'agent_message_chunk', content: 'x' });`,
  );
  await using page = await inspected(agent);
  await page.inspector.restart();
  await prompted(page, agent.folder);
  expect(await page.row(({ kind }) => kind === 'stdout')).toMatchObject({
    preview: 'debugging',
    findings: [{ severity: 'error' }],
  });
  const malformed = await page.row(({ findings }) => findings?.[0]?.path === '/params/update/content');
  expect(malformed.findings?.[0]?.rule?.definition).toBe('ContentChunk');
});

test('an agent that cannot be started ends its run with the reason', async () => {
  using agent = rawAgent(1, twoChunks);
  agent.rewrite('}');
  await using page = await inspected(agent);
  const run = await page.inspector.restart();
  expect(page.inspector.run(run).summary).toMatchObject({ state: 'ended' });
  expect(page.inspector.run(run).summary.error).toMatch(/\w/u);
  await expect(page.call('send', { method: 'session/list' })).rejects.toThrow(/restart it/u);
});

test('a program that refuses initialize stays open for messages by hand', async () => {
  using agent = rawAgent(1, twoChunks);
  const refuse = `JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, error: { code: -32603, message: 'Not today.' } })`;
  writeFileSync(
    agent.path,
    `import { createInterface } from 'node:readline';
     createInterface({ input: process.stdin }).on('line', (line) => console.log(${refuse}));`,
  );
  await using page = await inspected(agent);
  const run = await page.inspector.restart();
  expect(page.inspector.run(run).summary).toMatchObject({ state: 'open', error: 'initialize failed: Not today' });
  const { index } = await page.call('send', { method: 'x/y', params: {} });
  expect(await page.row((row) => row.request === index)).toMatchObject({ kind: 'error' });
});

describe('a file', () => {
  const trace = [
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
    { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentCapabilities: {} } },
    { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/x', mcpServers: [] } },
    { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [{ type: 'text', text: 'key sk-ant-api03-0123456789abcdefghij0123456789' }] },
    },
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Good ' } },
      },
    },
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'morning' } },
      },
    },
    { jsonrpc: '2.0', id: 2, result: { stopReason: 'refusal' } },
  ]
    .map((message) => JSON.stringify(message))
    .join('\n');

  test('is opened, searched, exported with and without redaction, and saved as a script', async () => {
    await using page = await inspected(undefined);
    const { run, unreadable } = await page.call('import', { name: 'x.jsonl', text: trace });
    expect(unreadable).toBe(0);
    expect(page.inspector.run(run).summary).toMatchObject({ label: 'file', state: 'ended', version: 1, rows: 8 });
    expect((await page.call('search', { text: 'MORNING' })).indexes).toEqual([6]);
    const whole = await page.call('export', { redaction: 'none' });
    expect(whole.text.split('\n').filter((line) => line !== '')).toHaveLength(9);
    expect(whole.text).toContain('sk-ant-api03');
    expect((await page.call('export', { redaction: 'secrets' })).text).not.toContain('sk-ant-api03');
    const empty = await page.call('export', { redaction: 'content', runs: [run] });
    expect(empty.text).not.toContain('morning');
    const { run: again } = await page.call('import', { name: 'again.jsonl', text: whole.text });
    const { rows } = await page.call('compare', { left: run, right: again });
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['same']));
    const { text, notes } = await page.call('script', { run });
    expect(notes).toEqual([]);
    expect(JSON.parse(text)).toEqual({ turns: [{ steps: [{ text: ['Good ', 'morning'] }, { stop: 'refusal' }] }] });
    const [forClient, forAgent] = memoryPair();
    scriptedAgent({ script: readScript(text, 'script.json'), version: '1.0.0' }).connect(forAgent);
    await using connection = await client({ name: 'c', version: '1.0.0' }).connect(forClient);
    const running = (await connection.newSession({ cwd: '/' })).prompt('hi');
    let said = '';
    for await (const update of running)
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') said += update.content.text;
    expect(said).toBe('Good morning');
    expect((await running).stopReason).toBe('refusal');
  });

  test('is exported in parts that together are the whole', async () => {
    await using page = await inspected(undefined);
    const { run } = await page.call('import', { name: 'x.jsonl', text: trace });
    const exports = new Exports(page.inspector, 500);
    const parts = [exports.part(new Fields({ redaction: 'none', runs: [run] }))];
    for (let cursor = parts[0]?.cursor; cursor !== undefined; cursor = parts.at(-1)?.cursor)
      parts.push(exports.part(new Fields({ cursor })));
    expect(parts.length).toBeGreaterThan(2);
    const whole = await page.call('export', { redaction: 'none', runs: [run] });
    expect(parts.map(({ text }) => text).join('')).toBe(whole.text);
    expect(whole.cursor).toBeUndefined();
    expect(() => exports.part(new Fields({ cursor: 'old' }))).toThrow(/begin again/u);
  });

  test('a request that waits for rows holds up no other, and gets the next row', async () => {
    await using page = await inspected(undefined);
    const rows = page.call('rows', { from: 0 });
    const { number } = await page.call('state', {});
    const state = page.call('state', { after: number });
    await page.call('import', { name: 'x.jsonl', text: trace });
    expect((await rows).rows.length).toBeGreaterThan(0);
    expect((await state).number).toBeGreaterThan(number);
  });

  test('needs no agent, and says what needs one', async () => {
    await using page = await inspected(undefined);
    await expect(page.call('restart', {})).rejects.toThrow(/with an agent/u);
    await expect(page.call('import', { name: 'x', text: 'nothing' })).rejects.toThrow('x is not a trace.');
    await expect(page.call('rows', { from: -1 })).rejects.toThrow('"from" must be');
    await expect(page.call('capabilities', { run: 7 })).rejects.toThrow('Run 7 does not exist.');
    await expect(page.call('message', { index: 5 })).rejects.toThrow(/Row 5/u);
  });

  test('the methods of a version come with what a form needs', async () => {
    await using page = await inspected(undefined);
    const { methods } = await page.call('methods', { version: 1, name: 'session/new' });
    expect(methods).toMatchObject([{ name: 'session/new', version: 1, facts: { kind: 'request' } }]);
    expect(Object.keys(methods[0]?.definitions ?? {})).toContain('McpServer');
    expect((await page.call('methods', {})).methods.length).toBeGreaterThan(20);
  });
});
