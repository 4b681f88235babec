import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { agent, type Agent } from './agent.ts';
import { info, initialize, open, wire } from './raw-client.test-support.ts';

const hello = [{ type: 'text', text: 'hello' }];

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

const chatty = (): Agent =>
  agent(info).onPrompt((turn) => {
    void turn.message.append(`You said ${turn.text}.`);
  });

test('is busy while a turn runs, for any of its connections', async () => {
  let end: () => void = () => undefined;
  const app = agent(info).onPrompt(async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const { call, sessionId } = await open(app);
  await open(app);
  expect(app.isBusy()).toBe(false);
  await call('session/prompt', { sessionId, prompt: hello });
  await settled();
  expect(app.isBusy()).toBe(true);
  end();
  await expect.poll(() => app.isBusy()).toBe(false);
});

describe('initialize', () => {
  test('answers with version 2, the name and what the handlers make possible [INIT-02]', async () => {
    const { call } = wire(agent(info, { accepts: ['image'], mcp: ['stdio'] }).onPrompt(() => undefined));
    const { result } = await call('initialize', initialize);
    expect(result).toMatchObject({
      protocolVersion: 2,
      info,
      capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {} }, delete: {}, fork: {} } },
    });
  });

  test('offers no sessions without a handler of prompts [INIT-19]', async () => {
    const { call } = wire(agent(info));
    expect((await call('initialize', initialize)).result).toEqual({ protocolVersion: 2, info, capabilities: {} });
    expect((await call('session/new', { cwd: '/' })).error?.code).toBe(-32_601);
  });

  test('answers a newer version, and version 0, with its latest, and refuses one that it has excluded [INIT-05] [INIT-06]', async () => {
    const app = agent(info);
    for (const protocolVersion of [0, 7])
      expect((await wire(app).call('initialize', { protocolVersion })).result).toMatchObject({ protocolVersion: 2 });
    const newer = wire(app, { versions: [2] });
    expect((await newer.call('initialize', { ...initialize, protocolVersion: 1 })).error).toMatchObject({
      code: -32_022,
      data: { requested: 1, supported: [2] },
    });
  });

  test.each([[{}], [{ protocolVersion: '2' }], [{ protocolVersion: 2.5 }], [undefined]])(
    'refuses %j and leaves the connection as it was [INIT-12]',
    async (params) => {
      const { call } = wire(agent(info).onPrompt(() => undefined));
      expect((await call('initialize', params)).error?.code).toBe(-32_602);
      expect((await call('session/new', { cwd: '/' })).error?.code).toBe(-32_600);
      expect((await call('initialize', initialize)).result).toBeDefined();
    },
  );

  test('asks a client of just this version who it is [INIT-04]', async () => {
    const { call } = wire(agent(info));
    expect((await call('initialize', { protocolVersion: 2 })).error?.code).toBe(-32_602);
  });

  test('comes before every other request, and is not repeated after one [INIT-13, INIT-14]', async () => {
    const { call } = wire(agent(info).onPrompt(() => undefined));
    expect((await call('session/list')).error?.code).toBe(-32_600);
    expect((await call('initialize', initialize)).result).toBeDefined();
    expect((await call('initialize', initialize)).result).toBeDefined();
    expect((await call('session/list')).result).toEqual({ sessions: [] });
    expect((await call('initialize', initialize)).error?.code).toBe(-32_600);
  });
});

describe('custom features', () => {
  test('are advertised under keys of their own, and taken as requests and notifications [EXT-04, EXT-05]', async () => {
    const watered: string[] = [];
    const parse = (value: unknown): string => String((value as { plant?: unknown } | undefined)?.plant);
    const app = agent(info, { capabilitiesMeta: { 'garden.example': { water: true } } })
      .on('_garden.example/ask', parse, (plant) => ({ plant }))
      .onNotification('_garden.example/water', parse, (plant) => void watered.push(plant));
    const { call, tell } = wire(app);
    const { result } = await call('initialize', initialize);
    expect(result?.['capabilities']).toEqual({ _meta: { 'garden.example': { water: true } } });
    expect((await call('_garden.example/ask', { plant: 'rose' })).result).toEqual({ plant: 'rose' });
    expect((await call('_garden.example/unknown')).error?.code).toBe(-32_601);
    tell('_garden.example/water', { plant: 'tulip' });
    await settled();
    expect(watered).toEqual(['tulip']);
  });
});

