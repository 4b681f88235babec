/** `acp agent --script`: what clients of both versions get to see, and what happens to the process. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readScript, scriptedAgent } from '@acp-stack/agent/script';
import { memoryPair } from '@acp-stack/rpc';
import { spawnAgent } from '@acp-stack/stdio';
import { VirtualClock } from '@acp-stack/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { WireClient, type WireMessage } from '../support/wire-client.ts';

type Fields = Readonly<Record<string, unknown>>;

const cwd = '/garden';
const acp = join(repository, 'apps/cli/dist/main.js');
const initializeParams = {
  1: {
    protocolVersion: 1,
    clientInfo: { name: 'editor', version: '1.0.0' },
    clientCapabilities: {
      elicitation: { form: {}, url: {} },
      fs: { readTextFile: true },
      session: { notices: {}, compaction: {} },
    },
  },
  2: {
    protocolVersion: 2,
    info: { name: 'editor', version: '1.0.0' },
    capabilities: { elicitation: { form: {}, url: {} } },
  },
};

const script = (...steps: readonly object[]): string => JSON.stringify({ turns: [{ steps }] });

interface ScriptResult {
  readonly client: WireClient;
  readonly sessionId: string;
  /** The updates of the turn, without what the session says about itself. */
  readonly updates: readonly Fields[];
  readonly stopReason: unknown;
  readonly error: unknown;
}

const updateOf = ({ method, params }: WireMessage): Fields | undefined =>
  method === 'session/update' ? (params?.['update'] as Fields) : undefined;

/** Plays a script to its end with a client of that version. */
async function play(
  text: string,
  version: 1 | 2 = 2,
  { answers = {}, prompt = 'rose' }: { answers?: ConstructorParameters<typeof WireClient>[1]; prompt?: string } = {},
): Promise<ScriptResult> {
  const [left, right] = memoryPair();
  const client = new WireClient(right, answers);
  scriptedAgent({ script: readScript(text, 'garden.json'), version: '1.0.0' }).connect(left);
  await client.call('initialize', initializeParams[version]);
  const { sessionId } = await client.call('session/new', { cwd, mcpServers: [] });
  const from = client.heard.length;
  const answer = await client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: prompt }] });
  const end =
    version === 1
      ? undefined
      : updateOf(
          await client.until((message) => {
            const update = updateOf(message);
            return update?.['sessionUpdate'] === 'state_update' && update['state'] === 'idle';
          }, from),
        );
  const updates = client.heard
    .slice(from)
    .map(updateOf)
    .filter((update) => update !== undefined)
    .filter(({ sessionUpdate }) => sessionUpdate !== 'state_update' && sessionUpdate !== 'user_message');
  return {
    client,
    sessionId: String(sessionId),
    updates,
    stopReason: (end ?? answer.result)?.['stopReason'],
    error: end === undefined ? answer.error : end['error'],
  };
}

