/** How a client introduces itself, and what it refuses to send. */
import { describe, expect, test } from 'vitest';

import { ConnectionError, isAbortError, memoryPair, RpcError } from '@acp-stack/rpc';
import { settled, VirtualClock } from '@acp-stack/testing';

import { CapabilityError } from '../connection/capability-error.ts';
import { client, type Client } from './client.ts';
import { ProtocolVersionError } from './protocol-version-error.ts';
import { agentInfo, bench, collect, me, RawAgent, rejection } from './raw-agent.test-support.ts';

/** A raw agent that has not been introduced yet. */
function stranger(build: (app: Client) => Client = (app) => app): {
  agent: RawAgent;
  connecting: (options?: Parameters<Client['connect']>[1]) => ReturnType<Client['connect']>;
} {
  const [left, right] = memoryPair();
  return { agent: new RawAgent(right), connecting: (options) => build(client(me)).connect(left, options) };
}

describe('connecting', () => {
  test('sends version 2, the name of the client, and no capability without a handler [INIT-01] [INIT-04]', async () => {
    const { agent, connection } = await bench();
    expect(agent.received).toMatchObject([
      { method: 'initialize', params: { protocolVersion: 2, info: me, capabilities: {} } },
    ]);
    expect(agent.received[0]?.params?.['capabilities']).toEqual({ _meta: { 'acp-stack.dev/sessionLost': {} } });
    expect(connection).toMatchObject({ version: 2, agentInfo, capabilities: { session: {} }, authMethods: [] });
  });

  test('advertises what was registered, as empty markers [INIT-10] [INIT-21] [X-18]', () => {
    const app = client(me, { capabilities: { auth: { terminal: {} }, _meta: { mine: 1 } } })
      .onElicitation({ form: () => 'cancel' })
      .onOpenDocuments(() => [])
      .onRecentDocuments(() => [])
      .on('workspace/active_document', () => ({ document: null }))
      .onPermission(() => 'cancelled');
    expect(app.capabilities).toEqual({
      auth: { terminal: {} },
      elicitation: { form: {} },
      workspace: { openDocuments: {}, recentDocuments: {}, activeDocument: {} },
      _meta: { mine: 1 },
    });
    expect(client(me).onElicitation({ form: () => 'cancel', url: () => 'cancel' }).capabilities).toEqual({
      elicitation: { form: {}, url: {} },
    });
  });

  test('refuses a second handler for the same thing', () => {
    const app = client(me).onOpenDocuments(() => []);
    expect(() => app.on('workspace/open_documents', () => ({ documents: [] }))).toThrow('already has a handler');
    expect(() => app.onPermission(() => 'a').onPermission(() => 'b')).toThrow('already has a handler');
  });

  test.each([
    [1, { agentCapabilities: {} }, 'version 2', 'Update the agent'],
    [3, { info: agentInfo }, 'versions up to 2', 'Update this program'],
  ])(
    'closes the connection when the agent answers version %i, and says what to do [INIT-07]',
    async (version, more, ours, advice) => {
      const { agent, connecting } = stranger();
      agent.whenever('initialize', { protocolVersion: version, ...more });
      const error = await rejection(connecting({ versions: [2] }));
      expect(error).toBeInstanceOf(ProtocolVersionError);
      expect(error).toMatchObject({ requested: 2, supported: [version] });
      expect((error as Error).message).toContain(`the agent speaks version ${version}. ${advice}`);
      expect((error as Error).message).toContain(`This program speaks ${ours} of the`);
      await settled();
      expect(agent.hasEnded).toBe(true);
    },
  );

  test('explains an agent that supports no version at or below ours [INIT-06]', async () => {
    const { agent, connecting } = stranger();
    const error = rejection(connecting());
    agent.refuse(await agent.next('initialize'), -32_022, { requested: 2, supported: [3, 4] });
    expect(await error).toMatchObject({ name: 'ProtocolVersionError', supported: [3, 4] });
    expect(((await error) as Error).message).toContain('version 3 and 4. Update this program');
    expect(((await error) as Error).cause).toBeInstanceOf(RpcError);
    await settled();
    expect(agent.hasEnded).toBe(true);
  });

  test('passes on another refusal as it is, and closes', async () => {
    const { agent, connecting } = stranger();
    const error = rejection(connecting());
    agent.refuse(await agent.next('initialize'), -32_603);
    expect(await error).toMatchObject({ name: 'RpcError', code: -32_603 });
    await settled();
    expect(agent.hasEnded).toBe(true);
  });

  test('that allows only version 1 says so to the user of an agent of version 2', async () => {
    for (const respond of [
      (agent: RawAgent) => agent.whenever('initialize', { protocolVersion: 2, info: agentInfo }),
      async (agent: RawAgent) => {
        agent.refuse(await agent.next('initialize'), -32_022, { requested: 1, supported: [2] });
      },
    ]) {
      const { agent, connecting } = stranger();
      void respond(agent);
      expect(await rejection(connecting({ versions: [1] }))).toMatchObject({
        name: 'ProtocolVersionError',
        requested: 1,
        supported: [2],
        message: expect.stringContaining('allows only version 1') as string,
      });
      expect(agent.received[0]?.params).toMatchObject({ protocolVersion: 1, clientInfo: me });
    }
  });

  test('calls an answer that makes no sense malformed', async () => {
    const { agent, connecting } = stranger();
    agent.whenever('initialize', { protocolVersion: 2, capabilities: {} });
    expect(await rejection(connecting())).toMatchObject({ name: 'ConnectionError', code: 'malformed' });
  });

  test('can be given up, and has a deadline if one is set', async () => {
    const stop = new AbortController();
    const first = stranger();
    const givenUp = rejection(first.connecting({ signal: stop.signal }));
    await first.agent.next('initialize');
    stop.abort();
    expect(isAbortError(await givenUp)).toBe(true);

    const clock = new VirtualClock();
    const second = stranger();
    const late = rejection(second.connecting({ clock, timeout: 500 }));
    await clock.advance(500);
    expect(await late).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
    await settled();
    expect([first.agent.hasEnded, second.agent.hasEnded]).toEqual([true, true]);
  });

  test('refuses requests of the agent before it is over, and ignores its notifications [INIT-13]', async () => {
    const heard: unknown[] = [];
    const { agent, connecting } = stranger((app) => app.onUpdate((update) => void heard.push(update)));
    const connected = connecting();
    const initialize = await agent.next('initialize');
    agent.chunk('s1', 'too early');
    const early = await agent.request('session/request_permission', {}).answer;
    expect(early.error?.code).toBe(-32_600);
    agent.answer(initialize, { protocolVersion: 2, info: agentInfo });
    await connected;
    expect(heard).toEqual([]);
  });

  test('one client connects to any number of agents', async () => {
    const app = client(me).onPermission(() => 'cancelled');
    const connections = await Promise.all(
      [1, 2].map(() => {
        const [left, right] = memoryPair();
        new RawAgent(right).whenever('initialize', { protocolVersion: 2, info: agentInfo });
        return app.connect(left);
      }),
    );
    expect(connections.map((connection) => connection.agentInfo)).toEqual([agentInfo, agentInfo]);
  });
});

