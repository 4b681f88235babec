/** Messages as codex-acp and claude-agent-acp send them. */
import { describe, expect, test } from 'vitest';

import { bench, rejection } from '../raw-agent.test-support.ts';

const meta = { steering: { supported: true } };

describe('an agent that is steered by _session/steering', () => {
  test('offers the mode, and takes the message into its work', async () => {
    const { agent, open } = await bench({ meta });
    agent.whenever('_session/steering', { outcome: 'injected' });
    const session = await open();
    expect(session.injectModes).toEqual(['steer']);
    const message = await session.inject('use auth_v2', { mode: 'steer' });
    expect(agent.received.at(-1)).toMatchObject({
      method: '_session/steering',
      params: {
        sessionId: 's1',
        prompt: [{ type: 'text', text: 'use auth_v2' }],
        _meta: { steering: { idleBehavior: 'promptRequired' } },
      },
    });
    expect(await message.delivered).toEqual({ state: 'delivered', messageId: undefined });
    expect(session.pendingMessages).toEqual([]);
  });

  test('has the message when it began new work for it', async () => {
    const { agent, open } = await bench({ meta });
    agent.whenever('_session/steering', { outcome: 'startedNewTurn' });
    const message = await (await open()).inject('hello', { mode: 'steer' });
    expect(message.state).toBe('delivered');
  });

  test.each([
    [{ outcome: 'promptRequired' }, { reason: 'no_running_turn' }],
    [{ outcome: 'failed' }, { code: -32_603, data: { outcome: 'failed' } }],
    [{}, { code: -32_603 }],
  ])('that answers %j has not taken it', async (answer, error) => {
    const { agent, open } = await bench({ meta });
    agent.whenever('_session/steering', answer);
    const session = await open();
    expect(await rejection(session.inject('hello', { mode: 'steer' }))).toMatchObject(error);
    expect(session.pendingMessages).toEqual([]);
  });

  test('is asked by the draft where it offers both', async () => {
    const inject = { modes: ['steer'], steerInStream: ['finish'] };
    const { agent, open } = await bench({ meta, capabilities: { session: { inject } } });
    agent.whenever('session/inject', { messageId: 'm1' });
    const session = await open();
    await session.inject('hello', { mode: 'steer' });
    expect(session.injectModes).toEqual(['steer']);
    expect(agent.methods).not.toContain('_session/steering');
  });

  test.each([[undefined], [{ steering: true }], [{ steering: { supported: 'yes' } }]])(
    'is not assumed from %j',
    async (other) => {
      const { open } = await bench(other === undefined ? {} : { meta: other });
      expect((await open()).injectModes).toEqual([]);
    },
  );
});