describe.each([1, 2] as const)('a client of version %i', (version) => {
  test('gets text and thoughts in the pieces of the script, with the same ids each time', async () => {
    const text = script(
      { thought: 'Hm.' },
      { text: ['Hello, ', '{{prompt}} in {{cwd}}.'] },
      { newMessage: 'answer' },
      { text: 'Bye.' },
    );
    const played = await play(text, version);
    const again = await play(text, version);
    expect(played.updates).toEqual(again.updates);
    expect(played.sessionId).toBe('session_1');
    const said = (id: string, words: string, kind = 'agent_message_chunk'): object => ({
      sessionUpdate: kind,
      messageId: id,
      content: { type: 'text', text: words },
    });
    expect(played.updates).toEqual([
      said('thought_1', 'Hm.', 'agent_thought_chunk'),
      said('message_1', 'Hello, '),
      said('message_1', 'rose in /garden.'),
      said('message_2', 'Bye.'),
    ]);
    expect(played.stopReason).toBe('end_turn');
  });

  test('gets content of every kind, and any update of the protocol, as the script has them', async () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const link = { type: 'resource_link', uri: 'file:///garden/rose.md', name: 'rose.md' };
    const update = { sessionUpdate: 'session_info_update', title: 'Roses', _meta: { from: 'script' } };
    const { updates, stopReason } = await play(script({ content: image }, { content: link }, { update }), version);
    expect(updates).toMatchObject([
      { sessionUpdate: 'agent_message_chunk', messageId: 'message_1', content: image },
      { sessionUpdate: 'agent_message_chunk', messageId: 'message_1', content: link },
      update,
    ]);
    expect(stopReason).toBe('end_turn');
  });

  test('sees tool calls with places, diffs and output', async () => {
    const { updates } = await play(
      script(
        {
          toolCall: {
            id: 'edit',
            title: 'Edit rose.md',
            kind: 'edit',
            status: 'in_progress',
            locations: [{ path: 'rose.md', line: 2 }],
            rawInput: { a: 1 },
            diff: { path: 'rose.md', oldText: 'red\n', newText: 'white\n' },
          },
        },
        { toolCall: { id: 'edit', text: 'Done.', status: 'completed', rawOutput: { ok: true } } },
      ),
      version,
    );
    const text = JSON.stringify(updates);
    expect(updates[0]).toMatchObject({
      sessionUpdate: version === 1 ? 'tool_call' : 'tool_call_update',
      toolCallId: 'edit',
      title: 'Edit rose.md',
      kind: 'edit',
      status: 'in_progress',
      locations: [{ path: '/garden/rose.md', line: 2 }],
      rawInput: { a: 1 },
    });
    expect(text).toContain(version === 1 ? '"oldText":"red\\n","newText":"white\\n"' : '-red\\n+white');
    expect(updates.at(-1)).toMatchObject({ toolCallId: 'edit', status: 'completed', rawOutput: { ok: true } });
  });

  test.each([
    ['allow_once', 'yes'],
    ['reject_once', 'no'],
    ['cancelled', 'perhaps'],
  ])('decides with %s how the script goes on', async (optionId, words) => {
    const { updates } = await play(
      script(
        { toolCall: { id: 'edit', title: 'Edit' } },
        {
          permission: {
            title: 'May I?',
            toolCall: 'edit',
            cases: { allow_once: [{ text: 'yes' }], reject_once: [{ text: 'no' }], else: [{ text: 'perhaps' }] },
          },
        },
      ),
      version,
      {
        answers: {
          'session/request_permission': () => ({
            outcome: optionId === 'cancelled' ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
          }),
        },
      },
    );
    expect(updates.at(-1)).toMatchObject({ content: { text: words } });
  });

  test('is asked by forms and pages, and its answers can be said', async () => {
    const text = script(
      {
        elicit: {
          message: 'Which?',
          form: { colour: { type: 'string' } },
          cases: { accept: [{ text: '{{answer.colour}}' }] },
        },
      },
      {
        elicit: {
          message: 'Log in.',
          url: 'https://login.example/',
          complete: true,
          cases: { accept: [{ text: ' done' }], else: [{ error: { message: 'Not logged in.' } }] },
        },
      },
    );
    const { client, updates } = await play(text, version, {
      answers: {
        'elicitation/create': ({ mode }) => ({
          action: 'accept',
          ...(mode === 'form' ? { content: { colour: 'red' } } : {}),
        }),
      },
    });
    expect(updates.map(({ content }) => (content as Fields)['text'])).toEqual(['red', ' done']);
    expect(client.methods).toContain('elicitation/complete');
  });

  test('gets stop reasons and errors as the script has them', async () => {
    for (const stop of ['max_tokens', 'max_turn_requests', 'refusal'])
      expect((await play(script({ stop }, { text: 'never' }), version)).stopReason).toBe(stop);
    const { error } = await play(
      script({ error: { code: -32_603, message: 'Too hot.', data: { degrees: 40 } } }),
      version,
    );
    expect(error).toMatchObject({ code: -32_603, message: 'Too hot.', data: { degrees: 40 } });
  });

  test('gets an error where a script would crash a process that the agent does not own', async () => {
    const { error } = await play(script({ crash: 'exit' }, { text: 'never' }), version);
    expect(error).toMatchObject({ code: -32_603, message: expect.stringContaining('needs its own process') });
  });

  test('is told plans, usage, titles, commands, settings, notices and compactions', async () => {
    const config = [
      {
        type: 'select',
        configId: 'mood',
        name: 'Mood',
        currentValue: 'calm',
        options: [
          { value: 'calm', name: 'Calm' },
          { value: 'wild', name: 'Wild' },
        ],
      },
    ];
    const steps = [
      { plan: [{ content: 'dig' }] },
      { usage: { used: 1, size: 10, cost: { amount: 2, currency: 'EUR' } } },
      { tokens: { totalTokens: 3, inputTokens: 2, outputTokens: 1 } },
      { title: 'Garden' },
      { commands: [{ name: 'dig', description: 'Digs.', hint: 'where' }] },
      { config: { id: 'mood', value: 'wild' } },
      { notice: { severity: 'warning', title: 'It rains.' } },
      { compaction: { summary: 'We dug.' } },
    ];
    const { updates } = await play(JSON.stringify({ session: { config }, turns: [{ steps }] }), version);
    const kinds = updates.map(({ sessionUpdate }) => sessionUpdate);
    expect(kinds).toEqual(
      expect.arrayContaining([
        version === 1 ? 'plan' : 'plan_update',
        'usage_update',
        'session_info_update',
        'available_commands_update',
        'config_option_update',
        'notice',
        'compaction_update',
      ]),
    );
  });

  test('can be refused what it asks, once or always', async () => {
    const [left, right] = memoryPair();
    const client = new WireClient(right);
    const refuse = {
      'session/new': { code: -32_000, message: 'Log in first.', times: 1 },
      [version === 1 ? 'session/load' : 'session/resume']: { code: -32_002, message: 'Gone.' },
    };
    const text = JSON.stringify({ refuse, turns: [] });
    scriptedAgent({ script: readScript(text, 'garden.json'), version: '1.0.0' }).connect(left);
    await client.call('initialize', initializeParams[version]);
    const ask = (method: string): Promise<WireMessage> =>
      client.ask(method, { sessionId: 'session_1', cwd, mcpServers: [] });
    expect((await ask('session/new')).error).toMatchObject({ code: -32_000, message: 'Log in first.' });
    expect((await ask('session/new')).error).toBeUndefined();
    for (let time = 0; time < 2; time += 1)
      expect((await ask(version === 1 ? 'session/load' : 'session/resume')).error?.code).toBe(-32_002);
  });
});

