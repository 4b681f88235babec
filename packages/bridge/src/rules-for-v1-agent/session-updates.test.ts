import { describe, expect, test } from 'vitest';

import {
  able,
  brief,
  meet,
  meetInSession,
  prompt,
  promptTaken,
  says,
  takeUpdates,
  textOf,
} from './bridged-agent.test-support.ts';

const thinks = (text: string, others: object = {}): object => ({
  ...says(text, others),
  sessionUpdate: 'agent_thought_chunk',
});
const asks = (text: string, others: object = {}): object => ({
  ...says(text, others),
  sessionUpdate: 'user_message_chunk',
});
const call = (others: object = {}): object => ({
  sessionUpdate: 'tool_call',
  toolCallId: 't',
  title: 'Read',
  ...others,
});
const change = (others: object = {}): object => ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...others });

const annotations = { priority: 9 };

/** What becomes of updates of an idle session. */
async function cross(...updates: readonly object[]): Promise<{ readonly told: unknown[]; readonly lost: string[] }> {
  await using ends = await meetInSession();
  for (const update of updates) ends.agent.update('s1', update);
  await ends.settle();
  return { told: takeUpdates(ends), lost: ends.lostRows };
}

const idsOf = (updates: readonly unknown[]): unknown[] =>
  updates.map((update) => (update as { readonly messageId: unknown }).messageId);

describe('message chunks', () => {
  test('one with an id crosses untouched', async () => {
    const update = says('hi', { messageId: 'm', _meta: { a: 1 }, more: true });
    expect(await cross(update)).toEqual({ told: [update], lost: [] });
  });

  test('those without an id get one, which is the same until the tag changes', async () => {
    const { told } = await cross(
      thinks('a'),
      thinks('b'),
      says('c'),
      says('d', { messageId: null }),
      thinks('e'),
      asks('f'),
    );
    expect(idsOf(told)).toEqual(['id-1', 'id-1', 'id-2', 'id-2', 'id-3', 'id-4']);
    expect(told[0]).toEqual({ ...thinks('a'), messageId: 'id-1' });
  });

  test('a new tool call ends a message, because it is shown between what is said before and after it', async () => {
    const { told } = await cross(says('I will look.'), call(), says('Done.'));
    expect(idsOf([told[0], told[2]])).toEqual(['id-1', 'id-2']);
  });

  test('a tool call that comes up in a change of it ends a message too', async () => {
    const { told } = await cross(says('a'), change({ status: 'completed' }), says('b'));
    expect(idsOf([told[0], told[2]])).toEqual(['id-1', 'id-2']);
  });

  test('a plan ends a message, because it is shown between what is said before and after it', async () => {
    const plan = { sessionUpdate: 'plan', entries: [] };
    const { told } = await cross(says('This is my plan.'), plan, says('Now I begin.'));
    expect(idsOf([told[0], told[2]])).toEqual(['id-1', 'id-2']);
  });

  test('news of a known tool call and usage do not end a message', async () => {
    const usage = { sessionUpdate: 'usage_update', used: 1, size: 2 };
    const { told } = await cross(call(), says('a'), change({ status: 'completed' }), call(), usage, says('b'));
    expect(idsOf([told[1], told.at(-1)])).toEqual(['id-1', 'id-1']);
  });

  test('one without an id continues the message before it, whichever side named that', async () => {
    const { told } = await cross(
      says('a', { messageId: 'm' }),
      says('b'),
      says('c', { messageId: 'n' }),
      says('d'),
      thinks('e'),
      says('f'),
    );
    expect(idsOf(told)).toEqual(['m', 'm', 'n', 'n', 'id-1', 'id-2']);
  });

  test('a new prompt begins a new message', async () => {
    await using ends = await meetInSession();
    const first = await promptTaken(ends);
    ends.agent.update('s1', says('one'));
    ends.agent.answer(first, { stopReason: 'end_turn' });
    await ends.settle();
    ends.client.take();
    await promptTaken(ends);
    ends.agent.update('s1', says('two'));
    await ends.settle();
    const ids = ends.client
      .updates('s1')
      .filter((update) => (update as { sessionUpdate: string }).sessionUpdate === 'agent_message_chunk');
    expect(idsOf(ids)).toEqual(['id-2', 'id-4']);
  });

  test('sessions do not mix', async () => {
    await using ends = await meetInSession();
    ends.agent.update('s1', says('a'));
    ends.agent.update('s2', thinks('b'));
    ends.agent.update('s1', says('c'));
    await ends.settle();
    expect(idsOf(takeUpdates(ends))).toEqual(['id-1', 'id-2', 'id-1']);
  });
});

