/** Messages as they come from peers that keep no rule. */
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';
import { settled } from '@acp-stack/testing';
import { diag, DiagLogLevel, SpanKind } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';

import { recordedTelemetry, type RecordedTelemetry } from '../recorded-telemetry.test-support.ts';
import { memoryOf } from '../../../../test/support/used-memory.ts';
import { observe } from './observe.ts';
import type { ObserveOptions } from './telemetry.ts';

interface Wire extends AsyncDisposable {
  readonly recorded: RecordedTelemetry;
  /** What the client sends to the agent. */
  send(...messages: readonly unknown[]): Promise<void>;
  /** What the agent sends to the client. */
  answer(...messages: readonly unknown[]): Promise<void>;
  readonly received: readonly unknown[];
  end(): Promise<void>;
}

/** The connection of an observed client, without the SDK around it. */
function wire(options: ObserveOptions = {}): Wire {
  const recorded = recordedTelemetry(options);
  const [ours, theirs] = memoryPair();
  const component = { role: 'agent', name: 'raw', start: (): Channel => ours } as const;
  const channel = observe(component, recorded.options).start();
  const received: unknown[] = [];
  const receiver = (take: (message: unknown) => void): Parameters<Channel['open']>[0] => ({
    receive: take,
    reject: () => undefined,
    ended: () => undefined,
  });
  channel.open(receiver(() => undefined));
  theirs.open(receiver((message) => void received.push(message)));
  const all = async (to: Channel, messages: readonly unknown[]): Promise<void> => {
    for (const message of messages) to.send(isJsonObject(message) ? { jsonrpc: '2.0', ...message } : message);
    await settled();
  };
  return {
    recorded,
    received,
    send: (...messages) => all(channel, messages),
    answer: (...messages) => all(theirs, messages),
    end: async () => {
      theirs.destroy();
      await settled();
    },
    [Symbol.asyncDispose]: () => recorded[Symbol.asyncDispose](),
  };
}

const sessionId = 's';
const prompt = (id: unknown, words = 'Hello'): object => ({
  id,
  method: 'session/prompt',
  params: { sessionId, prompt: [{ type: 'text', text: words }] },
});
const update = (fields: object): object => ({ method: 'session/update', params: { sessionId, update: fields } });
const end = (id: unknown, stopReason: unknown = 'end_turn'): object => ({ id, result: { stopReason } });

describe('a peer that keeps no rule', () => {
  test('cannot make names and ids of any length', async () => {
    await using raw = wire();
    const long = 'x'.repeat(100_000);
    await raw.send({ id: 1, method: 'initialize', params: { info: { name: long } } });
    await raw.answer({ id: 1, result: { info: { name: long, version: long }, protocolVersion: long } });
    await raw.send(prompt(long), { id: 2, method: long, params: { sessionId: long } });
    await raw.answer(update({ sessionUpdate: 'tool_call', toolCallId: long, name: long, kind: long, status: long }));
    await raw.answer(end(long, long));
    await raw.end();
    const texts = raw.recorded.spans.flatMap(({ name, attributes }) => [
      name,
      ...Object.values(attributes).map(String),
    ]);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(300);
    expect(raw.recorded.spans.map(({ name }) => name.slice(0, 16))).toEqual([
      'initialize',
      'execute_tool xxx',
      'invoke_agent xxx',
      '_OTHER',
    ]);
  });

  test('cannot make more than a number of series', async () => {
    await using raw = wire();
    for (let each = 0; each < 150; each += 1) {
      await raw.send(prompt(each));
      await raw.answer(
        update({
          sessionUpdate: 'tool_call',
          toolCallId: `t${each}`,
          name: `tool ${each}`,
          kind: 'read',
          status: 'failed',
        }),
        each === 0 ? end(each, 'no reason') : { id: each, error: { code: each, message: 'no' } },
      );
      await raw.send({ id: `_${each}`, method: `_method/${each}` });
      await raw.answer({ id: `_${each}`, result: {} });
    }
    const series = async (name: string): Promise<number> => (await raw.recorded.metric(name)).length;
    expect(await series('gen_ai.execute_tool.duration')).toBe(101);
    expect(await series('gen_ai.client.operation.duration')).toBe(102);
    expect(await series('acp.request.duration')).toBe(1);
  });

  test('cannot fill the memory with requests and tool calls that never end', async () => {
    await using raw = wire();
    await raw.send(prompt(0));
    await raw.answer(
      ...Array.from({ length: 1500 }, (_, each) => update({ sessionUpdate: 'tool_call', toolCallId: `t${each}` })),
    );
    await raw.send(...Array.from({ length: 10_050 }, (_, each) => ({ id: `r${each}`, method: 'session/list' })));
    expect(raw.recorded.spans.length).toBeGreaterThan(50);
    await raw.end();
    const tools = raw.recorded.spans.filter(({ name }) => name.startsWith('execute_tool'));
    expect(tools).toHaveLength(1000);
  });

  test('cannot make a span or a metric of each of a hundred thousand tools', async () => {
    await using raw = wire();
    await raw.send(prompt(0));
    const names = Array.from({ length: 100_000 }, (_, each) => `tool ${each}`);
    await raw.answer(
      ...names.map((name) => update({ sessionUpdate: 'tool_call', toolCallId: name, name, status: 'completed' })),
      end(0),
    );
    expect(raw.recorded.spans.filter(({ name }) => name.startsWith('execute_tool'))).toHaveLength(1000);
    const measured = await raw.recorded.metric('gen_ai.execute_tool.duration');
    expect(measured).toHaveLength(101);
    expect(measured.find(({ attributes }) => attributes['gen_ai.tool.name'] === '_OTHER')?.count).toBe(900);
  });

  test('cannot have texts kept of which only the beginning is used', async () => {
    const megabyte = 2 ** 20;
    const calls = 40;
    const keeping = async (): Promise<Wire> => {
      const raw = wire({ captureContent: true });
      await raw.send(prompt(0));
      for (let each = 0; each < calls; each += 1) {
        // Each is a text of its own, as from the wire.
        const long = (what: string): string => Buffer.alloc(megabyte, `${what} ${each} `).toString();
        await raw.answer(
          update({
            sessionUpdate: 'tool_call',
            toolCallId: long('id'),
            title: long('title'),
            name: long('name'),
            rawInput: { text: long('input') },
            rawOutput: long('output'),
            ...(each % 2 === 0 ? { status: 'completed' } : {}),
          }),
        );
      }
      return raw;
    };
    const enough = 10 * megabyte;
    expect(await memoryOf(keeping, enough)).toBeLessThan(enough);
  });

  test('cannot end the connection with what telemetry does not expect', async () => {
    await using raw = wire();
    const errors: unknown[] = [];
    const note = (...words: unknown[]): void => void errors.push(words);
    diag.setLogger({ error: note, warn: note, info: note, debug: note, verbose: note }, DiagLogLevel.WARN);
    await raw.send(prompt(1));
    for (const odd of [
      null,
      7,
      'text',
      [],
      [null],
      { id: null },
      { id: 1, result: null },
      { method: 'session/update' },
    ])
      await raw.answer(odd);
    for (const odd of [null, 7, [], { sessionUpdate: 'state_update', state: null }, { sessionUpdate: 'tool_call' }])
      await raw.answer({ method: 'session/update', params: { sessionId, update: odd } });
    await raw.answer(end(1, { odd: true }));
    await raw.send({ id: 9, method: 'session/list', params: null }, prompt(10));
    diag.disable();
    expect(raw.received).toHaveLength(3);
    expect(errors).toEqual([]);
  });
});

