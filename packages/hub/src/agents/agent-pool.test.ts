import { RpcError } from '@acp-stack/rpc';
import { agent, CapabilityError } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agentPool, type AgentPoolOptions } from './agent-pool.ts';
import type { AgentSource } from './agent-source.ts';
import { CannotResumeError, type AgentPool, type AgentSession } from './agent-session.ts';
import {
  chunk,
  RecordedEvents,
  refusing,
  scripted,
  ScriptedAgents,
  setupOf,
  until,
} from './scripted-agent.test-support.ts';

interface Opened {
  readonly pool: AgentPool;
  readonly agents: ScriptedAgents;
  readonly session: AgentSession;
  readonly events: RecordedEvents;
}

/** A pool of one scripted agent with one open session. */
async function opened(
  agents: ScriptedAgents = new ScriptedAgents(),
  options: AgentPoolOptions & Pick<AgentSource, 'share'> = {},
): Promise<Opened> {
  const { share = 'principal', ...rest } = options;
  const pool = agentPool({ scripted: { component: agents, share } }, rest);
  const events = new RecordedEvents();
  const session = await pool.open('scripted', setupOf(), events);
  return { pool, agents, session, events };
}

describe('updates', () => {
  test('come in order, each to its own session', async () => {
    const { pool, agents, events } = await opened();
    const others = new RecordedEvents();
    await pool.open('scripted', setupOf(), others);
    for (const text of ['a', 'b', 'c']) {
      agents.last.update('s1', chunk(text));
      agents.last.update('s2', chunk(text.toUpperCase()));
    }
    await settled();
    expect([events.all, others.all]).toEqual([
      ['a', 'b', 'c'],
      ['A', 'B', 'C'],
    ]);
    await pool.close();
  });

  test('that come before the response to session/new are delivered after it, in order, and none is lost', async () => {
    const agents = new ScriptedAgents((peer) => {
      scripted(peer);
      peer.whenever('session/new', () => {
        for (let index = 0; index < 300; index += 1) peer.update('s1', chunk(String(index)));
        return { sessionId: 's1' };
      });
    });
    const pool = agentPool({ scripted: { component: agents } });
    const events = new RecordedEvents();
    let hasSession = false;
    const before: boolean[] = [];
    events.gate = () => {
      before.push(hasSession);
      return Promise.resolve();
    };
    const opening = pool.open('scripted', setupOf(), events).then(() => (hasSession = true));
    await opening;
    agents.last.update('s1', chunk('last'));
    await until(() => events.all.length === 301);
    expect(events.all).toEqual([...Array.from({ length: 300 }, (_, index) => String(index)), 'last']);
    expect(new Set(before)).toEqual(new Set([true]));
    await pool.close();
  });

  test('that come before the response to session/resume are delivered after it', async () => {
    const agents = new ScriptedAgents((peer) => {
      scripted(peer);
      peer.whenever('session/resume', () => {
        peer.update('old', chunk('early'));
        return { configOptions: [] };
      });
    });
    const pool = agentPool({ scripted: { component: agents } });
    const events = new RecordedEvents();
    const session = await pool.resume('scripted', 'old', setupOf(), events);
    expect(session).toMatchObject({ id: 'old', opened: { configOptions: [] } });
    expect(events.all).toEqual([]);
    await until(() => events.all.length === 1);
    expect(events.all).toEqual(['early']);
    await pool.close();
  });

  test('a session that is slow does not hold up another', async () => {
    const { pool, agents, events } = await opened();
    const others = new RecordedEvents();
    await pool.open('scripted', setupOf(), others);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    events.gate = () => gate;
    for (let index = 0; index < 1000; index += 1) {
      agents.last.update('s1', chunk(`slow ${index}`));
      agents.last.update('s2', chunk(String(index)));
    }
    await until(() => others.all.length === 1000);
    // Until the promise of the first update resolves, nothing more of its session is read.
    expect(events.all).toEqual(['slow 0']);
    release();
    await until(() => events.all.length === 1000);
    expect(events.all.at(-1)).toBe('slow 999');
    await pool.close();
  });

  test('of unknown sessions are dropped, and nothing of a closed session is delivered', async () => {
    const { pool, agents, session, events } = await opened();
    agents.last.update('another', chunk('x'));
    await session.close();
    agents.last.update('s1', chunk('late'));
    await settled();
    expect(events.all).toEqual([]);
    await pool.close();
  });

  test('a thousand sessions of one agent each get their own, at a constant cost for each update', async () => {
    const agents = new ScriptedAgents();
    const pool = agentPool({ scripted: { component: agents } });
    const all = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const events = new RecordedEvents();
        return { events, session: await pool.open('scripted', setupOf(), events) };
      }),
    );
    expect(agents.started).toHaveLength(1);
    for (const { session } of all) agents.last.update(session.id, chunk(session.id));
    await until(() => all.every(({ events }) => events.all.length === 1));
    expect(all.every(({ events, session }) => events.all[0] === session.id)).toBe(true);
    await pool.close();
  });
});

