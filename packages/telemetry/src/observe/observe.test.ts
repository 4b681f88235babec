import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { memoryPair, RpcError } from '@acp-stack/rpc';
import { agent, client, type Agent, type AgentSession, type ClientSession } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { observe } from '../index.ts';
import { recordedTelemetry } from '../recorded-telemetry.test-support.ts';

const info = { name: 'gardener', version: '1.2.0' };
const usage = { totalTokens: 30, inputTokens: 20, outputTokens: 10, cachedReadTokens: 5, thoughtTokens: 3 };

const gardener = (): Agent =>
  agent(info).onPrompt(async (turn) => {
    const call = turn.toolCall({
      title: 'Edit the secret rose',
      kind: 'edit',
      name: 'prune',
      rawInput: { rose: 'secret' },
    });
    const allowed = await turn.requestPermission({ title: 'Cut the secret rose?', subject: call });
    if (allowed === undefined) await call.cancel();
    else await call.complete({ rawOutput: 'secret cut' });
    await turn.message.append('A secret answer.');
    turn.usage(usage);
  });

const editor = (): ReturnType<typeof client> =>
  client({ name: 'editor', version: '1.0.0' }).onPermission(({ options }) => options[0]?.optionId ?? 'cancelled');

/** One prompt to `program`; the versions that the client speaks are those of `versions`. */
async function prompt(
  app: ReturnType<typeof client>,
  program: Agent,
  {
    versions = [2],
    words = 'A secret prompt',
  }: { readonly versions?: readonly (1 | 2)[]; readonly words?: string } = {},
): Promise<void> {
  const connection = await app.connect(program, { versions: versions as [1] | [2] });
  const session: ClientSession = await connection.newSession({ cwd: '/garden' });
  await session.prompt(words);
  await connection.close();
}

