/**
 * The list of `acp agent --features` against the real agent: everything on it works, and everything in the protocol is
 * on it.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { memoryPair } from '@acp-stack/rpc';
import type { MethodSpec } from '@acp-stack/schema';
import { methods as v1Methods } from '@acp-stack/schema/v1/unstable';
import { methods as v2Methods } from '@acp-stack/schema/v2/unstable';
import { memoryStore, type ConnectionReport } from '@acp-stack/sdk';
import { modelServer, type ModelTurn } from '@acp-stack/testing/model-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Credentials } from '../../apps/agent/src/auth/credentials.ts';
import { LoginController } from '../../apps/agent/src/auth/login-controller.ts';
import { codingAgent } from '@acp-stack/agent';
import { agentFeatures } from '../../apps/agent/src/feature-list/agent-features.ts';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { Catalogue } from '../../apps/cli/src/commands/protocol/catalogue.ts';
import { exampleMessages } from '../../apps/cli/src/commands/protocol/example-message.ts';
import { repository } from '../support/checkout.ts';
import { WireClient, type WireMessage } from '../support/wire-client.ts';

type Answers = ConstructorParameters<typeof WireClient>[1];

const { methods: listed, updates: listedUpdates } = agentFeatures();

let cwd: string;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'garden-')));
  await writeFile(join(cwd, 'rose.md'), 'A rose is red.\n');
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

/** Remembers a login as long as the test runs. */
function memoryCredentials(isLoggedIn: boolean): Credentials {
  let hasLogin = isLoggedIn;
  const set = (value: boolean) => async (): Promise<void> => {
    hasLogin = value;
  };
  return { hasLogin: () => hasLogin, saveLogin: set(true), removeLogin: set(false) };
}

interface Meeting {
  readonly client: WireClient;
  readonly reports: readonly ConnectionReport[];
}

/** The agent and a client that answers like this; with `address`, a model. */
function meet({
  answers = {},
  address,
  isLoggedIn = true,
}: { answers?: Answers; address?: string; isLoggedIn?: boolean } = {}): Meeting {
  const [left, right] = memoryPair();
  const service = {
    model: 'oracle',
    providers: { openai: { baseUrl: address, models: { oracle: { contextWindow: 100_000 } } } },
  };
  const providers = new Providers(readConfig(address === undefined ? '{}' : JSON.stringify(service), 'agent.json', {}));
  const credentials = memoryCredentials(isLoggedIn);
  const controller = new LoginController({
    kinds: ['agent', 'terminal', 'env'],
    key: undefined,
    credentialsOf: () => credentials,
  });
  const login = { controller, isPassword: (given: string) => given === 'test' };
  const reports: ConnectionReport[] = [];
  codingAgent({ store: memoryStore(), providers, version: '1.0.0', login }).connect(left, {
    onReport: (report) => reports.push(report),
  });
  return { client: new WireClient(right, answers), reports };
}

const initializeParams = {
  1: {
    protocolVersion: 1,
    clientInfo: { name: 'editor', version: '1.0.0' },
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      plan: {},
      elicitation: { form: {}, url: {} },
      workspace: { openDocuments: {}, recentDocuments: {}, activeDocument: {} },
      session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
    },
  },
  2: {
    protocolVersion: 2,
    info: { name: 'editor', version: '1.0.0' },
    capabilities: {
      elicitation: { form: {}, url: {} },
      workspace: { openDocuments: {}, recentDocuments: {}, activeDocument: {} },
    },
  },
};

const toAgent = (version: 1 | 2): readonly MethodSpec[] =>
  Object.values(version === 1 ? v1Methods : v2Methods).filter(
    ({ direction }) => direction === 'client>agent' || direction === 'both',
  );

