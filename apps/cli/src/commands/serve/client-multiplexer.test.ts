import { setImmediate as settled } from 'node:timers/promises';

import { memoryPair, type Channel } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';

import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../../test/requirements/requirement.ts';
import { ClientMultiplexer } from './client-multiplexer.ts';

/** One end of a channel, and everything that arrived there. */
class End {
  readonly heard: JsonObject[] = [];
  hasEnded = false;
  readonly #channel: Channel;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.open({
      receive: (message) => void this.heard.push(message as JsonObject),
      reject: () => undefined,
      ended: () => {
        this.hasEnded = true;
      },
    });
  }

  async say(...messages: readonly object[]): Promise<void> {
    await this.sayRaw(...messages.map((message) => ({ jsonrpc: '2.0', ...message })));
  }

  async sayRaw(...values: readonly unknown[]): Promise<void> {
    for (const value of values) this.#channel.send(value);
    await settled();
  }

  /** What arrived since this was asked last. */
  news(): JsonObject[] {
    return this.heard.splice(0).map(({ jsonrpc: _always, ...rest }) => rest);
  }

  async leave(): Promise<void> {
    await this.#channel.end();
    await settled();
  }

  async die(): Promise<void> {
    this.#channel.destroy();
    await settled();
  }
}

interface Stand {
  readonly agent: End;
  readonly multiplexer: ClientMultiplexer;
  /** Lets another client in; `gone` resolves when the multiplexer has let it go. */
  readonly join: () => { readonly client: End; readonly gone: Promise<void> };
}

function stand(): Stand {
  const [outer, inner] = memoryPair();
  const multiplexer = new ClientMultiplexer(inner, '1.2.3');
  const join = (): { client: End; gone: Promise<void> } => {
    const [theirs, ours] = memoryPair();
    const gone = multiplexer.join(ours);
    return { client: new End(theirs), gone };
  };
  return { agent: new End(outer), multiplexer, join };
}

/** Two clients, of which the first has opened the session `a` and the second `b`. */
async function withSessions({ isInitialized = true, understands = true } = {}): Promise<
  Stand & { readonly ann: End; readonly bob: End }
> {
  const all = stand();
  const { agent } = all;
  const [ann, bob] = [all.join().client, all.join().client];
  const capabilities = understands ? { _meta: { 'acp-stack.dev/sessionLost': {} } } : {};
  const initialize = { id: 0, method: 'initialize', params: { protocolVersion: 2, capabilities } };
  if (isInitialized) for (const client of [ann, bob]) await client.say(initialize);
  agent.news();
  if (isInitialized) await agent.say({ id: 0, result: { protocolVersion: 2, capabilities: {} } });
  for (const client of [ann, bob]) client.news();
  for (const [client, sessionId] of [
    [ann, 'a'],
    [bob, 'b'],
  ] as const) {
    await client.say({ id: 1, method: 'session/new', params: { cwd: '/' } });
    const [asked] = agent.news();
    await agent.say({ id: asked?.['id'], result: { sessionId } });
    expect(client.news()).toEqual([{ id: 1, result: { sessionId } }]);
  }
  return { ...all, ann, bob };
}

const prompt = (id: number, sessionId: string): object => ({ id, method: 'session/prompt', params: { sessionId } });
const update = (sessionId: string, n = 1): object => ({ method: 'session/update', params: { sessionId, n } });
const permission = (id: number, sessionId: string): object => ({
  id,
  method: 'session/request_permission',
  params: { sessionId },
});

const lost = (sessionId: string): object => ({
  method: '_acp-stack.dev/session_lost',
  params: { sessionId, message: expect.stringContaining('taken over this session') as string, reason: 'taken-over' },
});

