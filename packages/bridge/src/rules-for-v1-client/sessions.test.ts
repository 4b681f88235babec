/** The handshake, and sessions from their opening to their end. */
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { RawPeers } from '../raw-peers.test-support.ts';
import {
  chunk,
  idle,
  initialized,
  outgoing,
  open,
  opened,
  prompt,
  running,
  text,
} from './open-session.test-support.ts';

const modeOption = (currentValue: string): object => ({
  configId: 'work-mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue,
  options: [
    { groupId: 'safe', name: 'Safe', options: [{ value: 'ask', name: 'Ask' }] },
    { groupId: 'fast', name: 'Fast', options: [{ value: 'code', name: 'Code', description: 'Writes' }] },
  ],
});
const thinking = { configId: 'think', name: 'Think', type: 'boolean', currentValue: true };

const modeOptionV1 = (currentValue: string): object => ({
  id: 'work-mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue,
  options: [
    { group: 'safe', name: 'Safe', options: [{ value: 'ask', name: 'Ask' }] },
    { group: 'fast', name: 'Fast', options: [{ value: 'code', name: 'Code', description: 'Writes' }] },
  ],
});

const withModes = { session: { configOptions: [modeOption('ask')] as never } };

test('an id that version 2 does not have is replaced on the way, and put back', async () => {
  await using ends = await initialized();
  for (const id of [1.5, null]) {
    ends.client.request('session/list', {}, id);
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked.id).toEqual(expect.any(String));
    ends.agent.answer(asked.id, { sessions: [] });
    await ends.settle();
    expect(ends.client.takeOne()).toEqual({ jsonrpc: '2.0', id, result: { sessions: [] } });
  }
});

describe('a question about a session that is being opened', () => {
  const ask = (ends: RawPeers): void => {
    const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
    ends.agent.request('session/request_permission', { sessionId: 's', title: 'May I?', options }, 'q');
  };

  test('is refused when too much waits already', async () => {
    await using ends = await initialized({ limits: { waitingUpdates: 1 } });
    ends.client.request('session/new', { cwd: '/work', mcpServers: [] });
    await ends.settle();
    ends.agent.take();
    ends.agent.update('s', chunk('a1', 'one'));
    ask(ends);
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'q', error: { code: -32_603 } });
  });

  test('is never put when the agent has given it up', async () => {
    await using ends = await initialized();
    const id = ends.client.request('session/new', { cwd: '/work', mcpServers: [] });
    await ends.settle();
    ends.agent.take();
    ask(ends);
    ends.agent.notify('$/cancel_request', { requestId: 'q' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'q', result: { outcome: { outcome: 'cancelled' } } });
    ends.agent.answer(id, { sessionId: 's' });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([{ id, result: { sessionId: 's' } }]);
  });
});

describe('initialize params', () => {
  test('cross in the shape of version 2', async () => {
    await using ends = new RawPeers({ client: 1 });
    ends.client.request('initialize', {
      protocolVersion: 1,
      clientInfo: { name: 'editor', version: '2' },
      clientCapabilities: { auth: { terminal: true }, session: { notices: {} }, plan: {} },
    });
    await ends.settle();
    expect(ends.agent.takeOne().params).toEqual({
      protocolVersion: 2,
      info: { name: 'editor', version: '2' },
      capabilities: { auth: { terminal: {} } },
    });
  });

  test('that offer elicitation without saying how mean forms', async () => {
    const offers = [
      [{}, { form: {} }],
      [{ url: {} }, { url: {} }],
      [
        { form: {}, url: {} },
        { form: {}, url: {} },
      ],
    ];
    for (const [elicitation, expected] of offers) {
      await using ends = new RawPeers({ client: 1 });
      ends.client.request('initialize', { protocolVersion: 1, clientCapabilities: { elicitation } });
      await ends.settle();
      expect(ends.agent.takeOne().params).toMatchObject({ capabilities: { elicitation: expected } });
    }
  });

  test('keep files and terminals for agents that understand them, and lose them for others', async () => {
    const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
    for (const extras of [true, false]) {
      await using ends = new RawPeers({ client: 1, extras });
      ends.client.request('initialize', { protocolVersion: 1, clientCapabilities });
      await ends.settle();
      expect(ends.agent.takeOne().params).toMatchObject({ capabilities: extras ? clientCapabilities : {} });
      expect(ends.lostRows).toEqual(extras ? [] : ['initialize params', 'initialize params']);
    }
  });
});

