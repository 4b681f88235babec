/** Tool calls, what they show, and what the agent asks about them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chunk, idle, outgoing, opened, prompt, running, text } from './open-session.test-support.ts';

const call = (fields: object): object => ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });
const item = (words: string): object => ({ type: 'content', content: text(words) });
const piece = (words: string, toolCallId = 't'): object => ({
  sessionUpdate: 'tool_call_content_chunk',
  toolCallId,
  content: item(words),
});
const terminal = { type: 'terminal', terminalId: 'x' };
const output = (words: string): object => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId: 'x',
  data: btoa(words),
});

const binary = {
  type: 'diff',
  changes: [{ operation: 'modify', path: '/work/a.png', fileType: 'binary' }],
};

/** How long pieces are waited for. */
const moment = 50;

interface ShownItem {
  readonly content: { readonly text: string };
  readonly _meta?: Readonly<
    Record<string, { readonly items: number; readonly bytes: number; readonly update: number }>
  >;
}

/** The texts that message `update` of a tool call stands for, counted from one. */
function wholeOf(carrying: readonly (readonly ShownItem[])[], update: number): string[] {
  const shown = carrying[update - 1] ?? [];
  const earlier = shown[0]?._meta?.['_acp-stack.dev/earlier'];
  if (earlier === undefined) return shown.map(({ content }) => content.text);
  const before = wholeOf(carrying, earlier.update).slice(0, earlier.items);
  return [...before, ...shown.slice(1).map(({ content }) => content.text)];
}

describe('tool calls', () => {
  test('are announced once and changed afterwards', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Read', kind: 'read', capabilities: { cancel: {} }, rawInput: { a: 1 } }));
    ends.agent.update('s', call({ status: 'in_progress' }));
    ends.agent.update('s', call({ content: [item('one')], locations: null, status: 'completed', _meta: { x: 1 } }));
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read', kind: 'read', rawInput: { a: 1 } },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        content: [item('one')],
        locations: [],
        status: 'completed',
        _meta: { x: 1 },
      },
    ]);
    // Version 1 cannot cancel a single tool call.
    expect(ends.lostRows).toEqual(['tool calls']);
  });

  test('always have a title', async () => {
    await using ends = await opened();
    const named = { title: 'Read', name: 'read_file', kind: 'read' };
    for (const [index, fields] of [named, { name: 'read_file', kind: 'read' }, { kind: 'read' }, {}].entries()) {
      ends.agent.update('s', { sessionUpdate: 'tool_call_update', toolCallId: `${index}`, ...fields });
    }
    await ends.settle();
    expect(outgoing(ends).map((update) => (update as { title: string }).title)).toEqual([
      'Read',
      'read_file',
      'read',
      'Tool call',
    ]);
  });

  test('make nothing of a change that is only for version 2', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Read' }));
    ends.agent.update('s', call({ capabilities: { cancel: {} } }));
    await ends.settle();
    expect(outgoing(ends)).toHaveLength(1);
  });

  test('report what version 1 cannot say', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Run', status: 'cancelled' }));
    ends.agent.update('s', call({ title: null, status: 'paused', kind: '_fly' }));
    await ends.settle();
    expect(outgoing(ends)).toMatchObject([{ status: 'failed' }, { status: 'in_progress', kind: 'other' }]);
    expect(ends.lostRows.toSorted()).toEqual(['tool calls', 'tool calls', 'tool calls', 'unknown enum values']);
  });

  test('are remembered up to a limit', async () => {
    await using ends = await opened({ limits: { remembered: 2 } });
    for (const toolCallId of ['a', 'b', 'c', 'a']) {
      ends.agent.update('s', { sessionUpdate: 'tool_call_update', toolCallId, status: 'pending' });
    }
    await ends.settle();
    expect(outgoing(ends).map((update) => (update as { sessionUpdate: string }).sessionUpdate)).toEqual(
      Array(4).fill('tool_call'),
    );
    expect(ends.losses).toMatchObject([{ row: 'tool calls', reason: expect.stringContaining('Only 2 tool calls') }]);
  });
});