describe('what the agent did not advertise', () => {
  test('is refused here, by name, and never sent [INIT-09] [INIT-19]', async () => {
    const { agent, connection } = await bench({ capabilities: { session: { fork: true, status: null } } });
    const setup = { cwd: '/work', sessionId: 's1' };
    const refused: [capability: string, call: Promise<unknown>][] = [
      ['session.fork', connection.fork(setup)],
      ['session.delete', connection.delete('s1')],
      ['session.archive', connection.archive('s1')],
      ['session.archive', connection.unarchive('s1')],
      ['session.archive', connection.listPage({ archived: 'only' })],
      ['session.status', connection.status('s1')],
      ['session.title', connection.setTitle('s1', 'Roses')],
      ['auth.status', connection.authStatus()],
      ['authMethods', connection.login('oauth')],
      ['authMethods', connection.logout()],
      ['providers', connection.providers()],
      ['session.additionalDirectories', connection.newSession({ cwd: '/work', additionalDirectories: ['/other'] })],
      [
        'session.mcp.stdio',
        connection.newSession({ cwd: '/work', mcpServers: [{ type: 'stdio', name: 'a', command: '/a' }] }),
      ],
      ['session.systemPrompt', connection.resume({ ...setup, systemPrompt: { mode: 'append', content: [] } })],
      ['nes', connection.request('nes/start', {})],
    ];
    for (const [capability, call] of refused) {
      const error = await rejection(call);
      expect(error).toBeInstanceOf(CapabilityError);
      expect(error).toMatchObject({ capability });
    }
    expect(agent.methods).toEqual(['initialize']);
  });

  test('includes every session method when there are no sessions [INIT-19]', async () => {
    const { agent, connection } = await bench({ capabilities: {} });
    expect(await rejection(connection.newSession({ cwd: '/work' }))).toMatchObject({ capability: 'session' });
    expect(await rejection(connection.list().next())).toMatchObject({ capability: 'session' });
    expect(agent.methods).toEqual(['initialize']);
  });

  test('covers the content of prompts [CONT-01] [RCTX-01]', async () => {
    const { agent, open } = await bench({ capabilities: { session: { prompt: { image: {} } } } });
    const session = await open();
    const audio = session.prompt({ type: 'audio', data: '', mimeType: 'audio/wav' });
    expect(await rejection(audio)).toMatchObject({ capability: 'session.prompt.audio' });
    const resource = session.prompt({ type: 'resource', resource: { uri: 'file:///a', text: '' } });
    expect(await rejection(resource)).toMatchObject({ capability: 'session.prompt.embeddedContext' });
    const context = session.prompt('hi', { runtimeContext: [{ text: 'It rains.' }] });
    expect(await rejection(context)).toMatchObject({ capability: 'session.runtimeContext' });
    expect(agent.methods).toEqual(['initialize', 'session/new']);
    void session.prompt({ type: 'image', data: '', mimeType: 'image/png' });
    expect(agent.methods).toEqual(['initialize', 'session/new']);
    expect((await agent.next('session/prompt')).params).toMatchObject({ prompt: [{ type: 'image' }] });
  });
});

