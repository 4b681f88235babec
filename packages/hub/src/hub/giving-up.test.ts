/** Agents that never answer: what waits for them is bounded, and ends when nothing wants it any more. */
import { memoryJournal, type Journal } from '@acp-stack/journal';
import { memoryPair, Peer, RpcError } from '@acp-stack/rpc';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { hubMethods } from '../access/hub-methods.ts';
import { scripted, ScriptedAgents } from '../agents/scripted-agent.test-support.ts';
import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();

/** Agents that answer everything but `silent`. */
const agentsWithout = (...silent: string[]): ScriptedAgents =>
  new ScriptedAgents((peer) => {
    scripted(peer, silent);
  });

interface Connected {
  readonly peer: Peer;
  readonly ask: (method: string, params?: object, signal?: AbortSignal) => Promise<Readonly<Record<string, unknown>>>;
}

async function connect(hub: Hub): Promise<Connected> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  const peer = new Peer(ours, { handlers: () => ({ kind: 'notification', run: () => undefined }) });
  const ask: Connected['ask'] = async (method, params = {}, signal) =>
    (await peer.request(method, params, signal === undefined ? {} : { signal })) as never;
  await ask('initialize', { protocolVersion: 2, info: { name: 't', version: '1' }, capabilities: {} });
  return { peer, ask };
}

const outcome = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => (error instanceof RpcError ? error.toObject() : error));

const received = (agents: ScriptedAgents, method: string): number =>
  agents.started.flatMap((peer) => peer.received).filter((message) => message.method === method).length;

/** A session whose agent has to be resumed, and does not answer. */
async function sleepingSession(
  journal: Journal,
  agents: ScriptedAgents,
  clock?: VirtualClock,
): Promise<{ readonly hub: Hub; readonly sessionId: string } & Connected> {
  let sessionId: unknown;
  {
    await using hub = await openHub({ journal, agents: { mute: agentsWithout() }, roots: [cwd] });
    ({ sessionId } = await (await connect(hub)).ask('session/new', { cwd }));
  }
  const hub = await openHub({
    journal,
    agents: { mute: agents },
    roots: [cwd],
    ...(clock === undefined ? {} : { clock }),
  });
  const connected = await connect(hub);
  await connected.ask('session/resume', { sessionId, cwd });
  return { hub, sessionId: String(sessionId), ...connected };
}

const prompt = [{ type: 'text', text: 'hello' }];

describe('an agent that does not open its session', () => {
  test('is given up by a cancel: the prompt is cancelled, and the next one tries again', async () => {
    const agents = agentsWithout('session/resume');
    const { hub, sessionId, ask, peer } = await sleepingSession(memoryJournal(), agents);
    const asked = outcome(ask('session/prompt', { sessionId, prompt }));
    await expect.poll(() => received(agents, 'session/resume')).toBe(1);
    await peer.notify('session/cancel', { sessionId });
    expect(await asked).toMatchObject({ cause: { code: -32_800 } });
    await expect.poll(() => received(agents, '$/cancel_request')).toBe(1);
    void outcome(ask('session/prompt', { sessionId, prompt }));
    await expect.poll(() => received(agents, 'session/resume')).toBe(2);
    peer.destroy(new Error('The test is over.'));
    await hub.close();
  });

  test.each([
    ['stopped', hubMethods.stopSession],
    ['deleted', 'session/delete'],
  ])('is given up when the session is %s', async (_, method) => {
    const agents = agentsWithout('session/resume');
    const { hub, sessionId, ask, peer } = await sleepingSession(memoryJournal(), agents);
    void outcome(ask('session/prompt', { sessionId, prompt }));
    await expect.poll(() => received(agents, 'session/resume')).toBe(1);
    expect(await ask(method, { sessionId })).toEqual({});
    await expect.poll(() => received(agents, '$/cancel_request')).toBe(1);
    peer.destroy(new Error('The test is over.'));
    await hub.close();
  });

  test('is not tried again and again: after its time the prompt is refused', async () => {
    const clock = new VirtualClock();
    const agents = agentsWithout('session/resume');
    const { hub, sessionId, ask, peer } = await sleepingSession(memoryJournal(), agents, clock);
    const asked = outcome(ask('session/prompt', { sessionId, prompt }));
    await expect.poll(() => received(agents, 'session/resume')).toBe(1);
    await clock.advance(120_000);
    expect(await asked).toMatchObject({
      message: 'The agent mute did not open the session within 120 seconds.',
      data: { reason: 'agent_unavailable' },
    });
    expect(received(agents, 'session/resume')).toBe(1);
    peer.destroy(new Error('The test is over.'));
    await hub.close();
  });

  test.each(['initialize', 'session/new'])(
    'and never answers %s is given up with the request of the client, and nothing is left',
    async (silent) => {
      const clock = new VirtualClock();
      const journal = memoryJournal();
      const agents = agentsWithout(silent);
      const hub = await openHub({ journal, agents: { mute: agents }, roots: [cwd], clock });
      const { ask, peer } = await connect(hub);
      const waiting = new AbortController();
      const asked = outcome(ask('session/new', { cwd }, waiting.signal));
      await expect.poll(() => received(agents, silent)).toBe(1);
      waiting.abort();
      await asked;
      await expect.poll(async () => (await journal.list({ where: { label: 'session' } })).streams).toEqual([]);
      expect(await ask('session/list')).toEqual({ sessions: [] });
      await clock.advance(60_000);
      await expect.poll(() => hub.status().agents).toBe(0);
      peer.destroy(new Error('The test is over.'));
      await hub.close();
    },
  );
});