describe('tool_call_content_chunk', () => {
  test('is joined with others for a moment, and the whole content is sent', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Run', content: [item('0')] }));
    for (const words of ['1', '2']) ends.agent.update('s', piece(words));
    await ends.settle();
    expect(outgoing(ends)).toHaveLength(1);
    await ends.advance(moment);
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [item('0'), item('1'), item('2')] },
    ]);
    await ends.advance(1000);
    expect(ends.client.take()).toEqual([]);
  });

  test('is sent before anything else of its session', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Run' }));
    ends.agent.update('s', piece('1'));
    ends.agent.update('s', chunk('a', 'done'));
    ends.agent.update('s', piece('2'));
    ends.agent.update('s', call({ status: 'completed' }));
    await ends.settle();
    expect(outgoing(ends).slice(1)).toEqual([
      { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [item('1')] },
      chunk('a', 'done'),
      { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [item('1'), item('2')] },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' },
    ]);
  });

  test('is sent before the prompt is answered, and before any request', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'go', 'p');
    ends.agent.answer(asked.id, { messageId: 'm' });
    for (const update of [running, piece('1')]) ends.agent.update('s', update);
    ends.agent.request('_x/ask', {});
    for (const update of [piece('2'), idle]) ends.agent.update('s', update);
    await ends.settle();
    expect(ends.client.take().map(({ method, id }) => method ?? id)).toEqual([
      'session/update',
      '_x/ask',
      'session/update',
      'p',
    ]);
  });

  test('announces an unknown tool call', async () => {
    await using ends = await opened();
    ends.agent.update('s', piece('1'));
    await ends.advance(moment);
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Tool call', content: [item('1')] },
    ]);
  });

  test('is sent when the connection ends', async () => {
    await using ends = await opened({ peer: 'agent' });
    ends.agent.update('s', piece('1'));
    await ends.settle();
    ends.agent.close();
    await ends.settle();
    expect(ends.client.updates('s')).toHaveLength(1);
    expect(ends.clock.pending).toBe(0);
  });

  test('adds to content that is kept up to a limit; beyond it the last state is referred to, which is reported once', async () => {
    await using ends = await opened({ limits: { toolContentBytes: 1000 } });
    ends.agent.update('s', call({ title: 'Run' }));
    for (let index = 0; index < 100; index += 1) ends.agent.update('s', piece(`line ${index}`));
    await ends.advance(moment);
    const updates = outgoing(ends) as { content: ShownItem[] }[];
    const { content } = updates.at(-1) ?? { content: [] };
    const texts = content.map((each) => each.content.text);
    const earlier = content[0]?._meta?.['_acp-stack.dev/earlier'];
    expect(texts[0]).toBe(
      `[${earlier?.items} earlier items (${earlier?.bytes} bytes): as shown in update ${earlier?.update} of this tool call.]`,
    );
    expect(texts.at(-1)).toBe('line 99');
    expect(texts.length).toBeLessThan(20);
    expect(ends.losses).toMatchObject([
      {
        row: 'tool_call_content_chunk',
        reason: expect.stringMatching(
          /^The tool call t has more content than is kept; \d+ earlier items \(\d+ bytes\) are/,
        ),
        from: 'agent',
        method: 'session/update',
        sessionId: 's',
      },
    ]);
  });

  test('can be put together again from the references, also beyond the limit', async () => {
    await using ends = await opened({ limits: { toolContentBytes: 1000 } });
    ends.agent.update('s', call({ title: 'Run' }));
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    for (const [index, line] of lines.entries()) {
      ends.agent.update('s', piece(line));
      if (index % 7 === 0) ends.agent.update('s', chunk('a', 'meanwhile'));
    }
    await ends.advance(moment);
    const carrying = (outgoing(ends) as { toolCallId?: string; content?: ShownItem[] }[]).flatMap(
      ({ toolCallId, content }) => (toolCallId === undefined || content === undefined ? [] : [content]),
    );
    expect(wholeOf(carrying, carrying.length)).toEqual(lines);
  });

  test('makes room among the tool calls of its session', async () => {
    await using ends = await opened({ limits: { toolContentBytes: 1000 } });
    for (let index = 0; index < 10; index += 1) {
      ends.agent.update('s', piece('x'.repeat(300), `${index}`));
      await ends.advance(moment);
    }
    ends.agent.update('s', piece('again', '0'));
    await ends.advance(moment);
    expect(outgoing(ends).at(-1)).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: '0',
      content: [
        {
          ...item('[1 earlier item (300 bytes): as shown in update 1 of this tool call.]'),
          _meta: { '_acp-stack.dev/earlier': { items: 1, bytes: 300, update: 1 } },
        },
        item('again'),
      ],
    });
    expect(ends.lostRows).toEqual(['tool_call_content_chunk']);
  });

  test('never changes the final content by being joined', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('piece'), toolCallId: fc.constantFrom('t', 'u'), words: fc.string() }),
      fc.record({ kind: fc.constant('content'), toolCallId: fc.constantFrom('t', 'u'), words: fc.string() }),
      fc.record({ kind: fc.constantFrom('wait', 'speak', 'ask'), toolCallId: fc.constant(''), words: fc.constant('') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await using ends = await opened();
        const expected = new Map<string, object[]>();
        for (const { kind, toolCallId, words } of steps) {
          if (kind === 'wait') await ends.advance(moment);
          if (kind === 'speak') ends.agent.update('s', chunk('a', 'x'));
          if (kind === 'ask') ends.agent.request('_x/ask', {});
          if (kind === 'piece') {
            ends.agent.update('s', piece(words, toolCallId));
            expected.set(toolCallId, [...(expected.get(toolCallId) ?? []), item(words)]);
          }
          if (kind === 'content') {
            ends.agent.update('s', { ...call({ content: [item(words)] }), toolCallId });
            expected.set(toolCallId, [item(words)]);
          }
        }
        await ends.advance(moment);
        const got = new Map<string, object[]>();
        for (const update of ends.client.updates('s') as { toolCallId?: string; content: object[] }[]) {
          if (update.toolCallId !== undefined) got.set(update.toolCallId, update.content);
        }
        expect(got).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a custom field of a tool call', () => {
  test('is passed on in the first update and later, also when it is null', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ 'x-first': null, 'x-second': 2, title: null }));
    ends.agent.update('s', call({ 'x-first': 1, 'x-second': null }));
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Tool call', 'x-first': null, 'x-second': 2 },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', 'x-first': 1, 'x-second': null },
    ]);
    expect(ends.lostRows).toEqual([]);
  });

  test('is passed on when a piece of content came first', async () => {
    await using ends = await opened();
    ends.agent.update('s', piece('one'));
    ends.agent.update('s', call({ 'x-first': null, title: 'Run' }));
    await ends.settle();
    expect(outgoing(ends).at(-1)).toMatchObject({ title: 'Run', 'x-first': null });
  });
});

