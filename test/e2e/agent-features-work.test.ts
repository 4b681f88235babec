/**
 * Features of the agent with few other tests: one call cancelled by itself, steering, editor state, MCP servers of the
 * client.
 */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { memoryPair } from '@acp-stack/rpc';
import { memoryStore } from '@acp-stack/sdk';
import { modelServer } from '@acp-stack/testing/model-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { codingAgent } from '@acp-stack/agent';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { WireClient, type WireMessage } from '../support/wire-client.ts';

type Fields = Readonly<Record<string, unknown>>;
type Answers = ConstructorParameters<typeof WireClient>[1];

let cwd: string;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'garden-')));
  await writeFile(join(cwd, 'rose.md'), 'A rose has thorns.\nThorns, thorns, thorns.\n');
  await writeFile(join(cwd, 'berry.md'), 'Blackberries have thorns.\n');
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

const updateOf = ({ method, params }: WireMessage): Fields | undefined =>
  method === 'session/update' ? (params?.['update'] as Fields) : undefined;

interface Met {
  readonly client: WireClient;
  readonly sessionId: string;
  /** Sends a prompt; the answer says how its turn ended. */
  readonly prompt: (text: string, more?: object) => Promise<Fields>;
  /** Everything that was said in the newest turn. */
  readonly text: () => string;
}

interface MeetOptions {
  readonly answers?: Answers;
  readonly capabilities?: object;
  readonly address?: string;
  readonly setUp?: object;
}

const allow: Answers = {
  'session/request_permission': ({ options }) => ({
    outcome: { outcome: 'selected', optionId: (options as readonly { readonly optionId: string }[])[0]?.optionId },
  }),
};

/** A session of the agent with a client of version 2. */
async function meet({ answers = {}, capabilities = {}, address, setUp = {} }: MeetOptions = {}): Promise<Met> {
  const [left, right] = memoryPair();
  const client = new WireClient(right, { ...allow, ...answers });
  const config = address === undefined ? {} : { model: 'oracle', providers: { openai: { baseUrl: address } } };
  const providers = new Providers(readConfig(JSON.stringify(config), 'agent.json', {}));
  codingAgent({ store: memoryStore(), providers, version: '1.0.0' }).connect(left);
  const info = { name: 'editor', version: '1.0.0' };
  await client.call('initialize', { protocolVersion: 2, info, capabilities });
  const { sessionId } = await client.call('session/new', { cwd, ...setUp });
  let from = 0;
  return {
    client,
    sessionId: String(sessionId),
    prompt: async (text, more = {}) => {
      from = client.heard.length;
      const since = from;
      await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }], ...more });
      const end = await client.until((message) => updateOf(message)?.['state'] === 'idle', since);
      return updateOf(end) ?? {};
    },
    text: () =>
      client.heard
        .slice(from)
        .flatMap((message) => {
          const update = updateOf(message);
          const content = update?.['content'] as { readonly text?: string } | undefined;
          return update?.['sessionUpdate'] === 'agent_message_chunk' ? [content?.text ?? ''] : [];
        })
        .join(''),
  };
}

test.each([1, 2] as const)(
  'a further directory that is not absolute is refused, whichever version names it (DIRS-02): %i',
  async (version) => {
    const [left, right] = memoryPair();
    const client = new WireClient(right);
    const providers = new Providers(readConfig('{}', 'agent.json', {}));
    codingAgent({ store: memoryStore(), providers, version: '1.0.0' }).connect(left);
    const info = { name: 'editor', version: '1.0.0' };
    await client.call('initialize', { protocolVersion: version, ...(version === 1 ? { clientInfo: info } : { info }) });
    for (const directory of ['', '.', '..', '../more', 'rose.md']) {
      const setUp = { cwd, mcpServers: [], additionalDirectories: [directory] };
      expect((await client.ask('session/new', setUp)).error?.code, directory).toBe(-32_602);
    }
    expect(await client.call('session/list', {})).toEqual({ sessions: [] });
  },
);

