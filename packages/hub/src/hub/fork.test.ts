/** Copies of sessions, as clients and agents see them. */
import { JournalError, memoryJournal, type Journal } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { agent, client, memoryPair, type Agent, type AgentComponent, type ClientConnection } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { refusing, scripted, ScriptedAgents } from '../agents/scripted-agent.test-support.ts';
import { hubMethods } from '../access/hub-methods.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { HubStore } from '../store/hub-store.ts';
import { openHub, type Hub } from './hub.ts';
import type { HubOptions } from './hub-options.ts';

const cwd = process.cwd();
const hubKey = 'acp-stack.dev/hub';

/** An agent that repeats what it is told; `origins` says how its sessions came about. */
function echo(origins: string[] = []): Agent {
  return agent({ name: 'echo', version: '1.0.0' })
    .onSession((_, origin) => void origins.push(origin))
    .onPrompt(async (turn) => {
      await turn.message.append(`Heard ${turn.text}.`);
    });
}

/** The agent behind a connection of one version. */
const ofVersion = (app: Agent, version: 1 | 2): AgentComponent => ({
  name: 'echo',
  role: 'agent',
  start: () => {
    const [ours, theirs] = memoryPair();
    app.connect(theirs, { versions: version === 1 ? [1] : [2] });
    return ours;
  },
});

const openWith = (component: AgentComponent, options: Partial<HubOptions> = {}): Promise<Hub> =>
  openHub({ journal: memoryJournal(), agents: { test: component }, roots: [cwd], ...options });

interface Connecting {
  readonly principal?: string;
  readonly version?: 1 | 2;
  readonly meta?: object;
}

async function connect(hub: Hub, { principal, version = 2, meta = {} }: Connecting = {}): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs, principal === undefined ? {} : { principal });
  const app = client({ name: 'test', version: '1.0.0' }, { capabilities: { _meta: { ...meta } } });
  return app.connect(ours, { versions: version === 1 ? [1] : [2] });
}

/** What is said in a session, and its notices. */
async function replayOf(
  connection: ClientConnection,
  sessionId: string,
): Promise<{ readonly texts: readonly string[]; readonly notices: readonly string[]; readonly all: SessionUpdate[] }> {
  const all: SessionUpdate[] = [];
  await connection.load({ sessionId, cwd }, { onUpdate: (update) => void all.push(update) });
  return { texts: all.flatMap(textOf), notices: noticesOf(all), all };
}

const noticesOf = (updates: readonly SessionUpdate[]): readonly string[] =>
  updates.flatMap((update) =>
    update.sessionUpdate === 'notice' ? String((update as { readonly title?: unknown }).title) : [],
  );

function textOf(update: SessionUpdate): readonly string[] {
  const { content } = update as { readonly content?: unknown };
  if (!update.sessionUpdate.includes('message')) return [];
  const blocks = (Array.isArray(content) ? content : [content]) as { readonly text?: string }[];
  return [blocks.map((block) => block.text ?? '').join('')];
}

const cannotKnow = 'The agent does not know the conversation before the copy';

describe.each([
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
] as const)('a client of version %d and an agent of version %d', (clientVersion, agentVersion) => {
  test('copy a session with what was said; both go on apart [FORK-02]', async () => {
    const origins: string[] = [];
    await using hub = await openWith(ofVersion(echo(origins), agentVersion));
    await using connection = await connect(hub, { version: clientVersion });
    expect(connection.supports('session.fork')).toBe(true);
    const source = await connection.newSession({ cwd });
    await source.prompt('one');
    const copy = await source.fork();
    expect(copy.id).not.toBe(source.id);
    expect(origins).toEqual(['new', 'forked']);
    await copy.prompt('two');
    await source.prompt('three');
    const { sessions } = await connection.request('session/list', {});
    expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual([source.id, copy.id].toSorted());
    await using later = await connect(hub, { version: clientVersion });
    expect((await replayOf(later, copy.id)).texts).toEqual(['one', 'Heard one.', 'two', 'Heard two.']);
    expect(await replayOf(later, source.id)).toMatchObject({
      texts: ['one', 'Heard one.', 'three', 'Heard three.'],
      notices: [],
    });
  });
});