describe('the list', () => {
  test('names only rules that the protocol has', () => {
    const known = JSON.parse(
      readFileSync(join(repository, 'test/requirements/requirements.json'), 'utf8'),
    ) as readonly {
      readonly id: string;
    }[];
    const ids = new Set(known.map(({ id }) => id));
    const named = [...listed, ...listedUpdates].flatMap(({ rules }) => rules);
    expect(named.filter((rule) => !ids.has(rule))).toEqual([]);
    expect([...listed, ...listedUpdates].filter(({ rules }) => rules.length === 0)).toEqual([]);
  });

  test('has every method of an agent, and declines only subagents and messages between sessions', () => {
    const all = [...Object.values(v1Methods), ...Object.values(v2Methods)] as readonly MethodSpec[];
    const ours = all.filter(({ direction }) => direction !== 'conductor>proxy' && direction !== 'proxy');
    expect(new Set(listed.map(({ method }) => method))).toEqual(new Set(ours.map(({ name }) => name)));
    expect(listedUpdates.filter(({ declined }) => declined !== null).map(({ update }) => update)).toEqual([
      'subagent_update',
      'session_message',
      'session_message_chunk',
    ]);
  });
});

/** About something that goes on; here nothing does, so they are refused, and other tests use them while it does. */
const aboutWork = new Set([
  'session/revoke_inject',
  'session/replace_inject',
  'mcp/message',
  'terminal/cancel',
  'tool_call/cancel',
]);

/** What an example cannot know: the directory, and the names that this agent uses. */
function fitting(name: string): object {
  if (/^session\/(?:new|load|resume|fork)$/u.test(name)) return { cwd, mcpServers: [], additionalDirectories: [] };
  if (name === 'authenticate' || name === 'auth/login') return { methodId: 'agent' };
  if (name === 'session/set_config_option') return { configId: 'mode', type: 'id', value: 'plan' };
  if (name === 'session/set_mode') return { modeId: 'plan' };
  if (name === 'providers/set') return { providerId: 'openai', apiType: 'openai', baseUrl: 'http://127.0.0.1:9/v1' };
  return {};
}

describe.each([1, 2] as const)('asked by a client of version %i', (version) => {
  const catalogue = new Catalogue({ versions: [version], unstable: true });

  function exampleParams(name: string): object {
    const entry = catalogue.methods.find((method) => method.name === name);
    const document = catalogue.documents.get(version);
    if (entry === undefined || document === undefined) throw new Error(`The catalogue has no ${name}.`);
    const { params } = exampleMessages(entry, version, document).call as { readonly params?: object };
    return params ?? {};
  }

  const requests = toAgent(version).filter(({ kind }) => kind !== 'notification');
  const notifications = toAgent(version).filter(({ kind }) => kind !== 'request');

  test.each(requests.map(({ name }) => name))('the agent answers %s', async (name) => {
    const { client } = meet({ answers: { 'elicitation/create': elicited } });
    const introduced = await client.ask('initialize', initializeParams[version]);
    if (name === 'initialize') return expect(introduced).toHaveProperty('result');
    const opened = await client.call('session/new', { cwd, mcpServers: [] });
    const params = { ...exampleParams(name), ...fitting(name) };
    const from = name.startsWith('nes/') ? await client.call('nes/start', exampleParams('nes/start')) : opened;
    const { error } = await client.ask(
      name,
      'sessionId' in params ? { ...params, sessionId: from['sessionId'] } : params,
    );
    if (aboutWork.has(name)) return expect([-32_602, -32_002]).toContain(error?.code);
    return expect(error).toBeUndefined();
  });

  test.each(notifications.map(({ name }) => name))('the agent takes %s', async (name) => {
    const { client, reports } = meet();
    await client.call('initialize', initializeParams[version]);
    client.tell(name, exampleParams(name));
    // What comes later is handled later: with this answer the notification has been, too.
    await client.call('session/list', {});
    expect(reports.filter(({ kind }) => kind === 'unknown-notification')).toEqual([]);
  });
});

// ---------------------------------------------------------------------------------------------- scenarios

/** An MCP server that the client has: it waters the garden. */
function gardenServer(params: Readonly<Record<string, unknown>>): unknown {
  const { method } = params;
  if (method === 'initialize')
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'garden', version: '1.0.0' },
    };
  if (method === 'tools/list') return { tools: [{ name: 'water', inputSchema: { type: 'object' } }] };
  if (method === 'tools/call') return { content: [{ type: 'text', text: 'It is wet now.' }] };
  throw new Error(`The garden knows no ${String(method)}.`);
}

