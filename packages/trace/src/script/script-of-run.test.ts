import { describe, expect, test } from 'vitest';

import type { TraceRecord } from '../format/trace-format.ts';
import { schemas } from '../load-schema.test-support.ts';
import { exchangesOf } from '../rows/exchanges.ts';
import { scriptOfRun } from './script-of-run.ts';

const frame = (from: 'Client' | 'Agent', message: object): TraceRecord => ({
  type: 'frame',
  ts: 0,
  connection: '1',
  from,
  to: from === 'Client' ? 'Agent' : 'Client',
  frame: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const update = (fields: object): TraceRecord =>
  frame('Agent', { method: 'session/update', params: { sessionId: 's', update: fields } });
const prompt = frame('Client', { id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
const end = (result: object = { stopReason: 'end_turn' }): TraceRecord => frame('Agent', { id: 1, result });
const text = (words: string): object => ({ type: 'text', text: words });

function stepsOf(...records: readonly TraceRecord[]): { readonly steps: unknown; readonly notes: readonly string[] } {
  const { text: file, notes } = scriptOfRun(exchangesOf([prompt, ...records], schemas));
  const { turns } = JSON.parse(file) as { readonly turns: readonly { readonly steps: unknown }[] };
  return { steps: turns[0]?.steps, notes };
}

describe('a turn', () => {
  test('has the texts, thoughts, plans and tool calls of the agent as steps', () => {
    const { steps, notes } = stepsOf(
      update({ sessionUpdate: 'agent_thought_chunk', content: text('Hm.') }),
      update({ sessionUpdate: 'agent_message_chunk', content: text('Good ') }),
      update({ sessionUpdate: 'agent_message_chunk', content: text('day') }),
      update({ sessionUpdate: 'plan', entries: [{ content: 'Cut', status: 'pending', priority: 'low' }] }),
      update({
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title: 'Edit',
        kind: 'edit',
        content: [{ type: 'diff', path: '/a', oldText: 'x', newText: 'y' }],
      }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' }),
      update({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
      end(),
    );
    expect(notes).toEqual([]);
    expect(steps).toEqual([
      { thought: 'Hm.' },
      { text: ['Good ', 'day'] },
      { plan: [{ content: 'Cut', status: 'pending', priority: 'low' }] },
      { toolCall: { id: 'c', title: 'Edit', kind: 'edit', diff: { path: '/a', oldText: 'x', newText: 'y' } } },
      { toolCall: { id: 'c', status: 'completed' } },
      { usage: { used: 1, size: 2 } },
    ]);
  });

  test('has no values that a script does not take, and says so', () => {
    const { steps, notes } = stepsOf(
      update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Cut', kind: 'cutting', status: 'half' }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'edit', status: 'cancelled' }),
      end(),
    );
    expect(steps).toEqual([
      { toolCall: { id: 'c', title: 'Cut' } },
      { toolCall: { id: 'c', kind: 'edit', status: 'cancelled' } },
    ]);
    expect(notes).toEqual([
      'the kind "cutting" of a tool call is unknown and was left out',
      'the status "half" of a tool call is unknown and was left out',
    ]);
  });

  test('asks again, and ends as it ended', () => {
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
    const asked = { sessionId: 's', toolCall: { toolCallId: 'c', title: 'Cut' }, options };
    const form = { message: 'Which?', mode: 'form', requestedSchema: { properties: { a: { type: 'string' } } } };
    const { steps } = stepsOf(
      frame('Agent', { id: 7, method: 'session/request_permission', params: asked }),
      frame('Agent', { id: 8, method: 'elicitation/create', params: { sessionId: 's', ...form } }),
      frame('Agent', { id: 9, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } }),
      end({ stopReason: 'max_tokens' }),
    );
    expect(steps).toEqual([
      { permission: { title: 'Cut', toolCall: 'c', options: [{ id: 'y', name: 'Yes', kind: 'allow_once' }] } },
      { elicit: { message: 'Which?', form: { a: { type: 'string' } } } },
      { request: { method: 'fs/read_text_file', params: { path: '/a' } } },
      { stop: 'max_tokens' },
    ]);
  });

  test('of version 2 ends with its state, and one that fails with its error', () => {
    const idle = update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'refusal' });
    const said = update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('No.') });
    expect(stepsOf(end({ messageId: 'u' }), said, idle).steps).toEqual([{ text: 'No.' }, { stop: 'refusal' }]);
    const failed = frame('Agent', { id: 1, error: { code: -32_603, message: 'Overloaded' } });
    expect(stepsOf(failed).steps).toEqual([{ error: { code: -32_603, message: 'Overloaded' } }]);
  });

  test('leaves out what has no step, and says so', () => {
    const odd = update({ sessionUpdate: 'current_mode_update', currentModeId: 'x' });
    const { notes } = stepsOf(odd, odd, update({ sessionUpdate: 'agent_message_chunk', content: 'x' }), end());
    expect(notes).toEqual([
      'current_mode_update was left out: there is no step for it (2 times)',
      'a malformed agent_message_chunk was left out',
    ]);
  });
});

test('methods that failed are refused once', () => {
  const list = frame('Client', { id: 5, method: 'session/list', params: {} });
  const failed = frame('Agent', { id: 5, error: { code: -32_000, message: 'Log in.' } });
  const { text: file } = scriptOfRun(exchangesOf([list, failed], schemas));
  expect(JSON.parse(file)).toEqual({
    refuse: { 'session/list': { code: -32_000, message: 'Log in.', times: 1 } },
    turns: [],
  });
});
