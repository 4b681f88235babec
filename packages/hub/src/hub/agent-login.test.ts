/** Agents behind a hub that need a login: sessions say so, and go on after it. */
import { memoryJournal } from '@acp-stack/journal';
import { client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import type { RawPeer } from '../../../../test/support/raw-peer.ts';
import { ScriptedAgents } from '../agents/scripted-agent.test-support.ts';
import { openHub, type Hub } from './hub.ts';
import type { HubOptions } from './hub-options.ts';

const cwd = process.cwd();
const principal = 'local';

/** The disk of the machine on which agents keep their login. */
interface Machine {
  isLoggedIn: boolean;
  logins: number;
}

const initialized = {
  1: {
    protocolVersion: 1,
    agentInfo: { name: 'shy', version: '2.0.0' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {}, close: {} } },
    authMethods: [
      { id: 'browser', name: 'Browser' },
      { id: 'shell', name: 'Shell', type: 'terminal', args: ['--login'] },
    ],
  },
  2: {
    protocolVersion: 2,
    info: { name: 'shy', version: '2.0.0' },
    capabilities: { session: {}, auth: {} },
    authMethods: [
      { methodId: 'browser', name: 'Browser', type: 'agent' },
      { methodId: 'shell', name: 'Shell', type: 'terminal', args: ['--login'] },
    ],
  },
} as const;

const needed = { code: -32_000, message: 'Authentication required', data: { hint: 'ask' } };

/** An agent that opens sessions and takes prompts only when it is logged in. */
function shyAgents(machine: Machine, version: 1 | 2): ScriptedAgents {
  const login = version === 1 ? 'authenticate' : 'auth/login';
  return new ScriptedAgents((peer: RawPeer) => {
    const answers: Readonly<Record<string, () => object>> = {
      'session/new': () => ({ sessionId: 's1' }),
      'session/resume': () => ({}),
      'session/load': () => ({}),
      'session/prompt': () => (version === 1 ? { stopReason: 'end_turn' } : { messageId: 'm1' }),
    };
    peer.watch(() => {
      const last = peer.received.at(-1);
      if (last?.method === undefined || last.id === undefined) return;
      const { id, method } = last;
      if (method === 'initialize') peer.send({ id, result: initialized[version] });
      else if (method === login) {
        machine.isLoggedIn = true;
        machine.logins += 1;
        peer.send({ id, result: {} });
      } else if (!machine.isLoggedIn && method in answers) peer.send({ id, error: needed });
      else peer.send({ id, result: answers[method]?.() ?? {} });
    });
  });
}

const openWith = (agents: ScriptedAgents, options: Partial<HubOptions> = {}): Promise<Hub> =>
  openHub({ journal: memoryJournal(), agents: { shy: agents }, roots: [cwd], ...options });

async function connect(hub: Hub): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  return client({ name: 'test', version: '1.0.0' }).connect(ours);
}

const loginRequired = { code: -32_000, data: { hint: 'ask', reason: 'login_required', agent: 'shy' } };