describe('tool calls', () => {
  test('a new one and a change of it are the same kind of update', async () => {
    const { told } = await cross(
      call({ kind: 'read', status: 'pending', name: null, rawInput: { a: null } }),
      change({ status: 'completed', title: null, content: null, locations: [], rawOutput: 0 }),
    );
    expect(told).toEqual([
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        title: 'Read',
        kind: 'read',
        status: 'pending',
        rawInput: { a: null },
      },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', locations: [], rawOutput: 0 },
    ]);
  });

  test('one that is reported as new again loses what it does not mention', async () => {
    const { told } = await cross(
      call({ kind: 'read', rawInput: 1, content: [{ type: 'content', content: textOf('a') }] }),
      call({ title: 'Again' }),
    );
    expect(told[1]).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      title: 'Again',
      name: null,
      kind: null,
      status: null,
      content: null,
      locations: null,
      rawInput: null,
      rawOutput: null,
    });
  });

  test('one that was never reported as new gets a title', async () => {
    const { told } = await cross(
      change({ status: 'in_progress' }),
      change({ status: 'completed' }),
      change({ toolCallId: 'u', name: 'grep' }),
    );
    expect(told).toMatchObject([
      { title: 'Tool call', status: 'in_progress' },
      { status: 'completed' },
      { title: 'grep' },
    ]);
    expect(told[1]).not.toHaveProperty('title');
  });

  test('one that was forgotten keeps the title that the client has', async () => {
    await using ends = await meetInSession({ limits: { remembered: 1 } });
    ends.agent.update('s1', call());
    ends.agent.update('s1', call({ toolCallId: 'u' }));
    ends.agent.update('s1', change({ status: 'completed' }));
    await ends.settle();
    expect(takeUpdates(ends)[2]).toEqual(change({ status: 'completed' }));
  });

  test('no tool call of the agent can be cancelled', async () => {
    await using ends = await meetInSession();
    ends.agent.update('s1', call());
    ends.client.request('tool_call/cancel', { sessionId: 's1', toolCallId: 't' });
    await ends.settle();
    expect(ends.client.take().at(-1)?.error).toMatchObject({ code: -32_602 });
  });
});

describe('diff content', () => {
  test('gets a patch, and a relative path begins in the directory of the session', async () => {
    const { told } = await cross(
      call({ content: [{ type: 'diff', path: 'a.txt', oldText: 'old\n', newText: 'new\n' }] }),
    );
    expect(told).toMatchObject([
      {
        content: [
          {
            type: 'diff',
            changes: [{ operation: 'modify', path: '/work/a.txt', fileType: 'text' }],
            patch: { format: 'git_patch', text: expect.stringContaining('-old\n+new\n') as unknown },
          },
        ],
      },
    ]);
  });
});

describe('terminal content', () => {
  test('an unknown terminal is shown nevertheless, and reported', async () => {
    const content = [{ type: 'terminal', terminalId: 'x' }];
    expect(await cross(call({ content }))).toEqual({
      told: [{ ...call({ content }), sessionUpdate: 'tool_call_update' }],
      lost: ['terminal content'],
    });
  });

  test('in strict mode it is left out, and the tool call is announced', async () => {
    await using ends = await meetInSession({ strict: true });
    ends.agent.update('s1', call({ content: [{ type: 'terminal', terminalId: 'x' }] }));
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([change({ title: 'Read' })]);
    expect(ends.lostRows).toEqual(['terminal content']);
  });
});

