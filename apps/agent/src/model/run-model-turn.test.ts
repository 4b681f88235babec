/** The loop of a turn, with a mock service and a real client. */
import { settled, VirtualClock } from '@acp-stack/testing';
import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import {
  openModelFixture,
  promptAsV1,
  shown,
  tool,
  type ModelFixture,
  type ModelFixtureOptions,
} from './model-fixture.test-support.ts';

const usage = { input: 100, output: 20 };

/** What the client heard, without what every turn says. */
const news = ({ heard }: ModelFixture): readonly SessionUpdate[] =>
  heard.filter(({ sessionUpdate }) => !['user_message', 'state_update', 'usage_update'].includes(sessionUpdate));

const textOf = ({ heard }: ModelFixture, kind = 'agent_message_chunk'): string =>
  heard
    .filter(({ sessionUpdate }) => sessionUpdate === kind)
    .map((update) => (update as { content: { text: string } }).content.text)
    .join('');

/** The messages of a request to the model, instructions left out. */
const messagesOf = (fixture: ModelFixture, number: number): readonly unknown[] => {
  const { messages } = Object(fixture.server.requests[number - 1]?.body) as { messages: readonly { role: string }[] };
  return messages.filter(({ role }) => role !== 'system');
};

const reading = tool('read', ({ path }) =>
  Promise.resolve({ content: [shown(`content of ${String(path)}`)], rawOutput: { bytes: 3 } }),
);