describe.each([1, 2] as const)('an agent of version %d that needs a login', (version) => {
  test('makes session/new say which agent it is, and a login lets it go on', async () => {
    const machine: Machine = { isLoggedIn: false, logins: 0 };
    const agents = shyAgents(machine, version);
    await using hub = await openWith(agents);
    await using connection = await connect(hub);
    await expect(connection.newSession({ cwd })).rejects.toMatchObject({
      ...loginRequired,
      message: 'The agent shy needs a login. It says: Authentication required.',
    });
    expect((await connection.request('session/list', {})).sessions).toEqual([]);
    await hub.login('shy', 'browser', { principal });
    expect(machine.logins).toBe(1);
    expect(await connection.newSession({ cwd })).toBeDefined();
    // The process that was logged in is the one that was used.
    expect(agents.started).toHaveLength(1);
  });

  test('describes itself, with the logins that run in a terminal', async () => {
    const agents = shyAgents({ isLoggedIn: false, logins: 0 }, version);
    await using hub = await openWith(agents);
    const described = await hub.describeAgent('shy', { principal });
    expect(described).toMatchObject({
      version,
      info: { name: 'shy', version: '2.0.0' },
      authMethods: [{ methodId: 'browser' }, { methodId: 'shell', type: 'terminal', args: ['--login'] }],
    });
    expect(described.capabilities.session).toBeDefined();
    await hub.describeAgent('shy', { principal });
    expect(agents.started).toHaveLength(1);
    const [sent] = agents.last.received;
    const { clientCapabilities, capabilities } = Object(sent?.params) as Record<string, { auth?: unknown } | undefined>;
    expect((clientCapabilities ?? capabilities)?.auth).toHaveProperty('terminal');
  });

  test('lets messages of a session wait, and takes them after the login', async () => {
    const machine: Machine = { isLoggedIn: true, logins: 0 };
    const agents = shyAgents(machine, version);
    const journal = memoryJournal();
    let sessionId: string;
    {
      await using hub = await openWith(agents, { journal });
      await using connection = await connect(hub);
      sessionId = (await connection.newSession({ cwd })).id;
    }
    machine.isLoggedIn = false;
    await using hub = await openWith(agents, { journal });
    await using connection = await connect(hub);
    const notices: unknown[] = [];
    const session = await connection.resume(
      { sessionId, cwd },
      { onUpdate: (update) => void (update.sessionUpdate === 'notice' && notices.push(update)) },
    );
    const content = [{ type: 'text', text: 'good morning' }] as const;
    await session.inject(content, { mode: 'queue' });
    await expect.poll(() => notices).toMatchObject([{ title: 'The agent of this session needs a login' }]);
    await expect(session.prompt('now')).rejects.toMatchObject(loginRequired);
    const prompts = (): number => agents.started.flatMap((peer) => peer.received).filter(isPrompt).length;
    expect(prompts()).toBe(0);
    await hub.login('shy', 'browser', { principal });
    await expect.poll(prompts).toBe(1);
  });

  test('says so in a prompt that it refuses', async () => {
    const machine: Machine = { isLoggedIn: true, logins: 0 };
    await using hub = await openWith(shyAgents(machine, version));
    await using connection = await connect(hub);
    const session = await connection.newSession({ cwd });
    machine.isLoggedIn = false;
    await expect(session.prompt('now')).rejects.toMatchObject(loginRequired);
  });
});

const isPrompt = ({ method }: { readonly method?: unknown }): boolean => method === 'session/prompt';

describe('logins', () => {
  test('that the agent does not have, or that run in a terminal, are refused with a reason', async () => {
    await using hub = await openWith(shyAgents({ isLoggedIn: false, logins: 0 }, 2));
    await expect(hub.login('shy', 'none', { principal })).rejects.toMatchObject({
      code: -32_602,
      message: 'The agent shy has no login "none".',
      data: { reason: 'login_unknown', agent: 'shy' },
    });
    await expect(hub.login('shy', 'shell', { principal })).rejects.toMatchObject({
      data: { reason: 'login_in_terminal' },
    });
    await expect(hub.login('other', 'shell', { principal })).rejects.toMatchObject({
      data: { reason: 'agent_unknown', agent: 'other' },
    });
    await expect(hub.describeAgent('other', { principal })).rejects.toMatchObject({
      data: { reason: 'agent_unknown', agent: 'other' },
    });
  });

  test('outside of the hub replace processes that have no session', async () => {
    const machine: Machine = { isLoggedIn: false, logins: 0 };
    const agents = shyAgents(machine, 2);
    await using hub = await openWith(agents);
    await using connection = await connect(hub);
    await expect(connection.newSession({ cwd })).rejects.toMatchObject(loginRequired);
    machine.isLoggedIn = true;
    await hub.loggedIn('shy', { principal });
    await connection.newSession({ cwd });
    expect(agents.started).toHaveLength(2);
  });

  test('of one principal are not those of another', async () => {
    const agents = shyAgents({ isLoggedIn: false, logins: 0 }, 2);
    await using hub = await openWith(agents);
    await hub.login('shy', 'browser', { principal: 'ada' });
    await hub.describeAgent('shy', { principal: 'bob' });
    const methodsOf = (peer: RawPeer | undefined): unknown[] => (peer?.received ?? []).map(({ method }) => method);
    expect(agents.started.map(methodsOf)).toEqual([['initialize', 'auth/login'], ['initialize']]);
  });

  test('and descriptions can be given up, and an agent that was only asked ends by itself', async () => {
    const clock = new VirtualClock();
    const silent = new ScriptedAgents(() => undefined);
    const agents = shyAgents({ isLoggedIn: false, logins: 0 }, 2);
    await using hub = await openHub({
      journal: memoryJournal(),
      agents: { silent, shy: agents },
      roots: [cwd],
      clock,
    });
    const abort = new AbortController();
    const asked = hub.describeAgent('silent', { principal, signal: abort.signal });
    abort.abort(new Error('The page was closed.'));
    await expect(asked).rejects.toThrow('The page was closed.');
    await hub.describeAgent('shy', { principal });
    expect(hub.status().agents).toBe(2);
    await clock.advance(120_000);
    await expect.poll(() => hub.status().agents).toBe(0);
  });
});
