import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { fold } from '../updates/fold.ts';
import { askPermission, settle } from '../updates/pending-questions.ts';
import {
  backgroundWork,
  canCancel,
  configOption,
  currentChoice,
  currentMode,
  entriesOf,
  failureText,
  findEntry,
  isBusy,
  messages,
  terminalsOf,
  unfinishedToolCalls,
  waitingToolCalls,
} from './selectors.ts';
import { emptyTranscript, type Transcript } from './transcript.ts';

const folded = (updates: readonly SessionUpdate[], before = emptyTranscript()): Transcript =>
  updates.reduce((transcript, update) => fold(transcript, update), before);
const call = (toolCallId: string, fields: object = {}): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...fields,
});

describe('lists of entries', () => {
  test('are in order, and the same array until an entry changes', () => {
    const transcript = folded([
      { sessionUpdate: 'user_message', messageId: 'm1' },
      { sessionUpdate: 'agent_thought', messageId: 'm2' },
      { sessionUpdate: 'agent_message', messageId: 'm3' },
    ]);
    expect(messages(transcript).map(({ messageId }) => messageId)).toEqual(['m1', 'm3']);
    expect(messages(folded([{ sessionUpdate: 'state_update', state: 'running' }], transcript))).toBe(
      messages(transcript),
    );
    expect(entriesOf(transcript, 'agent_thought')).toHaveLength(1);
    expect(messages(folded([{ sessionUpdate: 'agent_message', messageId: 'm4' }], transcript))).toHaveLength(3);
  });
});

describe('tool calls', () => {
  test('that have not ended are listed', () => {
    const transcript = folded([call('a'), call('b', { status: 'completed' }), call('c', { status: '_odd' })]);
    expect(unfinishedToolCalls(transcript).map(({ toolCallId }) => toolCallId)).toEqual(['a', 'c']);
  });

  test('wait while a permission request for them is pending', () => {
    const request = {
      sessionId: 's',
      title: 'Run?',
      options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
    } as const;
    const command = { type: 'command', command: 'ls', cwd: '/', toolCallId: 'b' } as const;
    const asked = askPermission(folded([call('a'), call('b')]), { id: 'q', request: { ...request, subject: command } });
    const general = askPermission(asked, { id: 'r', request });
    expect(waitingToolCalls(general).map(({ toolCallId }) => toolCallId)).toEqual(['b']);
    expect(waitingToolCalls(settle(general, 'q'))).toEqual([]);
    expect(settle(asked, 'none')).toBe(asked);
  });

  test('know the terminals they show, in whichever order they were updated', () => {
    const shows = [{ type: 'terminal', terminalId: 't' }];
    const transcript = folded([
      call('a', { content: shows }),
      { sessionUpdate: 'terminal_update', terminalId: 't', command: 'ls' },
    ]);
    const entry = findEntry(transcript, 'tool_call', 'a');
    expect(entry && terminalsOf(transcript, entry)).toMatchObject([{ command: 'ls' }]);
  });

  test('and terminals can be cancelled while they say so and have not ended', () => {
    const capabilities = { cancel: {} };
    const transcript = folded([
      call('a', { capabilities }),
      call('b', { capabilities, status: 'failed' }),
      call('c', { capabilities: { cancel: null } }),
      { sessionUpdate: 'terminal_update', terminalId: 't', capabilities },
      { sessionUpdate: 'terminal_update', terminalId: 'u', capabilities, exitStatus: {} },
    ]);
    expect(entriesOf(transcript, 'tool_call').map(canCancel)).toEqual([true, false, false]);
    expect(transcript.terminals.toArray().map(canCancel)).toEqual([true, false]);
  });
});

describe('the session', () => {
  test('is busy in every state but idle', () => {
    const states = ['idle', 'running', 'requires_action', 'unknown', '_dreaming'] as const;
    const busy = states.map((state) => isBusy(folded([{ sessionUpdate: 'state_update', state } as SessionUpdate])));
    expect(busy).toEqual([false, true, true, true, true]);
    expect(isBusy(emptyTranscript())).toBe(false);
  });

  test('has background work only where it is reported', () => {
    const state = (background: unknown): Transcript =>
      folded([{ sessionUpdate: 'state_update', state: 'running', background } as SessionUpdate]);
    expect([undefined, null, []].map((each) => backgroundWork(state(each)))).toEqual([undefined, undefined, []]);
    expect(backgroundWork(emptyTranscript())).toBeUndefined();
  });

  test('says its mode by the first setting of that category, grouped or not', () => {
    const choices = [
      { value: 'ask', name: 'Ask' },
      { value: 'code', name: 'Code' },
    ];
    const mode = { configId: 'm', name: 'Mode', category: 'mode', type: 'select', currentValue: 'code' } as const;
    const grouped = { ...mode, options: [{ groupId: 'g', name: 'G', options: choices }] };
    for (const option of [{ ...mode, options: choices }, grouped]) {
      const transcript = folded([
        { sessionUpdate: 'config_option_update', configOptions: [option, { ...option, currentValue: 'ask' }] },
      ]);
      expect(currentMode(transcript)).toEqual({ value: 'code', name: 'Code' });
      expect(configOption(transcript, 'model')).toBeUndefined();
    }
    expect(currentMode(emptyTranscript())).toBeUndefined();
    expect(currentChoice({ configId: 'b', name: 'B', type: 'boolean', currentValue: true })).toBeUndefined();
  });
});

test('the reason of a failure is that of the last work, and no other ending has one', () => {
  const failed: SessionUpdate = {
    sessionUpdate: 'state_update',
    state: 'idle',
    stopReason: 'error',
    error: { code: -32_603, message: 'The agent was interrupted.' },
  };
  const transcript = folded([failed]);
  expect(failureText(transcript)).toBe('The agent was interrupted.');
  expect(failureText(folded([{ sessionUpdate: 'state_update', state: 'running' }], transcript))).toBeUndefined();
  const silent: SessionUpdate = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error' };
  expect(failureText(folded([silent]))).toBeUndefined();
});