describe.each(['openai', 'anthropic'] as const)('a turn with a model behind the interface of %s', (apiType) => {
  const open = (options: ModelFixtureOptions): Promise<ModelFixture> => openModelFixture({ apiType, ...options });

  test('streams thoughts and text, and says what was used', async () => {
    await using fixture = await open({ turns: [{ reasoning: 'hm so', text: 'Hello there.', usage }] });
    const outcome = await fixture.session.prompt('hi');
    expect(outcome).toMatchObject({
      stopReason: 'end_turn',
      usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 },
    });
    expect(textOf(fixture)).toBe('Hello there.');
    expect(textOf(fixture, 'agent_thought_chunk')).toBe('hm so');
    expect(news(fixture).map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'agent_thought_chunk',
      'agent_thought_chunk',
      'agent_message_chunk',
      'agent_message_chunk',
    ]);
    fixture.server.done();
  });

  test('runs a tool: pending while its input is written, then in progress, then completed', async () => {
    await using fixture = await open({
      turns: [
        { text: 'I look.', toolCalls: [{ name: 'read', input: { path: '/work/some/long/path.md' } }], usage },
        { text: 'Seen.', usage },
      ],
      tools: [reading],
    });
    expect((await fixture.session.prompt('look')).stopReason).toBe('end_turn');
    const calls = news(fixture).filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    expect(calls).toMatchObject([
      { title: 'read', name: 'read', kind: 'read', status: 'pending' },
      { rawInput: { path: '/work/so' } },
      { rawInput: { path: '/work/some/long/path.md' } },
      {
        title: 'read /work/some/long/path.md',
        rawInput: { path: '/work/some/long/path.md' },
        locations: [{ path: '/work/some/long/path.md' }],
        status: 'in_progress',
      },
      { status: 'completed', content: [shown('content of /work/some/long/path.md')], rawOutput: { bytes: 3 } },
    ]);
    expect(textOf(fixture)).toBe('I look.Seen.');
    const [first, second] = fixture.heard.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
    expect(first?.['messageId' as never]).toBe(second?.['messageId' as never]);
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('content of /work/some/long/path.md');
    expect(fixture.conversation.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    fixture.server.done();
  });

  test('begins a new message after its tools have run', async () => {
    await using fixture = await open({
      turns: [{ text: 'One.', toolCalls: [{ name: 'read', input: { path: '/a' } }] }, { text: 'Two.' }],
      tools: [reading],
    });
    await fixture.session.prompt('go');
    const ids = fixture.heard.flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' ? [update.messageId] : [],
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('runs two calls that only look at the same time, and those that change something one after the other', async () => {
    const order: string[] = [];
    let meet = (): void => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const look = tool('look', async ({ path }) => {
      order.push(`look ${String(path)}`);
      if (path === '/b') meet();
      // Only ends when the other runs too.
      await met;
      return { forModel: 'seen' };
    });
    const change = tool(
      'change',
      async ({ path }) => {
        order.push(`change ${String(path)}`);
        await settled();
        order.push(`changed ${String(path)}`);
        return { forModel: 'done' };
      },
      { kind: 'edit' },
    );
    const call = (name: string, path: string): { name: string; input: object } => ({ name, input: { path } });
    await using fixture = await open({
      turns: [
        { toolCalls: [call('look', '/a'), call('look', '/b'), call('change', '/a'), call('change', '/b')] },
        { text: 'Done.' },
      ],
      tools: [look, change],
    });
    await fixture.session.prompt('go');
    expect(order).toEqual(['look /a', 'look /b', 'change /a', 'changed /a', 'change /b', 'changed /b']);
  });

  test.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
  ] as const)('that ends with %s ends with %s', async (finish, stopReason) => {
    await using fixture = await open({ turns: [{ text: 'Well', finish }] });
    expect((await fixture.session.prompt('go')).stopReason).toBe(stopReason);
  });

  test('forgets what was refused', async () => {
    await using fixture = await open({
      turns: [{ text: 'Sure.' }, { text: 'No', finish: 'content_filter' }, { text: 'Fine.' }],
    });
    await fixture.session.prompt('first');
    await fixture.session.prompt('bad');
    await fixture.session.prompt('third');
    const sent = JSON.stringify(messagesOf(fixture, 3));
    expect(sent).toContain('first');
    expect(sent).toContain('third');
    expect(sent).not.toContain('bad');
  });

  test('ends when its budget of requests is used up', async () => {
    const again = { repeat: true, toolCalls: [{ name: 'read', input: { path: '/a' } }] };
    await using fixture = await open({ turns: [again], tools: [reading], limits: { requests: 3 } });
    expect((await fixture.session.prompt('go')).stopReason).toBe('max_turn_requests');
    expect(fixture.server.requests).toHaveLength(3);
    expect(fixture.conversation.messages.at(-1)?.role).toBe('tool');
  });

  test('tells the model that its arguments are no JSON, and lets it try again', async () => {
    await using fixture = await open({
      turns: [
        { toolCalls: [{ name: 'read', arguments: '{"path": "/a' }] },
        { toolCalls: [{ name: 'read', arguments: '{"path": 5}' }] },
        { toolCalls: [{ name: 'read', arguments: '{}' }] },
        { text: 'I give up.' },
      ],
      tools: [reading],
    });
    expect((await fixture.session.prompt('go')).stopReason).toBe('end_turn');
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('The arguments are not JSON');
    expect(JSON.stringify(messagesOf(fixture, 3))).toContain('must be string, not number');
    expect(JSON.stringify(messagesOf(fixture, 4))).toContain('is missing');
    const states = news(fixture).flatMap((update) =>
      update.sessionUpdate === 'tool_call_update' && update.status === 'failed' ? [update.content] : [],
    );
    expect(states).toHaveLength(3);
  });

  test('tells the model that there is no such tool', async () => {
    await using fixture = await open({
      turns: [{ toolCalls: [{ name: 'fly', input: {} }] }, { text: 'Then not.' }],
      tools: [reading],
    });
    await fixture.session.prompt('go');
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('Unknown tool fly; the tools are read.');
    expect(news(fixture)).toContainEqual(expect.objectContaining({ status: 'failed' }));
  });

  test('names some of very many tools to a model that calls another', async () => {
    const tools = Array.from({ length: 30 }, (_, index) => tool(`t${index}`, () => Promise.resolve({})));
    await using fixture = await open({ turns: [{ toolCalls: [{ name: 'fly', input: {} }] }, { text: 'No.' }], tools });
    await fixture.session.prompt('go');
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('t18, t19 and 10 more.');
  });

  test('refuses arguments that are nested without end, and does not ask again for them', async () => {
    const deep = '['.repeat(20_000);
    await using fixture = await open({
      turns: [{ toolCalls: [{ name: 'read', arguments: `{"path":${deep}` }] }, { text: 'Then not.' }],
      tools: [reading],
    });
    expect((await fixture.session.prompt('go')).stopReason).toBe('end_turn');
    expect(fixture.server.requests).toHaveLength(2);
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('The arguments are not JSON');
  });

  test('shows a tool that fails, and goes on', async () => {
    const failing = tool('read', () => Promise.reject(new Error('The disk is on fire.')));
    await using fixture = await open({
      turns: [{ toolCalls: [{ name: 'read', input: { path: '/a' } }] }, { text: 'Pity.' }],
      tools: [failing],
    });
    expect((await fixture.session.prompt('go')).stopReason).toBe('end_turn');
    expect(news(fixture)).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'tool_call_content_chunk', content: shown('The disk is on fire.') }),
    );
    expect(news(fixture)).toContainEqual(expect.objectContaining({ status: 'failed' }));
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('The disk is on fire.');
  });

  test('reads a stream that is cut anywhere', async () => {
    await using fixture = await open({
      turns: [
        { text: ['grün ', '🌱', ' und '], toolCalls: [{ name: 'read', input: { path: '/ä' } }], chunkBytes: [1, 2, 7] },
        { text: 'fertig' },
      ],
      tools: [reading],
    });
    await fixture.session.prompt('go');
    expect(textOf(fixture)).toBe('grün 🌱 und fertig');
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('content of /ä');
  });

  test('takes an empty answer for an end, and says so', async () => {
    await using fixture = await open({ turns: [{}] });
    expect((await fixture.session.prompt('go')).stopReason).toBe('end_turn');
    expect(news(fixture)).toMatchObject([{ sessionUpdate: 'notice', title: 'The model gave an empty answer.' }]);
  });

  test('ends the request at once when the user cancels in the middle of the text', async () => {
    await using fixture = await open({ turns: [{ text: ['one ', 'two ', 'three '], hang: 3 }, { text: 'Yes?' }] });
    const run = fixture.session.prompt('go');
    await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
    fixture.session.cancel();
    expect((await run).stopReason).toBe('cancelled');
    const { ended } = await fixture.server.request(1);
    expect(await ended).toBe('broken');
    // What was said stays said.
    await fixture.session.prompt('and now?');
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('one ');
  });

  test('cancels while the model has not said a word', async () => {
    await using fixture = await open({ turns: [{ hang: 'silent' }] });
    const run = fixture.session.prompt('go');
    const { ended } = await fixture.server.request(1);
    fixture.session.cancel();
    expect((await run).stopReason).toBe('cancelled');
    expect(await ended).toBe('broken');
  });

  test('gives a cancelled tool call a result, so that the conversation can go on', async () => {
    const waiting = tool(
      'wait',
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    );
    await using fixture = await open({
      turns: [{ toolCalls: [{ name: 'wait', input: { path: '/a' } }] }, { text: 'Yes?' }],
      tools: [waiting],
    });
    const run = fixture.session.prompt('go');
    await fixture.hear((update) => update.sessionUpdate === 'tool_call_update' && update.status === 'in_progress');
    fixture.session.cancel();
    expect((await run).stopReason).toBe('cancelled');
    expect(news(fixture).at(-1)).toMatchObject({ status: 'cancelled' });
    expect((await fixture.session.prompt('again')).stopReason).toBe('end_turn');
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('The user cancelled the turn.');
  });

  test('says what is wrong with the key, without the key', async () => {
    await using fixture = await open({ key: 'sk-right', model: { apiKey: 'sk-very-secret-1234' } });
    const { stopReason, error } = await fixture.session.prompt('go');
    expect(stopReason).toBe('error');
    expect(error?.message).toBe('The model service scripted does not accept the key (401): Incorrect key provided.');
    expect(JSON.stringify([fixture.heard, error])).not.toContain('secret');
  });

  test('is asked again after an error that passes', async () => {
    const clock = new VirtualClock();
    await using fixture = await open({
      turns: [{ error: { status: 500 } }, { error: { status: 503 } }, { text: 'Here.' }],
      clock,
      limits: { firstPause: 0 },
    });
    const run = fixture.session.prompt('go');
    for (const number of [1, 2]) {
      const { ended } = await fixture.server.request(number);
      await ended;
      while (fixture.server.requests.length === number) await clock.advance(1);
    }
    expect((await run).stopReason).toBe('end_turn');
    expect(textOf(fixture)).toBe('Here.');
  });

  test('waits as long as the service asks for, and tells the user', async () => {
    const clock = new VirtualClock();
    await using fixture = await open({
      turns: [{ error: { status: 429, retryAfter: 7, message: 'Too fast.' } }, { text: 'Here.' }],
      clock,
    });
    const run = fixture.session.prompt('go');
    const notice = await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
    expect(notice).toMatchObject({
      title: 'Retrying the model in 7 seconds.',
      description: 'The model service scripted limits the rate of requests (429): Too fast.',
    });
    await clock.advance(6900);
    expect(fixture.server.requests).toHaveLength(1);
    await clock.advance(200);
    expect((await run).stopReason).toBe('end_turn');
  });

  test('stops waiting when the user cancels', async () => {
    const clock = new VirtualClock();
    await using fixture = await open({ turns: [{ error: { status: 429, retryAfter: 60 } }], clock });
    const run = fixture.session.prompt('go');
    await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
    fixture.session.cancel();
    expect((await run).stopReason).toBe('cancelled');
    expect(clock.pending).toBe(0);
  });

  test('gives up when the service never recovers, or asks for too long a pause', async () => {
    await using fixture = await open({
      turns: [{ error: { status: 500, message: 'No.' } }, { error: { status: 500, message: 'Still no.' } }],
      limits: { retries: 1, firstPause: 0 },
    });
    const { error } = await fixture.session.prompt('go');
    expect(error?.message).toBe('The model service scripted failed (500): Still no.');
    fixture.server.add({ error: { status: 429, retryAfter: 86_400 } });
    expect((await fixture.session.prompt('go')).stopReason).toBe('error');
  });

  test('takes back what broke off, and asks again', async () => {
    await using fixture = await open({
      turns: [{ text: ['Hal', 'f of'], hold: 3, reset: 3 }, { text: 'Whole.' }],
      limits: { firstPause: 0 },
    });
    const run = fixture.session.prompt('go');
    await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
    (await fixture.server.request(1)).release();
    expect((await run).stopReason).toBe('end_turn');
    const [broken] = fixture.heard.flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' ? [update.messageId] : [],
    );
    expect(fixture.heard).toContainEqual({ sessionUpdate: 'agent_message', messageId: broken, content: [] });
    expect(fixture.conversation.messages.at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Whole.' }],
    });
  });

  test('gives up a service that says nothing more', async () => {
    const clock = new VirtualClock();
    await using fixture = await open({
      turns: [{ hang: 'silent' }, { text: 'Here.' }],
      clock,
      limits: { silenceTimeout: 30_000, firstPause: 0 },
    });
    const run = fixture.session.prompt('go');
    const { ended } = await fixture.server.request(1);
    await clock.advance(30_000);
    expect(await ended).toBe('broken');
    while (fixture.server.requests.length < 2) await clock.advance(0);
    expect((await run).stopReason).toBe('end_turn');
  });

  test('shows how full the context is, and what it cost', async () => {
    await using fixture = await open({
      turns: [{ text: 'Hi.', usage: { input: 1000, output: 100, cached: 400 } }],
      model: { contextWindow: 8000, price: { input: 2, output: 10, cachedRead: 0.5 } },
    });
    await fixture.session.prompt('go');
    expect(fixture.heard).toContainEqual({
      sessionUpdate: 'usage_update',
      used: 1100,
      size: 8000,
      cost: { amount: (600 * 2 + 400 * 0.5 + 100 * 10) / 1_000_000, currency: 'USD' },
    });
  });

  test('compacts the conversation before it becomes too long', async () => {
    await using fixture = await open({
      turns: [
        { text: 'Much.', usage: { input: 900, output: 10 } },
        { text: 'They talked much.', usage: { input: 950, output: 5 } },
        { text: 'On we go.', usage: { input: 50, output: 5 } },
      ],
      model: { contextWindow: 1000 },
    });
    await fixture.session.prompt('tell me much');
    expect((await fixture.session.prompt('and more')).stopReason).toBe('end_turn');
    const compactions = fixture.heard.filter(({ sessionUpdate }) => sessionUpdate.startsWith('compaction'));
    expect(compactions.at(0)).toMatchObject({ status: 'in_progress' });
    expect(compactions.at(-1)).toMatchObject({
      status: 'completed',
      summary: [{ type: 'text', text: 'They talked much.' }],
    });
    const sent = JSON.stringify(messagesOf(fixture, 3));
    expect(sent).toContain('They talked much.');
    expect(sent).toContain('and more');
    expect(sent).not.toContain('tell me much');
  });

  test('compacts when the service says that it is too long, and asks once more', async () => {
    const message = "This model's maximum context length is 10 tokens.";
    await using fixture = await open({
      turns: [{ error: { status: 400, message } }, { text: 'A summary.' }, { text: 'Now it fits.' }],
    });
    expect((await fixture.session.prompt('go')).stopReason).toBe('end_turn');
    expect(textOf(fixture)).toBe('Now it fits.');
  });

  test('goes on uncompacted when there is no summary', async () => {
    await using fixture = await open({
      turns: [{ error: { status: 400, message: 'prompt is too long' } }, {}],
    });
    const { stopReason } = await fixture.session.prompt('go');
    expect(stopReason).toBe('error');
    expect(fixture.heard).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'compaction_update', status: 'failed' }),
    );
  });

  test('sends images, and the schemas of the tools', async () => {
    await using fixture = await open({ turns: [{ text: 'A rose.' }], tools: [reading] });
    await fixture.session.prompt([{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]);
    const body = JSON.stringify(fixture.server.requests[0]?.body);
    expect(body).toContain('AAAA');
    expect(body).toContain('Does read.');
    expect(body).toContain('"required":["path"]');
  });
});