describe('in strict mode', () => {
  test.each([
    ['a cleared title', { title: null }, {}],
    ['an unknown kind', { kind: '_dance' }, {}],
    ['content of an unknown type', { content: [{ type: '_song' }] }, {}],
    ['a diff that is not text', { content: [binary] }, {}],
    ['a cleared raw value beside others', { rawInput: null, rawOutput: 3 }, { rawOutput: 3 }],
  ])('%s is left out of the last update of a tool call, and its status arrives', async (_, lossy, kept) => {
    await using ends = await opened({ strict: true });
    ends.agent.update('s', call({ title: 'Run', status: 'in_progress' }));
    ends.agent.update('s', call({ ...lossy, status: 'completed' }));
    await ends.settle();
    expect(outgoing(ends)[1]).toEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      ...kept,
      status: 'completed',
    });
    expect(ends.losses).toMatchObject([{ reason: expect.stringContaining('Strict mode: left out') as string }]);
  });

  test.each([
    ['cancelled', 'failed'],
    ['paused', 'in_progress'],
    ['_resting', 'in_progress'],
  ])('the status %s becomes %s, which is reported', async (status, became) => {
    await using ends = await opened({ strict: true });
    ends.agent.update('s', call({ title: 'Run', kind: '_dance', status }));
    await ends.settle();
    expect(outgoing(ends)).toEqual([{ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run', status: became }]);
    expect(ends.losses).toHaveLength(2);
  });

  test('a permission request is refused as a whole, so that nothing is approved unseen', async () => {
    await using ends = await opened({ strict: true });
    const subject = { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Run', content: [terminal] } };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    ends.agent.request('session/request_permission', { sessionId: 's', title: 'Run it?', subject, options }, 'p');
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    expect(ends.agent.take()).toMatchObject([{ id: 'p', error: { code: -32_602 } }]);
  });
});

describe('terminal content', () => {
  test('becomes the text that the terminal has shown, in any order of arrival', async () => {
    await using ends = await opened();
    ends.agent.update('s', output('$ ls\r\n'));
    ends.agent.update('s', call({ title: 'Run', content: [item('before'), terminal] }));
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run', content: [item('before'), item('$ ls\n')] },
    ]);
    ends.agent.update('s', output('\u001B[32ma.txt\u001B[0m\r\n'));
    ends.agent.update('s', { sessionUpdate: 'terminal_update', terminalId: 'x', exitStatus: { exitCode: 0 } });
    await ends.advance(moment);
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [item('before'), item('$ ls\na.txt\n')] },
    ]);
    expect(ends.losses).toMatchObject([
      { row: 'terminal content' },
      { row: 'display terminals', reason: expect.stringContaining('exitStatus') },
    ]);
  });

  test('is left out of a tool call in strict mode, and the rest arrives', async () => {
    await using ends = await opened({ strict: true });
    ends.agent.update('s', call({ title: 'Run', content: [terminal] }));
    ends.agent.update('s', call({ content: [item('a'), terminal], status: 'completed' }));
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run' },
      { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' },
    ]);
    expect(ends.lostRows).toEqual(['terminal content', 'terminal content']);
  });

  test('stays a terminal when the client runs it', async () => {
    await using ends = await opened({ extras: true, capabilities: { terminal: true } });
    ends.agent.request('terminal/create', { sessionId: 's', command: 'ls' }, 'c');
    await ends.settle();
    ends.client.answer('c', { terminalId: 'x' });
    await ends.settle();
    ends.agent.update('s', call({ title: 'Run', content: [terminal] }));
    await ends.settle();
    expect(ends.client.updates('s')).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run', content: [terminal] },
    ]);
    expect(ends.lostRows).toEqual([]);
  });
});