describe('initialize result', () => {
  test('crosses in the shape of version 1', async () => {
    await using ends = new RawPeers({ client: 1 });
    ends.client.request('initialize', { protocolVersion: 1 }, 'i');
    await ends.settle();
    ends.agent.answer('i', {
      protocolVersion: 2,
      info: { name: 'agent', version: '1' },
      capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {}, http: {} }, delete: {} } },
      authMethods: [{ type: 'agent', methodId: 'login', name: 'Log in' }],
    });
    await ends.settle();
    expect(ends.client.takeOne().result).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'agent', version: '1' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true },
        mcpCapabilities: { http: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        auth: { logout: {} },
      },
      authMethods: [{ id: 'login', name: 'Log in' }],
    });
  });

  test('of an agent with another version is an error for the client', async () => {
    await using ends = new RawPeers({ client: 1 });
    ends.client.request('initialize', { protocolVersion: 1 }, 'i');
    await ends.settle();
    ends.agent.answer('i', { protocolVersion: 3, info: { name: 'agent', version: '1' } });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({
      id: 'i',
      error: { code: -32_022, message: expect.stringContaining('version 3') as string },
    });
  });
});

describe('authenticate and logout', () => {
  test('become auth/login and auth/logout', async () => {
    await using ends = await initialized();
    ends.client.request('authenticate', { methodId: 'login' }, 'a');
    ends.client.request('logout', {}, 'b');
    await ends.settle();
    expect(ends.agent.take()).toMatchObject([
      { id: 'a', method: 'auth/login', params: { methodId: 'login' } },
      { id: 'b', method: 'auth/logout' },
    ]);
    ends.agent.answer('a', {});
    ends.agent.refuse('b', { code: -32_601, message: 'no' });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', error: { code: -32_601, message: 'no' } },
    ]);
  });
});

describe('session/new', () => {
  test('names the transport of MCP servers', async () => {
    await using ends = await initialized();
    ends.client.request('session/new', {
      cwd: '/work',
      mcpServers: [{ name: 'files', command: '/bin/files', args: [], env: [] }],
    });
    await ends.settle();
    expect(ends.agent.takeOne().params).toEqual({
      cwd: '/work',
      mcpServers: [{ type: 'stdio', name: 'files', command: '/bin/files', args: [], env: [] }],
    });
  });

  test('with an MCP server that the agent cannot reach fails', async () => {
    await using ends = await initialized();
    ends.client.request('session/new', {
      cwd: '/w',
      mcpServers: [{ type: 'sse', name: 'old', url: 'http://x', headers: [] }],
    });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ error: { code: -32_602 } });
  });

  test('with MCP servers to start fails when the agent starts none', async () => {
    await using ends = new RawPeers({ client: 1 });
    ends.client.request('initialize', { protocolVersion: 1 }, 'i');
    await ends.settle();
    ends.agent.answer('i', { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } });
    ends.client.request('session/new', { cwd: '/w', mcpServers: [] });
    ends.client.request(
      'session/new',
      { cwd: '/w', mcpServers: [{ name: 'f', command: '/f', args: [], env: [] }] },
      'n',
    );
    await ends.settle();
    expect(ends.client.take().at(-1)).toMatchObject({ id: 'n', error: { code: -32_602 } });
    expect(ends.agent.take().map(({ method }) => method)).toEqual(['initialize', 'session/new']);
  });

  test('is answered before what the agent says about the session, and that keeps its order', async () => {
    await using ends = await initialized();
    ends.client.request('session/new', { cwd: '/w', mcpServers: [] }, 'n');
    await ends.settle();
    ends.agent.update('s', chunk('a', '1'));
    ends.agent.request('session/request_permission', {
      sessionId: 's',
      title: 'Go on?',
      options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
    });
    ends.agent.update('s', chunk('a', '2'));
    ends.agent.update('other', chunk('b', '3'));
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    ends.agent.answer('n', {
      sessionId: 's',
      availableCommands: [
        { type: 'command', name: 'plan', description: 'Plans', input: { type: 'text', hint: 'what' } },
      ],
    });
    await ends.settle();
    const got = ends.client.take();
    expect(got[0]).toEqual({ jsonrpc: '2.0', id: 'n', result: { sessionId: 's' } });
    expect(got.slice(1).map(({ method, params }) => [method, (params as { update?: unknown }).update])).toEqual([
      [
        'session/update',
        {
          sessionUpdate: 'available_commands_update',
          availableCommands: [{ name: 'plan', description: 'Plans', input: { hint: 'what' } }],
        },
      ],
      ['session/update', chunk('a', '1')],
      ['session/request_permission', undefined],
      ['session/update', chunk('a', '2')],
      ['session/update', chunk('b', '3')],
    ]);
  });

  test('does not hold back sessions that are open', async () => {
    await using ends = await opened();
    ends.client.request('session/new', { cwd: '/w', mcpServers: [] });
    ends.agent.update('s', chunk('a', '1'));
    await ends.settle();
    expect(ends.client.updates()).toEqual([chunk('a', '1')]);
  });

  test('keeps only so many updates waiting, and says so once', async () => {
    await using ends = await initialized({ limits: { waitingUpdates: 2 } });
    ends.client.request('session/new', { cwd: '/w', mcpServers: [] }, 'n');
    await ends.settle();
    for (const words of ['1', '2', '3', '4']) ends.agent.update('s', chunk('a', words));
    ends.agent.answer('n', { sessionId: 's' });
    await ends.settle();
    expect(ends.client.updates()).toEqual([chunk('a', '1'), chunk('a', '2')]);
    expect(ends.lostRows).toEqual(['session/new']);
  });

  test('that is refused lets go what waited for it', async () => {
    await using ends = await initialized();
    ends.client.request('session/new', { cwd: '/w', mcpServers: [] }, 'n');
    await ends.settle();
    ends.agent.update('s', chunk('a', '1'));
    ends.agent.refuse('n', { code: -32_000, message: 'Authentication required' });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([{ id: 'n', error: { code: -32_000 } }, { method: 'session/update' }]);
  });

  test('and session/fork are alike', async () => {
    await using ends = await opened();
    ends.client.request('session/fork', { sessionId: 's', cwd: '/w' }, 'f');
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ method: 'session/fork', params: { sessionId: 's', cwd: '/w' } });
    ends.agent.update('t', chunk('a', '1'));
    ends.agent.answer('f', { sessionId: 't', configOptions: [modeOption('ask')] });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { id: 'f', result: { sessionId: 't', modes: { currentModeId: 'ask' } } },
      { params: { sessionId: 't', update: chunk('a', '1') } },
    ]);
  });
});