/** Types the password and the code where the agent wants it typed, and agrees to every other question. */
async function elicited({ mode, url, message }: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (mode !== 'url') return { action: 'accept', content: { answer: 'yes' } };
  const [code = ''] = /[A-Z2-9]{4}-[A-Z2-9]{4}/u.exec(String(message)) ?? [];
  void fetch(String(url), { method: 'POST', body: new URLSearchParams({ password: 'test', code }) });
  return { action: 'accept' };
}

const ended = (fits: (update: Readonly<Record<string, unknown>>) => boolean) => (message: WireMessage) =>
  message.method === 'session/update' && fits((message.params?.['update'] ?? {}) as Readonly<Record<string, unknown>>);
const isIdle = ended(({ sessionUpdate, state }) => sessionUpdate === 'state_update' && state === 'idle');

const firstAnswer: ModelTurn = {
  reasoning: 'It is dry.',
  text: 'I look around.',
  toolCalls: [
    { name: 'editor_state' },
    { name: 'read', input: { path: 'rose.md' } },
    { name: 'plan', input: { entries: [{ content: 'water', status: 'pending' }] } },
    { name: 'ask', input: { question: 'Water it?' } },
    { name: 'write', input: { path: 'tulip.md', text: 'yellow\n' } },
    { name: 'run', input: { command: 'echo petals' } },
    { name: 'mcp_garden_water' },
  ],
  usage: { input: 100, output: 10 },
};
const lastAnswer: ModelTurn = { text: 'Done.', usage: { input: 120, output: 5 } };
const leavingPlan: ModelTurn = {
  toolCalls: [{ name: 'exit_plan', input: { plan: 'Plant.' } }],
  usage: { input: 130, output: 5 },
};

/** The answers of a client that agrees to everything. */
function obligingAnswers(): Answers {
  const document = { uri: pathToFileURL(join(cwd, 'rose.md')).href, languageId: 'markdown' };
  return {
    'elicitation/create': elicited,
    'session/request_permission': ({ options }) => ({
      outcome: { outcome: 'selected', optionId: (options as readonly { readonly optionId: string }[])[0]?.optionId },
    }),
    'workspace/open_documents': () => ({ documents: [document] }),
    'workspace/recent_documents': () => ({ documents: [document] }),
    'workspace/active_document': () => ({ document }),
    'mcp/connect': () => ({ connectionId: 'c1' }),
    'mcp/message': gardenServer,
    'mcp/disconnect': () => ({}),
  };
}

/** What a client of version 2 gets to see. */
async function runV2Script(): Promise<WireClient> {
  await using server = await modelServer({
    turns: [firstAnswer, lastAnswer, { text: 'The garden is wet.' }, leavingPlan, { ...lastAnswer }],
    models: ['oracle'],
  });
  const { client } = meet({ answers: obligingAnswers(), address: server.url, isLoggedIn: false });
  await client.call('initialize', initializeParams[2]);
  const mcpServers = [
    { type: 'acp', name: 'garden', serverId: 's1' },
    { type: 'stdio', name: 'broken', command: '/nowhere/at-all' },
  ];
  expect((await client.ask('session/new', { cwd, mcpServers })).error?.code).toBe(-32_000);
  await client.call('auth/login', { methodId: 'agent' });
  const { sessionId } = await client.call('session/new', { cwd, mcpServers });
  const prompt = async (text: string): Promise<void> => {
    const from = client.heard.length;
    await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    await client.until(isIdle, from);
  };
  await prompt('Water the garden.');
  await prompt('/plan dig');
  await prompt('/plan clear');
  await prompt('/compact');
  await client.call('session/set_config_option', { sessionId, configId: 'mode', type: 'id', value: 'plan' });
  await prompt('Plant something.');
  const from = client.heard.length;
  await client.call('providers/disable', { providerId: 'openai' });
  await client.update('available_commands_update', from);
  await client.call('session/close', { sessionId });
  await client.call('session/resume', { sessionId, cwd, replayFrom: { type: 'start' } });
  server.done();
  return client;
}