describe('a script', () => {
  test('shows terminals to clients of version 2', async () => {
    const { updates } = await play(
      script(
        { terminal: { id: 't', command: 'npm test', output: 'ok' } },
        { toolCall: { id: 'run', title: 'npm test', kind: 'execute', terminal: 't' } },
        { terminal: { id: 't', exitCode: 0 } },
      ),
    );
    expect(updates).toMatchObject([
      { sessionUpdate: 'terminal_update', terminalId: 'terminal_1', command: 'npm test' },
      { sessionUpdate: 'terminal_output_chunk', data: Buffer.from('ok').toString('base64') },
      { sessionUpdate: 'tool_call_update', toolCallId: 'run' },
      { sessionUpdate: 'tool_call_content_chunk', content: { type: 'terminal', terminalId: 'terminal_1' } },
      { sessionUpdate: 'terminal_update', exitStatus: { exitCode: 0 } },
    ]);
  });

  test('asks the client anything, and goes on by the answer', async () => {
    const steps = (path: string): object => ({
      request: {
        method: 'fs/read_text_file',
        params: { path },
        cases: { ok: [{ text: '{{answer.content}}' }], error: [{ text: 'failed: {{answer.message}}' }] },
      },
    });
    const { updates } = await play(script(steps('rose.md'), steps('none.md')), 1, {
      answers: {
        'fs/read_text_file': ({ path }) => {
          if (path !== '/garden/rose.md') throw new Error('no such file');
          return { content: 'red' };
        },
      },
    });
    expect(updates.map(({ content }) => (content as Fields)['text'])).toEqual(['red', 'failed: no such file']);
  });

  test('plays the first turn that fits and was not played, and begins again where it is a loop', async () => {
    const turns = [{ on: 'a', steps: [{ text: 'first' }] }, { steps: [{ text: 'any' }] }];
    const say = async (isLoop: boolean): Promise<readonly unknown[]> => {
      const { client, sessionId } = await play(JSON.stringify({ turns, loop: isLoop }), 1, { prompt: 'b' });
      for (const text of ['a', 'a'])
        await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
      return client.heard.flatMap((message) => (updateOf(message)?.['content'] as Fields | undefined)?.['text'] ?? []);
    };
    expect(await say(false)).toEqual(['any', 'first', 'The script has no turn for this prompt.']);
    expect(await say(true)).toEqual(['any', 'first', 'first']);
  });

  test('waits as long as it says, and no longer when it is cancelled', async () => {
    const clock = new VirtualClock();
    const [left, right] = memoryPair();
    const client = new WireClient(right);
    const text = JSON.stringify({
      turns: [
        { steps: [{ delay: 60_000 }, { text: 'late' }] },
        { steps: [{ delay: 60_000 }] },
        { steps: [{ wait: 'cancel' }] },
      ],
    });
    scriptedAgent({
      script: readScript(text, 'garden.json'),
      version: '1.0.0',
      clock,
    }).connect(left);
    await client.call('initialize', initializeParams[1]);
    const { sessionId } = await client.call('session/new', { cwd, mcpServers: [] });
    const prompt = (): Promise<Fields> =>
      client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    const first = prompt();
    await client.call('session/list');
    await clock.advance(60_000);
    expect(await first).toEqual({ stopReason: 'end_turn' });
    for (let time = 0; time < 2; time += 1) {
      const cancelled = prompt();
      await client.call('session/list');
      client.tell('session/cancel', { sessionId });
      expect(await cancelled).toEqual({ stopReason: 'cancelled' });
    }
  });

  test('hangs whatever the client does, and answers everything else', async () => {
    const clock = new VirtualClock();
    const [left, right] = memoryPair();
    const client = new WireClient(right);
    const text = script({ hang: true }, { text: 'never' });
    scriptedAgent({
      script: readScript(text, 'garden.json'),
      version: '1.0.0',
      clock,
    }).connect(left);
    await client.call('initialize', initializeParams[2]);
    const { sessionId } = await client.call('session/new', { cwd });
    await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    await client.until((message) => updateOf(message)?.['state'] === 'running');
    client.tell('session/cancel', { sessionId });
    await client.call('session/list', {});
    await clock.advance(3_600_000);
    expect(await client.call('session/list', {})).toMatchObject({ sessions: [{ sessionId }] });
    expect(client.heard.map((message) => updateOf(message)?.['state'])).not.toContain('idle');
    expect(JSON.stringify(client.heard)).not.toContain('never');
  });

  test('repeats steps', async () => {
    const { updates } = await play(script({ repeat: { times: 1000, steps: [{ text: 'a' }] } }), 2);
    expect(updates).toHaveLength(1000);
  });
});