describe('session/load', () => {
  test('resumes from the start; the replay comes before the answer, with everything the client once said', async () => {
    await using ends = await initialized();
    ends.client.request('session/load', { sessionId: 's', cwd: '/w', mcpServers: [] }, 'l');
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({
      method: 'session/resume',
      params: { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } },
    });
    ends.agent.update('s', { sessionUpdate: 'user_message', messageId: 'm1', content: [text('hello')] });
    ends.agent.update('s', { sessionUpdate: 'agent_message', messageId: 'a1', content: [text('hi'), text(' there')] });
    ends.agent.update('s', idle);
    ends.agent.answer('l', { configOptions: [modeOption('ask')] });
    await ends.settle();
    const got = ends.client.take();
    expect(ends.client.updates()).toEqual([
      chunk('m1', 'hello', 'user_message'),
      chunk('a1', 'hi'),
      chunk('a1', ' there'),
    ]);
    expect(got.at(-1)).toMatchObject({ id: 'l', result: { modes: { currentModeId: 'ask' } } });
  });

  test('of an open session tells everything again', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello');
    ends.agent.answer(asked.id, { messageId: 'm1' });
    const turn = [
      { sessionUpdate: 'user_message', messageId: 'm1', content: [text('hello')] },
      { sessionUpdate: 'agent_message', messageId: 'a1', content: [text('hi')] },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Read' },
    ];
    for (const update of [running, ...turn, idle]) ends.agent.update('s', update);
    await ends.settle();
    ends.client.take();
    ends.client.request('session/load', { sessionId: 's', cwd: '/w', mcpServers: [] }, 'l');
    await ends.settle();
    for (const update of turn) ends.agent.update('s', update);
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      chunk('m1', 'hello', 'user_message'),
      chunk('a1', 'hi'),
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read' },
    ]);
    expect(ends.reports).toEqual([]);
  });

  test('does not replay for session/resume', async () => {
    await using ends = await initialized();
    ends.client.request('session/resume', { sessionId: 's', cwd: '/w' }, 'r');
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ method: 'session/resume', params: { sessionId: 's', cwd: '/w' } });
    ends.agent.refuse('r', { code: -32_002, message: 'not found', data: { sessionId: 's' } });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'r', error: { code: -32_002, data: { sessionId: 's' } } });
  });
});