describe('display terminals', () => {
  test('start anew with a snapshot, and make nothing while no tool call shows them', async () => {
    await using ends = await opened();
    ends.agent.update('s', output('old'));
    ends.agent.update('s', { sessionUpdate: 'terminal_update', terminalId: 'x', output: { data: btoa('new') } });
    ends.agent.update('s', output('er'));
    await ends.advance(moment);
    expect(ends.client.take()).toEqual([]);
    expect(ends.reports).toEqual([]);
    ends.agent.update('s', idle);
    await ends.settle();
    expect(ends.losses).toMatchObject([
      { row: 'state_update' },
      { row: 'display terminals', reason: 'No tool call shows the terminal x; its output was left out.' },
    ]);
    ends.agent.update('s', call({ title: 'Run', content: [terminal] }));
    ends.agent.update('s', { sessionUpdate: 'terminal_update', terminalId: 'x', output: null });
    await ends.advance(moment);
    expect(outgoing(ends)).toMatchObject([{ content: [item('newer')] }, { content: [] }]);
  });

  test('keep the newest output', async () => {
    await using ends = await opened({ limits: { terminalBytes: 100 } });
    ends.agent.update('s', call({ title: 'Run', content: [terminal] }));
    for (let index = 0; index < 1000; index += 1) ends.agent.update('s', output(`line ${index}\n`));
    await ends.advance(moment);
    const last = outgoing(ends).at(-1) as { content: { content: { text: string } }[] };
    const lines = last.content[0]?.content.text.split('\n') ?? [];
    expect(lines[0]).toBe('[Earlier output was left out.]');
    expect(lines.slice(1).join('\n').length).toBeLessThanOrEqual(100);
    expect(lines.slice(1, -1).every((line) => /^line 9\d\d$/.test(line))).toBe(true);
    expect(lines.slice(-2)).toEqual(['line 999', '']);
    expect(last).toMatchObject({ content: [{ _meta: { '_acp-stack.dev/earlier': { bytes: expect.any(Number) } } }] });
    expect(ends.losses.map(({ reason }) => reason)).toEqual([
      'The terminal x of the agent became text.',
      expect.stringMatching(/^The terminal x has more output than is kept; its first \d+ bytes/),
    ]);
  });
});