describe.each([1, 2] as const)('in version %i', (version) => {
  test('a turn is a span of the client, and within it one of the agent, with what the agent does', async () => {
    await using recorded = recordedTelemetry();
    const { options } = recorded;
    await prompt(observe(editor(), options), observe(gardener(), options), { versions: [version] });
    expect(recorded.tree()).toBe(
      'client:initialize(agent:initialize), ' +
        'client:invoke_agent gardener(agent:invoke_agent gardener(agent:execute_tool prune(' +
        'agent:session/request_permission(client:session/request_permission))), client:execute_tool prune), ' +
        'client:session/new(agent:session/new)',
    );
    const [outer, inner] = recorded.spans.filter(({ name }) => name === 'invoke_agent gardener').toReversed();
    expect(outer?.kind).toBe(SpanKind.CLIENT);
    expect(inner?.kind).toBe(SpanKind.SERVER);
    for (const span of [outer, inner])
      expect(span?.attributes).toMatchObject({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'acp',
        'gen_ai.agent.name': 'gardener',
        'gen_ai.agent.version': '1.2.0',
        'gen_ai.response.finish_reasons': ['end_turn'],
        'gen_ai.usage.input_tokens': 20,
        'gen_ai.usage.output_tokens': 10,
        'gen_ai.usage.cache_read.input_tokens': 5,
        'gen_ai.usage.reasoning.output_tokens': 3,
        'acp.protocol.version': version,
        'acp.client.name': 'editor',
      });
    expect(outer?.attributes['gen_ai.conversation.id']).toBe(inner?.attributes['gen_ai.conversation.id']);
    expect(recorded.span('execute_tool prune').attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'prune',
      'acp.tool_call.kind': 'edit',
      'acp.tool_call.status': 'completed',
    });
    expect(recorded.span('session/request_permission').attributes).toMatchObject({
      'acp.permission.outcome': 'allow_once',
    });
    expect(JSON.stringify(recorded.spans.map(({ name, attributes }) => [name, attributes]))).not.toContain('secret');
  });

  test('the agent alone has them too, and the trace goes on from the traceparent of its client', async () => {
    await using recorded = recordedTelemetry();
    const connection = await editor().connect(observe(gardener(), recorded.options), { versions: [version] });
    const { sessionId } = await connection.request('session/new', { cwd: '/garden' });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await connection.request('session/prompt', {
      sessionId,
      prompt: [{ type: 'text', text: 'Hello' }],
      _meta: { traceparent, tracestate: 'vendor=1' },
    });
    await expect.poll(() => recorded.spans.map(({ name }) => name)).toContain('invoke_agent gardener');
    await connection.close();
    const span = recorded.span('invoke_agent gardener');
    expect(span.attributes['acp.role']).toBe('agent');
    expect(span.parentSpanContext).toMatchObject({ spanId: 'b7ad6b7169203331', isRemote: true });
    expect(span.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(span.spanContext().traceState?.serialize()).toBe('vendor=1');
  });

  test('durations, tokens, tool calls, permissions and sessions are counted', async () => {
    await using recorded = recordedTelemetry();
    const connection = await observe(editor(), recorded.options).connect(gardener(), { versions: [version] });
    const session = await connection.newSession({ cwd: '/garden' });
    await session.prompt('Hello');
    const common = { 'acp.role': 'client', 'gen_ai.agent.name': 'gardener' };
    const turn = { ...common, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': 'acp' };
    expect(await recorded.metric('gen_ai.client.operation.duration')).toMatchObject([
      { count: 1, attributes: { ...turn, 'acp.stop_reason': 'end_turn' } },
    ]);
    expect(await recorded.metric('gen_ai.client.token.usage')).toMatchObject([
      { sum: 20, attributes: { ...turn, 'gen_ai.token.type': 'input' } },
      { sum: 10, attributes: { ...turn, 'gen_ai.token.type': 'output' } },
    ]);
    expect(await recorded.metric('gen_ai.execute_tool.duration')).toMatchObject([
      {
        count: 1,
        attributes: {
          ...common,
          'gen_ai.tool.name': 'prune',
          'acp.tool_call.kind': 'edit',
          'acp.tool_call.status': 'completed',
        },
      },
    ]);
    const requests = await recorded.metric('acp.request.duration');
    expect(requests.map(({ attributes }) => attributes['acp.method.name'])).toEqual([
      'initialize',
      'session/new',
      'session/request_permission',
    ]);
    expect(requests.at(-1)).toMatchObject({
      count: 1,
      attributes: { 'acp.permission.outcome': 'allow_once', 'acp.request.direction': 'in' },
    });
    expect(await recorded.metric('acp.active_sessions')).toMatchObject([{ count: 1, attributes: common }]);
    await connection.close();
    expect(await recorded.metric('acp.active_sessions')).toMatchObject([{ count: 0 }]);
  });
});

test('work that an agent begins by itself is a span of it, with what it asks, and one of its client within that', async () => {
  await using recorded = recordedTelemetry();
  const { options } = recorded;
  const opened: AgentSession[] = [];
  const app = agent(info)
    .onSession((session) => void opened.push(session))
    .onPrompt(() => undefined);
  const connection = await observe(editor(), options).connect(observe(app, options));
  await connection.newSession({ cwd: '/garden' });
  await opened[0]?.work(async (turn) => {
    const call = turn.toolCall({ title: 'Prune the roses', kind: 'edit', name: 'prune' });
    await turn.requestPermission({ title: 'Prune?', subject: call });
    await call.complete();
    turn.usage(usage);
  });
  await connection.close();
  expect(recorded.tree()).toBe(
    'agent:invoke_agent gardener(agent:execute_tool prune(' +
      'agent:session/request_permission(client:session/request_permission)), ' +
      'client:invoke_agent gardener(client:execute_tool prune)), ' +
      'client:initialize(agent:initialize), client:session/new(agent:session/new)',
  );
  const turns = recorded.spans.filter(({ name }) => name === 'invoke_agent gardener');
  expect(turns.map(({ attributes }) => attributes['acp.turn.prompted'])).toEqual([false, false]);
  expect(turns.map(({ attributes }) => attributes['acp.stop_reason'])).toEqual(['end_turn', 'end_turn']);
});

test('spans of models and tools that a handler makes belong to its turn', async () => {
  await using recorded = recordedTelemetry();
  const tracer = recorded.options.tracerProvider?.getTracer('model');
  const app = agent(info).onPrompt(async (turn) => {
    tracer?.startSpan('first').end();
    await turn.message.append('Hello');
    tracer?.startSpan('second').end();
  });
  await prompt(editor(), observe(app, recorded.options));
  expect(recorded.tree()).toContain('agent:invoke_agent gardener(first, second)');
});

test('each of two prompts that wait for each other has the spans of its own handler', async () => {
  await using recorded = recordedTelemetry();
  const tracer = recorded.options.tracerProvider?.getTracer('model');
  const app = agent(info).onPrompt(async (turn) => {
    tracer?.startSpan(`before ${turn.text}`).end();
    await turn.message.append('Hello');
    tracer?.startSpan(`after ${turn.text}`).end();
  });
  const connection = await editor().connect(observe(app, recorded.options));
  const session = await connection.newSession({ cwd: '/garden' });
  await Promise.all([session.prompt('one'), session.prompt('two')]);
  await connection.close();
  expect(recorded.tree()).toContain('agent:invoke_agent gardener(after one, before one)');
  expect(recorded.tree()).toContain('agent:invoke_agent gardener(after two, before two)');
});

test('what the caller of a client has begun is the parent', async () => {
  await using recorded = recordedTelemetry();
  const { options } = recorded;
  const tracer = options.tracerProvider?.getTracer('app');
  const span = tracer?.startSpan('review');
  await context.with(trace.setSpan(context.active(), span as never), () =>
    prompt(
      observe(editor(), options),
      observe(
        agent(info).onPrompt(() => undefined),
        options,
      ),
    ),
  );
  span?.end();
  expect(recorded.tree()).toBe(
    'review(client:initialize(agent:initialize), client:invoke_agent gardener(agent:invoke_agent gardener), ' +
      'client:session/new(agent:session/new))',
  );
  expect(new Set(recorded.spans.map((each) => each.spanContext().traceId)).size).toBe(1);
});

test('with captureContent the spans have what was said', async () => {
  await using recorded = recordedTelemetry({ captureContent: true });
  await prompt(editor(), observe(gardener(), recorded.options));
  const { attributes } = recorded.span('invoke_agent gardener');
  expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'A secret prompt' }] },
  ]);
  expect(JSON.parse(String(attributes['gen_ai.output.messages']))).toEqual([
    { role: 'assistant', parts: [{ type: 'text', content: 'A secret answer.' }], finish_reason: 'end_turn' },
  ]);
  expect(recorded.span('execute_tool prune').attributes).toMatchObject({
    'acp.tool_call.title': 'Edit the secret rose',
    'gen_ai.tool.call.arguments': '{"rose":"secret"}',
    'gen_ai.tool.call.result': 'secret cut',
  });
});

