/** The state of a session follows from its log, from the start or from any snapshot. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { LogRecord, PendingMessage } from '../store/records.ts';
import { endedWork } from './ended-work.ts';
import { remembered, rememberedKeys, resultBytes, SessionState } from './session-state.ts';

const id = fc.constantFrom('a', 'b', 'c');
const number = fc.integer({ min: 1, max: 6 });
const message = fc.record({
  messageId: id,
  mode: fc.constantFrom('queue' as const, 'steer' as const),
  content: fc.constant([]),
  principal: id,
  client: id,
  item: number,
  key: id,
  from: fc.constantFrom('prompt' as const, 'inject' as const),
});
const update: fc.Arbitrary<SessionUpdate> = fc.oneof(
  fc.constantFrom<SessionUpdate>(
    { sessionUpdate: 'state_update', state: 'running' },
    { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
    { sessionUpdate: 'state_update', state: 'requires_action' },
    { sessionUpdate: 'session_info_update', title: 'T' },
    { sessionUpdate: 'session_info_update', title: null },
    { sessionUpdate: 'config_option_update', configOptions: [] },
    { sessionUpdate: 'available_commands_update', availableCommands: [] },
  ),
  fc.record({
    sessionUpdate: fc.constant('tool_call_update' as const),
    toolCallId: id,
    status: fc.constantFrom('pending' as const, 'in_progress' as const, 'completed' as const, 'failed' as const),
  }),
  id.map((toolCallId): SessionUpdate => ({ sessionUpdate: 'tool_call_update', toolCallId })),
  id.map((terminalId): SessionUpdate => ({ sessionUpdate: 'terminal_update', terminalId })),
  id.map((terminalId): SessionUpdate => ({ sessionUpdate: 'terminal_update', terminalId, exitStatus: {} })),
);
const logRecord: fc.Arbitrary<LogRecord> = fc.oneof(
  update.map((each): LogRecord => ({ kind: 'update', update: each })),
  id.map((messageId): LogRecord => {
    return { kind: 'update', update: { sessionUpdate: 'user_message', messageId, content: [] }, awaitsWork: true };
  }),
  id.map((question): LogRecord => ({ kind: 'question', question, method: 'elicitation/create', params: {} })),
  id.map((question): LogRecord => ({ kind: 'question_closed', question, reason: 'withdrawn' })),
  fc.record({ kind: fc.constant('handed' as const), item: number, key: id }),
  fc.record({ kind: fc.constant('result' as const), item: number, key: id, result: fc.constant({}) }),
  fc.record({
    kind: fc.constant('pending' as const),
    change: fc.constantFrom('added' as const, 'replaced' as const, 'revoked' as const, 'delivered' as const),
    message,
  }),
  fc.record({
    kind: fc.constant('agent' as const),
    state: fc.constantFrom('open' as const, 'asleep' as const, 'lost' as const, 'failed' as const),
    agentSessionId: id,
  }),
  fc.record({ kind: fc.constant('owner' as const), node: id, token: number }),
  fc.constant<LogRecord>({ kind: 'members', members: { a: 'owner' } }),
);

function folded(records: readonly LogRecord[], from?: SessionState): SessionState {
  const state = from ?? new SessionState();
  for (const each of records) state.fold(each);
  return state;
}

const copied = (state: SessionState): SessionState =>
  new SessionState(JSON.parse(JSON.stringify(state)) as ReturnType<SessionState['toJSON']>);

test('a snapshot and the records after it lead to the same state as all records', () => {
  fc.assert(
    fc.property(fc.array(logRecord, { maxLength: 40 }), fc.nat({ max: 40 }), (records, at) => {
      const whole = folded(records);
      const continued = folded(records.slice(at), copied(folded(records.slice(0, at))));
      expect(continued.toJSON()).toEqual(whole.toJSON());
    }),
    { numRuns: 500 },
  );
});

test('once the interrupted work is ended, nothing is open, and ending it again writes nothing', () => {
  fc.assert(
    fc.property(fc.array(logRecord, { maxLength: 40 }), (records) => {
      const state = folded(records);
      folded(endedWork(state), state);
      expect([state.activity, state.questions.size]).toEqual(['idle', 0]);
      expect([...state.toolCalls.values(), ...state.terminals.values()]).not.toContain(true);
      for (const each of state.pending.values()) expect(each.mode).toBe('queue');
      expect(endedWork(state)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

const prompt = (item: number, init: Partial<PendingMessage> = {}): PendingMessage => ({
  messageId: `m${item}`,
  mode: 'queue',
  content: [],
  principal: 'ada',
  client: 'c',
  item,
  key: `k${item}`,
  from: 'prompt',
  ...init,
});

describe('the state', () => {
  test('keeps the response that opened the session up to date', () => {
    const options = [{ id: 'model' }] as never;
    const state = folded([
      { kind: 'agent', state: 'open', agentSessionId: 's', opened: { configOptions: [], availableCommands: [] } },
      { kind: 'update', update: { sessionUpdate: 'config_option_update', configOptions: options } },
    ]);
    expect(state.opened).toEqual({ configOptions: options, availableCommands: [] });
  });

  test('remembers the result of a message although many other requests follow', () => {
    const result = (item: number, value: object): LogRecord => ({
      kind: 'result',
      item,
      key: `k${item}`,
      result: value,
    });
    const others = Array.from({ length: 3000 }, (_, index) => result(index + 2, {}));
    const state = folded([result(1, { messageId: 'm' }), ...others]);
    expect([state.results.has('k1'), state.results.has('k2'), state.results.has('k3001')]).toEqual([true, false, true]);
    expect(state.results.size).toBe(1024);
  });

  test('keeps the order and the place of pending messages', () => {
    const state = folded([
      { kind: 'pending', change: 'added', message: prompt(1) },
      { kind: 'pending', change: 'added', message: prompt(2) },
      { kind: 'pending', change: 'added', message: prompt(3) },
      { kind: 'pending', change: 'replaced', message: prompt(1, { principal: 'bob' }) },
      { kind: 'pending', change: 'delivered', message: prompt(2) },
    ]);
    expect([...state.pending.values()].map(({ item, principal }) => [item, principal])).toEqual([
      [1, 'bob'],
      [3, 'ada'],
    ]);
    expect([state.item, state.fates.get('m2')]).toEqual([3, 'delivered']);
  });

  test('remembers only the last results and fates', () => {
    const state = new SessionState();
    for (let item = 1; item <= remembered + 10; item += 1) {
      state.fold({ kind: 'result', item, key: `k${item}`, result: {} });
      state.fold({ kind: 'pending', change: 'revoked', message: prompt(item) });
    }
    expect([state.results.size, state.fates.size]).toEqual([remembered, remembered]);
    expect([state.results.has('k10'), state.results.has('k11')]).toEqual([false, true]);
  });

  test('knows the keys of messages whose results are forgotten, up to a limit, also from a snapshot', () => {
    const state = new SessionState();
    const count = remembered + rememberedKeys;
    for (let item = 1; item <= count; item += 1)
      state.fold({ kind: 'result', item, key: `k${item}`, result: { messageId: `m${item}` } });
    state.fold({ kind: 'result', item: count + 1, key: 'other', result: {} });
    state.fold({ kind: 'result', item: count + 2, key: 'last', result: { messageId: 'm' } });
    for (const each of [state, copied(state)]) {
      expect([each.isPast('k1'), each.isPast('k2'), each.isPast('k3'), each.isPast('new')]).toEqual([
        false,
        true,
        true,
        false,
      ]);
      expect(each.past.size).toBe(rememberedKeys);
    }
  });

  test('remembers only so many bytes of results, but always the last one', () => {
    const state = new SessionState();
    for (let item = 1; item <= 20; item += 1)
      state.fold({ kind: 'result', item, key: `k${item}`, result: 'x'.repeat(resultBytes / 10) });
    expect(state.results.size).toBe(9);
    state.fold({ kind: 'result', item: 21, key: 'large', result: 'x'.repeat(resultBytes * 2) });
    expect([...state.results.keys()]).toEqual(['large']);
    expect(copied(state).toJSON()).toEqual(state.toJSON());
  });

  test('does not open a tool call again that has ended, when more is said about it', () => {
    const state = folded([
      { kind: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' } },
      { kind: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'More' } },
    ]);
    expect(endedWork(state)).toEqual([]);
  });

  test('stays bounded for an agent that never ends its tool calls', () => {
    const state = new SessionState();
    for (let count = 0; count < 10_000; count += 1)
      state.fold({
        kind: 'update',
        update: {
          sessionUpdate: 'tool_call_update',
          toolCallId: `t${count}`,
          status: count % 2 === 0 ? 'failed' : 'pending',
        },
      });
    expect(state.toolCalls.size).toBeLessThanOrEqual(4096);
  });
});
