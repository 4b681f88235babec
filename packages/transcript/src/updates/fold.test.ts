import type { ContentBlock, SessionUpdate, ToolCallContent } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { encodeBase64 } from '@acp-stack/schema/base64';
import { fold } from './fold.ts';
import { findEntry, lastPlan, textOf } from '../state/selectors.ts';
import { emptyTranscript, type Transcript } from '../state/transcript.ts';

const folded = (updates: readonly SessionUpdate[], before = emptyTranscript()): Transcript =>
  updates.reduce((transcript, update) => fold(transcript, update), before);
const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const chunk = (messageId: string, content: ContentBlock, more: object = {}): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content,
  ...more,
});
const message = (fields: object): SessionUpdate => ({ sessionUpdate: 'agent_message', messageId: 'm', ...fields });
const call = (fields: object): SessionUpdate => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });
const contentOf = (transcript: Transcript): readonly ContentBlock[] | undefined =>
  findEntry(transcript, 'agent_message', 'm')?.content.toArray();
const callOf = (transcript: Transcript): object => {
  const { content, ...fields } = findEntry(transcript, 'tool_call', 'c') ?? { content: undefined };
  return { ...fields, content: content?.toArray() };
};
const base64 = (words: string): string => encodeBase64(new TextEncoder().encode(words));
const outputOf = (transcript: Transcript): string | undefined => transcript.terminals.get('t')?.output.text;

describe('messages', () => {
  test('stand in the order in which they were first mentioned, and grow where they stand', () => {
    const transcript = folded([
      chunk('m1', text('Hel')),
      chunk('m2', text('Bye')),
      { sessionUpdate: 'notice', severity: 'info', title: 'Slow' },
      chunk('m1', text('lo')),
    ]);
    expect(transcript.entries.toArray().map(({ id }) => id)).toEqual([
      'agent_message:m1',
      'agent_message:m2',
      'notice:0',
    ]);
    expect(findEntry(transcript, 'agent_message', 'm1')?.content.toArray()).toEqual([text('Hello')]);
  });

  test('of different kinds may have one id', () => {
    const thought: SessionUpdate = { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('Hm') };
    expect(folded([chunk('m', text('a')), thought]).entries.size).toBe(2);
  });

  test('join plain text, and nothing that carries more than its text', () => {
    const annotated: ContentBlock = { type: 'text', text: 'b', annotations: { priority: 1 } };
    const image: ContentBlock = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
    const transcript = folded(
      [text('a'), annotated, text('c'), text('d'), image, text('e')].map((each) => chunk('m', each)),
    );
    expect(contentOf(transcript)).toEqual([text('a'), annotated, text('cd'), image, text('e')]);
  });

  test('keep the blocks of a whole message apart', () => {
    expect(contentOf(folded([message({ content: [text('a'), text('b')] })]))).toEqual([text('a'), text('b')]);
  });

  test('are replaced by a whole one, cleared by null and by nothing, and left by none', () => {
    const begun = folded([chunk('m', text('one'))]);
    expect(contentOf(folded([message({})], begun))).toEqual([text('one')]);
    expect(contentOf(folded([message({ content: null })], begun))).toEqual([]);
    expect(contentOf(folded([message({ content: [] })], begun))).toEqual([]);
    const replaced = folded([message({ content: [text('two')] }), chunk('m', text(' three'))], begun);
    expect(contentOf(replaced)).toEqual([text('two three')]);
  });

  test('exist as soon as they are mentioned, also without content', () => {
    expect(contentOf(folded([message({})]))).toEqual([]);
  });

  test('between sessions are patched and grow like others', () => {
    const transcript = folded([
      { sessionUpdate: 'session_message_chunk', messageId: 'm', content: text('a') },
      { sessionUpdate: 'session_message', messageId: 'm', senderSessionId: 's1', recipientSessionId: 's2' },
      { sessionUpdate: 'session_message', messageId: 'm', recipientSessionId: null },
      { sessionUpdate: 'session_message_chunk', messageId: 'm', content: text('b') },
    ]);
    const entry = findEntry(transcript, 'session_message', 'm');
    expect(entry).toMatchObject({ senderSessionId: 's1' });
    expect(entry).not.toHaveProperty('recipientSessionId');
    expect(entry && textOf(entry.content)).toBe('ab');
  });
});