describe('questions', () => {
  const permission = {
    sessionId: 's1',
    title: 'Cut?',
    subject: { type: 'tool_call', toolCall: { toolCallId: 't' } },
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
  };

  test('are asked after the updates before them, without the id of the agent, and answered with the result', async () => {
    const { pool, agents, events } = await opened();
    events.answer = () => Promise.resolve({ outcome: { outcome: 'selected', optionId: 'yes' } });
    agents.last.update('s1', chunk('before'));
    const answer = await agents.last.request('session/request_permission', permission);
    expect(answer.result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    expect(events.all).toEqual(['before', 'session/request_permission']);
    expect(events.questions[0]?.question.params).not.toHaveProperty('sessionId');
    expect(events.questions[0]?.question.params).toMatchObject({ title: 'Cut?' });
    await pool.close();
  });

  test('come after the updates before them also while a call of another session waits for its response', async () => {
    const agents = new ScriptedAgents((peer) => {
      scripted(peer, ['session/prompt']);
    });
    const { pool, events } = await opened(agents);
    const other = await pool.open('scripted', setupOf(), new RecordedEvents());
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    events.gate = () => gate;
    agents.last.update('s1', chunk('a'));
    await until(() => events.all.length === 1);
    other.request('session/prompt', { prompt: [] }).catch(() => undefined);
    agents.last.update('s1', chunk('b'));
    const answered = agents.last.request('session/request_permission', permission);
    await settled();
    expect(events.all).toEqual(['a']);
    release();
    await answered;
    expect(events.all).toEqual(['a', 'b', 'session/request_permission']);
    await pool.close();
  });

  test('of sessions that are not open are answered as cancelled, and so is one that the hub fails to ask', async () => {
    const { pool, agents } = await opened();
    const asked = await agents.last.request('session/request_permission', { ...permission, sessionId: 'x' });
    const failed = await agents.last.request('session/request_permission', permission);
    expect([asked.result, failed.result]).toEqual([
      { outcome: { outcome: 'cancelled' } },
      { outcome: { outcome: 'cancelled' } },
    ]);
    await pool.close();
  });

  test('a form is asked in its session; one about a request belongs to none and is cancelled', async () => {
    const { pool, agents, events } = await opened();
    events.answer = () => Promise.resolve({ action: 'accept', content: { name: 'Ann' } });
    const form = { mode: 'form', message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
    const answer = await agents.last.request('elicitation/create', { ...form, sessionId: 's1' });
    expect(answer.result).toEqual({ action: 'accept', content: { name: 'Ann' } });
    const other = await agents.last.request('elicitation/create', { ...form, requestId: 7 });
    expect(other.result).toEqual({ action: 'cancel' });
    await pool.close();
  });

  test('a page that a user has agreed to visit is told to be done by a notice in its session', async () => {
    const { pool, agents, events } = await opened();
    events.answer = () => Promise.resolve({ action: 'accept' });
    const page = { mode: 'url', message: 'Log in', elicitationId: 'e1', url: 'https://a.example/x', sessionId: 's1' };
    await agents.last.request('elicitation/create', page);
    agents.last.notify('elicitation/complete', { elicitationId: 'e1' });
    agents.last.notify('elicitation/complete', { elicitationId: 'e1' });
    agents.last.update('s1', chunk('later'));
    await until(() => events.all.includes('later'));
    expect(events.all).toEqual(['elicitation/create', 'notice', 'later']);
    await pool.close();
  });

  test('an answer that is an error reaches the agent as that error', async () => {
    const { pool, agents, events } = await opened();
    events.answer = () => Promise.reject(new RpcError(-32_602, 'The form is too long.'));
    const answer = await agents.last.request('session/request_permission', permission);
    expect(answer.error).toMatchObject({ code: -32_602, message: 'The form is too long.' });
    await pool.close();
  });

  test('the signal of a question aborts when the agent withdraws it', async () => {
    const { pool, agents, events } = await opened();
    events.answer = () => new Promise(() => undefined);
    void agents.last.request('session/request_permission', permission);
    await until(() => events.questions.length === 1);
    agents.last.notify('$/cancel_request', { requestId: 'raw-1' });
    await until(() => events.questions.some(({ signal }) => signal.aborted));
    await pool.close();
  });

  test('the hub offers questions and forms and pages, and nothing of the machine of a user', async () => {
    const { pool, agents } = await opened();
    const { params } = agents.last.find('initialize');
    const { capabilities } = params as { readonly capabilities: Readonly<Record<string, unknown>> };
    const { _meta: _, ...offered } = capabilities;
    expect(offered).toEqual({ auth: { terminal: {} }, elicitation: { form: {}, url: {} } });
    await pool.close();
  });
});

describe('requests', () => {
  test('are sent with the id of the session in the agent', async () => {
    const { pool, agents, session } = await opened();
    expect(await session.request('session/prompt', { prompt: [{ type: 'text', text: 'Hi' }] })).toEqual({});
    expect(agents.last.find('session/prompt').params).toMatchObject({ sessionId: 's1' });
    session.cancel();
    await until(() => agents.last.received.some(({ method }) => method === 'session/cancel'));
    await pool.close();
  });

  test('that the agent does not offer are refused by its capabilities', async () => {
    const { pool, session } = await opened();
    await expect(session.request('session/set_title', { title: 'x' })).rejects.toThrow(CapabilityError);
    const image = { type: 'image', data: '', mimeType: 'image/png' };
    await expect(session.request('session/prompt', { prompt: [image] })).rejects.toThrow(CapabilityError);
    await pool.close();
  });

  test('directories that the agent cannot have are refused before anything is sent', async () => {
    const agents = new ScriptedAgents();
    const pool = agentPool({ scripted: { component: agents } });
    const setup = { ...setupOf(), additionalDirectories: ['/other'] };
    await expect(pool.open('scripted', setup, new RecordedEvents())).rejects.toThrow(CapabilityError);
    expect(agents.last.received.map(({ method }) => method)).toEqual(['initialize']);
    await pool.close();
  });

  test('an error of the agent is passed on as it is', async () => {
    const agents = new ScriptedAgents((peer) => {
      refusing(peer, 'session/new', { code: -32_000, message: 'Log in first.' });
    });
    const pool = agentPool({ scripted: { component: agents } });
    await expect(pool.open('scripted', setupOf(), new RecordedEvents())).rejects.toMatchObject({ code: -32_000 });
    await pool.close();
  });
});

describe('resuming', () => {
  test.each([-32_002, -32_601, -32_602])('error %i of the agent means that it cannot', async (code) => {
    const agents = new ScriptedAgents((peer) => {
      refusing(peer, 'session/resume', { code, message: 'There is no such session.' });
    });
    const pool = agentPool({ scripted: { component: agents } });
    const resuming = pool.resume('scripted', 'old', setupOf(), new RecordedEvents());
    await expect(resuming).rejects.toThrow(CannotResumeError);
    await expect(resuming).rejects.toThrow('The agent scripted cannot resume the session: There is no such session.');
    await pool.close();
  });

  test('a session that is open already is taken from the one that had it', async () => {
    const { pool, agents, events } = await opened();
    const next = new RecordedEvents();
    await pool.resume('scripted', 's1', setupOf(), next);
    agents.last.update('s1', chunk('to the new one'));
    await until(() => next.all.length === 1);
    expect(events.all).toEqual(['lost: The session was opened again.']);
    await pool.close();
  });
});

describe('agents of version 1', () => {
  /** Has only `session/load`, which tells the whole session again. */
  const old = new ScriptedAgents((peer) => {
    peer
      .whenever('initialize', () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }))
      .whenever('session/new', () => ({ sessionId: 's1' }))
      .whenever('session/load', () => {
        peer.update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'told again' } });
        peer.update('s1', { sessionUpdate: 'available_commands_update', availableCommands: [] });
        return {};
      });
  });

  test('resume by session/load, and what is told again is not delivered', async () => {
    const pool = agentPool({ scripted: { component: old } });
    const events = new RecordedEvents();
    await pool.resume('scripted', 's1', setupOf(), events);
    old.last.update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'new' } });
    await until(() => events.all.includes('new'));
    expect(events.all).not.toContain('told again');
    expect(events.all).toContain('available_commands_update');
    await pool.close();
  });

  test('without session/load cannot resume', async () => {
    const agents = new ScriptedAgents((peer) => {
      peer.whenever('initialize', () => ({ protocolVersion: 1, agentCapabilities: {} }));
    });
    const pool = agentPool({ scripted: { component: agents } });
    await expect(pool.resume('scripted', 'old', setupOf(), new RecordedEvents())).rejects.toThrow(CannotResumeError);
    await pool.close();
  });

  test('prompts, their updates and their questions work as with version 2', async () => {
    const agents = new ScriptedAgents((peer) => {
      peer
        .whenever('initialize', () => ({ protocolVersion: 1, agentCapabilities: {} }))
        .whenever('session/new', () => ({ sessionId: 's1' }));
    });
    const { pool, session, events } = await opened(agents);
    events.answer = () => Promise.resolve({ outcome: { outcome: 'selected', optionId: 'yes' } });
    await session.request('session/prompt', { prompt: [{ type: 'text', text: 'Hi' }] });
    const { id } = agents.last.find('session/prompt');
    agents.last.update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } });
    const answer = await agents.last.request('session/request_permission', {
      sessionId: 's1',
      toolCall: { toolCallId: 't', title: 'Cut' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    });
    expect(answer.result).toMatchObject({ outcome: { outcome: 'selected', optionId: 'yes' } });
    agents.last.send({ id, result: { stopReason: 'end_turn' } });
    await until(() => events.all.filter((each) => each === 'state_update').length >= 2);
    expect(events.all).toContain('Hello');
    expect(events.all).toContain('session/request_permission');
    await pool.close();
  });
});