describe('the introduction of a shared agent', () => {
  const initialize = {
    id: 'x',
    method: 'initialize',
    params: { protocolVersion: 1, clientCapabilities: { terminal: true } },
  };

  test('happens once, and each client gets the response under its own id', async () => {
    const { agent, join } = stand();
    const [first, second] = [join().client, join().client];
    await first.say(initialize);
    await second.say({ ...initialize, id: 7 });
    expect(agent.news()).toHaveLength(1);
    await agent.say({ id: 0, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
    const _meta = { 'acp-stack.dev/sessionLost': {} };
    const result = { protocolVersion: 1, agentCapabilities: { loadSession: true, _meta } };
    expect(first.news()).toEqual([{ id: 'x', result }]);
    expect(second.news()).toEqual([{ id: 7, result }]);
    const third = join().client;
    await third.say(initialize);
    expect(third.news()).toEqual([{ id: 'x', result }]);
    expect(agent.news()).toEqual([]);
  });

  test.each([
    [{ protocolVersion: 1 }, { protocolVersion: 1, agentCapabilities: { _meta: { 'acp-stack.dev/sessionLost': {} } } }],
    [
      { protocolVersion: 2, capabilities: { session: {}, _meta: { 'example.org/a': 1 } } },
      {
        protocolVersion: 2,
        capabilities: { session: {}, _meta: { 'example.org/a': 1, 'acp-stack.dev/sessionLost': {} } },
      },
    ],
  ])(verifies('EXT-09', 'says in the capabilities that a lost session is told: %j'), async (answered, told) => {
    const { agent, join } = stand();
    const { client } = join();
    await client.say(initialize);
    await agent.say({ id: 0, result: answered });
    expect(client.news()).toEqual([{ id: 'x', result: told }]);
  });

  test.each([
    [{}, false],
    [{ capabilities: { _meta: { 'acp-stack.dev/sessionLost': {} } } }, true],
    [{ clientCapabilities: { _meta: { 'acp-stack.dev/sessionLost': {} } } }, true],
    [{ capabilities: { _meta: { 'acp-stack.dev/sessionLost': false } } }, false],
    [{ _meta: { 'acp-stack.dev/sessionLost': {} } }, false],
  ])(verifies('EXT-09', 'a client that says %j is told of a lost session: %s'), async (said, isTold) => {
    const { agent, join } = stand();
    const [ann, bob] = [join().client, join().client];
    await ann.say({ ...initialize, params: { protocolVersion: 1, ...said } });
    agent.news();
    await agent.say({ id: 0, result: { protocolVersion: 1 } });
    await ann.say({ id: 1, method: 'session/new', params: { cwd: '/' } });
    const [asked] = agent.news();
    await agent.say({ id: asked?.['id'], result: { sessionId: 'a' } });
    ann.news();
    await bob.say({ id: 1, method: 'session/load', params: { sessionId: 'a', cwd: '/' } });
    const [loaded] = agent.news();
    await agent.say({ id: loaded?.['id'], result: {} });
    expect(ann.news()).toEqual(isTold ? [lost('a')] : []);
  });

  test('says of no client what another may not be able to do', async () => {
    const { agent, join } = stand();
    const { client } = join();
    await client.say({
      ...initialize,
      params: { ...initialize.params, clientInfo: { name: 'editor' }, _meta: { a: 1 } },
    });
    expect(agent.news()).toEqual([
      {
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: 1,
          clientInfo: { name: 'acp-serve', version: '1.2.3' },
          clientCapabilities: {},
        },
      },
    ]);
  });

  test('is tried again when the agent refused', async () => {
    const { agent, join } = stand();
    const { client } = join();
    await client.say(initialize);
    agent.news();
    await agent.say({ id: 0, error: { code: -32_603, message: 'not now' } });
    await client.say(initialize);
    expect(agent.news()).toHaveLength(1);
  });
});

describe('the sessions of a shared agent', () => {
  test('are reported to the client that opened them', async () => {
    const { agent, ann, bob } = await withSessions();
    await agent.say(update('b'), update('a'), permission(5, 'a'));
    expect(ann.news()).toEqual([update('a'), permission(5, 'a')]);
    expect(bob.news()).toEqual([update('b')]);
  });

  test('are told about from the beginning, also when the agent speaks before it answers', async () => {
    const { agent, join } = stand();
    const { client } = join();
    await client.say({ id: 1, method: 'session/new', params: {} });
    const [asked] = agent.news();
    await agent.say(update('new', 1), update('new', 2), { id: asked?.['id'], result: { sessionId: 'new' } });
    expect(client.news()).toEqual([{ id: 1, result: { sessionId: 'new' } }, update('new', 1), update('new', 2)]);
  });

  test('move to the client that loads them, with the replay, and are unknown to others until they load them', async () => {
    const { agent, ann, bob } = await withSessions();
    await bob.say({ id: 2, method: 'session/load', params: { sessionId: 'a' } });
    const [load] = agent.news();
    await agent.say(update('a'), { id: load?.['id'], result: {} }, update('a', 2));
    expect(bob.news()).toEqual([update('a'), { id: 2, result: {} }, update('a', 2)]);
    expect(ann.news()).toEqual([lost('a')]);
    await ann.say(prompt(3, 'a'), { method: 'session/cancel', params: { sessionId: 'a' } });
    expect(ann.news()).toMatchObject([{ id: 3, error: { code: -32_002 } }]);
    expect(agent.news()).toEqual([]);
  });

  test('end for an owner that does not understand the extension with the update that ends work', async () => {
    const { agent, ann, bob } = await withSessions({ understands: false });
    await ann.say(prompt(3, 'a'));
    const [prompted] = agent.news();
    const state = (name: string, more = {}): object => ({
      method: 'session/update',
      params: { sessionId: 'a', update: { sessionUpdate: 'state_update', state: name, ...more } },
    });
    await agent.say({ id: prompted?.['id'], result: {} }, state('running'));
    ann.news();
    await bob.say({ id: 2, method: 'session/resume', params: { sessionId: 'a' } });
    const [resumed] = agent.news();
    await agent.say({ id: resumed?.['id'], result: {} });
    expect(ann.news()).toEqual([state('idle', { stopReason: 'cancelled' })]);
    await agent.say(state('idle'));
    expect([ann.news(), bob.news()]).toEqual([[], [{ id: 2, result: {} }, state('idle')]]);
  });

  test('end for such an owner with the failure of its prompt, where that waits for the end', async () => {
    const { agent, ann, bob } = await withSessions({ understands: false });
    await ann.say(prompt(3, 'a'));
    agent.news();
    await bob.say({ id: 2, method: 'session/load', params: { sessionId: 'a' } });
    const [load] = agent.news();
    await agent.say({ id: load?.['id'], result: {} });
    expect(ann.news()).toMatchObject([{ id: 3, error: { code: -32_002 } }]);
  });

  test('are taken over with what is open: the new owner is asked, and the old one decides and waits no longer', async () => {
    const { agent, ann, bob } = await withSessions();
    await ann.say(prompt(3, 'a'));
    agent.news();
    await agent.say(permission(5, 'a'));
    expect(ann.news()).toEqual([permission(5, 'a')]);
    await bob.say({ id: 2, method: 'session/load', params: { sessionId: 'a' } });
    const [load] = agent.news();
    await agent.say({ id: load?.['id'], result: {} });
    expect(bob.news()).toEqual([{ id: 2, result: {} }, permission(5, 'a')]);
    expect(ann.news()).toMatchObject([
      { method: '$/cancel_request', params: { requestId: 5 } },
      { id: 3, error: { code: -32_002 } },
      lost('a'),
    ]);
    await ann.say({ id: 5, result: { outcome: { outcome: 'selected', optionId: 'yes' } } });
    expect(agent.news()).toEqual([]);
    await bob.say({ id: 5, result: { outcome: { outcome: 'selected', optionId: 'no' } } });
    expect(agent.news()).toMatchObject([{ id: 5, result: { outcome: { optionId: 'no' } } }]);
  });

  test('take their children along', async () => {
    const { agent, bob, ann } = await withSessions();
    const announcement = {
      method: 'session/update',
      params: { sessionId: 'b', update: { sessionUpdate: 'subagent_update', sessionId: 'child' } },
    };
    await agent.say(announcement, update('child'), permission(5, 'child'));
    expect(bob.news()).toEqual([announcement, update('child'), permission(5, 'child')]);
    expect(ann.news()).toEqual([]);
  });

  test('stay where they are when the agent refuses to load them', async () => {
    const { agent, ann, bob } = await withSessions();
    await bob.say({ id: 2, method: 'session/load', params: { sessionId: 'a' } });
    const [load] = agent.news();
    await agent.say({ id: load?.['id'], error: { code: -32_603, message: 'busy' } }, update('a'));
    expect(ann.news()).toEqual([update('a')]);
  });

  test('do not reach a client whose request for them was refused, and are not lost for the one that has them', async () => {
    const { agent, ann, bob } = await withSessions();
    await bob.say({ id: 2, method: 'session/load', params: { sessionId: 'a' } });
    const [load] = agent.news();
    await agent.say(update('a'), permission(5, 'a'), { id: load?.['id'], error: { code: -32_603, message: 'busy' } });
    expect(bob.news()).toMatchObject([{ id: 2, error: { message: 'busy' } }]);
    expect(ann.news()).toEqual([update('a'), permission(5, 'a')]);
  });

  test('reach the client that has them when the one that asks for them leaves', async () => {
    const { agent, ann, bob } = await withSessions();
    await bob.say({ id: 2, method: 'session/load', params: { sessionId: 'a' } });
    await agent.say(update('a'));
    expect(ann.news()).toEqual([]);
    await bob.leave();
    expect(ann.news()).toEqual([update('a')]);
  });

  test('are replayed whole, however long they are', async () => {
    const { agent, bob } = await withSessions();
    await bob.say({ id: 2, method: 'session/load', params: { sessionId: 'a' } });
    const [load] = agent.news();
    const replay = Array.from({ length: 12_000 }, (_, n) => update('a', n));
    await agent.say(...replay, { id: load?.['id'], result: {} });
    expect(bob.news()).toEqual([...replay, { id: 2, result: {} }]);
  });

  test('have no owner once they are closed', async () => {
    const { agent, ann, bob } = await withSessions();
    await ann.say({ id: 2, method: 'session/close', params: { sessionId: 'a' } });
    const [close] = agent.news();
    await agent.say({ id: close?.['id'], result: {} }, update('a'), permission(5, 'a'));
    expect(ann.news()).toEqual([{ id: 2, result: {} }]);
    expect(agent.news()).toEqual([{ id: 5, result: { outcome: { outcome: 'cancelled' } } }]);
    await bob.say({ id: 3, method: 'session/delete', params: { sessionId: 'a' } });
    expect(agent.news()).toMatchObject([{ method: 'session/delete' }]);
  });
});

describe('requests of a shared agent', () => {
  test('are answered only by the client that was asked', async () => {
    const { agent, ann, bob } = await withSessions();
    await agent.say(permission(5, 'a'));
    await bob.say({ id: 5, result: { outcome: { outcome: 'selected', optionId: 'yes' } } });
    expect(agent.news()).toEqual([]);
    await ann.say({ id: 5, result: { outcome: { outcome: 'selected', optionId: 'no' } } });
    expect(agent.news()).toMatchObject([{ id: 5, result: { outcome: { optionId: 'no' } } }]);
  });

  test('that name a request go to the client that made it, with its own id', async () => {
    const { agent, ann, bob } = await withSessions();
    await bob.say({ id: 'mine', method: 'authenticate', params: {} });
    const [asked] = agent.news();
    await agent.say({ id: 8, method: 'elicitation/create', params: { requestId: asked?.['id'] } });
    expect(bob.news()).toEqual([{ id: 8, method: 'elicitation/create', params: { requestId: 'mine' } }]);
    expect(ann.news()).toEqual([]);
    await agent.say({ method: '$/cancel_request', params: { requestId: 8 } });
    expect(bob.news()).toEqual([{ method: '$/cancel_request', params: { requestId: 8 } }]);
  });

  test('about no session are for the only client, and refused when there are several', async () => {
    const { agent, join } = stand();
    const first = join().client;
    await agent.say({ id: 1, method: '_who' });
    expect(first.news()).toEqual([{ id: 1, method: '_who' }]);
    const second = join().client;
    await agent.say({ id: 2, method: '_who' }, { method: '_news' });
    expect(agent.news()).toMatchObject([{ id: 2, error: { code: -32_603 } }]);
    expect([first.news(), second.news()]).toEqual([[{ method: '_news' }], [{ method: '_news' }]]);
  });
});

describe('a client of a shared agent', () => {
  test('cancels its own requests, and never those of another', async () => {
    const { agent, ann, bob } = await withSessions();
    await ann.say(prompt(9, 'a'));
    await bob.say(prompt(9, 'b'));
    const [first, second] = agent.news();
    expect(first?.['id']).not.toBe(second?.['id']);
    await bob.say({ method: '$/cancel_request', params: { requestId: 9 } });
    expect(agent.news()).toEqual([{ method: '$/cancel_request', params: { requestId: second?.['id'] } }]);
    await bob.say({ method: '$/cancel_request', params: { requestId: first?.['id'] } });
    expect(agent.news()).toEqual([]);
  });

  test('that leaves in the middle of a turn has it cancelled, and its questions are answered as cancelled', async () => {
    const { agent, ann, bob, multiplexer } = await withSessions();
    await ann.say(prompt(2, 'a'), { id: 3, method: 'session/list' });
    await bob.say(prompt(2, 'b'));
    const [asked, listed] = agent.news();
    await agent.say(permission(7, 'a'), permission(8, 'b'));
    await agent.say({ id: 9, method: 'elicitation/create', params: { sessionId: 'a' } });
    await agent.say({ id: 10, method: 'fs/read_text_file', params: { sessionId: 'a' } });
    await ann.die();
    expect(agent.news()).toEqual([
      { method: 'session/cancel', params: { sessionId: 'a' } },
      { id: 7, result: { outcome: { outcome: 'cancelled' } } },
      { id: 9, result: { action: 'cancel' } },
      { id: 10, error: { code: -32_603, message: 'The client of this session has disconnected.' } },
      { method: '$/cancel_request', params: { requestId: listed?.['id'] } },
    ]);
    // Its later requests are answered at once, and its later notifications are dropped.
    await agent.say(permission(11, 'a'), update('a'), { id: asked?.['id'], result: { stopReason: 'cancelled' } });
    expect(agent.news()).toEqual([{ id: 11, result: { outcome: { outcome: 'cancelled' } } }]);
    expect(bob.news()).toEqual([permission(8, 'b')]);
    expect(multiplexer.isBusy).toBe(true);
    await bob.die();
    expect(multiplexer.isBusy).toBe(false);
  });

  test('that leaves while its session works on behind the answer has that cancelled too', async () => {
    const { agent, ann } = await withSessions();
    await ann.say(prompt(2, 'a'));
    const [asked] = agent.news();
    await agent.say({ id: asked?.['id'], result: {} });
    await ann.die();
    expect(agent.news()).toEqual([{ method: 'session/cancel', params: { sessionId: 'a' } }]);
  });

  test('that leaves while nothing happens leaves nothing to do, and its session is there to be loaded', async () => {
    const { agent, ann, join } = await withSessions();
    await ann.leave();
    expect(agent.news()).toEqual([]);
    const { client } = join();
    await client.say({ id: 1, method: 'session/resume', params: { sessionId: 'a' } });
    const [asked] = agent.news();
    await agent.say({ id: asked?.['id'], result: {} }, update('a'));
    expect(client.news()).toEqual([{ id: 1, result: {} }, update('a')]);
  });

  test('that leaves while it opens a session does not get it, nor what is said about it', async () => {
    const { agent, join } = stand();
    const [leaving, staying] = [join().client, join().client];
    await leaving.say({ id: 1, method: 'session/new', params: {} });
    const [asked] = agent.news();
    await leaving.die();
    agent.news();
    await agent.say(permission(4, 'orphan'), { id: asked?.['id'], result: { sessionId: 'orphan' } }, update('orphan'));
    expect(agent.news()).toEqual([{ id: 4, result: { outcome: { outcome: 'cancelled' } } }]);
    expect(staying.news()).toEqual([]);
  });

  test('gets an error for what is no message', async () => {
    const { agent, join } = stand();
    const { client } = join();
    await client.sayRaw(null, 3, [{ id: 1, method: '_batched' }]);
    expect(client.news()).toMatchObject([
      { id: null, error: { code: -32_600 } },
      { id: null, error: { code: -32_600 } },
      { id: null, error: { code: -32_600 } },
    ]);
    expect(agent.news()).toEqual([]);
    await agent.sayRaw(null, 3, []);
    await client.say({ id: 1, method: '_ok' });
    expect(agent.news()).toHaveLength(1);
  });
});

describe('the end of a shared agent', () => {
  test('answers every open request and lets every client go', async () => {
    const { agent, ann, bob, multiplexer } = await withSessions({ isInitialized: false });
    await ann.say(prompt(2, 'a'));
    await bob.say({ id: 'i', method: 'initialize', params: {} });
    await agent.die();
    expect(ann.news()).toEqual([{ id: 2, error: { code: -32_603, message: 'The agent has exited.' } }]);
    expect(bob.news()).toEqual([{ id: 'i', error: { code: -32_603, message: 'The agent has exited.' } }]);
    expect([ann.hasEnded, bob.hasEnded]).toEqual([true, true]);
    const [theirs, ours] = memoryPair();
    await multiplexer.join(ours);
    const late = new End(theirs);
    await settled();
    expect(late.hasEnded).toBe(true);
  });
});