describe('a prompt', () => {
  test('is answered at its insertion, echoed with its id, and ends with idle [LIFE-01 to LIFE-05]', async () => {
    const { call, sessionId, sent } = await open(
      agent(info).onPrompt((turn) => {
        void turn.message.append('Hello ');
        void turn.message.append('yourself');
      }),
    );
    const { result } = await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    const messageId = result?.['messageId'];
    const kinds = sent.map((message) => message.params?.update?.sessionUpdate ?? 'answer');
    expect(kinds).toEqual([
      'user_message',
      'state_update',
      'answer',
      'agent_message_chunk',
      'agent_message_chunk',
      'state_update',
    ]);
    expect(sent[0]?.params?.update).toMatchObject({ messageId, content: hello });
    expect(sent[1]?.params?.update).toMatchObject({ state: 'running' });
    expect(sent.at(-1)?.params?.update).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    expect(sent[3]?.params?.update?.['messageId']).toBe(sent[4]?.params?.update?.['messageId']);
  });

  test('with content that the agent did not say it takes is refused, and nothing is inserted [LIFE-13]', async () => {
    const { call, sessionId, sent } = await open(agent(info).onPrompt(() => undefined));
    const prompt = [{ type: 'image', data: '', mimeType: 'image/png' }];
    expect((await call('session/prompt', { sessionId, prompt })).error?.code).toBe(-32_602);
    expect((await call('session/prompt', { sessionId, prompt: [{ type: '_chart' }] })).error?.code).toBe(-32_602);
    expect((await call('session/prompt', { sessionId, prompt: [] })).error?.code).toBe(-32_602);
    expect(sent.filter((message) => message.method !== undefined)).toEqual([]);
  });

  test('while another is worked on is held, and inserted in its turn [LIFE-12]', async () => {
    const releases: (() => void)[] = [];
    const { call, sessionId, updates } = await open(
      agent(info).onPrompt(() => new Promise<void>((resolve) => releases.push(resolve))),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    const second = call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'and then' }] });
    await settled();
    expect(updates().filter((update) => update.sessionUpdate === 'user_message').length).toBe(1);
    releases[0]?.();
    expect((await second).result?.['messageId']).toBeDefined();
    await settled();
    expect(updates().map((update) => update['state'] ?? update.sessionUpdate)).toEqual([
      'user_message',
      'running',
      'idle',
      'user_message',
      'running',
    ]);
  });

  test('whose handler fails ends with an error that tells nothing, and the error is reported [LIFE-11]', async () => {
    const { call, sessionId, updates, reports } = await open(
      agent(info).onPrompt(() => {
        throw new Error('secret');
      }),
    );
    expect((await call('session/prompt', { sessionId, prompt: hello })).result).toBeDefined();
    await settled();
    expect(updates().at(-1)).toEqual({
      sessionUpdate: 'state_update',
      state: 'idle',
      stopReason: 'error',
      error: { code: -32_603, message: 'Internal error' },
    });
    expect(reports).toMatchObject([{ kind: 'handler-failed', error: { message: 'secret' } }]);
  });

  test('of an unknown session is refused with the id [SETUP-22]', async () => {
    const { call } = await open(agent(info).onPrompt(() => undefined));
    expect((await call('session/prompt', { sessionId: 'unknown', prompt: hello })).error).toMatchObject({
      code: -32_002,
      data: { sessionId: 'unknown' },
    });
  });
});