describe('the end of an agent', () => {
  test('is told to each of its sessions once, after its last updates, with its last line', async () => {
    const { pool, agents, events } = await opened();
    const others = new RecordedEvents();
    await pool.open('scripted', setupOf(), others);
    let release = (): void => undefined;
    events.gate = () => new Promise((resolve) => (release = resolve));
    agents.options[0]?.onOutput?.('Error: out of paper');
    agents.options[0]?.onOutput?.('    at print (printer.js:1:1)');
    agents.last.update('s1', chunk('last words'));
    await settled();
    void agents.last.channel.end();
    await until(() => others.all.length === 1);
    expect(events.all).toEqual(['last words']);
    release();
    await until(() => events.all.length === 2);
    const reason = 'lost: The agent scripted has ended: it closed the connection: Error: out of paper.';
    expect([events.all, others.all]).toEqual([['last words', reason], [reason]]);
    expect(pool.count()).toBe(0);
    await pool.close();
  });

  test('is told after a while although the last update is not handled', async () => {
    const clock = new VirtualClock();
    const { agents, events, pool } = await opened(new ScriptedAgents(), { clock });
    events.gate = () => new Promise(() => undefined);
    agents.last.update('s1', chunk('stuck'));
    await settled();
    agents.last.channel.destroy();
    await settled();
    expect(events.all).toEqual(['stuck']);
    await clock.advance(5000);
    expect(events.all).toHaveLength(2);
    await pool.close();
  });

  test('rejects requests that wait', async () => {
    const { agents, session, pool } = await opened(
      new ScriptedAgents((peer) => {
        scripted(peer, ['session/prompt']);
      }),
    );
    const prompt = session.request('session/prompt', { prompt: [] });
    await until(() => agents.last.received.some(({ method }) => method === 'session/prompt'));
    agents.last.channel.destroy();
    await expect(prompt).rejects.toThrow();
    await pool.close();
  });

  test('a session that was closed, or is being closed, is not told', async () => {
    const agents = new ScriptedAgents((peer) => {
      scripted(peer, ['session/close']);
    });
    const { session, events, pool } = await opened(agents);
    const closing = session.close();
    agents.last.channel.destroy();
    await closing;
    expect(events.all).toEqual([]);
    await pool.close();
  });

  test('one session that the agent has lost is told, and the others go on', async () => {
    const { pool, agents, events } = await opened();
    const others = new RecordedEvents();
    await pool.open('scripted', setupOf(), others);
    agents.last.notify('_acp-stack.dev/session_lost', { sessionId: 's1', message: 'It was deleted.' });
    await until(() => events.all.length === 1);
    expect(events.all).toEqual(['lost: The agent scripted has lost the session: It was deleted.']);
    agents.last.update('s2', chunk('on'));
    await until(() => others.all.length === 1);
    await pool.close();
  });
});

