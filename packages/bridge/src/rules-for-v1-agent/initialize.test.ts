import { describe, expect, test } from 'vitest';

import { able, info, meet, strangers } from './bridged-agent.test-support.ts';

const ask = { protocolVersion: 2, info, capabilities: {} };

describe('initialize params', () => {
  test('the agent is asked in version 1, with what version 2 takes for granted', async () => {
    await using ends = strangers();
    ends.client.request('initialize', { ...ask, capabilities: { auth: { terminal: {} }, elicitation: { form: {} } } });
    await ends.settle();
    expect(ends.agent.takeOne().params).toEqual({
      protocolVersion: 1,
      clientInfo: info,
      clientCapabilities: {
        auth: { terminal: true },
        elicitation: { form: {} },
        session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
        plan: {},
        subagents: {},
        _meta: { terminal_output: true, 'terminal-auth': true },
      },
    });
  });

  test('files and terminals of the client are offered to the agent only with extras', async () => {
    const capabilities = { fs: { readTextFile: true, writeTextFile: false }, terminal: true };
    await using plain = strangers();
    plain.client.request('initialize', { ...ask, capabilities });
    await plain.settle();
    expect(plain.agent.takeOne().params).not.toHaveProperty('clientCapabilities.terminal');
    await using extra = strangers({ extras: true });
    extra.client.request('initialize', { ...ask, capabilities });
    await extra.settle();
    expect(extra.agent.takeOne().params).toMatchObject({ clientCapabilities: capabilities });
  });

  test('terminals are offered to the agent when the bridge runs them', async () => {
    await using ends = strangers({ terminals: () => ({ kill: () => undefined }) });
    ends.client.request('initialize', ask);
    await ends.settle();
    expect(ends.agent.takeOne().params).toMatchObject({ clientCapabilities: { terminal: true } });
  });

  test('a client that asks for version 1 is refused, because the face is version 2', async () => {
    await using ends = strangers();
    ends.client.request('initialize', { ...ask, protocolVersion: 1 });
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_022, data: { requested: 1, supported: [2] } });
    expect(ends.agent.take()).toEqual([]);
  });

  test.each([
    ['the version of the request', 2],
    ['a version that does not exist', 99],
    ['a text', '1'],
  ])('an agent that answers with %s in the form of version 1 is one of version 1', async (_, protocolVersion) => {
    await using ends = strangers();
    ends.client.request('initialize', { ...ask, protocolVersion: 0 });
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, { protocolVersion, agentCapabilities: { loadSession: true } });
    await ends.settle();
    expect(ends.client.takeOne().result).toMatchObject({ protocolVersion: 2, capabilities: { session: {} } });
    expect(ends.reports[0]).toMatchObject({ kind: 'repaired-by-bridge', repairs: [{ path: '/protocolVersion' }] });
  });
});

describe('initialize result', () => {
  const meetWith = async (agentCapabilities: object, strict = false): Promise<Awaited<ReturnType<typeof meet>>> => {
    const ends = strangers({ strict });
    ends.client.request('initialize', ask);
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, { protocolVersion: 1, agentCapabilities, agentInfo: info });
    await ends.settle();
    return ends;
  };

  test('an agent with all that version 2 wants is shown without a word', async () => {
    await using ends = await meetWith({
      ...able,
      promptCapabilities: { image: true },
      mcpCapabilities: { http: true },
    });
    expect(ends.client.takeOne().result).toEqual({
      protocolVersion: 2,
      info,
      capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {}, http: {} } } },
    });
    expect(ends.reports).toEqual([]);
  });

  test('an agent that does not name itself has an unknown name', async () => {
    await using ends = strangers();
    ends.client.request('initialize', ask);
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, { protocolVersion: 1 });
    await ends.settle();
    expect(ends.client.takeOne().result).toMatchObject({
      protocolVersion: 2,
      info: { name: 'unknown', version: 'unknown' },
    });
  });

  test('what the agent lacks is made up for, and reported', async () => {
    await using ends = await meetWith({});
    expect(ends.client.takeOne().result).toHaveProperty('capabilities.session');
    expect(ends.losses.map(({ row, reason }) => [row, reason])).toEqual([
      ['initialize result', expect.stringMatching(/cannot load .*cannot resume .*cannot list .*cannot close /u)],
    ]);
  });

  test.each([{}, { loadSession: true }, { ...able, loadSession: false }])(
    'in strict mode sessions are withheld from the client when the agent offers %j',
    async (agentCapabilities) => {
      await using ends = await meetWith(agentCapabilities, true);
      const { result } = ends.client.takeOne();
      expect(result).toHaveProperty('capabilities');
      expect(result).not.toHaveProperty('capabilities.session');
    },
  );

  test('in strict mode sessions are shown when the agent has everything', async () => {
    await using ends = await meetWith(able, true);
    expect(ends.client.takeOne().result).toHaveProperty('capabilities.session');
  });

  test('an agent that answers with another version is refused in a clear sentence', async () => {
    await using ends = strangers();
    ends.client.request('initialize', ask);
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, { protocolVersion: 3 });
    await ends.settle();
    expect(ends.client.takeOne().error).toEqual({
      code: -32_022,
      message: 'The agent speaks version 3; this bridge is for version 1.',
      data: { requested: 1, supported: [3] },
    });
  });

  test('a refusal of the agent crosses as it is', async () => {
    await using ends = strangers();
    ends.client.request('initialize', ask);
    await ends.settle();
    ends.agent.refuse(ends.agent.takeOne().id, {
      code: -32_000,
      message: 'Log in first.',
      data: { reason: 'auth_required' },
    });
    await ends.settle();
    expect(ends.client.takeOne().error).toEqual({
      code: -32_000,
      message: 'Log in first.',
      data: { reason: 'auth_required' },
    });
  });
});

describe('authMethods', () => {
  test('ids are method ids, and a method without a type is the agent’s', async () => {
    await using ends = strangers();
    ends.client.request('initialize', ask);
    await ends.settle();
    const authMethods = [
      { id: 'web', name: 'In the browser' },
      { type: 'terminal', id: 'tty', name: 'In a terminal', args: ['login'], env: { A: '1' } },
    ];
    ends.agent.answer(ends.agent.takeOne().id, { protocolVersion: 1, authMethods });
    await ends.settle();
    expect(ends.client.takeOne().result).toMatchObject({
      authMethods: [
        { type: 'agent', methodId: 'web', name: 'In the browser' },
        { type: 'terminal', methodId: 'tty', name: 'In a terminal', args: ['login'], env: [{ name: 'A', value: '1' }] },
      ],
    });
  });
});

describe('authenticate and logout', () => {
  test('a login becomes authenticate', async () => {
    await using ends = await meet();
    ends.client.request('auth/login', { methodId: 'web' });
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'authenticate', params: { methodId: 'web' } });
    ends.agent.answer(asked.id, {});
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({});
  });

  test('a logout becomes logout where the agent offers it', async () => {
    await using ends = await meet({ agentCapabilities: { ...able, auth: { logout: {} } } });
    ends.client.request('auth/logout', {});
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked.method).toBe('logout');
    ends.agent.answer(asked.id, {});
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({});
  });

  test('a logout is refused where the agent does not offer it', async () => {
    await using ends = await meet();
    ends.client.request('auth/logout', {});
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_601 });
    expect(ends.agent.take()).toEqual([]);
  });
});