describe('an agent that cannot copy sessions', () => {
  test('begins a new one; the history stays readable, and clients are told at once and whenever they open it', async () => {
    const agents = new ScriptedAgents();
    await using hub = await openWith(agents);
    await using connection = await connect(hub, { meta: { [hubKey]: {} } });
    const source = await connection.newSession({ cwd });
    agents.last.update('s1', {
      sessionUpdate: 'agent_message',
      messageId: 'a',
      content: [{ type: 'text', text: 'A' }],
    });
    agents.last.update('s1', { sessionUpdate: 'session_info_update', title: 'Green paint' });
    await expect
      .poll(async () => (await connection.request('session/list', {})).sessions[0]?.title)
      .toBe('Green paint');
    const updates: SessionUpdate[] = [];
    const copy = await source.fork({}, { onUpdate: (update) => void updates.push(update) });
    await expect.poll(() => noticesOf(updates)).toEqual([cannotKnow]);
    expect(agents.last.received.map(({ method }) => method)).toEqual(['initialize', 'session/new', 'session/new']);
    expect((await connection.request('session/list', {})).sessions).toMatchObject([
      { title: 'Green paint' },
      { title: 'Green paint' },
    ]);
    await using later = await connect(hub);
    expect(await replayOf(later, copy.id)).toMatchObject({ texts: ['A'], notices: [cannotKnow] });
    expect(await replayOf(later, source.id)).toMatchObject({ texts: ['A'], notices: [] });
  });

  test('and does not know the session either: the same', async () => {
    const agents = new ScriptedAgents((peer) => {
      refusing(peer, 'session/fork', { code: -32_002, message: 'Session not found' });
      peer.whenever('initialize', () => ({
        protocolVersion: 2,
        info: { name: 'scripted', version: '1.0.0' },
        capabilities: { session: { fork: {} } },
      }));
    });
    await using hub = await openWith(agents);
    await using connection = await connect(hub);
    const source = await connection.newSession({ cwd });
    const copy = await source.fork();
    await using later = await connect(hub);
    expect(await replayOf(later, copy.id)).toMatchObject({ notices: [cannotKnow] });
  });
});

test(
  verifies('FORK-03', 'an agent that refuses the options of a copy is believed, and nothing is left behind'),
  async () => {
    const journal = memoryJournal();
    const agents = new ScriptedAgents((peer) => {
      refusing(peer, 'session/fork', { code: -32_602, message: 'The folder must be that of the source.' });
      peer.whenever('initialize', () => ({
        protocolVersion: 2,
        info: { name: 'scripted', version: '1.0.0' },
        capabilities: { session: { fork: {} } },
      }));
    });
    await using hub = await openWith(agents, { journal });
    await using connection = await connect(hub);
    const source = await connection.newSession({ cwd });
    await expect(source.fork()).rejects.toMatchObject({
      code: -32_602,
      message: 'The folder must be that of the source.',
    });
    expect(await sessionsIn(journal)).toEqual([source.id]);
  },
);

test('a copy belongs to the one that makes it; only controllers with an account may', async () => {
  const tokens = new TokenTable(['ada', 'bob', 'eve', 'joe'].map((name) => staticToken(name, name)));
  await using hub = await openWith(echo(), { credentials: { tokens: () => tokens } });
  const ada = await connect(hub, { principal: 'ada' });
  const source = await ada.newSession({ cwd });
  await source.prompt('one');
  await ada.request(hubMethods.setMember, { sessionId: source.id, principal: 'bob', role: 'controller' });
  await ada.request(hubMethods.setMember, { sessionId: source.id, principal: 'eve', role: 'observer' });
  const params = { sessionId: source.id, cwd };
  const eve = await connect(hub, { principal: 'eve' });
  await expect(eve.fork(params)).rejects.toMatchObject({ data: { reason: 'role_required', role: 'controller' } });
  const joe = await connect(hub, { principal: 'joe' });
  await expect(joe.fork(params)).rejects.toMatchObject({ code: -32_002 });
  const bob = await connect(hub, { principal: 'bob' });
  const copy = await bob.fork(params);
  expect(await bob.request(hubMethods.members, { sessionId: copy.id })).toEqual({
    owner: 'bob',
    members: { bob: 'owner' },
  });
  await expect(ada.load({ sessionId: copy.id, cwd })).rejects.toMatchObject({ code: -32_002 });
  expect((await ada.request('session/list', {})).sessions.map(({ sessionId }) => sessionId)).toEqual([source.id]);
  const { secret } = (await ada.request(hubMethods.invite, { sessionId: source.id, role: 'controller' })) as {
    secret: string;
  };
  const guest = await hub.access.identify({
    method: 'POST',
    url: '/acp',
    certificate: () => undefined,
    header: (name) => (name === 'authorization' ? `Bearer ${secret}` : undefined),
  });
  const visitor = await connect(hub, { principal: guest?.name ?? '' });
  await expect(visitor.fork(params)).rejects.toMatchObject({ data: { reason: 'guest' } });
});