describe('the start of an agent', () => {
  test('that never answers initialize has a time, and a sentence', async () => {
    const clock = new VirtualClock();
    const agents = new ScriptedAgents(() => undefined);
    const pool = agentPool({ scripted: { component: agents } }, { clock });
    const opening = pool.open('scripted', setupOf(), new RecordedEvents());
    const refused = expect(opening).rejects.toThrow(
      'The agent scripted did not answer initialize within 60 seconds; check that its command starts an ACP agent.',
    );
    await settled();
    await clock.advance(60_000);
    await refused;
    expect(agents.options[0]?.signal?.aborted).toBe(true);
    expect(pool.count()).toBe(0);
  });

  test('that ends at once fails with its last line', async () => {
    const agents = new ScriptedAgents((peer) => {
      void settled().then(() => {
        agents.options[0]?.onOutput?.('error: no key');
        peer.channel.destroy();
      });
    });
    const pool = agentPool({ scripted: { component: agents } });
    await expect(pool.open('scripted', setupOf(), new RecordedEvents())).rejects.toThrow(
      /^The agent scripted could not be started: .*: error: no key\.$/u,
    );
  });

  test('that throws is one sentence', async () => {
    const pool = agentPool({
      broken: {
        component: {
          name: 'broken',
          role: 'agent',
          start: () => {
            throw new Error('The folder is missing.');
          },
        },
      },
    });
    await expect(pool.open('broken', setupOf(), new RecordedEvents())).rejects.toThrow(
      'The agent broken could not be started: The folder is missing.',
    );
    expect(pool.count()).toBe(0);
  });

  test('a session that is not opened in time fails, and the agent goes on', async () => {
    const clock = new VirtualClock();
    const agents = new ScriptedAgents((peer) => {
      scripted(peer, ['session/new']);
    });
    const pool = agentPool({ scripted: { component: agents } }, { clock });
    const opening = pool.open('scripted', setupOf(), new RecordedEvents());
    const refused = expect(opening).rejects.toThrow('The agent scripted did not open the session within 120 seconds.');
    await until(() => agents.started.some((peer) => peer.received.some(({ method }) => method === 'session/new')));
    await clock.advance(120_000);
    await refused;
    expect(pool.count()).toBe(1);
    await pool.close();
  });

  test('an agent that keeps failing is not started for a while, and its last reason is told', async () => {
    const clock = new VirtualClock();
    const agents = new ScriptedAgents((peer) => {
      void settled().then(() => {
        peer.channel.destroy();
      });
    });
    const pool = agentPool({ scripted: { component: agents } }, { clock, limits: { failures: 3 } });
    const open = (): Promise<unknown> => pool.open('scripted', setupOf(), new RecordedEvents());
    for (let index = 0; index < 3; index += 1) await expect(open()).rejects.toThrow(/could not be started/u);
    await expect(open()).rejects.toThrow(
      /^The agent scripted cannot be started\. It has failed 3 times and is not started again for 60 seconds\. /u,
    );
    expect(agents.started).toHaveLength(3);
    // Another principal has agents of its own.
    await expect(pool.open('scripted', setupOf('bob'), new RecordedEvents())).rejects.toThrow(/could not be/u);
    await clock.advance(60_000);
    await expect(open()).rejects.toThrow(/could not be started/u);
    expect(agents.started).toHaveLength(5);
  });
});

