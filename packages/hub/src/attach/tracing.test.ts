import { observe } from '@acp-stack/telemetry';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';

import { agentPool } from '../agents/agent-pool.ts';
import { RecordedEvents, ScriptedAgents, setupOf } from '../agents/scripted-agent.test-support.ts';
import type { HubOptions } from '../hub/hub-options.ts';
import type { HubObserver } from '../observe/hub-observer.ts';
import { cwd, scriptedHub } from './scripted-hub.test-support.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';
const ofClient = `00-${traceId}-${clientSpan}-01`;

function recorder(): { readonly observer: HubObserver; readonly exporter: InMemorySpanExporter } {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const hub: Pick<HubOptions, 'agents' | 'observer'> = { agents: {} };
  const { observer } = observe(hub, { tracerProvider });
  if (observer === undefined) throw new Error('observe() has set no observer.');
  return { observer, exporter };
}

const prompt = [{ type: 'text', text: 'Hello' }] as const;
const sly = { claudeCode: { options: { hooks: 'CANARY' } }, mcpServers: ['CANARY'] };

test('the item of a request has its span as the parent, and nothing else of the client’s _meta', async () => {
  const { observer, exporter } = recorder();
  await using hub = await scriptedHub({ observer });
  const session = await hub.session();
  const { sessionId } = session;
  session.onItem = ({ item, request: { key } }) => session.append({ kind: 'result', item, key, result: {} });
  const { connection } = await hub.raw();
  await connection.request('session/resume', { sessionId, cwd });
  await connection.request('session/prompt', {
    sessionId,
    prompt,
    _meta: { ...sly, traceparent: ofClient, tracestate: 'vendor=1' },
  });
  await connection.close();
  const isTurn = ({ name }: { readonly name: string }): boolean => name.startsWith('invoke_agent');
  await expect.poll(() => exporter.getFinishedSpans().some(isTurn)).toBe(true);
  const span = exporter.getFinishedSpans().find(isTurn);
  expect(span?.parentSpanContext).toMatchObject({ traceId, spanId: clientSpan });
  const [item] = await session.items();
  const traceparent = `00-${traceId}-${span?.spanContext().spanId}-01`;
  expect(item?.request.params).toEqual({ prompt, _meta: { traceparent, tracestate: 'vendor=1' } });
});

test('without an observer the trace of the client goes on to the agent', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session();
  const { sessionId } = session;
  session.onItem = ({ item, request: { key } }) => session.append({ kind: 'result', item, key, result: {} });
  const { connection } = await hub.raw();
  await connection.request('session/resume', { sessionId, cwd });
  await connection.request('session/prompt', { sessionId, prompt, _meta: { ...sly, traceparent: ofClient } });
  await connection.request('session/prompt', { sessionId, prompt, _meta: { ...sly, traceparent: 'CANARY' } });
  await connection.request('session/archive', { sessionId, _meta: sly });
  const items = await session.items();
  expect(items.map(({ request }) => request.params['_meta'])).toEqual([
    { traceparent: ofClient },
    undefined,
    undefined,
  ]);
  expect(JSON.stringify(items)).not.toContain('CANARY');
});

test('the call to the agent continues the span of the item', async () => {
  const { observer, exporter } = recorder();
  const agents = new ScriptedAgents();
  const pool = agentPool({ scripted: { component: agents } }, { observer });
  const session = await pool.open('scripted', setupOf(), new RecordedEvents());
  await session.request('session/prompt', { prompt, _meta: { traceparent: ofClient } });
  await pool.close();
  const span = exporter.getFinishedSpans().find(({ name }) => name.startsWith('invoke_agent'));
  expect(span?.parentSpanContext).toMatchObject({ traceId, spanId: clientSpan });
});

test('a span has the code of an error and not its message, which may repeat what was said', async () => {
  const { observer, exporter } = recorder();
  await using hub = await scriptedHub({ observer });
  const session = await hub.session();
  const { sessionId } = session;
  const error = { code: -32_603, message: 'I cannot do CANARY.' };
  session.onItem = ({ item, request: { key } }) => session.append({ kind: 'result', item, key, error });
  const { connection } = await hub.raw();
  await connection.request('session/resume', { sessionId, cwd });
  await expect(connection.request('session/prompt', { sessionId, prompt })).rejects.toThrow('CANARY');
  const span = exporter.getFinishedSpans().find(({ name }) => name.startsWith('invoke_agent'));
  expect(span?.attributes['error.type']).toBe('-32603');
  expect(JSON.stringify([span?.status, span?.attributes, span?.events])).not.toContain('CANARY');
});