describe('a command that runs', () => {
  test('is cancelled alone by its tool call, and the turn goes on (TOOL-19, TOOL-20)', async () => {
    const { client, sessionId, prompt, text } = await meet();
    const ended = prompt('/run sleep 60');
    const running = await client.until((message) => updateOf(message)?.['status'] === 'in_progress');
    const toolCallId = updateOf(running)?.['toolCallId'];
    await client.update('terminal_update');
    expect(await client.call('tool_call/cancel', { sessionId, toolCallId })).toEqual({});
    expect(await ended).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    const last = client.heard.map(updateOf).findLast((update) => update?.['toolCallId'] === toolCallId);
    expect(last).toMatchObject({ status: 'cancelled' });
    expect(text()).toContain('cancelled');
    expect((await client.ask('tool_call/cancel', { sessionId, toolCallId })).error?.code).toBe(-32_602);
  });

  test('is cancelled alone by its terminal, and the turn goes on (TOOL-18)', async () => {
    const { client, sessionId, prompt, text } = await meet();
    const ended = prompt('/run echo begun; sleep 60');
    const shown = updateOf(await client.update('terminal_update'));
    expect(shown).toMatchObject({ capabilities: { cancel: {} } });
    await client.update('terminal_output_chunk');
    await client.call('terminal/cancel', { sessionId, terminalId: shown?.['terminalId'] });
    expect(await ended).toMatchObject({ stopReason: 'end_turn' });
    expect(text()).toMatch(/Ended by SIG|Exit code/u);
    const exit = client.heard.map(updateOf).findLast((update) => update?.['sessionUpdate'] === 'terminal_update');
    expect(exit).toHaveProperty('exitStatus');
  });

  test('of a model is cancelled alone, and the model is told', async () => {
    await using server = await modelServer({
      turns: [{ toolCalls: [{ name: 'run', input: { command: 'sleep 60' } }] }, { text: 'I leave it.' }],
      models: ['oracle'],
    });
    const { client, sessionId, prompt, text } = await meet({ address: server.url });
    const ended = prompt('Sleep.');
    const running = await client.until((message) => updateOf(message)?.['status'] === 'in_progress');
    await client.update('terminal_update');
    await client.call('tool_call/cancel', { sessionId, toolCallId: updateOf(running)?.['toolCallId'] });
    expect(await ended).toMatchObject({ stopReason: 'end_turn' });
    expect(text()).toBe('I leave it.');
    expect(JSON.stringify(server.requests[1]?.body)).toContain('The user cancelled this call.');
  });
});

describe('a model', () => {
  test('is steered by a message that comes while it works (INJ-06)', async () => {
    await using server = await modelServer({
      turns: [{ toolCalls: [{ name: 'run', input: { command: 'sleep 60' } }] }, { text: 'White it is.' }],
      models: ['oracle'],
    });
    const { client, sessionId, prompt } = await meet({ address: server.url });
    const ended = prompt('Paint the rose.');
    const running = await client.until((message) => updateOf(message)?.['status'] === 'in_progress');
    await client.update('terminal_update');
    const content = [{ type: 'text', text: 'White, please.' }];
    const { messageId } = await client.call('session/inject', { sessionId, mode: 'steer', content });
    await client.call('tool_call/cancel', { sessionId, toolCallId: updateOf(running)?.['toolCallId'] });
    await ended;
    expect(JSON.stringify(server.requests[1]?.body)).toContain('White, please.');
    expect(client.heard.map(updateOf)).toContainEqual(expect.objectContaining({ messageId, content }));
  });

  test('reads the instructions of the client, and context for one turn only (SETUP-25, RCTX-03)', async () => {
    await using server = await modelServer({ turns: [{ text: 'a' }, { text: 'b' }], models: ['oracle'] });
    const systemPrompt = { mode: 'append', content: [{ type: 'text', text: 'Speak like a gardener.' }] };
    const { prompt } = await meet({ address: server.url, setUp: { systemPrompt } });
    await prompt('Hello.', { runtimeContext: [{ title: 'Weather', text: 'It rains.' }] });
    await prompt('Hello again.');
    const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(first).toContain('Speak like a gardener.');
    expect(first).toContain('It rains.');
    expect(second).not.toContain('It rains.');
  });

  test('learns what is open in the editor, and nothing outside of the workspace', async () => {
    await using server = await modelServer({
      turns: [{ toolCalls: [{ name: 'editor_state' }] }, { text: 'I see.' }],
      models: ['oracle'],
    });
    const documents = ['berry.md', '../hidden-place.md'].map((name) => ({
      uri: pathToFileURL(join(cwd, name)).href,
      languageId: 'markdown',
    }));
    const { prompt } = await meet({
      address: server.url,
      capabilities: { workspace: { openDocuments: {}, activeDocument: {} } },
      answers: {
        'workspace/open_documents': () => ({ documents }),
        'workspace/active_document': () => ({ document: null }),
      },
    });
    await prompt('What do I look at?');
    const told = JSON.stringify(server.requests[1]?.body);
    expect(told).toContain('Focus: none\\nOpen: berry.md\\nRecent: none');
    expect(told).not.toContain('hidden-place');
  });

  test('has no tool for editor state where the client tells nothing (EDIT-01)', async () => {
    await using server = await modelServer({ turns: [{ text: 'Hello.' }], models: ['oracle'] });
    const { prompt } = await meet({ address: server.url });
    await prompt('Hello.');
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('editor_state');
  });
});