describe('which agent serves a session', () => {
  test.each([
    ['session', 3],
    ['principal', 2],
    ['all', 1],
  ] as const)('with share %s, three sessions of two principals have %i agents', async (share, count) => {
    const agents = new ScriptedAgents();
    const pool = agentPool({ scripted: { component: agents, share } });
    await Promise.all(['ann', 'ann', 'bob'].map((name) => pool.open('scripted', setupOf(name), new RecordedEvents())));
    expect(agents.started).toHaveLength(count);
    expect(pool.count()).toBe(count);
    expect(pool.count('bob')).toBe(share === 'all' ? 0 : 1);
    await pool.close();
    expect(pool.count()).toBe(0);
  });

  test('an agent that is full is left as it is, and another one is started', async () => {
    const agents = new ScriptedAgents();
    const pool = agentPool({ scripted: { component: agents } }, { limits: { sessionsPerAgent: 2 } });
    for (let index = 0; index < 3; index += 1) await pool.open('scripted', setupOf(), new RecordedEvents());
    expect(agents.started).toHaveLength(2);
    await pool.close();
    const small = new ScriptedAgents();
    const other = agentPool({ small: { component: small, sessions: 1 } });
    for (let index = 0; index < 3; index += 1) await other.open('small', setupOf(), new RecordedEvents());
    expect(small.started).toHaveLength(3);
    await other.close();
  });

  test('an agent that ends a while after its last session serves the next one meanwhile', async () => {
    const clock = new VirtualClock();
    const { pool, agents, session } = await opened(new ScriptedAgents(), { clock });
    await session.close();
    await clock.advance(29_000);
    const next = await pool.open('scripted', setupOf(), new RecordedEvents());
    await clock.advance(60_000);
    expect([agents.started.length, agents.last.hasEnded]).toEqual([1, false]);
    await next.close();
    await clock.advance(30_000);
    await until(() => agents.last.hasEnded);
    expect(pool.count()).toBe(0);
  });

  test('an agent of one session ends with it', async () => {
    const { agents, session, pool } = await opened(new ScriptedAgents(), { share: 'session' });
    await session.close();
    await until(() => agents.last.hasEnded);
    expect(pool.count()).toBe(0);
  });

  test('the number of agents is limited for each principal and in all; one without sessions makes room', async () => {
    const agents = new ScriptedAgents();
    const limits = { agents: 3, agentsPerPrincipal: 2, sessionsPerAgent: 1 };
    const pool = agentPool({ scripted: { component: agents } }, { limits });
    const open = (name: string): Promise<AgentSession> => pool.open('scripted', setupOf(name), new RecordedEvents());
    const first = await open('ann');
    await open('ann');
    await expect(open('ann')).rejects.toThrow('2 agents run for ann, which is the most; close a session first.');
    await open('bob');
    await expect(open('eve')).rejects.toThrow('3 agents run in the hub, which is the most; try again later.');
    await first.close();
    await open('eve');
    await until(() => agents.started.some(({ hasEnded }) => hasEnded));
    expect(pool.count('ann')).toBe(1);
    await pool.close();
  });

  test('an unknown agent is refused with the names of those that there are', async () => {
    const pool = agentPool({ a: { component: new ScriptedAgents() }, b: { component: new ScriptedAgents() } });
    expect(pool.names).toEqual(['a', 'b']);
    await expect(pool.open('c', setupOf(), new RecordedEvents())).rejects.toThrow(
      'The hub has no agent "c"; it has a, b.',
    );
  });

  test('a closed pool ends its agents, also one that is being started, and opens nothing', async () => {
    const { pool, agents, events } = await opened();
    const slow = new ScriptedAgents(() => undefined);
    const both = agentPool({ slow: { component: slow } });
    const opening = both.open('slow', setupOf(), new RecordedEvents());
    const refused = expect(opening).rejects.toThrow();
    await until(() => slow.started.length === 1);
    await Promise.all([pool.close(), both.close()]);
    await refused;
    expect(agents.last.hasEnded).toBe(true);
    expect(events.all).toEqual(['lost: The hub has ended the agent scripted.']);
    await expect(pool.open('scripted', setupOf(), events)).rejects.toThrow(/The hub is ending/u);
  });
});

test('an agent() of the SDK serves sessions in this process', async () => {
  const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append(`Hello, ${turn.text}.`);
  });
  const pool = agentPool({ greeter: { component: greeter, share: 'all' } });
  const events = new RecordedEvents();
  const session = await pool.open('greeter', setupOf(), events);
  expect(session.info).toMatchObject({ name: 'greeter' });
  await session.request('session/prompt', { prompt: [{ type: 'text', text: 'Ann' }] });
  await until(() => events.all.includes('Hello, Ann.'));
  await session.close();
  const again = new RecordedEvents();
  await pool.resume('greeter', session.id, setupOf(), again);
  await settled();
  expect(again.all).not.toContain('Hello, Ann.');
  await pool.close();
});

test('a pool that is closed does not wait for questions: the agent gets them as cancelled', async () => {
  const { pool, agents, events } = await opened(new ScriptedAgents(), { clock: new VirtualClock() });
  events.answer = () => new Promise(() => undefined);
  const form = { mode: 'form', message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
  const answer = agents.last.request('elicitation/create', { ...form, sessionId: 's1' });
  await until(() => events.questions.length === 1);
  await pool.close();
  expect((await answer).result).toEqual({ action: 'cancel' });
});
