import { describe, expect, test } from 'vitest';

import { SessionTurns, type LateUpdate } from './session-turns.ts';

const prompt = (id: number): object => ({ id, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
const chunk = (update = 'agent_message_chunk'): object => ({
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate: update } },
});

/** What is late in the last message; those with params and an id come from the client. */
function lastOf(...messages: readonly object[]): LateUpdate | undefined {
  const turns = new SessionTurns();
  const late = messages.map((each) => turns.note('method' in each && 'id' in each ? 'client' : 'agent', { ...each }));
  return late.at(-1);
}

describe('an update of a turn', () => {
  test('is late after the response with a stop reason', () => {
    expect(lastOf(prompt(1), chunk(), { id: 1, result: { stopReason: 'end_turn' } }, chunk())).toEqual({
      update: 'agent_message_chunk',
      after: 'turn',
    });
  });

  test('is not late while another prompt of the session waits', () => {
    expect(lastOf(prompt(1), prompt(2), { id: 1, result: { stopReason: 'end_turn' } }, chunk())).toBeUndefined();
  });

  test('is not late in the next turn, or while a session is loaded', () => {
    const ended = [prompt(1), { id: 1, result: { stopReason: 'end_turn' } }];
    expect(lastOf(...ended, prompt(2), chunk())).toBeUndefined();
    expect(lastOf(...ended, { id: 3, method: 'session/load', params: { sessionId: 's' } }, chunk())).toBeUndefined();
  });

  test('is not late where the response does not end the work', () => {
    expect(lastOf(prompt(1), { id: 1, result: { messageId: 'm' } }, chunk())).toBeUndefined();
  });
});

test('settings and commands may change after a turn', () => {
  const ended = [prompt(1), { id: 1, result: { stopReason: 'end_turn' } }];
  expect(lastOf(...ended, chunk('available_commands_update'))).toBeUndefined();
});

test('nothing may follow after a session was closed', () => {
  const close = { id: 1, method: 'session/close', params: { sessionId: 's' } };
  const late = { update: 'state_update', after: 'session' };
  expect(lastOf(close, { id: 1, result: {} }, chunk('state_update'))).toEqual(late);
  expect(lastOf(close, { id: 1, error: {} }, chunk('state_update'))).toBeUndefined();
});
