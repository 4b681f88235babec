/** How turns end, where an answer ends in the middle of something. */
import { describe, expect, test } from 'vitest';

import { openModelFixture, tool, type ModelFixture } from './model-fixture.test-support.ts';

const statuses = ({ heard }: ModelFixture): readonly string[] =>
  heard.flatMap((update) =>
    update.sessionUpdate === 'tool_call_update' && typeof update.status === 'string' ? [update.status] : [],
  );

describe.each(['openai', 'anthropic'] as const)('an answer with the interface of %s', (apiType) => {
  const never = tool('read', () => Promise.reject(new Error('This must not run.')));

  test.each([
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
  ] as const)('that ends with %s after a call runs nothing, and ends with %s', async (finish, stopReason) => {
    await using fixture = await openModelFixture({
      apiType,
      turns: [{ text: 'I look.', toolCalls: [{ name: 'read', input: { path: '/a' } }], finish }, { text: 'Yes?' }],
      tools: [never],
    });
    expect((await fixture.session.prompt('go')).stopReason).toBe(stopReason);
    expect(statuses(fixture)).toEqual(['pending', 'cancelled']);
    // The conversation can go on: every call that it has, has a result.
    expect((await fixture.session.prompt('and?')).stopReason).toBe('end_turn');
    expect(JSON.stringify(fixture.server.requests[1]?.body)).not.toContain('"/a"');
  });

  test('that breaks off in the arguments of a call is asked for again, and the call is not left open', async () => {
    const ran: unknown[] = [];
    const reading = tool('read', ({ path }) => {
      ran.push(path);
      return Promise.resolve({ forModel: 'red' });
    });
    const toolCalls = [{ name: 'read', input: { path: '/a' } }];
    await using fixture = await openModelFixture({
      apiType,
      turns: [{ toolCalls, reset: 3, hold: 3 }, { toolCalls }, { text: 'Red.' }],
      tools: [reading],
      limits: { firstPause: 0 },
    });
    const run = fixture.session.prompt('go');
    await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    (await fixture.server.request(1)).release();
    expect((await run).stopReason).toBe('end_turn');
    expect(ran).toEqual(['/a']);
    expect(statuses(fixture)).toEqual(['pending', 'cancelled', 'pending', 'in_progress', 'completed']);
  });

  test('shows the arguments of a call while they are written', async () => {
    const write = tool('write', () => Promise.resolve({ forModel: 'written' }), {
      inputSchema: { type: 'object', properties: { path: { type: 'string' }, text: { type: 'string' } } },
    });
    const pieces = ['{"path":"/rose', '.md","text":"A rose is', ' red."}'];
    await using fixture = await openModelFixture({
      apiType,
      turns: [
        { toolCalls: [{ name: 'write', arguments: pieces }], hold: apiType === 'openai' ? 3 : 4 },
        { text: 'Done.' },
      ],
      tools: [write],
    });
    const run = fixture.session.prompt('go');
    const shown = await fixture.hear(
      (update) => update.sessionUpdate === 'tool_call_update' && JSON.stringify(update.rawInput)?.includes('A rose is'),
    );
    // The answer is held in the middle of them.
    expect(shown).toMatchObject({ rawInput: { path: '/rose.md', text: 'A rose is' } });
    (await fixture.server.request(1)).release();
    expect((await run).stopReason).toBe('end_turn');
  });
});

test('an unknown reason ends the turn normally', async () => {
  const raw =
    'data: {"choices":[{"delta":{"content":"Well."}}]}\n\n' +
    'data: {"choices":[{"delta":{},"finish_reason":"because"}]}\n\ndata: [DONE]\n\n';
  await using fixture = await openModelFixture({ turns: [{ raw }] });
  expect((await fixture.session.prompt('go')).stopReason).toBe('end_turn');
});