test('a request whose id is used again has a span of its own', async () => {
  await using raw = wire();
  await raw.send({ id: 1, method: 'session/list', params: {} }, { id: 1, method: 'session/list', params: {} });
  await raw.answer({ id: 1, result: {} });
  expect(raw.recorded.spans.map(({ attributes }) => attributes['error.type'])).toEqual(['_OTHER', undefined]);
});

test('requests in an array are traced one by one', async () => {
  await using raw = wire();
  const batch = [
    { id: 1, method: 'session/list', params: {} },
    { id: 2, method: 'session/list', params: {} },
  ];
  await raw.send(batch);
  await raw.answer([
    { id: 1, result: {} },
    { id: 2, error: { code: 7, message: 'A secret' } },
  ]);
  const spans = raw.recorded.spans.map((span) => [span.spanContext().spanId, span.attributes['error.type']]);
  expect(spans).toEqual([
    [expect.any(String), undefined],
    [expect.any(String), '7'],
  ]);
  const sent = (
    raw.received[0] as readonly { readonly params: { readonly _meta: { readonly traceparent: string } } }[]
  ).map(({ params }) => params._meta.traceparent.split('-')[2]);
  expect(sent).toEqual(spans.map(([id]) => id));
});

test('a history that is replayed has no tool calls', async () => {
  await using raw = wire();
  await raw.send({ id: 1, method: 'session/load', params: { sessionId, cwd: '/garden' } });
  await raw.answer(update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Old', status: 'completed' }), {
    id: 1,
    result: {},
  });
  expect(raw.recorded.tree()).toBe('client:session/load');
  expect(raw.recorded.span('session/load').attributes['gen_ai.conversation.id']).toBe(sessionId);
});