describe('session responses', () => {
  test('have modes made of the option that stands for them, and booleans only for clients that want them', async () => {
    for (const booleans of [true, false]) {
      const capabilities = booleans ? { session: { configOptions: { boolean: {} } } } : {};
      await using ends = await initialized({ capabilities });
      ends.client.request('session/new', { cwd: '/w', mcpServers: [] }, 'n');
      await ends.settle();
      ends.agent.answer('n', { sessionId: 's', configOptions: [modeOption('ask'), thinking] });
      await ends.settle();
      const { configId: id, ...others } = thinking;
      expect(ends.client.takeOne().result).toEqual({
        sessionId: 's',
        configOptions: booleans ? [modeOptionV1('ask'), { id, ...others }] : [modeOptionV1('ask')],
        modes: {
          currentModeId: 'ask',
          availableModes: [
            { id: 'ask', name: 'Ask' },
            { id: 'code', name: 'Code', description: 'Writes' },
          ],
        },
      });
      expect(ends.lostRows).toEqual(booleans ? [] : ['session responses']);
    }
  });

  test('of session/status do not have the state', async () => {
    await using ends = await opened();
    ends.client.request('session/status', { sessionId: 's' }, 'q');
    await ends.settle();
    ends.agent.answer('q', { status: 'open', state: { state: 'running' } });
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({ status: 'open' });
  });
});

describe('session/list', () => {
  test('crosses as it is', async () => {
    await using ends = await opened();
    ends.client.request('session/list', { cwd: '/w' }, 'q');
    await ends.settle();
    const result = { sessions: [{ sessionId: 's', cwd: '/w', title: 'One' }], nextCursor: 'c' };
    ends.agent.answer('q', result);
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual(result);
  });
});

describe('session/close', () => {
  test('and session/delete forget the session, also when the agent does not know it', async () => {
    for (const method of ['session/close', 'session/delete']) {
      for (const isKnown of [true, false]) {
        await using ends = await opened();
        const call = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'pending' };
        ends.agent.update('s', call);
        ends.client.request(method, { sessionId: 's' }, 'c');
        await ends.settle();
        if (isKnown) ends.agent.answer('c', {});
        else ends.agent.refuse('c', { code: -32_002, message: 'not found' });
        await ends.settle();
        ends.client.take();
        ends.client.request('session/resume', { sessionId: 's', cwd: '/work', mcpServers: [] }, 'r');
        await ends.settle();
        ends.agent.answer('r', {});
        await ends.settle();
        ends.client.take();
        // A client that opens it again gets everything as if for the first time.
        ends.agent.update('s', call);
        await ends.settle();
        expect(outgoing(ends)).toMatchObject([{ sessionUpdate: 'tool_call' }]);
      }
    }
  });

  test('ends what is said and asked about it', async () => {
    for (const method of ['session/close', 'session/delete']) {
      await using ends = await opened();
      const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
      const question = { sessionId: 's', title: 'Really?', options };
      ends.agent.request('session/request_permission', question, 'q');
      await ends.settle();
      ends.client.take();
      ends.client.request(method, { sessionId: 's' }, 'c');
      ends.agent.update('s', chunk('a', 'bye'));
      await ends.settle();
      ends.agent.answer('c', {});
      await ends.settle();
      // The request ends with the session, before the client learns that it is closed.
      expect(ends.client.take()).toMatchObject([
        { method: 'session/update' },
        { method: '$/cancel_request', params: { requestId: 'q' } },
        { id: 'c', result: {} },
      ]);
      expect(ends.agent.take().at(-1)).toMatchObject({ id: 'q', result: { outcome: { outcome: 'cancelled' } } });
      ends.agent.update('s', chunk('a', 'too late'));
      ends.agent.request('session/request_permission', question, 'q2');
      ends.client.answer('q', { outcome: { outcome: 'selected', optionId: 'y' } });
      ends.client.request('session/prompt', { sessionId: 's', prompt: [text('hello')] }, 'p');
      await ends.settle();
      expect(ends.agent.takeOne()).toMatchObject({ id: 'q2', result: { outcome: { outcome: 'cancelled' } } });
      expect(ends.client.takeOne()).toMatchObject({ id: 'p', error: { code: -32_002, data: { sessionId: 's' } } });
      expect(ends.reports.filter(({ kind }) => kind !== 'loss')).toMatchObject([{ kind: 'ignored-by-bridge' }]);
    }
  });

  test('that the agent refuses changes nothing', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p');
    ends.agent.answer(asked.id, { messageId: 'm' });
    ends.client.request('session/close', { sessionId: 's' }, 'c');
    await ends.settle();
    ends.agent.refuse('c', { code: -32_603, message: 'busy' });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'c', error: { code: -32_603 } });
  });
});