describe('a turn', () => {
  test('gives Anthropic its thoughts back with their signatures', async () => {
    await using fixture = await openModelFixture({
      apiType: 'anthropic',
      turns: [{ reasoning: 'hm', toolCalls: [{ name: 'read', input: { path: '/a' } }] }, { text: 'Done.' }],
      tools: [reading],
      effort: 'low',
    });
    await fixture.session.prompt('go');
    expect(fixture.server.requests[0]?.body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2048 } });
    expect(messagesOf(fixture, 2)[1]).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'signature_1' },
        { type: 'tool_use', name: 'read' },
      ],
    });
  });

  test('shows images that tools make to models that cannot take them from tools', async () => {
    const drawing = tool('draw', () =>
      Promise.resolve({ forModel: [{ type: 'file', mediaType: 'image/png', data: 'BBBB' }] }),
    );
    await using fixture = await openModelFixture({
      turns: [{ toolCalls: [{ name: 'draw', input: { path: '/a' } }] }, { text: 'Nice.' }],
      tools: [drawing],
    });
    await fixture.session.prompt('go');
    const [, , result, picture] = messagesOf(fixture, 2);
    expect(result).toMatchObject({ role: 'tool', content: '(image/png)' });
    expect(JSON.stringify(picture)).toContain('BBBB');
  });

  test('lets the user cancel one call alone, and tells the model', async () => {
    const waiting = tool(
      'wait',
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    );
    await using fixture = await openModelFixture({
      turns: [{ toolCalls: [{ name: 'wait', input: { path: '/a' } }] }, { text: 'Then not.' }],
      tools: [waiting],
    });
    const run = fixture.session.prompt('go');
    const update = await fixture.hear(
      (each) => each.sessionUpdate === 'tool_call_update' && each.status === 'in_progress',
    );
    await fixture.session.cancelToolCall((update as { toolCallId: string }).toolCallId);
    expect((await run).stopReason).toBe('end_turn');
    expect(JSON.stringify(messagesOf(fixture, 2))).toContain('The user cancelled this call.');
  });

  test('waits for a permission that the tool itself asks for', async () => {
    const careful = tool(
      'write',
      async (_, { call, turn }) => {
        const allowed = await turn.requestPermission({ title: 'Write?', subject: call });
        if (allowed === undefined) {
          await call.cancel();
          return { forModel: 'The user said no.', isError: true };
        }
        await call.start();
        return { content: [shown('written')] };
      },
      { kind: 'edit', asksFirst: true },
    );
    const turns = [{ toolCalls: [{ name: 'write', input: { path: '/a' } }] }, { text: 'Fine.' }];
    for (const [choice, statuses] of [
      ['allow_once', ['pending', 'in_progress', 'completed']],
      ['reject_once', ['pending', 'cancelled']],
    ] as const) {
      await using fixture = await openModelFixture({
        turns,
        tools: [careful],
        build: (app) => app.onPermission(() => choice),
      });
      await fixture.session.prompt('go');
      const seen = fixture.heard.flatMap((update) =>
        update.sessionUpdate === 'tool_call_update' && typeof update.status === 'string' ? [update.status] : [],
      );
      expect(seen).toEqual(statuses);
    }
  });

  test('cuts what a tool says in the middle when it is too much', async () => {
    const chatty = tool('read', () => Promise.resolve({ forModel: `begin${'x'.repeat(5000)}end` }));
    await using fixture = await openModelFixture({
      turns: [{ toolCalls: [{ name: 'read', input: { path: '/a' } }] }, { text: 'Long.' }],
      tools: [chatty],
      limits: { toolOutput: 100 },
    });
    await fixture.session.prompt('go');
    const sent = JSON.stringify(messagesOf(fixture, 2));
    expect(sent).toMatch(/begin.*4908 characters left out.*end/u);
  });

  test('reads a stream with an event that is broken as one that broke off', async () => {
    await using fixture = await openModelFixture({
      turns: [{ raw: 'data: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: {"broken\n\n' }, { text: 'Whole.' }],
      limits: { firstPause: 0 },
    });
    expect((await fixture.session.prompt('go')).stopReason).toBe('end_turn');
    expect(fixture.server.requests).toHaveLength(2);
  });

  test('is the same for a client of version 1', async () => {
    const { result, updates } = await promptAsV1({
      turns: [
        { reasoning: 'hm', text: 'I look.', toolCalls: [{ name: 'read', input: { path: '/work/a' } }], usage },
        { text: 'Seen.', usage },
      ],
      tools: [reading],
      model: { contextWindow: 1000 },
    });
    expect(result).toMatchObject({ stopReason: 'end_turn' });
    expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual(
      expect.arrayContaining([
        'agent_thought_chunk',
        'agent_message_chunk',
        'tool_call',
        'tool_call_update',
        'usage_update',
      ]),
    );
    expect(updates.find(({ status }) => status === 'completed')).toMatchObject({
      content: [shown('content of /work/a')],
    });
  });

  test.each([
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
  ] as const)('that ends with %s tells a client of version 1 %s', async (finish, stopReason) => {
    const { result } = await promptAsV1({ turns: [{ text: 'Well', finish }] });
    expect(result).toMatchObject({ stopReason });
  });
});