describe('metadata', () => {
  const meta = (transcript: Transcript): unknown => findEntry(transcript, 'agent_message', 'm')?.['_meta'];

  test('of an upsert is patched key by key, cleared by null, and left when absent', () => {
    const first = folded([message({ _meta: { a: { deep: 1 }, b: 1 } })]);
    const second = folded([message({ _meta: { a: 2, c: null } }), message({ content: [text('a')] })], first);
    expect(meta(second)).toEqual({ a: 2, b: 1, c: null });
    expect(meta(folded([message({ _meta: null })], second))).toBeUndefined();
  });

  test('of a chunk, of a block and of a snapshot belongs to nothing else', () => {
    const block: ContentBlock = { type: 'text', text: 'a', _meta: { block: 1 } };
    const transcript = folded([
      message({ _meta: { own: 1 } }),
      chunk('m', block, { _meta: { chunk: 1 } }),
      { sessionUpdate: 'terminal_update', terminalId: 't', output: { data: '', _meta: { snapshot: 1 } } },
      { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: '', _meta: { chunk: 1 } },
    ]);
    expect(meta(transcript)).toEqual({ own: 1 });
    expect(contentOf(transcript)).toEqual([block]);
    expect(transcript.terminals.get('t')).not.toHaveProperty('_meta');
  });

  test('cannot reach a prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":null,"a":1}') as object;
    const transcript = folded([
      call({ ...hostile, ['__proto__']: { polluted: 1 }, _meta: hostile }),
      call({ _meta: hostile }),
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(findEntry(transcript, 'tool_call', 'c'))).toBe(Object.prototype);
  });

  test.each(['constructor', '__proto__', 'toString'])('sets and clears an unknown field named %s', (name) => {
    const field = (value: string): object => JSON.parse(`{"${name}":${value}}`) as object;
    const found = findEntry(folded([call(field('{"a":1}'))]), 'tool_call', 'c');
    expect(JSON.stringify(found)).toContain(`"${name}":{"a":1}`);
    const cleared = findEntry(folded([call(field('{"a":1}')), call(field('null'))]), 'tool_call', 'c');
    expect(cleared).toEqual(findEntry(folded([call({})]), 'tool_call', 'c'));
    expect(Object.keys(cleared ?? {})).not.toContain(name);
  });
});

describe('tool calls', () => {
  const content: ToolCallContent = { type: 'content', content: text('a') };

  test('begin with what a call is before anything is said about it', () => {
    const expected = { id: 'tool_call:c', type: 'tool_call', toolCallId: 'c', kind: 'other', status: 'pending' };
    expect(callOf(folded([call({})]))).toEqual({ ...expected, locations: [], content: [] });
  });

  test('keep fields that are absent, clear those that are null, and replace the others', () => {
    const full = {
      title: 'Edit',
      name: 'edit',
      kind: 'edit',
      status: 'completed',
      rawInput: { a: 1 },
      content: [content],
    };
    const begun = folded([call({ ...full, locations: [{ path: '/a' }], capabilities: { cancel: {} } })]);
    expect(callOf(folded([call({ title: 'Write', locations: [{ path: '/b' }] })], begun))).toMatchObject({
      ...full,
      title: 'Write',
      locations: [{ path: '/b' }],
    });
    const cleared = { title: null, name: null, kind: null, status: null, rawInput: null, content: null };
    expect(callOf(folded([call({ ...cleared, locations: null, capabilities: null })], begun))).toEqual(
      callOf(folded([call({})])),
    );
  });

  test('add chunks to a whole message', () => {
    const append: SessionUpdate = { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content };
    expect(callOf(folded([append, append]))).toMatchObject({ content: [content, content] });
    expect(callOf(folded([append, call({ content: [] }), append]))).toMatchObject({ content: [content] });
  });

  test('keep fields that are not known yet, and none that pass for their own', () => {
    const transcript = folded([
      call({ progress: 0.5, id: 'other', type: 'notice', sessionUpdate: 'tool_call_update' }),
    ]);
    expect(callOf(transcript)).toMatchObject({ id: 'tool_call:c', type: 'tool_call', progress: 0.5 });
    expect(callOf(folded([call({ progress: null })], transcript))).not.toHaveProperty('progress');
  });

  test('are unfinished until they have ended, also with a status that is not known', () => {
    const unfinished = (updates: readonly object[]): number => folded(updates.map(call)).unfinished.size;
    expect(unfinished([{}])).toBe(1);
    expect(unfinished([{ status: '_dreaming' }])).toBe(1);
    expect(unfinished([{ status: 'completed' }])).toBe(0);
    expect(unfinished([{ status: 'failed' }, { status: 'in_progress' }])).toBe(1);
    expect(unfinished([{ status: 'in_progress' }, { status: 'cancelled' }])).toBe(0);
  });
});