describe('diff content', () => {
  const patch = (old: string, fresh: string): object => ({
    type: 'diff',
    changes: [{ operation: 'modify', path: '/w/a.txt', fileType: 'text' }],
    patch: {
      format: 'git_patch',
      text: `diff --git a/w/a.txt b/w/a.txt\n--- a/w/a.txt\n+++ b/w/a.txt\n@@ -2,1 +2,1 @@\n-${old}\n+${fresh}\n`,
    },
  });

  test('is shown as two texts where the bridge has seen the file', async () => {
    await using ends = await opened({ extras: true });
    ends.agent.request('fs/read_text_file', { sessionId: 's', path: '/w/a.txt' }, 'r');
    await ends.settle();
    ends.client.answer('r', { content: 'one\ntwo\nthree\n' });
    await ends.settle();
    ends.client.take();
    const content = [patch('two', '2')];
    const shown = { type: 'diff', path: '/w/a.txt', oldText: 'one\ntwo\nthree\n', newText: 'one\n2\nthree\n' };
    // The same change is sent again while the tool call goes on, and once more after it.
    for (const fields of [{ title: 'Edit', content }, { status: 'completed', content }, { content }]) {
      ends.agent.update('s', call(fields));
    }
    ends.agent.update('s', { ...call({ title: 'Edit', content: [patch('2', 'II')] }), toolCallId: 'u' });
    await ends.settle();
    expect(outgoing(ends).map((update) => (update as { content: object[] }).content)).toEqual([
      [shown],
      [shown],
      [shown],
      [{ ...shown, oldText: 'one\n2\nthree\n', newText: 'one\nII\nthree\n' }],
    ]);
    expect(ends.lostRows).toEqual([]);
  });

  test('is shown as text where it has not', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Edit', content: [patch('two', '2')] }));
    await ends.settle();
    expect(JSON.stringify(outgoing(ends))).toContain('+2');
    expect(ends.lostRows).toContain('diff content');
  });
});

describe('tool calls', () => {
  test('nothing is lost when a tool call that the client does not know is cleared', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Read', name: null, rawInput: null, rawOutput: null, kind: null }));
    await ends.settle();
    expect(outgoing(ends)).toEqual([{ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read', kind: 'other' }]);
    expect(ends.reports).toEqual([]);
  });
});

describe('request_permission', () => {
  const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
  const ask = (subject?: object): object => ({ sessionId: 's', title: 'Really?', options, subject });

  test('is about the tool call, whose title stays', async () => {
    await using ends = await opened();
    ends.agent.update('s', call({ title: 'Delete', kind: 'delete' }));
    ends.agent.request('session/request_permission', ask({ type: 'tool_call', toolCall: { toolCallId: 't' } }), 'q');
    await ends.settle();
    expect(ends.client.take()[1]).toEqual({
      jsonrpc: '2.0',
      id: 'q',
      method: 'session/request_permission',
      params: { sessionId: 's', toolCall: { toolCallId: 't' }, options },
    });
    ends.client.answer('q', { outcome: { outcome: 'selected', optionId: 'y' } });
    await ends.settle();
    expect(ends.agent.takeOne()).toEqual({
      jsonrpc: '2.0',
      id: 'q',
      result: { outcome: { outcome: 'selected', optionId: 'y' } },
    });
    expect(ends.losses).toMatchObject([{ row: 'request_permission', reason: expect.stringContaining('Really?') }]);
  });

  test('may be the first that the client hears of a tool call, which is announced later with all of it', async () => {
    await using ends = await opened();
    const toolCall = { toolCallId: 't', kind: 'edit', rawInput: { a: 1 }, content: [item('one')] };
    ends.agent.request('session/request_permission', ask({ type: 'tool_call', toolCall }), 'q');
    await ends.settle();
    expect(ends.client.takeOne().params).toEqual({
      sessionId: 's',
      toolCall: { ...toolCall, title: 'Really?' },
      options,
    });
    ends.agent.update('s', call({ status: 'in_progress', title: 'Edit' }));
    await ends.settle();
    expect(outgoing(ends)).toEqual([{ sessionUpdate: 'tool_call', ...toolCall, title: 'Edit', status: 'in_progress' }]);
  });

  test('takes back what an earlier question said, although the tool call was not announced', async () => {
    await using ends = await opened();
    const first = { toolCallId: 't', title: 'Edit', rawInput: { a: 1 }, content: [item('one')] };
    ends.agent.request('session/request_permission', ask({ type: 'tool_call', toolCall: first }), 'q1');
    const second = { toolCallId: 't', rawInput: null, content: [] };
    ends.agent.request('session/request_permission', ask({ type: 'tool_call', toolCall: second }), 'q2');
    ends.agent.update('s', call({ status: 'completed' }));
    await ends.settle();
    const [, again, announced] = ends.client.take();
    expect(again?.params).toMatchObject({ toolCall: { toolCallId: 't', title: 'Edit', content: [] } });
    expect(announced?.params).toEqual({
      sessionId: 's',
      update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit', status: 'completed' },
    });
    // The questions themselves: the tool call has a title.
    expect(ends.lostRows).toEqual(['request_permission', 'request_permission']);
  });

  test('about something else gets a tool call of its own', async () => {
    await using ends = await opened({ mintId: () => 'minted' });
    ends.agent.request('session/request_permission', ask({ type: 'command', command: 'rm x', cwd: '/w' }), 'q');
    await ends.settle();
    expect(ends.client.takeOne().params).toMatchObject({
      toolCall: { toolCallId: 'minted', title: 'Really?', kind: 'execute', rawInput: { command: 'rm x', cwd: '/w' } },
    });
    expect(ends.lostRows).toEqual(['request_permission']);
  });

  test('is cancelled at the client when the agent cancels it', async () => {
    await using ends = await opened();
    ends.agent.request('session/request_permission', ask(), 'q');
    ends.agent.notify('$/cancel_request', { requestId: 'q' });
    await ends.settle();
    expect(ends.client.take()[1]).toMatchObject({ method: '$/cancel_request', params: { requestId: 'q' } });
    ends.client.answer('q', { outcome: { outcome: 'cancelled' } });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'q', result: { outcome: { outcome: 'cancelled' } } });
  });
});

