/** The updates that a client of version 1 receives: messages, plans, notices and the rest. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chunk, idle, outgoing, open, opened, prompt, running, text } from './open-session.test-support.ts';

const whole = (messageId: string, ...words: string[]): object => ({
  sessionUpdate: 'agent_message',
  messageId,
  content: words.map(text),
});

describe('message chunks', () => {
  test('are passed on unchanged, with unknown fields', async () => {
    await using ends = await opened();
    const update = { ...chunk('a', 'hi'), _meta: { x: 1 }, future: true };
    ends.agent.notify('session/update', { sessionId: 's', update, _meta: { trace: 't' } });
    await ends.settle();
    expect(ends.client.takeOne()).toEqual({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update, _meta: { trace: 't' } },
    });
  });
});

describe('plain text', () => {
  test('is remembered, however much comes before anything else does', async () => {
    await using ends = await opened();
    await open(ends, 'other');
    const pieces = Array.from({ length: 1000 }, (_, index) => `piece ${index} `);
    for (const [index, piece] of pieces.entries()) {
      ends.agent.update('s', chunk('a', piece));
      if (index % 3 === 0) ends.agent.update('other', chunk('a', piece));
    }
    ends.agent.update('s', whole('a', `${pieces.join('')}and the end`));
    ends.agent.update('other', whole('a', pieces.filter((_, index) => index % 3 === 0).join('')));
    ends.agent.update('s', whole('a', 'another beginning'));
    await ends.settle();
    expect(ends.client.updates('s').at(-1)).toEqual(chunk('a', 'and the end'));
    expect(ends.client.take()).toHaveLength(1000 + 334 + 1);
    expect(ends.lostRows).toEqual(['whole messages']);
  });

  test('is remembered before the next request and the next answer', async () => {
    await using ends = await opened();
    ends.agent.update('s', chunk('a', 'one'));
    ends.client.request('session/list', {});
    await ends.settle();
    ends.agent.update('s', chunk('a', ' two'));
    ends.agent.answer(ends.agent.takeOne().id, { sessions: [] });
    ends.agent.update('s', whole('a', 'one two'));
    await ends.settle();
    expect(ends.client.updates('s')).toEqual([chunk('a', 'one'), chunk('a', ' two')]);
    expect(ends.reports).toEqual([]);
  });

  test('shows that the agent works, for one that never says so', async () => {
    await using ends = await opened();
    for (const words of ['first', 'second']) {
      const { id } = await prompt(ends, words);
      ends.agent.answer(id, { messageId: words });
      ends.agent.update('s', chunk(`to ${words}`, 'Done.'));
      ends.agent.update('s', idle);
      await ends.settle();
      expect(ends.client.take().at(-1)).toMatchObject({ result: { stopReason: 'end_turn' } });
    }
  });
});

describe('content blocks', () => {
  test('that version 1 does not have are left out, and icons with them', async () => {
    await using ends = await opened();
    ends.agent.update('s', { ...chunk('a', ''), content: { type: '_video', url: 'x' } });
    const link = { type: 'resource_link', name: 'n', uri: 'file:///n' };
    ends.agent.update('s', { ...chunk('a', ''), content: { ...link, icons: [{ src: 'https://x/i.png' }] } });
    await ends.settle();
    expect(outgoing(ends)).toEqual([{ ...chunk('a', ''), content: link }]);
    expect(ends.lostRows).toEqual(['content blocks', 'content blocks']);
  });
});

describe('whole messages', () => {
  test('become chunks, one per block', async () => {
    await using ends = await opened();
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    ends.agent.update('s', { ...whole('a', 'one'), content: [text('one'), image], _meta: { x: 1 } });
    ends.agent.update('s', { sessionUpdate: 'agent_thought', messageId: 't', content: [text('hm')] });
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { ...chunk('a', 'one'), _meta: { x: 1 } },
      { ...chunk('a', ''), content: image },
      chunk('t', 'hm', 'agent_thought'),
    ]);
    expect(ends.reports).toEqual([]);
  });

  test('that say what was said before make nothing, and those that go on give the rest', async () => {
    await using ends = await opened();
    for (const update of [
      chunk('a', 'one '),
      chunk('a', 'two'),
      whole('a', 'one two'),
      whole('a', 'one ', 'two three'),
    ]) {
      ends.agent.update('s', update);
    }
    ends.agent.update('s', whole('a', 'one two three'));
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('a', 'one '), chunk('a', 'two'), chunk('a', ' three')]);
    expect(ends.reports).toEqual([]);
  });

  test('that say something else are lost, and the client keeps what it has', async () => {
    await using ends = await opened();
    for (const update of [chunk('a', 'one'), whole('a', 'two'), { ...whole('a'), content: null }, whole('a', 'one!')]) {
      ends.agent.update('s', update);
    }
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('a', 'one'), chunk('a', '!')]);
    expect(ends.lostRows).toEqual(['whole messages', 'whole messages']);
  });

  test('with nothing but an id say nothing, so nothing is lost', async () => {
    await using ends = await opened();
    ends.agent.update('s', { sessionUpdate: 'agent_message', messageId: 'a' });
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    expect(ends.lostRows).toEqual([]);
  });

  test('are compared only as far as they are kept', async () => {
    await using ends = await opened({ limits: { messageCharacters: 10, remembered: 2 } });
    for (const update of [
      chunk('a', 'long enough'),
      whole('a', 'long enough'),
      chunk('b', 'short'),
      whole('b', 'short'),
    ]) {
      ends.agent.update('s', update);
    }
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('a', 'long enough'), chunk('b', 'short')]);
    expect(ends.lostRows).toEqual(['whole messages']);
  });

  test('give the same text, however they are cut into chunks and repeated', async () => {
    const pieces = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.string(), fc.boolean()), { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(pieces, async (steps) => {
        await using ends = await opened();
        const texts: Record<string, string> = { a: '', b: '' };
        for (const [id, words, isWhole] of steps) {
          texts[id] += words;
          ends.agent.update('s', isWhole ? whole(id, texts[id] ?? '') : chunk(id, words));
        }
        await ends.settle();
        const got: Record<string, string> = { a: '', b: '' };
        for (const update of ends.client.updates('s') as { messageId: string; content: { text: string } }[]) {
          got[update.messageId] += update.content.text;
        }
        expect(got).toEqual(texts);
        expect(ends.reports).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('plan', () => {
  const entry = (content: string, status = 'pending'): object => ({ content, priority: 'medium', status });
  const plan = (planId: string, ...entries: object[]): object => ({
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId, entries },
  });

  test('loses its id for clients with one plan', async () => {
    await using ends = await opened();
    ends.agent.update('s', plan('main', entry('a')));
    ends.agent.update('s', plan('main', entry('a', 'completed')));
    ends.agent.update('s', { sessionUpdate: 'plan_removed', planId: 'main' });
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'plan', entries: [entry('a')] },
      { sessionUpdate: 'plan', entries: [entry('a', 'completed')] },
      { sessionUpdate: 'plan', entries: [] },
    ]);
    expect(ends.reports).toEqual([]);
  });

  test('is shown together with others, and without kinds that have no entries', async () => {
    await using ends = await opened();
    ends.agent.update('s', plan('one', entry('a')));
    ends.agent.update('s', plan('two', entry('b', 'cancelled')));
    ends.agent.update('s', { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'one', content: '# a' } });
    await ends.settle();
    expect(outgoing(ends)).toEqual([
      { sessionUpdate: 'plan', entries: [entry('a')] },
      { sessionUpdate: 'plan', entries: [entry('a'), entry('b', 'completed')] },
      { sessionUpdate: 'plan', entries: [entry('b', 'completed')] },
    ]);
    expect(ends.lostRows).toEqual(['plan', 'plan', 'plan']);
  });

  test('crosses as it is for clients with many plans', async () => {
    await using ends = await opened({ capabilities: { plan: {} } });
    const markdown = { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'm', content: '# a' } };
    const removed = { sessionUpdate: 'plan_removed', planId: 'm' };
    for (const update of [plan('one', entry('a')), markdown, removed]) ends.agent.update('s', update);
    await ends.settle();
    expect(outgoing(ends)).toEqual([plan('one', entry('a')), markdown, removed]);
    ends.agent.update('s', plan('one', entry('a', 'cancelled')));
    ends.agent.update('s', { sessionUpdate: 'plan_update', plan: { type: '_chart', planId: 'c' } });
    await ends.settle();
    expect(outgoing(ends)).toEqual([plan('one', entry('a', 'completed'))]);
    expect(ends.lostRows).toEqual(['plan', 'plan']);
  });
});

describe('notice and compaction', () => {
  const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'The model is busy.' };
  const compaction = { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' };
  const summary = { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text('so far') };

  test('cross for clients that take them', async () => {
    await using ends = await opened({ capabilities: { session: { notices: {}, compaction: {} } } });
    for (const update of [notice, compaction, summary]) ends.agent.update('s', update);
    await ends.settle();
    expect(outgoing(ends)).toEqual([notice, compaction, summary]);
  });

  test('become a message, or nothing, for others', async () => {
    await using ends = await opened({ mintId: () => 'minted' });
    for (const update of [notice, compaction, summary]) ends.agent.update('s', update);
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('minted', 'warning: Slow\n\nThe model is busy.')]);
    expect(ends.lostRows).toEqual(['notice and compaction', 'notice and compaction']);
  });
});

describe('subagents and session messages', () => {
  const subagent = {
    sessionUpdate: 'subagent_update',
    sessionId: 'child',
    title: 'Searcher',
    state: { state: 'running' },
  };
  const message = { sessionUpdate: 'session_message', messageId: 'x', content: [text('hi')] };
  const piece = { sessionUpdate: 'session_message_chunk', messageId: 'x', content: text('!') };

  test('cross for clients that show them', async () => {
    await using ends = await opened({ capabilities: { subagents: {} } });
    for (const update of [subagent, message, piece]) ends.agent.update('s', update);
    ends.agent.update('child', chunk('a', 'found'));
    await ends.settle();
    expect(outgoing(ends)).toEqual([subagent, message, piece, chunk('a', 'found')]);
  });

  test('are kept from others, and so is what subagents say', async () => {
    await using ends = await opened();
    for (const update of [subagent, subagent, message, piece]) ends.agent.update('s', update);
    ends.agent.update('child', chunk('a', 'found'));
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    expect(new Set(ends.lostRows)).toEqual(new Set(['subagents and session messages']));
  });
});

describe('usage', () => {
  test('and session information cross as they are', async () => {
    await using ends = await opened();
    const usage = { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'EUR' } };
    const info = { sessionUpdate: 'session_info_update', title: null };
    for (const update of [usage, info]) ends.agent.update('s', update);
    await ends.settle();
    expect(outgoing(ends)).toEqual([usage, info]);
  });
});

describe('whole messages without content', () => {
  test.each([
    ['null', { content: null }],
    ['an empty list', { content: [] }],
    ['nothing but metadata', { _meta: { a: 1 } }],
    ['cleared metadata', { _meta: null }],
  ])('with %s are reported and dropped, whether the client has the message or not', async (_, fields) => {
    await using ends = await opened();
    ends.agent.update('s', { sessionUpdate: 'agent_message', messageId: 'm', ...fields });
    ends.agent.update('s', chunk('m', 'a'));
    ends.agent.update('s', { sessionUpdate: 'agent_message', messageId: 'm', ...fields });
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('m', 'a')]);
    expect(ends.lostRows).toEqual(['whole messages', 'whole messages']);
  });
});

describe('unknown updates', () => {
  test('are reported and dropped, because a client of version 1 knows a closed list', async () => {
    await using ends = await opened();
    ends.agent.update('s', { sessionUpdate: '_x', a: 1 });
    ends.agent.update('s', { sessionUpdate: 'toString' });
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    expect(ends.lostRows).toEqual(['unknown updates', 'unknown updates']);
  });
});

describe('two sessions', () => {
  const step = fc.record({
    session: fc.constantFrom('s', 't'),
    kind: fc.constantFrom('message', 'thought', 'tool', 'content', 'terminal', 'usage', 'state'),
  });

  test('each keep their order, however they alternate', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await using ends = await opened();
        await open(ends, 't');
        const sent: Record<string, number[]> = { s: [], t: [] };
        for (const [index, { session, kind }] of steps.entries()) {
          const updates: Record<string, object> = {
            message: chunk('a', `${index}`),
            thought: chunk('b', `${index}`, 'agent_thought'),
            tool: { sessionUpdate: 'tool_call_update', toolCallId: 'tool', title: `${index}`, status: 'in_progress' },
            content: {
              sessionUpdate: 'tool_call_content_chunk',
              toolCallId: 'tool',
              content: { type: 'content', content: text(`${index}`) },
            },
            terminal: { sessionUpdate: 'terminal_output_chunk', terminalId: 'x', data: btoa('x') },
            usage: { sessionUpdate: 'usage_update', used: index, size: 100 },
            state: index % 2 === 0 ? running : idle,
          };
          ends.agent.update(session, updates[kind] ?? {});
          if (kind !== 'terminal' && kind !== 'state') sent[session]?.push(index);
        }
        await ends.advance(100);
        for (const session of ['s', 't']) {
          const got: number[] = [];
          for (const update of ends.client.updates(session)) {
            // The last item of a content that was sent again is what it was sent for.
            for (const number of numbersIn(update)) if (!got.includes(number)) got.push(number);
          }
          expect(got).toEqual(sent[session]);
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** The numbers that stand in an update, in order. */
function numbersIn(update: unknown): number[] {
  const { used, title, content } = update as { used?: number; title?: string; content?: unknown };
  if (used !== undefined) return [used];
  const own = title === undefined || title === 'Tool call' ? [] : [Number(title)];
  const items = content === undefined ? [] : [content].flat();
  const texts = items.map(
    (item) =>
      (item as { text?: string; content?: { text: string } }).text ??
      (item as { content: { text: string } }).content.text,
  );
  return [...texts.map(Number), ...own];
}