describe('terminals', () => {
  const print = (data: string): SessionUpdate => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data });
  const terminal = (fields: object): SessionUpdate => ({
    sessionUpdate: 'terminal_update',
    terminalId: 't',
    ...fields,
  });

  test('decode each chunk by itself and append it', () => {
    // Each of the two ends with padding; put together as text they would not be base64.
    expect(outputOf(folded([print(base64('a')), print(base64('bc')), print(base64('d'))]))).toBe('abcd');
  });

  test('replace everything with a snapshot, and empty it with null', () => {
    const begun = folded([print(base64('one'))]);
    const snapshot = folded([terminal({ output: { data: base64('two') } }), print(base64(' three'))], begun);
    expect(outputOf(snapshot)).toBe('two three');
    expect(outputOf(folded([terminal({ output: null })], snapshot))).toBe('');
    expect(outputOf(folded([terminal({ command: 'ls' })], snapshot))).toBe('two three');
  });

  test('have ended with any exit status, also an empty one', () => {
    const ended = folded([terminal({ command: 'ls', cwd: '/w', exitStatus: {} })]);
    expect(ended.terminals.get('t')).toMatchObject({ command: 'ls', cwd: '/w', exitStatus: {} });
    expect(folded([terminal({ exitStatus: null })], ended).terminals.get('t')).not.toHaveProperty('exitStatus');
  });

  test('take no notice of output that is not base64', () => {
    const begun = folded([print(base64('one'))]);
    expect(fold(begun, print('%'))).toBe(begun);
    expect(fold(begun, terminal({ output: { data: '%' } }))).toBe(begun);
  });

  test('keep as much as the limit says', () => {
    const limits = { terminalBytes: 4 };
    const printed = ['abc', 'def'].reduce(
      (before, each) => fold(before, print(base64(each)), limits),
      emptyTranscript(),
    );
    expect(printed.terminals.get('t')?.output).toMatchObject({ text: 'cdef', total: 6, dropped: 2 });
    const shown = fold(printed, terminal({ output: { data: base64('0123456789') } }), limits);
    expect(shown.terminals.get('t')?.output).toMatchObject({ text: '6789', total: 10, dropped: 6 });
  });
});

describe('plans', () => {
  const plan = (planId: string, content: string): SessionUpdate => ({
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId, entries: [{ content, priority: 'high', status: 'pending' }] },
  });

  test('are replaced as a whole, each by its id, also by what is not known', () => {
    const unknown: SessionUpdate = { sessionUpdate: 'plan_update', plan: { type: '_graph', planId: 'a', edges: [] } };
    const transcript = folded([plan('a', 'one'), plan('b', 'two'), unknown]);
    expect(transcript.plans.toArray().map((each) => each.plan.type)).toEqual(['_graph', 'items']);
    expect(lastPlan(transcript)?.id).toBe('a');
  });

  test('go when they are removed', () => {
    const transcript = folded([plan('a', 'one'), plan('b', 'two'), { sessionUpdate: 'plan_removed', planId: 'b' }]);
    expect(transcript.plans.size).toBe(1);
    expect(lastPlan(transcript)?.id).toBe('a');
    expect(lastPlan(folded([{ sessionUpdate: 'plan_removed', planId: 'a' }], transcript))).toBeUndefined();
  });
});