describe('sessions', () => {
  test('are remembered up to a limit, but never forgotten while a prompt waits', async () => {
    await using ends = await opened({ limits: { sessions: 2 } });
    const call = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'pending' };
    const asked = await prompt(ends, 'hello', 'p');
    ends.agent.answer(asked.id, { messageId: 'm' });
    for (const session of ['s', 't', 'u', 'v', 's', 't']) ends.agent.update(session, call);
    for (const update of [running, idle]) ends.agent.update('s', update);
    await ends.settle();
    const kinds = (ends.client.updates() as { sessionUpdate: string }[]).map(({ sessionUpdate }) => sessionUpdate);
    expect(kinds).toEqual(['tool_call', 'tool_call', 'tool_call', 'tool_call', 'tool_call_update', 'tool_call']);
    expect(ends.client.take().at(-1)).toMatchObject({ id: 'p', result: { stopReason: 'end_turn' } });
    expect(ends.losses).toMatchObject([{ row: 'session/new', reason: expect.stringContaining('Only 2 sessions') }]);
  });
});

describe('session/set_mode', () => {
  test('sets the option that stands for modes; the client hears of both', async () => {
    await using ends = await opened(withModes);
    ends.client.request('session/set_mode', { sessionId: 's', modeId: 'code' }, 'm');
    await ends.settle();
    expect(ends.agent.takeOne()).toEqual({
      jsonrpc: '2.0',
      id: 'm',
      method: 'session/set_config_option',
      params: { sessionId: 's', configId: 'work-mode', type: 'id', value: 'code' },
    });
    ends.agent.answer('m', { configOptions: [modeOption('code')] });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { id: 'm', result: {} },
      { params: { update: { sessionUpdate: 'config_option_update', configOptions: [modeOptionV1('code')] } } },
      { params: { update: { sessionUpdate: 'current_mode_update', currentModeId: 'code' } } },
    ]);
  });

  test('tells nothing twice when the agent has told it already', async () => {
    await using ends = await opened(withModes);
    ends.client.request('session/set_mode', { sessionId: 's', modeId: 'code' }, 'm');
    await ends.settle();
    ends.agent.update('s', { sessionUpdate: 'config_option_update', configOptions: [modeOption('code')] });
    ends.agent.answer('m', { configOptions: [modeOption('code')] });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { params: { update: { sessionUpdate: 'config_option_update' } } },
      { params: { update: { sessionUpdate: 'current_mode_update', currentModeId: 'code' } } },
      { id: 'm', result: {} },
    ]);
  });

  test('does not exist in a session without modes, and passes on why the agent refuses', async () => {
    await using ends = await opened();
    ends.client.request('session/set_mode', { sessionId: 's', modeId: 'x' }, 'm');
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'm', error: { code: -32_601 } });
    await open(ends, 't', withModes.session);
    ends.client.request('session/set_mode', { sessionId: 't', modeId: 'x' }, 'n');
    await ends.settle();
    ends.agent.refuse('n', { code: -32_602, message: 'unknown value' });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'n', error: { code: -32_602 } });
  });
});