describe('the process', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'script-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  interface Started {
    readonly client: WireClient;
    readonly agent: ReturnType<typeof spawnAgent>;
    readonly prompt: () => void;
  }

  async function started(text: string): Promise<Started> {
    const file = join(folder, 'script.json');
    await writeFile(file, text);
    const agent = spawnAgent({ command: process.execPath, args: [acp, 'agent', '--script', file] });
    const client = new WireClient(agent);
    await client.call('initialize', initializeParams[2]);
    const { sessionId } = await client.call('session/new', { cwd });
    const prompt = (): void => void client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    return { client, agent, prompt };
  }

  test.each([
    ['exit', { crash: 'exit' }, { code: 1, signal: null }],
    ['exit with a code', { crash: { exit: 3 } }, { code: 3, signal: null }],
    ['be killed', { crash: 'kill' }, { code: null, signal: 'SIGKILL' }],
    ['end in the middle of a line', { crash: 'half-line' }, { code: 1, signal: null }],
  ])('can %s after what it said', async (_, crash, expected) => {
    const { client, agent, prompt } = await started(script({ text: 'last words' }, crash));
    prompt();
    const exit = await agent.exited;
    expect({ code: exit.code ?? null, signal: exit.signal ?? null }).toEqual(expected);
    expect(client.updates).toContain('agent_message_chunk');
  });

  test('can write a line that is no JSON, and go on', async () => {
    const { client, agent, prompt } = await started(script({ crash: 'garbage' }, { text: 'still here' }));
    prompt();
    await client.update('agent_message_chunk');
    expect(agent.stderr.tail(1)).toEqual(['This is not JSON.']);
    await agent[Symbol.asyncDispose]();
  });

  test.each([
    ['garbage', { crash: 'garbage' }, /\nThis is not JSON\.\n.*"still here"/su],
    ['half a message', { crash: 'half-line' }, /\n\{"jsonrpc"[^\n]*$/u],
    ['any bytes', { crash: { write: '{"half":\n' } }, /\n\{"half":\n.*"still here"/su],
  ])('writes %s where the client reads, and nothing else', async (_, crash, expected) => {
    const file = join(folder, 'script.json');
    await writeFile(file, script(crash, { text: 'still here' }));
    const child = execFile(process.execPath, [acp, 'agent', '--script', file]);
    let [stdout, stderr] = ['', ''];
    child.stderr?.on('data', (text: string) => (stderr += text));
    const ask = (id: number, method: string, params: object): void =>
      void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    child.stdout?.on('data', (text: string) => {
      const before = stdout;
      stdout += text;
      const answers = (id: number): boolean => stdout.includes(`"id":${id},`) && !before.includes(`"id":${id},`);
      if (answers(1)) ask(2, 'session/new', { cwd, mcpServers: [] });
      if (answers(2)) ask(3, 'session/prompt', { sessionId: 'session_1', prompt: [{ type: 'text', text: 'go' }] });
      if (answers(3)) child.stdin?.end();
    });
    ask(1, 'initialize', initializeParams[1]);
    await once(child, 'close');
    expect(stdout).toMatch(expected);
    expect(stderr).toBe('');
  });

  test('logs with --log-level debug what a client of version 1 is not sent', async () => {
    const file = join(folder, 'script.json');
    await writeFile(file, script({ update: { sessionUpdate: '_weather', sky: 'grey' } }, { text: 'after it' }));
    const args = [acp, 'agent', '--script', file, '--log-level', 'debug'];
    await using agent = spawnAgent({ command: process.execPath, args });
    const client = new WireClient(agent);
    await client.call('initialize', initializeParams[1]);
    const { sessionId } = await client.call('session/new', { cwd, mcpServers: [] });
    await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    expect(client.updates).toContain('agent_message_chunk');
    expect(client.updates).not.toContain('_weather');
    await agent.end();
    await agent.exited;
    const loss = 'acp agent: session/update of the agent: Version 1 has no update _weather; it was dropped.';
    expect(agent.stderr.tail(100)).toContain(loss);
  });

  test('says in one sentence what is wrong with a script, and with code 2', async () => {
    const file = join(folder, 'script.json');
    await writeFile(file, '{\n  "turns": 1\n}');
    const { code, stderr } = await run(['agent', '--script', file]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: `acp: ${file}, line 2: "turns" must be a list.\n` });
    const missing = await run(['agent', '--script', join(folder, 'none.json')]);
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(': the file does not exist; check the path') as string,
    });
  });
});

function run(args: readonly string[]): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [acp, ...args], (error, _, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr });
    });
  });
}
