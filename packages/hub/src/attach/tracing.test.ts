import type { SpanContextLike, TracerLike } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { agentPool } from '../agents/agent-pool.ts';
import { RecordedEvents, ScriptedAgents, setupOf } from '../agents/scripted-agent.test-support.ts';
import type { HubTracing } from '../observe/tracing.ts';
import { cwd, scriptedHub } from './scripted-hub.test-support.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const ofClient = `00-${traceId}-b7ad6b7169203331-01`;

interface Started {
  readonly name: string;
  readonly parent: string | undefined;
  readonly spanId: string;
  isOver: boolean;
  status?: unknown;
}

function recorder(first: number): { readonly tracing: HubTracing; readonly spans: Started[] } {
  const spans: Started[] = [];
  const tracer: TracerLike = {
    startSpan: (name, _, context) => {
      const spanId = String(first + spans.length).padStart(16, '0');
      const span: Started = { name, parent: (context as SpanContextLike | undefined)?.spanId, spanId, isOver: false };
      spans.push(span);
      return {
        setAttribute: () => undefined,
        setStatus: (status) => void (span.status = status),
        end: () => void (span.isOver = true),
        spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
      };
    },
  };
  return { tracing: { tracer, contextOf: (parent) => parent }, spans };
}

const prompt = [{ type: 'text', text: 'Hello' }] as const;
const sly = { claudeCode: { options: { hooks: 'CANARY' } }, mcpServers: ['CANARY'] };

test('the item of a request has its span as the parent, and nothing else of the client’s _meta', async () => {
  const { tracing, spans } = recorder(1);
  await using hub = await scriptedHub({ tracing });
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
  const span = spans.find(({ name }) => name === 'session/prompt');
  expect(span).toMatchObject({ parent: 'b7ad6b7169203331', isOver: true });
  const [item] = await session.items();
  const traceparent = `00-${traceId}-${span?.spanId}-01`;
  expect(item?.request.params).toEqual({ prompt, _meta: { traceparent, tracestate: 'vendor=1' } });
});

test('without a tracer the trace of the client goes on to the agent', async () => {
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
  const { tracing, spans } = recorder(50);
  const agents = new ScriptedAgents();
  const pool = agentPool({ scripted: { component: agents } }, { tracing });
  const session = await pool.open('scripted', setupOf(), new RecordedEvents());
  await session.request('session/prompt', { prompt, _meta: { traceparent: ofClient } });
  const span = spans.find(({ name }) => name === 'session/prompt');
  expect(span).toMatchObject({ parent: 'b7ad6b7169203331', isOver: true });
  await pool.close();
});

test('a span has the code of an error and not its message, which may repeat what was said', async () => {
  const { tracing, spans } = recorder(1);
  await using hub = await scriptedHub({ tracing });
  const session = await hub.session();
  const { sessionId } = session;
  const error = { code: -32_603, message: 'I cannot do CANARY.' };
  session.onItem = ({ item, request: { key } }) => session.append({ kind: 'result', item, key, error });
  const { connection } = await hub.raw();
  await connection.request('session/resume', { sessionId, cwd });
  await expect(connection.request('session/prompt', { sessionId, prompt })).rejects.toThrow('CANARY');
  expect(spans.find(({ name }) => name === 'session/prompt')?.status).toEqual({ code: 2 });
});