describe('set_config_option', () => {
  test('says of which type a value is, and the client hears of a mode that changed with it', async () => {
    await using ends = await opened({ ...withModes, capabilities: { session: { configOptions: { boolean: {} } } } });
    ends.client.request('session/set_config_option', { sessionId: 's', configId: 'work-mode', value: 'code' }, 'a');
    ends.client.request(
      'session/set_config_option',
      { sessionId: 's', configId: 'think', type: 'boolean', value: false },
      'b',
    );
    await ends.settle();
    expect(ends.agent.take()).toMatchObject([
      { params: { configId: 'work-mode', type: 'id', value: 'code' } },
      { params: { configId: 'think', type: 'boolean', value: false } },
    ]);
    ends.agent.answer('a', { configOptions: [modeOption('code')] });
    ends.agent.answer('b', { configOptions: [modeOption('code')] });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { id: 'a', result: { configOptions: [modeOptionV1('code')] } },
      { params: { update: { sessionUpdate: 'current_mode_update', currentModeId: 'code' } } },
      { id: 'b', result: { configOptions: [modeOptionV1('code')] } },
    ]);
  });
});

describe('current_mode_update', () => {
  test('follows an update of the options in which the mode is another one', async () => {
    await using ends = await opened(withModes);
    for (const mode of ['code', 'code', 'ask']) {
      ends.agent.update('s', { sessionUpdate: 'config_option_update', configOptions: [modeOption(mode)] });
    }
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'config_option_update', configOptions: [modeOptionV1('code')] },
      { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
      { sessionUpdate: 'config_option_update', configOptions: [modeOptionV1('code')] },
      { sessionUpdate: 'config_option_update', configOptions: [modeOptionV1('ask')] },
      { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
    ]);
  });
});

describe('available_commands_update', () => {
  test('loses what tells commands apart', async () => {
    await using ends = await opened();
    ends.agent.update('s', {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { type: 'command', name: 'a', description: 'A', input: { type: 'text', hint: 'h' } },
        { type: '_other', name: 'b', description: 'B' },
      ],
    });
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { name: 'a', description: 'A', input: { hint: 'h' } },
          { name: 'b', description: 'B' },
        ],
      },
    ]);
    expect(ends.lostRows).toEqual(['available_commands_update']);
  });
});

describe('authMethods', () => {
  test('get the names of version 1, and unknown ones are left out', async () => {
    await using ends = new RawPeers({ client: 1 });
    ends.client.request('initialize', { protocolVersion: 1 }, 'i');
    await ends.settle();
    ends.agent.answer('i', {
      protocolVersion: 2,
      info: { name: 'agent', version: '1' },
      authMethods: [
        { type: 'terminal', methodId: 'tty', name: 'Terminal', env: [{ name: 'A', value: '1' }] },
        { type: '_magic', methodId: 'magic', name: 'Magic' },
      ],
    });
    await ends.settle();
    expect(ends.client.takeOne().result).toMatchObject({
      authMethods: [{ type: 'terminal', id: 'tty', name: 'Terminal', env: { A: '1' } }],
    });
    expect(ends.lostRows).toEqual(['authMethods']);
  });
});

describe('paths', () => {
  test('of additional directories are the agent’s to refuse when they are relative (DIRS-02)', async () => {
    await using ends = await initialized();
    ends.client.request('session/new', { cwd: '/w', additionalDirectories: ['/x', '../y', ''], mcpServers: [] });
    await ends.settle();
    expect(ends.agent.takeOne().params).toMatchObject({ cwd: '/w', additionalDirectories: ['/x', '../y', ''] });
  });
});

describe('errors', () => {
  test('keep their codes and data', async () => {
    await using ends = await opened();
    const errors = [
      { code: -32_022, message: 'version', data: { requested: 2, supported: [3] } },
      { code: -32_010, message: 'inject' },
    ];
    for (const [index, error] of errors.entries()) {
      ends.client.request('session/list', {}, index);
      await ends.settle();
      ends.agent.refuse(index, error);
      await ends.settle();
      expect(ends.client.takeOne()).toEqual({ jsonrpc: '2.0', id: index, error });
    }
  });
});

describe('resource_link.size', () => {
  test('of a prompt is left out when it is negative', async () => {
    await using ends = await opened();
    const link = { type: 'resource_link', name: 'n', uri: 'file:///n' };
    ends.client.request('session/prompt', { sessionId: 's', prompt: [text('see'), { ...link, size: -1 }] });
    await ends.settle();
    expect(ends.agent.takeOne().params).toEqual({ sessionId: 's', prompt: [text('see'), link] });
    expect(ends.lostRows).toEqual(['resource_link.size']);
  });
});