describe('paths', () => {
  test('relative ones are joined to the directory of the session', async () => {
    const { told, lost } = await cross(call({ locations: [{ path: 'src/../a.ts', line: 3 }, { path: '/b' }] }));
    expect(told).toMatchObject([{ locations: [{ path: '/work/a.ts', line: 3 }, { path: '/b' }] }]);
    expect(lost).toEqual([]);
  });

  test('those of a session with an unknown directory are kept and reported', async () => {
    await using ends = await meet();
    ends.agent.update('child', call({ locations: [{ path: 'a' }] }));
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([{ locations: [{ path: 'a' }] }]);
    expect(ends.lostRows).toEqual(['paths']);
  });
});

describe('plan', () => {
  const entries = [{ content: 'Do it', priority: 'high', status: 'pending' }];

  test('the one plan has a name', async () => {
    const { told } = await cross({ sessionUpdate: 'plan', entries, _meta: { a: 1 } });
    expect(told).toEqual([
      { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'main', entries }, _meta: { a: 1 } },
    ]);
  });

  test.each([
    { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries } },
    { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: '# Do it' } },
    { sessionUpdate: 'plan_removed', planId: 'p' },
  ])('named plans cross as they are: %j', async (update) => {
    expect(await cross(update)).toEqual({ told: [update], lost: [] });
  });
});

describe('available_commands_update', () => {
  test('commands and their input get a type', async () => {
    const availableCommands = [
      { name: 'plan', description: 'Plans', input: { hint: 'what' } },
      { name: 'stop', description: 'Stops', input: null },
    ];
    const { told } = await cross({ sessionUpdate: 'available_commands_update', availableCommands });
    expect(told).toEqual([
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { type: 'command', name: 'plan', description: 'Plans', input: { type: 'text', hint: 'what' } },
          { type: 'command', name: 'stop', description: 'Stops', input: null },
        ],
      },
    ]);
  });
});

describe('notice and compaction', () => {
  test.each([
    { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: null },
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' },
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed', summary: [textOf('a')], error: null },
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed', summary: null },
    { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: textOf('a') },
  ])('%j crosses as it is', async (update) => {
    expect(await cross(update)).toEqual({ told: [update], lost: [] });
  });
});

describe('subagents and session messages', () => {
  test.each([
    {
      sessionUpdate: 'subagent_update',
      sessionId: 'child',
      title: 'Helper',
      state: { state: 'running' },
      cwd: '/else',
    },
    {
      sessionUpdate: 'subagent_update',
      sessionId: 'child',
      state: { state: 'idle', stopReason: 'end_turn' },
      cwd: null,
    },
    { sessionUpdate: 'session_message', messageId: 'm', recipientSessionId: 'child', content: [textOf('go')] },
    { sessionUpdate: 'session_message', messageId: 'm', content: null },
    { sessionUpdate: 'session_message_chunk', messageId: 'm', content: textOf('on') },
  ])('%j crosses as it is', async (update) => {
    expect(await cross(update)).toEqual({ told: [update], lost: [] });
  });

  test('the paths of a child begin in its directory, which may begin in that of its parent', async () => {
    await using ends = await meetInSession();
    ends.agent.update('s1', {
      sessionUpdate: 'subagent_update',
      sessionId: 'child',
      cwd: 'sub',
      additionalDirectories: ['/x', 'y'],
    });
    ends.agent.update('child', call({ locations: [{ path: 'a' }] }));
    ends.agent.update('s1', { sessionUpdate: 'subagent_update', sessionId: 'child', cwd: null });
    ends.agent.update('child', call({ locations: [{ path: 'a' }] }));
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([
      { cwd: '/work/sub', additionalDirectories: ['/x', '/work/y'] },
      { locations: [{ path: '/work/sub/a' }] },
      { cwd: null },
      { locations: [{ path: '/work/a' }] },
    ]);
  });
});

describe('content blocks', () => {
  test('what both versions share crosses as it is, wherever it is', async () => {
    const blocks = [
      { type: 'image', data: 'AA==', mimeType: 'image/png', uri: null },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
      { type: 'resource_link', name: 'a', uri: 'file:///a', size: 3 },
    ];
    const chunks = blocks.map((content) => says('', { messageId: 'm', content }));
    expect(await cross(...chunks)).toEqual({ told: chunks, lost: [] });
  });
});