/** Terminals of an editor whose commands end when they are killed. */
function editorTerminals(): Answers {
  let end = (): void => undefined;
  const exited = new Promise<object>((resolve) => {
    end = () => {
      resolve({ exitCode: null, signal: 'SIGTERM' });
    };
  });
  return {
    'terminal/create': () => ({ terminalId: 't1' }),
    'terminal/output': () => ({ output: 'petals', truncated: false }),
    'terminal/wait_for_exit': () => exited,
    'terminal/kill': () => {
      end();
      return {};
    },
    'terminal/release': () => ({}),
  };
}

/** What clients of version 1 get to see: one that can do everything, and one that can do nothing. */
async function runV1Script(): Promise<readonly WireClient[]> {
  await using server = await modelServer({
    turns: [
      // Here commands run until they are killed.
      { ...firstAnswer, toolCalls: firstAnswer.toolCalls?.filter(({ name }) => name !== 'run') ?? [] },
      lastAnswer,
      { text: 'The garden is wet.' },
      leavingPlan,
      { ...lastAnswer },
    ],
    models: ['oracle'],
  });
  const answers: Answers = {
    ...obligingAnswers(),
    ...editorTerminals(),
    'fs/read_text_file': () => ({ content: 'A rose is white.\n' }),
    'fs/write_text_file': () => ({}),
  };
  const { client } = meet({ answers, address: server.url, isLoggedIn: false });
  await client.call('initialize', initializeParams[1]);
  const mcpServers = [
    { type: 'acp', name: 'garden', serverId: 's1' },
    { name: 'broken', command: '/nowhere/at-all', args: [], env: [] },
  ];
  expect((await client.ask('session/new', { cwd, mcpServers })).error?.code).toBe(-32_000);
  await client.call('authenticate', { methodId: 'agent' });
  const { sessionId } = await client.call('session/new', { cwd, mcpServers });
  const prompt = (text: string): Promise<unknown> =>
    client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  await prompt('Water the garden.');
  await prompt('/plan dig');
  await prompt('/plan clear');
  await prompt('/compact');
  await client.call('session/set_mode', { sessionId, modeId: 'plan' });
  await prompt('Plant something.');
  const running = prompt('/run wait for rain');
  await client.until(({ method }) => method === 'terminal/wait_for_exit');
  client.tell('session/cancel', { sessionId });
  expect(await running).toMatchObject({ stopReason: 'cancelled' });
  // The terminal has ended by now, so that the output of a command can be read.
  await prompt('/run echo petals');
  await client.call('session/close', { sessionId });
  await client.call('session/load', { sessionId, cwd, mcpServers: [] });
  await client.call('logout');
  const { client: bare } = meet();
  await bare.call('initialize', { protocolVersion: 1 });
  const opened = await bare.call('session/new', { cwd, mcpServers: [] });
  await bare.call('session/prompt', { ...opened, prompt: [{ type: 'text', text: '/plan dig' }] });
  return [client, bare];
}

describe('at work', () => {
  const calledBy = (version: 1 | 2): readonly string[] =>
    listed
      .filter((method) => method.direction === 'agent>client' && method[`v${version}`] !== null)
      .map(({ method }) => method);

  test('the agent shows a client of version 2 everything that the list says', async () => {
    const client = await runV2Script();
    const told = listedUpdates.filter(({ versions }) => versions.includes(2)).map(({ update }) => update);
    expect([...client.updates].toSorted()).toEqual(told.toSorted());
    expect(calledBy(2).filter((method) => !client.methods.has(method))).toEqual([]);
  });

  test('the agent shows clients of version 1 everything that the list says', async () => {
    const clients = await runV1Script();
    const methods = new Set(clients.flatMap((client) => [...client.methods]));
    const updates = new Set(clients.flatMap((client) => [...client.updates]));
    const told = listedUpdates.filter(({ versions }) => versions.includes(1)).map(({ update }) => update);
    expect([...updates].toSorted()).toEqual(told.toSorted());
    expect(calledBy(1).filter((method) => !methods.has(method))).toEqual([]);
  });
});
