/** A hub as its users see it: several clients, versions and restarts on one session. */
import { JournalError, memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair, type ClientConnection, type ConnectOptions } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();

/** An agent that repeats what it is told. */
const echo = () =>
  agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
    const [block] = turn.prompt;
    await turn.message.append(`You said ${block?.type === 'text' ? block.text : 'nothing'}.`);
  });

async function connect(hub: Hub, options: ConnectOptions = {}): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  return client({ name: 'test', version: '1.0.0' }).connect(ours, options);
}

describe('a hub', () => {
  test('gives a prompt to the agent and its answer to the client', async () => {
    await using hub = await openHub({ journal: memoryJournal(), agents: { echo: echo() }, roots: [cwd] });
    await using connection = await connect(hub);
    const session = await connection.newSession({ cwd });
    const { stopReason } = await session.prompt('good morning');
    expect(stopReason).toBe('end_turn');
  });

  test('keeps a session when its clients and the hub itself have gone', async () => {
    const journal = memoryJournal();
    const options = { journal, agents: { echo: echo() }, roots: [cwd] };
    let sessionId: string;
    {
      await using hub = await openHub(options);
      await using connection = await connect(hub);
      const session = await connection.newSession({ cwd });
      await session.prompt('good morning');
      sessionId = session.id;
    }
    await using hub = await openHub(options);
    await using connection = await connect(hub);
    const texts: unknown[] = [];
    const { sessions } = await connection.request('session/list', {});
    expect(sessions.map((each) => each.sessionId)).toEqual([sessionId]);
    await connection.load({ sessionId, cwd }, { onUpdate: (update) => void texts.push(update) });
    expect(JSON.stringify(texts)).toContain('good morning');
    expect(JSON.stringify(texts)).toContain('You said good morning.');
  });

  test('ends its agents and its clients also when it cannot tell the store, and says why', async () => {
    let isAway = false;
    const away = (): never => {
      throw new JournalError('unavailable', 'The store is away.');
    };
    // Every method of the journal but `close` fails from then on.
    const journal = new Proxy(memoryJournal(), {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return isAway && name !== 'close' ? away : (value.bind(target) as unknown);
      },
    });
    const closed: string[] = [];
    const working = agent({ name: 'working', version: '1.0.0' }).onPrompt(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            closed.push('agent');
            resolve();
          });
        }),
    );
    const hub = await openHub({ journal, agents: { working }, roots: [cwd] });
    const connection = await connect(hub);
    const session = await connection.newSession({ cwd });
    const prompt = Promise.resolve(session.prompt('work')).catch(() => undefined);
    await expect.poll(() => hub.status().busySessions).toBe(1);
    isAway = true;
    await expect(hub.close()).rejects.toThrow('The store is away.');
    await connection.closed;
    await prompt;
    expect(closed).toEqual(['agent']);
  });

  test('a long session is opened from its merged history and a snapshot, also after a restart', async () => {
    const journal = memoryJournal();
    const talker = agent({ name: 'talker', version: '1.0.0' }).onPrompt(async (turn) => {
      for (let index = 0; index < 600; index += 1) await turn.message.append('x');
    });
    const options = { journal, agents: { talker }, roots: [cwd] };
    let sessionId: string;
    {
      await using hub = await openHub(options);
      await using connection = await connect(hub);
      const session = await connection.newSession({ cwd });
      await session.prompt('Talk');
      await session.prompt('Talk again');
      sessionId = session.id;
    }
    const log = await journal.get(`log/${sessionId}`);
    const history = await journal.get(`history/${sessionId}`);
    const snapshot = await journal.get(`snapshot/${sessionId}`);
    expect(history?.metadata['through']).toBeGreaterThan(1200);
    expect(snapshot?.metadata['through']).toBeGreaterThan((log?.last ?? 0) - 300);
    expect(history?.last).toBeLessThan(20);
    await using hub = await openHub(options);
    await using connection = await connect(hub);
    const told: string[] = [];
    const session = await connection.load(
      { sessionId, cwd },
      { onUpdate: (update) => void told.push(update.sessionUpdate) },
    );
    expect(told.filter((each) => each === 'agent_message')).toHaveLength(2);
    expect(told).not.toContain('agent_message_chunk');
    expect((await session.prompt('Once more')).stopReason).toBe('end_turn');
  });

  test('shows each client the prompts of the others, whichever version it speaks', async () => {
    await using hub = await openHub({ journal: memoryJournal(), agents: { echo: echo() }, roots: [cwd] });
    await using ada = await connect(hub);
    await using bert = await connect(hub, { versions: [1] });
    const session = await ada.newSession({ cwd });
    const seen: unknown[] = [];
    const watched = await bert.resume({ sessionId: session.id, cwd }, { onUpdate: (update) => void seen.push(update) });
    await session.prompt('good morning');
    await expect.poll(() => JSON.stringify(seen)).toContain('You said good morning.');
    expect(JSON.stringify(seen)).toContain('good morning');
    await watched.prompt('good evening');
    expect(JSON.stringify(seen)).toContain('You said good evening.');
  });

  test('offers the MCP servers that its operator allows', async () => {
    for (const [allowed, offered] of [
      [{}, { http: {} }],
      [{ allowsMcpStdio: true }, { http: {}, stdio: {} }],
      [{ allowsMcpHttp: false }, undefined],
    ] as const) {
      await using hub = await openHub({ journal: memoryJournal(), agents: { echo: echo() }, roots: [cwd], ...allowed });
      await using connection = await connect(hub);
      expect(connection.capabilities.session?.mcp).toEqual(offered);
    }
  });

  test('offers to steer the work once an agent that can be steered has run, and steers it', async () => {
    const steered = agent(
      { name: 'steered', version: '1.0.0' },
      { inject: { modes: ['steer'], steerInStream: ['finish'] } },
    ).onPrompt(async (turn) => {
      await turn.message.append('Working. ');
      while (turn.breakpoint().length === 0) await settled(1);
    });
    await using hub = await openHub({ journal: memoryJournal(), agents: { steered }, roots: [cwd] });
    await using first = await connect(hub);
    expect(first.capabilities.session?.inject).toEqual({ modes: ['queue'], pending: { replace: true } });
    const { id: sessionId } = await first.newSession({ cwd });
    await using second = await connect(hub);
    expect(second.capabilities.session?.inject).toEqual({
      modes: ['queue', 'steer'],
      steerInStream: ['finish'],
      pending: { replace: true },
    });
    const session = await second.resume({ sessionId, cwd });
    const run = session.prompt('Work');
    await expect.poll(() => session.isBusy).toBe(true);
    const { messageId } = await session.inject('Faster', { mode: 'steer' });
    expect(messageId).toBeTypeOf('string');
    expect((await run).stopReason).toBe('end_turn');
  });

  test('is not ready while its store can be read and not written', async () => {
    const journal = memoryJournal();
    const clock = new VirtualClock();
    await using hub = await openHub({ journal, agents: { echo: echo() }, roots: [cwd], clock, isAlone: true });
    await expect(hub.ping()).resolves.toBeUndefined();
    const patch = journal.patch.bind(journal);
    journal.patch = () => Promise.reject(new JournalError('full', 'There is no space left.'));
    await clock.advance(5000);
    await expect(hub.ping()).rejects.toThrow('cannot be written');
    journal.patch = patch;
    await clock.advance(5000);
    await expect(hub.ping()).resolves.toBeUndefined();
  });
});