describe('elicitation', () => {
  test('and its answer cross', async () => {
    await using ends = await opened({ capabilities: { elicitation: { form: {} } } });
    const params = {
      mode: 'form',
      message: 'Name?',
      sessionId: 's',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    };
    ends.agent.request('elicitation/create', params, 'q');
    await ends.settle();
    expect(ends.client.takeOne().params).toEqual(params);
    ends.client.answer('q', { action: 'accept', content: { name: 'Ada' } });
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual({ action: 'accept', content: { name: 'Ada' } });
  });
});

describe('elicitation', () => {
  const form = { mode: 'form', message: 'Name?', requestedSchema: { type: 'object', properties: {} } };

  test('about a request names it as the client does', async () => {
    await using ends = await opened({ capabilities: { elicitation: { form: {} } } });
    // Version 2 has no such ids, and none may be in use twice.
    ends.client.request('session/list', {}, null);
    await ends.settle();
    const { id: requestId } = ends.agent.takeOne();
    ends.agent.request('elicitation/create', { ...form, requestId });
    await ends.settle();
    expect(requestId).toEqual(expect.any(String));
    expect(ends.client.takeOne().params).toEqual({ ...form, requestId: null });
  });

  test('in a session that is closed meanwhile, or was before, is cancelled', async () => {
    await using ends = await opened({ capabilities: { elicitation: { form: {} } } });
    ends.agent.request('elicitation/create', { ...form, sessionId: 's' }, 'q1');
    ends.client.request('session/close', { sessionId: 's' }, 'c');
    await ends.settle();
    ends.agent.answer('c', {});
    ends.agent.request('elicitation/create', { ...form, sessionId: 's' }, 'q2');
    await ends.settle();
    expect(ends.agent.take().filter(({ method }) => method === undefined)).toMatchObject([
      { id: 'q1', result: { action: 'cancel' } },
      { id: 'q2', result: { action: 'cancel' } },
    ]);
    expect(ends.client.take().map(({ method, id }) => method ?? id)).toEqual([
      'elicitation/create',
      '$/cancel_request',
      'c',
    ]);
  });

  test('in a session that is being opened waits for it', async () => {
    await using ends = await opened({ capabilities: { elicitation: { form: {} } } });
    ends.client.request('session/new', { cwd: '/work', mcpServers: [] }, 'n');
    await ends.settle();
    ends.agent.request('elicitation/create', { ...form, sessionId: 'new' });
    ends.agent.answer('n', { sessionId: 'new' });
    await ends.settle();
    expect(ends.client.take().map(({ method, id }) => method ?? id)).toEqual(['n', 'elicitation/create']);
  });
});