test('a turn and a request that fail have the code of their error, and not its message', async () => {
  await using recorded = recordedTelemetry();
  const app = agent(info)
    .onPrompt(() => {
      throw new RpcError(-32_050, 'A secret failure');
    })
    .on('providers/list', () => {
      throw new RpcError(-32_051, 'A secret failure');
    })
    .on('providers/set', () => ({}))
    .on('providers/disable', () => ({}));
  const connection = await observe(editor(), recorded.options).connect(observe(app, recorded.options));
  const session = await connection.newSession({ cwd: '/garden' });
  const outcome = await session.prompt('Hello');
  expect(outcome.stopReason).toBe('error');
  await expect(connection.request('providers/list', {})).rejects.toThrow('A secret failure');
  await connection.close();
  for (const [name, type] of [
    ['invoke_agent gardener', '-32050'],
    ['providers/list', '-32051'],
  ] as const) {
    const spans = recorded.spans.filter((span) => span.name === name);
    expect(spans.map(({ status, attributes }) => [status, attributes['error.type']])).toEqual([
      [{ code: SpanStatusCode.ERROR }, type],
      [{ code: SpanStatusCode.ERROR }, type],
    ]);
  }
  expect(JSON.stringify(recorded.spans.map(({ attributes, status }) => [attributes, status]))).not.toContain('secret');
});

test('a turn that is cancelled says so, and is no error', async () => {
  await using recorded = recordedTelemetry();
  const app = agent(info).onPrompt(
    ({ signal }) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  const connection = await observe(editor(), recorded.options).connect(app);
  const session = await connection.newSession({ cwd: '/garden' });
  const run = session.prompt('Hello');
  session.cancel();
  expect((await run).stopReason).toBe('cancelled');
  await connection.close();
  const { attributes, status, events } = recorded.span('invoke_agent gardener');
  expect([attributes['acp.stop_reason'], attributes['error.type'], status.code]).toEqual([
    'cancelled',
    undefined,
    SpanStatusCode.UNSET,
  ]);
  expect(events.map(({ name }) => name)).toEqual(['session/cancel']);
});

test('what is open when the connection ends, ends with it', async () => {
  await using recorded = recordedTelemetry();
  let started: () => void = () => undefined;
  const hasStarted = new Promise<void>((resolve) => (started = resolve));
  const app = agent(info).onPrompt(async ({ toolCall, signal }) => {
    toolCall({ title: 'Dig', kind: 'execute' });
    started();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const [ours, theirs] = memoryPair();
  void app.serve(theirs);
  const connection = await observe(editor(), recorded.options).connect(ours);
  const session = await connection.newSession({ cwd: '/garden' });
  const run = Promise.resolve(session.prompt('Hello'));
  await hasStarted;
  await expect.poll(() => session.toolCalls.size).toBe(1);
  theirs.destroy();
  await expect(run).rejects.toThrow();
  expect(recorded.span('invoke_agent gardener').attributes['error.type']).toBe('connection_closed');
  expect(recorded.span('execute_tool execute').attributes['acp.tool_call.status']).toBe('pending');
});

test('while nothing takes spans or metrics the channel is not wrapped', async () => {
  const [channel] = memoryPair();
  const seen: unknown[] = [];
  const app = agent(info);
  const kept = app.wrapChannel.bind(app);
  app.wrapChannel = (wrap) => kept((each) => (seen.push(wrap(each) === each), each));
  observe(app).connect(channel);
  expect(seen).toEqual([true]);
});

test('what cannot be observed is refused in one sentence', () => {
  expect(() => observe({} as never)).toThrow(
    'observe() takes an agent(), a client(), a chain(), a command or an address, or the options of openHub().',
  );
});
