/** Spans and metrics of several programs at a collector: what one user did is one trace. */
import { chain } from '@acp-stack/conductor';
import { openHub } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair, proxy, type AgentSession, type SessionUpdate } from '@acp-stack/sdk';
import { observe, type ObserveOptions } from '@acp-stack/telemetry';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { acpProgram, acpUser, fixtureAgent } from '../support/acp-program.ts';
import { badCollector, badCollectors } from '../support/bad-collectors.ts';
import { spanTree, traceCollector, type TraceCollector } from '../support/trace-collector.ts';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => {
  context.disable();
});

interface Service extends AsyncDisposable {
  readonly options: ObserveOptions & Required<Pick<ObserveOptions, 'tracerProvider'>>;
}

/** A program with providers of its own, which send to the collector. */
function service(name: string, { url }: TraceCollector): Service {
  const resource = resourceFromAttributes({ 'service.name': name });
  const spans = new BatchSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }));
  const tracerProvider = new BasicTracerProvider({ resource, spanProcessors: [spans] });
  const exporter = new OTLPMetricExporter({ url: `${url}/v1/metrics` });
  const meterProvider = new MeterProvider({ resource, readers: [new PeriodicExportingMetricReader({ exporter })] });
  return {
    options: { tracerProvider, meterProvider },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
    },
  };
}

describe.each([1, 2] as const)('with a client of version %i', (version) => {
  test('a prompt through a hub, a chain and an agent is one tree at a collector', async () => {
    await using collector = await traceCollector();
    const cwd = process.cwd();
    {
      await using atClient = service('editor', collector);
      await using atHub = service('hub', collector);
      await using atChain = service('chain', collector);
      await using atAgent = service('agent', collector);
      const gardener = observe(
        agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
          const call = turn.toolCall({ title: 'Cut the secret rose', kind: 'edit' });
          await turn.requestPermission({ title: 'Cut it?', subject: call });
          await call.complete();
          turn.usage({ totalTokens: 3, inputTokens: 2, outputTokens: 1 });
          await turn.message.append('A secret answer');
        }),
        atAgent.options,
      );
      const counter = proxy({ name: 'counter', version: '1.0.0' });
      const journal = memoryJournal();
      const agents = { gardener: observe(chain(counter, gardener), atChain.options) };
      const hub = await openHub(observe({ journal, agents, roots: [cwd], isAlone: true }, atHub.options));
      const [ours, theirs] = memoryPair();
      hub.app.connect(theirs);
      const editor = client({ name: 'editor', version: '1.0.0' }).onPermission(
        ({ options }) => options[0]?.optionId ?? 'cancelled',
      );
      const review = atClient.options.tracerProvider.getTracer('test').startSpan('review');
      await context.with(trace.setSpan(context.active(), review), async () => {
        const connection = await observe(editor, atClient.options).connect(ours, { versions: [version] });
        const session = await connection.newSession({ cwd });
        expect((await session.prompt('A secret prompt')).stopReason).toBe('end_turn');
        await connection.close();
      });
      review.end();
      await hub.close();
    }
    const { spans, metrics, requests } = collector;
    const permission = 'session/request_permission';
    const [root] = spans.filter(({ name }) => name === 'review');
    const mine = spans.filter(({ traceId }) => traceId === root?.traceId);
    expect(spanTree(mine.filter(({ name }) => name.startsWith('invoke_agent')))).toBe(
      'editor:invoke_agent acp-hub(hub:invoke_agent acp-hub(hub:invoke_agent gardener(' +
        'chain:invoke_agent gardener(agent:invoke_agent gardener))))',
    );
    expect(spanTree(mine)).toContain(`agent:invoke_agent gardener(agent:execute_tool edit(agent:${permission}(`);
    const asked = mine.filter(({ name }) => name === permission).map((span) => span.service);
    expect(new Set(asked)).toEqual(new Set(['agent', 'chain', 'hub', 'editor']));
    expect(mine.filter(({ parentSpanId }) => !mine.some(({ spanId }) => spanId === parentSpanId))).toEqual([root]);
    for (const name of ['gen_ai.client.token.usage', 'gen_ai.execute_tool.duration', 'acp.active_sessions'])
      expect(
        metrics
          .filter((each) => each.name === name)
          .map((each) => each.service)
          .toSorted(),
      ).toEqual(['agent', 'chain', 'editor', 'hub']);
    expect(requests.map(({ body }) => body).join('')).not.toContain('secret');
  });
});