describe('fs and terminal requests', () => {
  const read = { sessionId: 's', path: '/w/a.txt' };

  test('cross as they are for an agent that understands them', async () => {
    await using ends = await opened({ extras: true });
    ends.agent.request('fs/read_text_file', read, 'r');
    ends.agent.request('fs/write_text_file', { ...read, content: 'x' }, 'w');
    ends.agent.request('terminal/wait_for_exit', { sessionId: 's', terminalId: 'x' }, 't');
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { id: 'r', method: 'fs/read_text_file', params: read },
      { id: 'w', method: 'fs/write_text_file', params: { ...read, content: 'x' } },
      { id: 't', method: 'terminal/wait_for_exit' },
    ]);
    ends.client.answer('r', { content: 'one' });
    ends.client.refuse('w', { code: -32_602, message: 'outside' });
    ends.client.answer('t', { exitCode: 0 });
    await ends.settle();
    expect(ends.agent.take()).toEqual([
      { jsonrpc: '2.0', id: 'r', result: { content: 'one' } },
      { jsonrpc: '2.0', id: 'w', error: { code: -32_602, message: 'outside' } },
      { jsonrpc: '2.0', id: 't', result: { exitCode: 0 } },
    ]);
  });

  test('do not exist for other agents, and never for clients', async () => {
    await using ends = await opened();
    ends.agent.request('fs/read_text_file', read, 'r');
    ends.client.request('fs/read_text_file', read, 'c');
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'r', error: { code: -32_601 } });
    expect(ends.client.takeOne()).toMatchObject({ id: 'c', error: { code: -32_601 } });
  });

  test('to an MCP server of the client name it in both spellings [X-16]', async () => {
    await using ends = await opened();
    ends.agent.request('mcp/connect', { acpId: 'm' }, 'a');
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ method: 'mcp/connect', params: { serverId: 'm', acpId: 'm' } });
    ends.client.answer('a', { connectionId: 'c' });
    await ends.settle();
    expect(ends.agent.takeOne()).toEqual({ jsonrpc: '2.0', id: 'a', result: { connectionId: 'c' } });
  });

  test('of editor state and MCP cross as they are', async () => {
    await using ends = await opened();
    ends.agent.request('workspace/active_document', { sessionId: 's' }, 'a');
    ends.agent.request('mcp/connect', { serverId: 'm' }, 'b');
    await ends.settle();
    expect(ends.client.take()).toMatchObject([{ method: 'workspace/active_document' }, { method: 'mcp/connect' }]);
    ends.client.answer('a', { document: null });
    await ends.settle();
    expect(ends.agent.takeOne()).toEqual({ jsonrpc: '2.0', id: 'a', result: { document: null } });
  });
});

describe('long content', () => {
  test('is not sent again before everything else that is said meanwhile', async () => {
    await using ends = await opened();
    const line = 'x'.repeat(1000);
    let sent = 0;
    for (let index = 0; index < 300; index += 1) {
      const long = { type: 'content', content: { type: 'text', text: line } };
      ends.agent.update('s', { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'long', content: long });
      const thought = { type: 'text', text: `${index}` };
      ends.agent.update('s', { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: thought });
      sent += line.length;
    }
    ends.agent.update('s', { sessionUpdate: 'tool_call_update', toolCallId: 'long', status: 'completed' });
    await ends.settle();
    const got = ends.client.take();
    expect(JSON.stringify(got).length).toBeLessThan(4 * sent);
    const [content, end] = got.slice(-2) as unknown as {
      readonly params: { readonly update: Readonly<Record<string, unknown>> };
    }[];
    expect(content?.params.update['content']).toHaveLength(300);
    expect(end?.params.update).toMatchObject({ sessionUpdate: 'tool_call_update', status: 'completed' });
  });
});