test('a title that the user gave stays, also when the first prompt comes (TITLE-01)', async () => {
  const { client, sessionId, prompt } = await meet();
  expect(await client.call('session/set_title', { sessionId, title: '  My garden ' })).toEqual({ title: 'My garden' });
  await prompt('/help');
  expect(await client.call('session/list')).toMatchObject({ sessions: [{ sessionId, title: 'My garden' }] });
});

test('a session is archived, found again and opened (ARCH-01, ARCH-02, STAT-01)', async () => {
  const { client, sessionId, prompt } = await meet();
  await prompt('/help');
  expect(await client.call('session/status', { sessionId })).toEqual({ status: 'open' });
  await client.call('session/archive', { sessionId });
  expect(await client.call('session/status', { sessionId })).toEqual({ status: 'saved' });
  expect(await client.call('session/list')).toEqual({ sessions: [] });
  expect(await client.call('session/list', { archived: 'only' })).toMatchObject({ sessions: [{ sessionId }] });
  await client.call('session/unarchive', { sessionId });
  expect(await client.call('session/list')).toMatchObject({ sessions: [{ sessionId, archived: false }] });
  await client.call('session/resume', { sessionId, cwd });
  expect(await prompt('/help')).toMatchObject({ stopReason: 'end_turn' });
});

test('a question is answered from open files first', async () => {
  const ask = async (capabilities: object): Promise<string> => {
    const { prompt, text } = await meet({
      capabilities,
      answers: {
        'workspace/active_document': () => ({
          document: { uri: pathToFileURL(join(cwd, 'berry.md')).href, languageId: 'markdown' },
        }),
      },
    });
    await prompt('What has thorns?');
    return text();
  };
  const order = (text: string): number => text.indexOf('**rose.md') - text.indexOf('**berry.md');
  expect(order(await ask({}))).toBeLessThan(0);
  expect(order(await ask({ workspace: { activeDocument: {} } }))).toBeGreaterThan(0);
});

describe('an MCP server of the client', () => {
  /** A server that waters the garden, as it is asked by its methods. */
  function garden({ method }: Fields): Fields {
    if (method === 'initialize') {
      const serverInfo = { name: 'garden', version: '1.0.0' };
      return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
    }
    if (method === 'tools/list') return { tools: [{ name: 'water', inputSchema: { type: 'object' } }] };
    if (method === 'tools/call') return { content: [{ type: 'text', text: 'It is wet now.' }] };
    throw new Error(`The garden knows no ${String(method)}.`);
  }

  const setUp = { mcpServers: [{ type: 'acp', name: 'garden', serverId: 'server-1' }] };

  test('is used over a connection, may ask in turn, and is let go with the session (MCP-03, MCP-04, MCP-05)', async () => {
    await using server = await modelServer({
      turns: [{ toolCalls: [{ name: 'mcp_garden_water' }] }, { text: 'Done.' }],
      models: ['oracle'],
    });
    const left: unknown[] = [];
    const { client, sessionId, prompt } = await meet({
      address: server.url,
      setUp,
      answers: {
        'mcp/connect': ({ serverId }) => ({ connectionId: `to ${String(serverId)}` }),
        'mcp/message': garden,
        'mcp/disconnect': ({ connectionId }) => {
          left.push(connectionId);
          return {};
        },
      },
    });
    await prompt('Water it.');
    expect(JSON.stringify(server.requests[1]?.body)).toContain('It is wet now.');
    const asked = { connectionId: 'to server-1', method: 'roots/list' };
    expect(await client.call('mcp/message', asked)).toEqual({ roots: [{ uri: pathToFileURL(cwd).href }] });
    const unknown = await client.ask('mcp/message', { ...asked, method: 'no/such' });
    expect(unknown.error?.code).toBe(-32_601);
    await client.call('session/close', { sessionId });
    expect(left).toEqual(['to server-1']);
    expect((await client.ask('mcp/message', asked)).error?.code).toBe(-32_602);
  });

  test('is used without a connection where the client knows none (MCP-06, MCP-08)', async () => {
    await using server = await modelServer({
      turns: [{ toolCalls: [{ name: 'mcp_garden_water' }] }, { text: 'Done.' }],
      models: ['oracle'],
    });
    const requestIds: unknown[] = [];
    const { client, prompt } = await meet({
      address: server.url,
      setUp,
      answers: {
        'mcp/message': (params) => {
          requestIds.push(params['requestId']);
          expect(params['serverId']).toBe('server-1');
          try {
            return { result: garden(params) };
          } catch (error) {
            return { error: { code: -32_601, message: (error as Error).message } };
          }
        },
      },
    });
    await prompt('Water it.');
    expect(JSON.stringify(server.requests[1]?.body)).toContain('It is wet now.');
    expect(new Set(requestIds).size).toBe(requestIds.length);
    expect(client.methods).not.toContain('mcp/disconnect');
  });
});
