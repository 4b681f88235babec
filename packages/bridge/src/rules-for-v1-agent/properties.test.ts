/** What holds whatever the two sides do, and in whichever order. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { RawPeers } from '../raw-peers.test-support.ts';
import { meet, openSession, says, textOf } from './bridged-agent.test-support.ts';

interface Told {
  readonly sessionUpdate: string;
  readonly messageId?: string;
  readonly content?: { readonly text: string };
  readonly state?: string;
}

const sessionId = fc.constantFrom('s1', 's2');
const peer = fc.constantFrom('client' as const, 'agent' as const);
const updatesOf = (ends: RawPeers, id: string): Told[] => ends.client.updates(id) as Told[];
const messagesOf = (ends: RawPeers, id: string): number =>
  new Set(updatesOf(ends, id).map(({ messageId }) => messageId)).size;

/** Two ends with two open sessions. */
async function meetInTwo(options: Parameters<typeof meet>[0]): Promise<RawPeers> {
  const ends = await meet(options);
  await openSession(ends, 's1');
  await openSession(ends, 's2');
  return ends;
}

describe('order', () => {
  const tag = fc.constantFrom('agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk', 'tool_call', 'plan');

  test('updates of each session arrive in the order in which they were sent, with stable ids', async () => {
    const steps = fc.array(fc.record({ sessionId, tag, names: fc.boolean() }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, peer, async (all, far) => {
        await using ends = await meetInTwo({ peer: far });
        for (const [index, step] of all.entries()) {
          const text = `${index}`;
          if (step.tag === 'tool_call')
            ends.agent.update(step.sessionId, { sessionUpdate: 'tool_call', toolCallId: text, title: text });
          else if (step.tag === 'plan') ends.agent.update(step.sessionId, { sessionUpdate: 'plan', entries: [] });
          else
            ends.agent.update(step.sessionId, {
              ...says(text, step.names ? { messageId: `own-${step.tag}` } : {}),
              sessionUpdate: step.tag,
            });
        }
        await ends.settle();
        for (const id of ['s1', 's2']) {
          const sent = [...all.entries()].filter(([, step]) => step.sessionId === id);
          const told = updatesOf(ends, id);
          expect(told).toHaveLength(sent.length);
          let current: { readonly tag: string; readonly messageId: string | undefined } | undefined;
          for (const [at, [index, step]] of sent.entries()) {
            const update = told[at];
            if (step.tag === 'plan' || step.tag === 'tool_call') {
              current = { tag: step.tag, messageId: current?.messageId };
              continue;
            }
            expect(update).toMatchObject({ sessionUpdate: step.tag, content: { text: `${index}` } });
            // A message continues while the tag is the same and no tool call or plan comes between, and never gets
            // another tag.
            if (step.names) expect(update?.messageId).toBe(`own-${step.tag}`);
            else if (current?.tag === step.tag) expect(update?.messageId).toBe(current.messageId);
            else expect(update?.messageId).not.toBe(current?.messageId);
            current = { tag: step.tag, messageId: update?.messageId };
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('prompts', () => {
  type Step =
    | { readonly kind: 'prompt' | 'cancel' | 'end' | 'fail' | 'say'; readonly sessionId: string }
    | { readonly kind: 'wait'; readonly ms: number };

  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('prompt' as const, 'end' as const), sessionId }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('say' as const, 'fail' as const, 'cancel' as const), sessionId }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(50, 200) }) },
  );

  /** Follows the agent: what it works on in each session. */
  class Agent {
    readonly working = new Map<string, unknown[]>();
    readonly prompted: string[] = [];

    look(ends: RawPeers): void {
      for (const { id, method, params } of ends.agent.take()) {
        if (method !== 'session/prompt') continue;
        const { sessionId: of, prompt } = params as {
          readonly sessionId: string;
          readonly prompt: readonly { readonly text: string }[];
        };
        this.working.set(of, [...(this.working.get(of) ?? []), id]);
        this.prompted.push(prompt[0]?.text ?? '');
      }
    }

    finish(of: string): unknown {
      return this.working.get(of)?.shift();
    }
  }

  async function run(ends: RawPeers, steps: readonly Step[]): Promise<Agent> {
    const agent = new Agent();
    const answer = (of: string, kind: string): void => {
      const id = agent.finish(of) as string | undefined;
      if (id === undefined) return;
      if (kind === 'end') ends.agent.answer(id, { stopReason: 'end_turn' });
      else ends.agent.refuse(id, { code: -32_603, message: 'Broken.' });
    };
    for (const [index, each] of steps.entries()) {
      if (each.kind === 'wait') await ends.advance(each.ms);
      else if (each.kind === 'prompt')
        ends.client.request('session/prompt', {
          sessionId: each.sessionId,
          prompt: [textOf(`${each.sessionId} ${index}`)],
        });
      else if (each.kind === 'cancel') ends.client.notify('session/cancel', { sessionId: each.sessionId });
      else if (each.kind === 'say') ends.agent.update(each.sessionId, says(`${index}`));
      else answer(each.sessionId, each.kind);
      await ends.settle();
      agent.look(ends);
      for (const working of agent.working.values()) expect(working.length).toBeLessThanOrEqual(1);
    }
    // The agent ends what is left.
    for (let left = true; left;) {
      left = [...agent.working.values()].some((working) => working.length > 0);
      for (const of of agent.working.keys()) answer(of, 'end');
      await ends.settle();
      agent.look(ends);
    }
    return agent;
  }

  test('reach the agent one at a time and in order, each is answered once, and every session ends idle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), peer, async (steps, far) => {
        await using ends = await meetInTwo({ peer: far });
        const { prompted } = await run(ends, steps);
        for (const id of ['s1', 's2']) {
          const numbers = prompted.filter((text) => text.startsWith(id)).map((text) => Number(text.split(' ')[1]));
          expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
          const states = updatesOf(ends, id).flatMap(({ state }) => state ?? []);
          expect(states).toEqual(states.map((_, index) => (index % 2 === 0 ? 'running' : 'idle')));
          expect(states.length % 2).toBe(0);
        }
        const asked = steps.filter(({ kind }) => kind === 'prompt').length;
        const answers = ends.client.received.filter(({ method }) => method === undefined);
        // The three before are those that opened the connection and the sessions.
        expect(answers).toHaveLength(3 + asked);
        expect(ends.clock.pending).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('what the client hears of a prompt is its answer, its message, running, and then the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await using ends = await meetInTwo({});
        await run(ends, steps);
        const { received } = ends.client;
        for (const [index, { params }] of received.entries()) {
          const { sessionId: of, update } = (params ?? {}) as { readonly sessionId?: string; readonly update?: Told };
          if (update?.sessionUpdate !== 'user_message') continue;
          expect(received[index - 1]?.result).toEqual({ messageId: update.messageId });
          expect(received[index + 1]?.params).toEqual({
            sessionId: of,
            update: { sessionUpdate: 'state_update', state: 'running' },
          });
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('memory', () => {
  test('sessions that the agent invents are forgotten beyond the limit, and open ones are not', async () => {
    await using ends = await meetInTwo({ limits: { remembered: 5 } });
    ends.agent.update('s1', says('a'));
    for (let index = 0; index < 100; index += 1) ends.agent.update(`invented-${index}`, says('x'));
    ends.agent.update('s1', says('b'));
    // The first of them is a stranger again: its message does not go on.
    ends.agent.update('invented-0', says('y'));
    ends.agent.update('invented-99', says('z'));
    await ends.settle();
    expect([messagesOf(ends, 's1'), messagesOf(ends, 'invented-0'), messagesOf(ends, 'invented-99')]).toEqual([
      1, 2, 1,
    ]);
  });

  test('open sessions do not count among those that may be forgotten', async () => {
    await using ends = await meetInTwo({ limits: { remembered: 2 } });
    for (const id of ['a', 'b', 'a', 'b']) ends.agent.update(id, says('x'));
    await ends.settle();
    expect([messagesOf(ends, 'a'), messagesOf(ends, 'b')]).toEqual([1, 1]);
  });

  test('a session that works is not forgotten, and neither is the newest', async () => {
    await using ends = await meetInTwo({ limits: { remembered: 1 } });
    const id = ends.client.request('session/prompt', { sessionId: 'works', prompt: [textOf('x')] });
    await ends.settle();
    for (const other of ['a', 'a', 'b', 'b']) ends.agent.update(other, says('x'));
    ends.agent.answer(id, { stopReason: 'end_turn' });
    await ends.settle();
    expect([messagesOf(ends, 'a'), messagesOf(ends, 'b')]).toEqual([1, 1]);
    expect(updatesOf(ends, 'works').map(({ state }) => state)).toEqual([undefined, 'running', 'idle']);
  });

  test('a long life leaves nothing scheduled', async () => {
    await using ends = await meetInTwo({});
    for (let index = 0; index < 200; index += 1) {
      const id = ends.client.request('session/prompt', { sessionId: 's1', prompt: [textOf('x')] });
      await ends.settle();
      ends.agent.update('s1', says('y'));
      ends.agent.answer(id, { stopReason: 'end_turn' });
    }
    await ends.settle();
    expect(ends.clock.pending).toBe(0);
    expect(ends.reports).toEqual([]);
  });
});