describe('request ids', () => {
  test('of a client are kept, and null gets one of its own', async () => {
    await using ends = await opened();
    ends.client.request('session/list', {}, null);
    ends.client.request('session/list', {}, 7);
    await ends.settle();
    const [first, second] = ends.agent.take();
    expect(typeof first?.id).toBe('string');
    expect(second?.id).toBe(7);
    ends.agent.answer(first?.id, { sessions: [] });
    await ends.settle();
    expect(ends.client.takeOne()).toEqual({ jsonrpc: '2.0', id: null, result: { sessions: [] } });
  });
});

describe('custom methods', () => {
  test('cross both ways as they are', async () => {
    await using ends = await opened();
    ends.client.request('_x/ask', { a: 1 }, 'q');
    ends.client.notify('_x/tell', { b: 2 });
    ends.agent.request('_y/ask', { losses: 3 }, 'r');
    await ends.settle();
    expect(ends.agent.take()).toEqual([
      { jsonrpc: '2.0', id: 'q', method: '_x/ask', params: { a: 1 } },
      { jsonrpc: '2.0', method: '_x/tell', params: { b: 2 } },
    ]);
    ends.agent.answer('q', { d: 4 });
    await ends.settle();
    expect(ends.client.take()).toEqual([
      { jsonrpc: '2.0', id: 'r', method: '_y/ask', params: { losses: 3 } },
      { jsonrpc: '2.0', id: 'q', result: { d: 4 } },
    ]);
  });
});

describe('drafts', () => {
  test(verifies('NES-18', 'of next edit suggestions are actions for a client that knows only ideActions'), async () => {
    const position = { line: 5, character: 10 };
    const rename = { kind: 'rename', uri: 'file:///a', position, newName: 'total' };
    const search = { kind: 'searchAndReplace', uri: 'file:///a', search: 'a', replace: 'b' };
    const jump = { kind: 'jump', uri: 'file:///a', position };
    const answered = async (nes: object): Promise<unknown> => {
      await using ends = await opened({ capabilities: { nes } });
      const asked = { sessionId: 'n', uri: 'file:///a', version: 1, position, triggerKind: 'manual' };
      ends.client.request('nes/suggest', asked, 'q');
      await ends.settle();
      const suggestions = [rename, search, jump].map((each, index) => ({ ...each, suggestionId: String(index) }));
      ends.agent.answer('q', { suggestions });
      await settled(1);
      // The first form is not that of the schema, which mends it.
      ends.client.problems.length = 0;
      return ends.client.takeOne().result;
    };
    const asAction = ({ kind, ...details }: { readonly kind: string }, id: string): object => ({
      id,
      kind: 'action',
      actionId: kind,
      arguments: details,
    });
    expect(await answered({ ideActions: { rename: {}, searchAndReplace: {} } })).toEqual({
      suggestions: [asAction(rename, '0'), asAction(search, '1'), { ...jump, id: '2' }],
    });
    expect(await answered({ ideActions: { rename: {} }, searchAndReplace: {} })).toEqual({
      suggestions: [asAction(rename, '0'), { ...search, id: '1' }, { ...jump, id: '2' }],
    });
    expect(await answered({ ideActions: { rename: {} }, rename: {} })).toMatchObject({
      suggestions: [{ ...rename, id: '0' }, {}, {}],
    });
  });

  test('of next edit suggestions have another name for their ids', async () => {
    await using ends = await opened();
    const edit = { kind: 'jump', uri: 'file:///a', position: { line: 0, character: 0 } };
    const position = { line: 0, character: 0 };
    const asked = { sessionId: 'n', uri: 'file:///a', version: 1, position, triggerKind: 'manual' };
    ends.client.request('nes/suggest', asked, 'q');
    ends.client.notify('nes/accept', { sessionId: 'n', id: 'x' });
    ends.client.notify('nes/reject', { sessionId: 'n', id: 'y', reason: 'ignored' });
    await ends.settle();
    expect(ends.agent.take()).toMatchObject([
      { method: 'nes/suggest', params: asked },
      { method: 'nes/accept', params: { sessionId: 'n', suggestionId: 'x' } },
      { method: 'nes/reject', params: { sessionId: 'n', suggestionId: 'y', reason: 'ignored' } },
    ]);
    ends.agent.answer('q', {
      suggestions: [
        { ...edit, suggestionId: 'x' },
        { kind: '_new', suggestionId: 'z' },
      ],
    });
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({ suggestions: [{ ...edit, id: 'x' }] });
    expect(ends.lostRows).toEqual(['drafts']);
  });
});