describe('cancelling a turn', () => {
  test('ends it as cancelled even when the handler throws, and its tool calls with it [CANCEL-06]', async () => {
    const { call, tell, sessionId, updates } = await open(
      agent(info).onPrompt(async (turn) => {
        turn.toolCall({ title: 'Dig', kind: 'execute', status: 'in_progress' });
        await untilAborted(turn.signal);
      }),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    tell('session/cancel', { sessionId });
    await settled();
    expect(updates().slice(-2)).toMatchObject([
      { sessionUpdate: 'tool_call_update', status: 'cancelled' },
      { state: 'idle', stopReason: 'cancelled' },
    ]);
  });

  test('drops the prompts that are held with -32800 [CANCEL-09]', async () => {
    const { call, tell, sessionId } = await open(agent(info).onPrompt((turn) => untilAborted(turn.signal)));
    await call('session/prompt', { sessionId, prompt: hello });
    const held = call('session/prompt', { sessionId, prompt: hello });
    await settled();
    tell('session/cancel', { sessionId });
    expect((await held).error?.code).toBe(-32_800);
    expect((await call('session/prompt', { sessionId, prompt: hello })).result).toBeDefined();
  });

  test('takes back the permission it waits for [CANCEL-11, CANCEL-18]', async () => {
    const { call, tell, sessionId, sent } = await open(
      agent(info).onPrompt(async (turn) => {
        await turn.requestPermission({ title: 'May I?' });
      }),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    tell('session/cancel', { sessionId });
    await settled();
    const asked = sent.find((message) => message.method === 'session/request_permission');
    const cancelled = sent.find((message) => message.method === '$/cancel_request');
    expect(cancelled?.params).toEqual({ requestId: asked?.id });
    expect(sent.at(-1)?.params?.update).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
  });

  test('waits for no handler that holds the session, and reaches the prompt that waits for it [CANCEL-06]', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const ran: string[] = [];
    const { call, tell, sessionId, updates } = await open(
      agent(info)
        .onNotification(
          '_slow',
          (params) => params,
          () => held,
        )
        .onPrompt(({ signal }) => {
          ran.push(signal.aborted ? 'aborted' : 'ran');
        }),
    );
    tell('_slow', { sessionId });
    const prompt = call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hello' }] });
    tell('session/cancel', { sessionId });
    await settled();
    release();
    expect((await prompt).error).toMatchObject({ code: -32_800 });
    expect(ran).toEqual([]);
    expect(updates()).toEqual([]);
  });

  test('of an idle or unknown session has no effect [CANCEL-17]', async () => {
    const { tell, sessionId, sent } = await open(agent(info).onPrompt(() => undefined));
    tell('session/cancel', { sessionId });
    tell('session/cancel', { sessionId: 'unknown' });
    await settled();
    expect(sent).toEqual([]);
  });
});

describe('asking for permission', () => {
  const asking = agent(info).onPrompt(async (turn) => {
    const call = turn.toolCall({ title: 'Write', kind: 'edit' });
    const allowed = await turn.requestPermission({ title: 'Write the file?', subject: call });
    void turn.message.append(allowed === undefined ? 'no' : `yes, ${allowed.kind}`);
  });

  test.each([
    [{ outcome: 'selected', optionId: 'allow_once' }, 'yes, allow_once'],
    [{ outcome: 'selected', optionId: 'reject_once' }, 'no'],
    [{ outcome: 'selected', optionId: 'never offered' }, 'no'],
    [{ outcome: 'cancelled' }, 'no'],
    [{ outcome: 'shrug' }, 'no'],
  ])('%j means %s [PERM-05]', async (outcome, words) => {
    const { call, sessionId, sent, raw, updates } = await open(asking);
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    const question = sent.find((message) => message.method === 'session/request_permission');
    expect(question?.params).toMatchObject({ title: 'Write the file?', subject: { type: 'tool_call' } });
    raw.send({ jsonrpc: '2.0', id: question?.id, result: { outcome } });
    await settled();
    expect(updates().findLast((update) => update.sessionUpdate === 'agent_message_chunk')).toMatchObject({
      content: { text: words },
    });
  });

  test('is visible as requires_action until the last question is answered [LIFE-06, LIFE-07]', async () => {
    const { call, sessionId, sent, raw, updates } = await open(
      agent(info).onPrompt(async (turn) => {
        await Promise.all([turn.requestPermission({ title: 'One?' }), turn.requestPermission({ title: 'Two?' })]);
      }),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    for (const question of sent.filter((message) => message.method === 'session/request_permission')) {
      raw.send({ jsonrpc: '2.0', id: question.id, result: { outcome: { outcome: 'cancelled' } } });
      await settled();
    }
    expect(updates().flatMap((update) => update['state'] ?? [])).toEqual([
      'running',
      'requires_action',
      'running',
      'idle',
    ]);
  });
});

describe('sessions', () => {
  test.each([
    [{ cwd: 'garden' }],
    [{ cwd: '/', mcpServers: [{ type: 'http', name: 'm', url: 'https://example.org' }] }],
    [{ cwd: '/', additionalDirectories: ['/more'] }],
  ])('are not opened for %j [SETUP-02, SETUP-07, DIRS-07]', async (params) => {
    const { call } = await open(chatty());
    expect((await call('session/new', params)).error?.code).toBe(-32_602);
  });

  test('are told again from the start on request, before the answer, with a state [SETUP-15, SETUP-17, SETUP-18]', async () => {
    const app = chatty();
    const first = await open(app);
    const { result } = await first.call('session/prompt', { sessionId: first.sessionId, prompt: hello });
    await settled();
    await first.call('session/close', { sessionId: first.sessionId });
    const second = await open(app);
    const replayFrom = { type: 'start' };
    await second.call('session/resume', { sessionId: first.sessionId, cwd: '/garden', replayFrom });
    expect(second.sent.map((message) => message.params?.update?.sessionUpdate ?? 'answer')).toEqual([
      'user_message',
      'agent_message',
      'state_update',
      'answer',
    ]);
    expect(second.sent[0]?.params?.update?.['messageId']).toBe(result?.['messageId']);
  });

  test('are resumed without a replay otherwise, and a cursor that is not known is refused [SETUP-14, SETUP-16]', async () => {
    const app = chatty();
    const { call, sessionId, sent } = await open(app);
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    sent.length = 0;
    await call('session/resume', { sessionId, cwd: '/garden' });
    expect(sent.map((message) => message.params?.update?.sessionUpdate ?? 'answer')).toEqual([
      'state_update',
      'answer',
    ]);
    const later = { sessionId, cwd: '/garden', replayFrom: { type: 'message', messageId: 'm' } };
    expect((await call('session/resume', later)).error?.code).toBe(-32_602);
    expect((await call('session/resume', { sessionId, cwd: '/elsewhere' })).error?.code).toBe(-32_602);
    expect((await call('session/resume', { sessionId: 'unknown', cwd: '/' })).error?.code).toBe(-32_002);
  });

  test('are listed, archived, named, forked and deleted', async () => {
    const { call, sessionId } = await open(chatty());
    expect((await call('session/set_title', { sessionId, title: '  Roses ' })).result).toEqual({ title: 'Roses' });
    expect((await call('session/set_title', { sessionId, title: '  ' })).error?.code).toBe(-32_602);
    expect((await call('session/list')).result).toMatchObject({
      sessions: [{ sessionId, title: 'Roses', archived: false }],
    });
    const { result: fork } = await call('session/fork', { sessionId, cwd: '/garden' });
    expect(fork?.['sessionId']).not.toBe(sessionId);
    await call('session/archive', { sessionId });
    expect((await call('session/status', { sessionId })).result).toEqual({ status: 'saved' });
    expect((await call('session/list', { archived: 'only' })).result).toMatchObject({ sessions: [{ sessionId }] });
    await call('session/unarchive', { sessionId });
    await call('session/delete', { sessionId });
    await call('session/delete', { sessionId });
    const { result } = await call('session/list', {});
    const listed = result?.['sessions'] as readonly { sessionId: string }[] | undefined;
    expect(listed?.map((each) => each.sessionId)).toEqual([fork?.['sessionId']]);
    expect((await call('session/list', { cursor: 'made up' })).error?.code).toBe(-32_602);
  });

  test('say nothing more after they are closed [CLOSE-02, CLOSE-04]', async () => {
    const { call, sessionId, sent } = await open(
      agent(info).onPrompt(
        (turn) =>
          new Promise((resolve) => {
            turn.signal.addEventListener('abort', () => {
              void turn.message.append('bye');
              resolve();
            });
          }),
      ),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    sent.length = 0;
    expect((await call('session/close', { sessionId })).result).toEqual({});
    await settled();
    expect(
      sent.map(
        (message) => message.params?.update?.['stopReason'] ?? message.params?.update?.sessionUpdate ?? 'answer',
      ),
    ).toEqual(['agent_message_chunk', 'cancelled', 'answer']);
    expect((await call('session/close', { sessionId })).result).toEqual({});
  });
});

describe('a session that is being opened', () => {
  const options = [{ configId: 'fast', name: 'Fast', type: 'boolean', currentValue: false }] as const;
  const commands = [{ type: 'command', name: 'plan', description: 'Makes a plan.' }] as const;

  test('tells its options and commands with the answer alone', async () => {
    const app = agent(info)
      .onPrompt(() => undefined)
      .onSession((session) => {
        session.setConfigOptions(options);
        session.setCommands(commands);
      });
    const { call, updates } = wire(app);
    await call('initialize', initialize);
    const { result } = await call('session/new', { cwd: '/garden' });
    expect(result).toMatchObject({ configOptions: options, availableCommands: commands });
    expect(updates()).toEqual([]);
  });

  test('tells what the program sets later, one value at a time if it likes', async () => {
    const app = agent(info)
      .onPrompt(({ session }) => {
        session.setConfigValue('fast', true);
        expect(() => {
          session.setConfigValue('slow', true);
        }).toThrow('Unknown option.');
      })
      .onSession((session) => {
        session.setConfigOptions(options);
      });
    const { call, updates, sessionId } = await open(app);
    await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    await settled();
    expect(updates()).toContainEqual({
      sessionUpdate: 'config_option_update',
      configOptions: [{ ...options[0], currentValue: true }],
    });
  });
});

describe('config options', () => {
  const configured = agent(info)
    .onPrompt(() => undefined)
    .onSession((session) => {
      session.setConfigOptions([
        {
          configId: 'mode',
          name: 'Mode',
          category: 'mode',
          type: 'select',
          currentValue: 'ask',
          options: [
            { value: 'ask', name: 'Ask' },
            { value: 'do', name: 'Do' },
          ],
        },
        { configId: 'fast', name: 'Fast', type: 'boolean', currentValue: false },
      ]);
      session.setCommands([{ type: 'command', name: 'plan', description: 'Makes a plan.' }]);
    })
    .onConfigOption((session, { configId }) => {
      if (configId === 'fast')
        session.setConfigOptions(
          session.configOptions.filter((option) => option.configId === 'mode'),
          { silently: true },
        );
    });

  test('come with the session, and setting one answers with all [CFG-02]', async () => {
    const { call } = wire(configured);
    await call('initialize', initialize);
    const { result } = await call('session/new', { cwd: '/' });
    expect(result).toMatchObject({
      configOptions: [{ configId: 'mode' }, { configId: 'fast' }],
      availableCommands: [{ name: 'plan' }],
    });
    const sessionId = result?.['sessionId'];
    const set = await call('session/set_config_option', { sessionId, configId: 'mode', type: 'id', value: 'do' });
    expect(set.result).toMatchObject({ configOptions: [{ currentValue: 'do' }, { currentValue: false }] });
    const dependent = await call('session/set_config_option', {
      sessionId,
      configId: 'fast',
      type: 'boolean',
      value: true,
    });
    expect(dependent.result?.['configOptions']).toHaveLength(1);
  });

  test.each([
    [{ configId: 'colour', type: 'id', value: 'red' }],
    [{ configId: 'mode', type: 'id', value: 'sleep' }],
    [{ configId: 'mode', type: 'boolean', value: true }],
    [{ configId: 'fast', type: 'id', value: 'yes' }],
    [{ configId: 'fast', type: '_number', value: 3 }],
  ])('stay as they are when %j is refused [CFG-04]', async (change) => {
    const { call, sessionId, connection } = await open(configured);
    expect((await call('session/set_config_option', { sessionId, ...change })).error?.code).toBe(-32_602);
    expect(connection.sessions[0]?.configOptions).toMatchObject([{ currentValue: 'ask' }, { currentValue: false }]);
  });
});

describe('tool calls and terminals', () => {
  test('report, change, append and end in order [TOOL-01, TOOL-07, TOOL-08]', async () => {
    const { call, sessionId, updates } = await open(
      agent(info).onPrompt((turn) => {
        const tool = turn.toolCall({ title: 'Look', kind: 'read', name: 'read_file' });
        void tool.start();
        void tool.append('line one');
        void tool.at({ path: '/garden/plan.md', line: 3 });
        void tool.complete({ rawOutput: { lines: 1 } });
      }),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    expect(updates().slice(2, -1)).toMatchObject([
      { sessionUpdate: 'tool_call_update', title: 'Look', kind: 'read', status: 'pending', name: 'read_file' },
      { status: 'in_progress' },
      { sessionUpdate: 'tool_call_content_chunk', content: { type: 'content', content: { text: 'line one' } } },
      { locations: [{ path: '/garden/plan.md', line: 3 }] },
      { status: 'completed', rawOutput: { lines: 1 } },
    ]);
  });

  test('are cancelled one by one only where that is offered [TOOL-19, TOOL-20]', async () => {
    const cancelled: string[] = [];
    const { call, sessionId } = await open(
      agent(info).onPrompt((turn) => {
        turn.toolCall({ toolCallId: 'plain', title: 'Plain' });
        turn.toolCall({ toolCallId: 'long', title: 'Long', onCancel: () => void cancelled.push('long') });
        void turn.toolCall({ toolCallId: 'done', title: 'Done', onCancel: () => undefined }).complete();
        return new Promise<void>(() => undefined);
      }),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    expect((await call('tool_call/cancel', { sessionId, toolCallId: 'long' })).result).toEqual({});
    for (const toolCallId of ['plain', 'done', 'unknown']) {
      expect((await call('tool_call/cancel', { sessionId, toolCallId })).error?.code).toBe(-32_602);
    }
    expect(cancelled).toEqual(['long']);
  });

  test('show bytes of a terminal as they come [TOOL-16, TOOL-17]', async () => {
    const { call, sessionId, updates } = await open(
      agent(info).onPrompt((turn) => {
        const terminal = turn.terminal({ command: 'make', cwd: '/garden' });
        turn.toolCall({ title: 'Build', content: [terminal.content] });
        void terminal.write('grün\n');
        void terminal.write(new Uint8Array([0xc3]));
        void terminal.exit({ exitCode: 0 });
      }),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    const chunks = updates().filter((update) => update.sessionUpdate === 'terminal_output_chunk');
    expect(chunks.map((chunk) => Buffer.from(String(chunk['data']), 'base64').toString('latin1'))).toEqual([
      'grÃ¼n\n',
      'Ã',
    ]);
    expect(updates().find((update) => update['exitStatus'] !== undefined)).toMatchObject({
      exitStatus: { exitCode: 0 },
    });
  });
});

describe('the end of the connection', () => {
  test('aborts the turn', async () => {
    let signal: AbortSignal | undefined;
    const { call, sessionId, raw } = await open(
      agent(info).onPrompt((turn) => {
        ({ signal } = turn);
        return new Promise<void>(() => undefined);
      }),
    );
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    raw.destroy(new Error('gone'));
    await settled();
    expect(signal?.aborted).toBe(true);
  });
});