test('work that an agent begins by itself is one tree of the agent, the chain and the hub, and one of each client', async () => {
  await using collector = await traceCollector();
  const cwd = process.cwd();
  {
    await using atClient = service('editor', collector);
    await using atHub = service('hub', collector);
    await using atChain = service('chain', collector);
    await using atAgent = service('agent', collector);
    const opened: AgentSession[] = [];
    const gardener = agent({ name: 'gardener', version: '1.0.0' })
      .onSession((session) => void opened.push(session))
      .onPrompt(() => undefined);
    const audited = chain(proxy({ name: 'audit', version: '1.0.0' }), observe(gardener, atAgent.options));
    const agents = { gardener: observe(audited, atChain.options) };
    const options = observe({ journal: memoryJournal(), agents, roots: [cwd], isAlone: true }, atHub.options);
    const hub = await openHub(options);
    const [ours, theirs] = memoryPair();
    hub.app.connect(theirs);
    const editor = observe(client({ name: 'editor', version: '1.0.0' }), atClient.options);
    const connection = await editor.connect(ours);
    const states: unknown[] = [];
    const onUpdate = (update: SessionUpdate): void => {
      if (update.sessionUpdate === 'state_update') states.push(update.state);
    };
    await connection.newSession({ cwd }, { onUpdate });
    await opened[0]?.work(async (turn) => {
      await turn.toolCall({ title: 'Cut the roses', kind: 'edit' }).complete();
    });
    await expect.poll(() => states).toEqual(['running', 'idle']);
    await connection.close();
    await hub.close();
  }
  const work = collector.spans.filter(({ name }) => /^(?:invoke_agent|execute_tool)/u.test(name));
  const tool = (role: string): string => `${role}:execute_tool edit`;
  expect(spanTree(work.filter((span) => span.service !== 'editor'))).toBe(
    `agent:invoke_agent gardener(${tool('agent')}, ` +
      `chain:invoke_agent gardener(${tool('chain')}, hub:invoke_agent gardener(${tool('hub')})))`,
  );
  expect(spanTree(work.filter((span) => span.service === 'editor'))).toBe(
    `editor:invoke_agent acp-hub(${tool('editor')})`,
  );
});

test('acp exec, acp conduct and acp agent send one trace to the collector of the environment', async () => {
  await using collector = await traceCollector();
  using user = acpUser();
  const call = { toolCall: { id: 'cut', title: 'Cut the secret rose', kind: 'edit', status: 'completed' } };
  const script = user.write('script.json', { turns: [{ steps: [call, { text: 'A secret answer' }] }] });
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const acp = [process.execPath, acpProgram];
  const words = ['exec', '--format', 'quiet', '--approve-all', 'A secret prompt', '--'];
  const command = [...acp, 'conduct', '--', ...acp, 'agent', '--script', script];
  const { out, err } = await user.run([...words, ...command], { env });
  expect([out, err]).toEqual(['A secret answer\n', '']);
  expect(collector.requests.map(({ body }) => body).join('')).not.toContain('secret');
  const turn = collector.spans.filter(({ name }) => name.startsWith('invoke_agent'));
  expect(turn.map((span) => span.service).toSorted()).toEqual(['acp', 'acp-agent', 'acp-conduct']);
  expect(spanTree(turn)).toMatch(
    /^acp:invoke_agent \S+\(acp-conduct:invoke_agent \S+\(acp-agent:invoke_agent \S+\)\)$/u,
  );
  expect(new Set(collector.metrics.map((metric) => metric.service))).toEqual(
    new Set(['acp', 'acp-agent', 'acp-conduct']),
  );
});

describe('a collector that', () => {
  // What is closed in the middle was taken, as its status says.
  const taken = new Set(['closes the connection in the middle of its answer']);

  test.each(Object.entries(badCollectors))(
    '%s does not keep a command from its work, and from its end',
    async (name, listener) => {
      await using collector = await badCollector(listener);
      using user = acpUser();
      const [command = '', ...args] = fixtureAgent('v2-agent.mjs');
      // Each would be waited for without end, or for a minute.
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_TIMEOUT: '300' };
      const words = ['exec', '--format', 'quiet', 'hello', '--', command, ...args];
      const { exitCode, out, err } = await user.run(words, { env });
      expect([exitCode, out]).toEqual([0, 'You said: hello\n']);
      const lines = err.split('\n').filter((line) => line.includes(' cannot be sent to '));
      expect(lines).toHaveLength(taken.has(name) ? 0 : 2);
      expect(collector.requests()).toBeGreaterThanOrEqual(2);
    },
  );

  test('never answers holds up no prompt, no connection and no end of the program', async () => {
    await using collector = await badCollector();
    const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces`, timeoutMillis: 300 });
    const spans = new BatchSpanProcessor(exporter, {
      maxQueueSize: 64,
      maxExportBatchSize: 8,
      scheduledDelayMillis: 1,
    });
    const tracerProvider = new BasicTracerProvider({ spanProcessors: [spans] });
    let handled = 0;
    const gardener = observe(
      agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
        handled += 1;
        await turn.toolCall({ title: 'Cut', kind: 'edit' }).complete();
      }),
      { tracerProvider, captureContent: true },
    );
    const connection = await client({ name: 'editor', version: '1.0.0' }).connect(gardener);
    const session = await connection.newSession({ cwd: process.cwd() });
    for (let each = 0; each < 500; each += 1) expect((await session.prompt('Cut')).stopReason).toBe('end_turn');
    expect(handled).toBe(500);
    // The session ends while spans of it are being sent.
    await connection.close();
    await tracerProvider.shutdown().catch(() => undefined);
    expect(collector.requests()).toBeGreaterThan(0);
  });
});

test('a command whose collector cannot be reached says so in one line, and does its work', async () => {
  using user = acpUser();
  const [command = '', ...args] = fixtureAgent('v2-agent.mjs');
  const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' };
  const { exitCode, out, err } = await user.run(['exec', '--format', 'quiet', 'hello', '--', command, ...args], {
    env,
  });
  expect([exitCode, out]).toEqual([0, 'You said: hello\n']);
  expect(err.split('traces cannot be sent to http://127.0.0.1:9/v1/traces: ')).toHaveLength(2);
});