describe('paths', () => {
  test('are absolute [GEN-04] [SETUP-02]', async () => {
    const { agent, connection } = await bench();
    expect(await rejection(connection.newSession({ cwd: 'work' }))).toBeInstanceOf(TypeError);
    expect(agent.methods).toEqual(['initialize']);
  });

  test('are sent once each [DIRS-08]', async () => {
    const { agent, connection } = await bench({ capabilities: { session: { additionalDirectories: {} } } });
    void connection.newSession({ cwd: '/work', additionalDirectories: ['/a', '/work', '/a', '/b'] });
    expect((await agent.next('session/new')).params).toEqual({ cwd: '/work', additionalDirectories: ['/a', '/b'] });
  });
});

describe('the low level', () => {
  test('calls and tells the agent anything it offers', async () => {
    const { agent, connection } = await bench();
    agent
      .whenever('session/new', { sessionId: 's9' })
      .whenever('_x/add', ({ a, b }) => ({ sum: Number(a) + Number(b) }));
    expect(await connection.request('session/new', { cwd: '/work' })).toEqual({ sessionId: 's9' });
    expect(await connection.request('_x/add', { a: 1, b: 2 })).toEqual({ sum: 3 });
    await connection.notify('session/cancel', { sessionId: 's9' });
    expect((await agent.next('session/cancel')).params).toEqual({ sessionId: 's9' });
  });

  test('answers what an agent asks, custom methods with a parser of their own', async () => {
    const heard: unknown[] = [];
    const parse = (value: unknown): number => {
      const { number } = Object(value) as { number?: unknown };
      if (typeof number !== 'number') throw new RpcError(-32_602, 'number, please');
      return number;
    };
    const { agent } = await bench({}, (app) =>
      app
        .on('_x/double', parse, (number) => ({ doubled: number * 2 }))
        .onNotification('_x/note', parse, (number) => void heard.push(number))
        .on('auth/status_update', ({ state }) => void heard.push(state)),
    );
    expect((await agent.request('_x/double', { number: 4 }).answer).result).toEqual({ doubled: 8 });
    expect((await agent.request('_x/double', {}).answer).error?.code).toBe(-32_602);
    expect((await agent.request('_x/triple', {}).answer).error?.code).toBe(-32_601);
    agent.send({ method: '_x/note', params: { number: 7 } });
    agent.send({ method: 'auth/status_update', params: { state: 'unauthenticated' } });
    await settled();
    expect(heard).toEqual([7, 'unauthenticated']);
  });

  test('may take over permissions, and sees updates beside the sessions', async () => {
    const raw: unknown[] = [];
    const { agent, open } = await bench({}, (app) =>
      app
        .on('session/request_permission', () => ({ outcome: { outcome: '_later' } as const }))
        .on('session/update', ({ sessionId, update }) => void raw.push([sessionId, update.sessionUpdate])),
    );
    const session = await open();
    agent.update('s1', { sessionUpdate: 'session_info_update', title: 'Roses' });
    agent.update('s2', { sessionUpdate: 'session_info_update', title: 'Tulips' });
    const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
    const asked = await agent.request('session/request_permission', { sessionId: 's1', title: '?', options }).answer;
    expect(asked.result).toEqual({ outcome: { outcome: '_later' } });
    expect(raw).toEqual([
      ['s1', 'session_info_update'],
      ['s2', 'session_info_update'],
    ]);
    expect(session.info.title).toBe('Roses');
  });

  test('takes a method that comes in both forms as a request and as a notification [MCP-04]', async () => {
    const told: unknown[] = [];
    const { agent } = await bench({ capabilities: { session: { mcp: { acp: {} } } } }, (app) =>
      app
        .on('mcp/message', () => ({ result: {} }))
        .onNotification('mcp/message', (params) => {
          told.push(params);
        }),
    );
    const message = { connectionId: 'c', method: 'ping' };
    expect(await agent.request('mcp/message', message).answer).toMatchObject({ result: { result: {} } });
    agent.send({ method: 'mcp/message', params: { ...message, method: 'notifications/progress' } });
    await settled();
    expect(told).toEqual([{ ...message, method: 'notifications/progress' }]);
  });

  test('does not answer what was not registered [EDIT-01]', async () => {
    const { agent } = await bench();
    for (const method of ['workspace/open_documents', 'elicitation/create', 'fs/read_text_file']) {
      expect((await agent.request(method, { sessionId: 's1' }).answer).error?.code).toBe(-32_601);
    }
  });
});