describe('compactions', () => {
  test('keep their place, gather a summary, and record how they ended', () => {
    const transcript = folded([
      { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'in_progress' },
      chunk('m', text('a')),
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: text('sh') },
      { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: text('ort') },
    ]);
    expect(transcript.entries.at(0)).toMatchObject({ type: 'compaction', status: 'in_progress' });
    const summaryOf = (each: Transcript): unknown => findEntry(each, 'compaction', 'k')?.summary.toArray();
    expect(summaryOf(transcript)).toEqual([text('short')]);
    const ended = folded(
      [{ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed', summary: [text('x')] }],
      transcript,
    );
    expect(summaryOf(ended)).toEqual([text('x')]);
    expect(findEntry(ended, 'compaction', 'k')).toMatchObject({ status: 'completed' });
  });
});

describe('the session', () => {
  test('has its title and its last activity patched', () => {
    const first = folded([{ sessionUpdate: 'session_info_update', title: 'A', updatedAt: '2026-11-15T00:00:00Z' }]);
    const second = folded([{ sessionUpdate: 'session_info_update', title: null, _meta: { a: 1 } }], first);
    expect(second.info).toEqual({ updatedAt: '2026-11-15T00:00:00Z', _meta: { a: 1 } });
  });

  test('has its state, its settings and its commands replaced', () => {
    const transcript = folded([
      { sessionUpdate: 'state_update', state: 'running', background: [{ type: 'terminal', terminalId: 't' }] },
      { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
      {
        sessionUpdate: 'config_option_update',
        configOptions: [{ configId: 'a', name: 'A', type: 'boolean', currentValue: true }],
      },
      { sessionUpdate: 'config_option_update', configOptions: [] },
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ type: 'command', name: 'x', description: '' }],
      },
    ]);
    expect(transcript.state).toEqual({ state: 'idle', stopReason: 'end_turn' });
    expect(transcript.configOptions).toEqual([]);
    expect(transcript.availableCommands).toHaveLength(1);
  });

  test('keeps the cost when a report leaves it out, and not when it is null', () => {
    const cost = { amount: 1, currency: 'EUR' };
    const first = folded([{ sessionUpdate: 'usage_update', used: 1, size: 10, cost }]);
    const second = folded([{ sessionUpdate: 'usage_update', used: 2, size: 10 }], first);
    expect(second.usage).toEqual({ used: 2, size: 10, cost });
    expect(folded([{ sessionUpdate: 'usage_update', used: 2, size: 10, cost: null }], second).usage).toEqual({
      used: 2,
      size: 10,
    });
  });

  test('has children that are patched', () => {
    const transcript = folded([
      { sessionUpdate: 'subagent_update', sessionId: 's', title: 'Search', state: { state: 'running' } },
      { sessionUpdate: 'subagent_update', sessionId: 's', state: null, description: 'Looks around' },
    ]);
    expect(transcript.entries.toArray()).toEqual([
      { id: 'subagent:s', type: 'subagent', sessionId: 's', title: 'Search', description: 'Looks around' },
    ]);
  });

  test('shows notices, and what is not known, as they came', () => {
    const transcript = folded([
      { sessionUpdate: 'notice', severity: 'warning', title: 'Slow' },
      { sessionUpdate: '_weather', sky: 'grey' },
      { sessionUpdate: 'notice', severity: 'warning', title: 'Slow' },
    ]);
    expect(transcript.entries.toArray()).toEqual([
      { id: 'notice:0', type: 'notice', notice: { severity: 'warning', title: 'Slow' } },
      { id: 'unknown:1', type: 'unknown', update: { sessionUpdate: '_weather', sky: 'grey' } },
      { id: 'notice:2', type: 'notice', notice: { severity: 'warning', title: 'Slow' } },
    ]);
  });

  test('takes names of what every object has for updates that are not known', () => {
    for (const sessionUpdate of ['constructor', '__proto__', 'toString'] as unknown as '_x'[]) {
      expect(folded([{ sessionUpdate }]).entries.at(0)).toMatchObject({ type: 'unknown' });
    }
  });
});

describe('a fold', () => {
  const history: readonly SessionUpdate[] = [
    message({ content: [text('a')], _meta: { a: 1 } }),
    call({
      title: 'T',
      locations: [{ path: '/a' }],
      content: [{ type: 'content', content: text('a') }],
      _meta: { b: 2 },
    }),
    { sessionUpdate: 'terminal_update', terminalId: 't', output: { data: base64('x') }, exitStatus: { exitCode: 0 } },
    { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: '# P' }, _meta: { c: 3 } },
    { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
    { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'EUR' } },
    { sessionUpdate: 'session_info_update', title: 'T', _meta: { d: 4 } },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [{ configId: 'a', name: 'A', type: 'boolean', currentValue: true }],
    },
    { sessionUpdate: 'available_commands_update', availableCommands: [] },
    { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed', summary: [text('s')] },
    { sessionUpdate: 'subagent_update', sessionId: 's', capabilities: { cancel: {} } },
    { sessionUpdate: 'session_message', messageId: 'm', content: [text('a')] },
  ];

  test('gives the same object when an update says what is known', () => {
    const transcript = folded(history);
    for (const update of history)
      expect(fold(transcript, structuredClone(update)), update.sessionUpdate).toBe(transcript);
    expect(fold(transcript, chunk('m', text('')))).toBe(transcript);
    expect(fold(transcript, { sessionUpdate: 'plan_removed', planId: 'none' })).toBe(transcript);
  });

  test('leaves everything that an update does not touch the same object', () => {
    const before = folded([...history.slice(1), ...history.slice(0, 1)]);
    const after = fold(before, chunk('m', text('b')));
    const { entries: _, ...rest } = after;
    for (const [field, value] of Object.entries(rest)) expect(value, field).toBe(before[field as keyof Transcript]);
    const changed = after.entries.toArray().filter((entry) => before.entries.get(entry.id) !== entry);
    expect(changed.map(({ id }) => id)).toEqual(['agent_message:m']);
    expect(contentOf(before)).toEqual([text('a')]);
  });
});