test('copies count against the quota of the one that makes them, and need an allowed folder', async () => {
  await using hub = await openWith(echo(), { quotas: { sessions: 2 } });
  await using connection = await connect(hub);
  const source = await connection.newSession({ cwd });
  await expect(source.fork({ cwd: '/' })).rejects.toMatchObject({ data: { reason: 'not_allowed' } });
  await source.fork();
  await expect(source.fork()).rejects.toMatchObject({ data: { quota: 'sessions' } });
});

test('work that runs in the source has ended in the copy, and goes on in the source', async () => {
  const agents = new ScriptedAgents((peer) => {
    scripted(peer);
    peer.whenever('session/prompt', () => ({ messageId: 'p' }));
  });
  await using hub = await openWith(agents);
  await using connection = await connect(hub);
  const source = await connection.newSession({ cwd });
  const seen: SessionUpdate[] = [];
  source.onUpdate((update) => void seen.push(update));
  agents.last.update('s1', { sessionUpdate: 'state_update', state: 'running' });
  agents.last.update('s1', {
    sessionUpdate: 'tool_call_update',
    toolCallId: 't',
    title: 'Build',
    status: 'in_progress',
  });
  await expect.poll(() => JSON.stringify(seen)).toContain('Build');
  const copy = await source.fork();
  await using later = await connect(hub);
  const tools = (updates: readonly SessionUpdate[]): unknown[] =>
    updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
  expect(tools((await replayOf(later, copy.id)).all)).toMatchObject([
    { title: 'Build', status: 'in_progress' },
    { status: 'failed' },
  ]);
  const ofSource = (await replayOf(later, source.id)).all;
  expect(tools(ofSource)).toMatchObject([{ title: 'Build', status: 'in_progress' }]);
  expect(ofSource).toContainEqual(expect.objectContaining({ sessionUpdate: 'state_update', state: 'running' }));
});

/** The ids of all sessions, complete or not. */
async function sessionsIn(journal: Journal): Promise<readonly string[]> {
  const { streams } = await journal.list({ limit: 1000 });
  const ids = streams.flatMap(({ stream }) => /^(?:log|inbox|history|snapshot)\/(.*)$/u.exec(stream)?.[1] ?? []);
  return [...new Set(ids)].toSorted();
}

/** A journal of a process that is killed: from then on nothing is written, and nothing can be read. */
class DyingJournal {
  /** How many changes are still stored. */
  left = Infinity;
  readonly journal: Journal;

  constructor(journal: Journal) {
    const changing = new Set<string | symbol>(['append', 'create', 'fence', 'patch', 'trim', 'delete']);
    const dead = (): Promise<never> => Promise.reject(new JournalError('closed', 'The process was killed.'));
    this.journal = new Proxy(journal, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (changing.has(name)) this.left -= 1;
        return this.left < 0 ? dead : (value.bind(target) as unknown);
      },
    });
  }
}

test('a hub that is killed at any step leaves the whole copy or nothing in the list, and housekeeping the rest', async () => {
  const outcomes: number[] = [];
  for (let step = 0; ; step += 1) {
    const journal = memoryJournal();
    const { sessionId } = await preparedSource(journal);
    const dying = new DyingJournal(journal);
    const hub = await openWith(echo(), { journal: dying.journal, isAlone: true });
    const connection = await connect(hub);
    dying.left = step;
    const copied = await connection.fork({ sessionId, cwd }).then(
      ({ id }) => id,
      () => undefined,
    );
    const store = new HubStore(journal);
    const { sessions } = await store.list({});
    for (const session of sessions) expect(session.members).toEqual({ local: 'owner' });
    const complete = sessions.map((session) => session.sessionId);
    expect(complete).toContain(sessionId);
    outcomes.push(complete.length);
    await store.deleteUnfinished(Number.MAX_SAFE_INTEGER);
    expect(await sessionsIn(journal)).toEqual(complete.toSorted());
    if (complete.length === 2) {
      await using third = await openWith(echo(), { journal, isAlone: true });
      const [copy = ''] = complete.filter((id) => id !== sessionId);
      await using reader = await connect(third);
      expect((await replayOf(reader, copy)).texts).toEqual(['one', 'Heard one.']);
    }
    await hub.close().catch(() => undefined);
    if (copied !== undefined) break;
    if (step > 40) throw new Error('The copy is never complete.');
  }
  expect(outcomes[0]).toBe(1);
  expect(outcomes.at(-1)).toBe(2);
  expect(outcomes.length).toBeGreaterThan(4);
});

async function preparedSource(journal: Journal): Promise<{ readonly sessionId: string }> {
  await using hub = await openWith(echo(), { journal, isAlone: true });
  await using connection = await connect(hub);
  const source = await connection.newSession({ cwd });
  await source.prompt('one');
  return { sessionId: source.id };
}