describe('work without a prompt', () => {
  const state = (fields: object): object => update({ sessionUpdate: 'state_update', ...fields });
  const opened = { id: 1, result: { sessionId } };
  const called = update({ sessionUpdate: 'tool_call_update', toolCallId: 't', kind: 'edit', status: 'completed' });

  test('is a span, from the state that begins it to the one that ends it', async () => {
    await using raw = wire();
    await raw.send({ id: 1, method: 'session/new', params: { cwd: '/garden' } });
    await raw.answer(opened, state({ state: 'running' }), state({ state: 'running' }), called);
    await raw.answer(state({ state: 'idle', stopReason: 'end_turn', usage: { inputTokens: 5, outputTokens: 2 } }));
    expect(raw.recorded.tree()).toBe('client:invoke_agent(client:execute_tool edit), client:session/new');
    const span = raw.recorded.span('invoke_agent');
    expect(span.kind).toBe(SpanKind.INTERNAL);
    expect(span.attributes).toMatchObject({
      'acp.turn.prompted': false,
      'acp.stop_reason': 'end_turn',
      'gen_ai.conversation.id': sessionId,
      'gen_ai.usage.input_tokens': 5,
    });
    for (const name of ['gen_ai.client.operation.duration', 'gen_ai.client.token.usage'])
      expect((await raw.recorded.metric(name))[0]?.attributes).toMatchObject({ 'acp.turn.prompted': false });
  });

  test('continues the trace that its first state names', async () => {
    await using raw = wire();
    await raw.send({ id: 1, method: 'session/new', params: { cwd: '/garden' } });
    const _meta = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    const running = { sessionUpdate: 'state_update', state: 'running' };
    await raw.answer(opened, { method: 'session/update', params: { sessionId, update: running, _meta } });
    await raw.answer(state({ state: 'idle' }));
    expect(raw.recorded.span('invoke_agent').parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  });

  test('is none while a prompt is worked on, and none in a history that is replayed', async () => {
    await using raw = wire();
    await raw.send({ id: 1, method: 'session/load', params: { sessionId, cwd: '/garden' } });
    await raw.answer(state({ state: 'running' }), called, state({ state: 'idle' }), { id: 1, result: {} });
    await raw.send(prompt(2));
    await raw.answer(state({ state: 'running' }), { id: 2, result: {} }, called);
    await raw.answer(state({ state: 'idle', stopReason: 'end_turn' }));
    expect(raw.recorded.tree()).toBe('client:invoke_agent(client:execute_tool edit), client:session/load');
    expect(raw.recorded.span('invoke_agent').attributes).not.toHaveProperty('acp.turn.prompted');
  });

  test('ends with its session, and with the connection', async () => {
    await using raw = wire();
    await raw.send({ id: 1, method: 'session/new', params: { cwd: '/garden' } });
    await raw.answer(opened, state({ state: 'running' }));
    await raw.send({ id: 2, method: 'session/close', params: { sessionId } });
    await raw.answer({ id: 2, result: {} });
    expect(raw.recorded.span('invoke_agent').attributes['error.type']).toBe('session_closed');
    await raw.send({ id: 3, method: 'session/resume', params: { sessionId, cwd: '/garden' } });
    await raw.answer({ id: 3, result: {} }, state({ state: 'running' }));
    await raw.end();
    const ends = raw.recorded.spans.filter(({ name }) => name === 'invoke_agent');
    expect(ends.map(({ attributes }) => attributes['error.type'])).toEqual(['session_closed', 'connection_closed']);
  });
});

test('a tool call counts once, also while another prompt waits', async () => {
  await using raw = wire();
  await raw.send(prompt(1), prompt(2));
  await raw.answer(update({ sessionUpdate: 'tool_call', toolCallId: 't', kind: 'read', status: 'completed' }));
  await raw.answer(end(1), end(2));
  expect((await raw.recorded.metric('gen_ai.execute_tool.duration')).map(({ count }) => count)).toEqual([1]);
});

test('the model of a session is the option of that category', async () => {
  await using raw = wire();
  const configOptions = [{ id: 'm', category: 'model', type: 'select', currentValue: 'small' }];
  await raw.send({ id: 1, method: 'session/new', params: { cwd: '/garden' } });
  await raw.answer({ id: 1, result: { sessionId, configOptions } });
  await raw.send(prompt(2));
  await raw.answer(end(2));
  await raw.answer(
    update({ sessionUpdate: 'config_option_update', configOptions: [{ ...configOptions[0], currentValue: 'large' }] }),
  );
  await raw.send(prompt(3));
  await raw.answer(end(3));
  const turns = raw.recorded.spans.filter(({ name }) => name === 'invoke_agent');
  expect(turns.map(({ attributes }) => attributes['gen_ai.request.model'])).toEqual(['small', 'large']);
});

test('an answer to a question for data says what was chosen', async () => {
  await using raw = wire();
  await raw.answer({ id: 1, method: 'elicitation/create', params: { sessionId, mode: 'form', message: 'A secret' } });
  await raw.send({ id: 1, result: { action: 'decline' } });
  expect(raw.recorded.span('elicitation/create').attributes).toMatchObject({
    'acp.elicitation.mode': 'form',
    'acp.elicitation.action': 'decline',
  });
});

test.each([
  ['an option', { outcome: 'selected', optionId: 'no' }, 'reject_once'],
  ['an option that was not offered', { outcome: 'selected', optionId: 'other' }, '_OTHER'],
  ['nothing', { outcome: 'cancelled' }, 'cancelled'],
  ['something unknown', { outcome: 'later' }, '_OTHER'],
])('the outcome of a request for permission that chose %s', async (_, outcome, expected) => {
  await using raw = wire();
  const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }];
  await raw.answer({ id: 1, method: 'session/request_permission', params: { sessionId, options } });
  await raw.send({ id: 1, result: { outcome } });
  expect(raw.recorded.span('session/request_permission').attributes['acp.permission.outcome']).toBe(expected);
});
