import { describe, expect, test } from 'vitest';

import { RunningTurns } from './running-turns.ts';

const prompt = { id: 1, method: 'session/prompt', params: { sessionId: 's' } };
const state = (name: string): Readonly<Record<string, unknown>> => ({
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate: 'state_update', state: name } },
});

describe('turns', () => {
  test('end with the answer to the prompt when it says why', () => {
    const turns = new RunningTurns();
    turns.toAgent(prompt);
    expect([turns.areRunning, turns.isWorking('s'), turns.isWorking('other')]).toEqual([true, true, false]);
    turns.fromAgent({ id: 1, result: { stopReason: 'end_turn' } });
    expect(turns.areRunning).toBe(false);
  });

  test('go on behind an answer that only takes the prompt, until the session is idle', () => {
    const turns = new RunningTurns();
    turns.toAgent(prompt);
    turns.fromAgent({ id: 1, result: { messageId: 'm' } });
    turns.fromAgent(state('requires_action'));
    expect(turns.areRunning).toBe(true);
    turns.fromAgent(state('idle'));
    expect(turns.areRunning).toBe(false);
    turns.fromAgent(state('running'));
    expect(turns.areRunning).toBe(true);
  });

  test('end when the prompt is refused, and when the session is closed', () => {
    const turns = new RunningTurns();
    turns.toAgent(prompt);
    turns.fromAgent({ id: 1, error: { code: -32_603, message: 'no' } });
    expect(turns.areRunning).toBe(false);
    turns.toAgent(prompt);
    turns.toAgent({ id: 2, method: 'session/close', params: { sessionId: 's' } });
    expect(turns.areRunning).toBe(true);
    turns.fromAgent({ id: 2, result: {} });
    expect(turns.areRunning).toBe(false);
  });
});