describe('resource_link.size', () => {
  test('a negative one is left out, in a chunk with an id too', async () => {
    const content = { type: 'resource_link', name: 'a', uri: 'file:///a' };
    const { told, lost } = await cross(says('', { messageId: 'm', content: { ...content, size: -1 } }));
    expect(told).toEqual([says('', { messageId: 'm', content })]);
    expect(lost).toEqual(['resource_link.size']);
  });
});

describe('unknown enum values', () => {
  test('a role that version 1 does not have is left out of what it is asked', async () => {
    await using ends = await meetInSession();
    const block = { type: 'text', text: 'x', annotations: { audience: ['user', '_robot'] } };
    ends.client.request('session/prompt', { sessionId: 's1', prompt: [block] });
    await ends.settle();
    expect(ends.agent.takeOne().params).toMatchObject({ prompt: [{ text: 'x', annotations: { audience: ['user'] } }] });
    expect(ends.lostRows).toEqual(['unknown enum values']);
    await ends.advance(1000);
    // The client gets its message as it sent it.
    expect(ends.client.updates('s1')[0]).toMatchObject({ sessionUpdate: 'user_message', content: [block] });
  });
});

describe('a custom field of a tool call', () => {
  test('is passed on in the first update and later, also when it is null', async () => {
    const { told, lost } = await cross(call({ 'x-a': null, kind: null }), change({ 'x-a': 1, 'x-b': null }));
    expect(told).toEqual([change({ title: 'Read', 'x-a': null }), change({ 'x-a': 1, 'x-b': null })]);
    expect(lost).toEqual([]);
  });
});

describe('current_mode_update', () => {
  test('to a mode with an empty id becomes that value of the option', async () => {
    const modes = { currentModeId: 'a', availableModes: ['a', ''].map((id) => ({ id, name: `mode ${id}` })) };
    await using ends = await meetInSession({}, { modes });
    ends.agent.update('s1', { sessionUpdate: 'current_mode_update', currentModeId: '' });
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([
      { sessionUpdate: 'config_option_update', configOptions: [{ category: 'mode', currentValue: '' }] },
    ]);
    expect(ends.lostRows).toEqual([]);
  });
});

describe('in strict mode', () => {
  test.each([
    ['a line 0', { locations: [{ path: '/a', line: 0 }] }],
    ['an unknown terminal', { content: [{ type: 'terminal', terminalId: 'nowhere' }] }],
    ['a priority out of range', { content: [{ type: 'content', content: { ...textOf('a'), annotations } }] }],
  ])('%s is left out of a tool call, and its status arrives', async (_, lossy) => {
    await using ends = await meetInSession({ strict: true, agentCapabilities: able });
    ends.agent.update('s1', call({ ...lossy, status: 'in_progress' }));
    ends.agent.update('s1', change({ ...lossy, status: 'completed' }));
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([
      { ...change({ title: 'Read', status: 'in_progress' }) },
      change({ status: 'completed' }),
    ]);
    expect(ends.lostRows).toHaveLength(2);
  });
});

describe('unknown updates', () => {
  test('a custom one is passed on unchanged, and nothing is lost', async () => {
    const update = { sessionUpdate: '_weather', degrees: 3 };
    expect(await cross(update)).toEqual({ told: [update], lost: [] });
  });

  test('an unknown one is passed on too, because version 2 allows it', async () => {
    const update = { sessionUpdate: 'weather', degrees: 3 };
    expect(await cross(update)).toEqual({ told: [update], lost: [] });
  });

  test('one of version 2 is unknown in version 1', async () => {
    expect(await cross({ sessionUpdate: 'state_update', state: 'running' })).toEqual({
      told: [],
      lost: ['unknown updates'],
    });
  });

  test('a known one that is malformed is dropped and reported', async () => {
    await using ends = await meetInSession();
    ends.agent.update('s1', { sessionUpdate: 'agent_message_chunk', content: 3 });
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([]);
    expect(ends.reports).toMatchObject([{ kind: 'malformed', from: 'agent' }]);
  });

  test('a made-up one is a sign of work', async () => {
    await using ends = await meetInSession();
    await prompt(ends);
    ends.agent.update('s1', { sessionUpdate: '_weather' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([
      { result: { messageId: 'id-1' } },
      'user_message',
      'running',
      '_weather',
    ]);
  });
});