describe('logging in', () => {
  const authMethods = [
    { type: 'agent', methodId: 'oauth', name: 'OAuth' },
    { type: 'terminal', methodId: 'shell', name: 'Shell' },
  ];

  test('uses a method that the agent offers [AUTH-01]', async () => {
    const { agent, connection } = await bench({ authMethods });
    agent.whenever('auth/login', {}).whenever('auth/logout', {});
    await connection.login('oauth');
    await connection.logout();
    expect(agent.methods).toEqual(['initialize', 'auth/login', 'auth/logout']);
    expect(connection.authMethods).toEqual(authMethods);
    await expect(connection.login('magic')).rejects.toThrow('it offers oauth, shell');
  });

  test('never sends a method that runs in a terminal [AUTH-13]', async () => {
    const { agent, connection } = await bench({ authMethods });
    await expect(connection.login('shell')).rejects.toThrow('runs in a terminal');
    expect(agent.methods).toEqual(['initialize']);
  });
});

describe('listing', () => {
  test('goes from page to page, also over an empty cursor, until there is no other [LIST-03] [LIST-09]', async () => {
    const { agent, connection } = await bench();
    const pages: Record<string, object> = {
      first: { sessions: [{ sessionId: 'a', cwd: '/a' }], nextCursor: '' },
      '': { sessions: [{ sessionId: 'b', cwd: '/a' }], nextCursor: 'more' },
      more: { sessions: [], nextCursor: null },
    };
    agent.whenever('session/list', ({ cursor }) => pages[(cursor as string | undefined) ?? 'first']);
    const sessions = await collect(connection.list({ cwd: '/a' }));
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['a', 'b']);
    expect(agent.received.slice(1).map(({ params }) => params)).toEqual([
      { cwd: '/a' },
      { cwd: '/a', cursor: '' },
      { cwd: '/a', cursor: 'more' },
    ]);
    expect(await connection.listPage({ cursor: '' })).toEqual(pages['']);
  });

  test('asks for no more pages than are read', async () => {
    const { agent, connection } = await bench();
    agent.whenever('session/list', { sessions: [{ sessionId: 'a', cwd: '/a' }], nextCursor: 'more' });
    for await (const { sessionId } of connection.list()) {
      expect(sessionId).toBe('a');
      break;
    }
    expect(agent.methods).toEqual(['initialize', 'session/list']);
  });

  test('stops at a cursor that leads nowhere', async () => {
    const { agent, connection } = await bench();
    agent.whenever('session/list', { sessions: [], nextCursor: 'again' });
    expect(await rejection(collect(connection.list()))).toBeInstanceOf(ConnectionError);
  });
});

describe('closing the connection', () => {
  test('answers open questions as cancelled and tells the agent', async () => {
    const { agent, connection, open } = await bench({}, (app) =>
      app.onPermission(() => new Promise(() => undefined)).onElicitation({ url: () => new Promise(() => undefined) }),
    );
    await open();
    const page = { mode: 'url', sessionId: 's1', message: '?', elicitationId: 'e1', url: 'https://example.com' };
    const elicited = agent.request('elicitation/create', page);
    const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
    const asked = agent.request('session/request_permission', { sessionId: 's1', title: '?', options });
    await settled();
    const closing = connection.close();
    expect((await asked.answer).result).toEqual({ outcome: { outcome: 'cancelled' } });
    expect((await elicited.answer).result).toEqual({ action: 'cancel' });
    await settled();
    expect(agent.hasEnded).toBe(true);
    agent.end();
    await closing;
    expect(await rejection(connection.newSession({ cwd: '/work' }))).toBeInstanceOf(ConnectionError);
  });

  test('survives a report hook that throws', async () => {
    const { agent, open } = await bench({
      onReport: () => {
        throw new Error('the hook is broken');
      },
    });
    const session = await open();
    agent.send({ method: '_unknown/thing' });
    agent.chunk('stranger', 'hello');
    session.onUpdate(() => {
      throw new Error('the listener is broken too');
    });
    agent.update('s1', { sessionUpdate: 'session_info_update', title: 'Roses' });
    await settled();
    expect(session.info.title).toBe('Roses');
  });
});
