import { openHub } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { registeredTracing } from './registered-tracing.ts';

const apiKey = Symbol.for('opentelemetry.js.api.1');
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');

interface ContextLike {
  getValue(key: symbol): { spanContext(): { readonly traceId: string; readonly spanId: string } } | undefined;
}

test('without a registered tracer there are no spans', () => {
  expect(registeredTracing('1.0.0', {})).toBeUndefined();
});

test('the requests of clients and the calls to agents are spans of the registered tracer, as one trace', async () => {
  const names: string[] = [];
  const spans: { readonly name: string; readonly spanId: string; readonly parent: string | undefined }[] = [];
  const getTracer = (name: string): unknown => {
    names.push(name);
    return {
      startSpan: (span: string, _options: unknown, context?: ContextLike) => {
        const spanId = String(spans.length + 1).padStart(16, '0');
        spans.push({ name: span, spanId, parent: context?.getValue(spanKey)?.spanContext().spanId });
        const end = (): undefined => undefined;
        const spanContext = (): object => ({ traceId: '1'.repeat(32), spanId, traceFlags: 1 });
        return { end, setStatus: end, setAttribute: end, recordException: end, spanContext };
      },
    };
  };
  const tracing = registeredTracing('1.0.0', { [apiKey]: { trace: { getTracer } } });
  expect(names).toEqual(['acp-hub']);
  const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(() => undefined);
  const cwd = process.cwd();
  const hub = await openHub({
    journal: memoryJournal(),
    agents: { echo },
    roots: [cwd],
    isAlone: true,
    ...(tracing === undefined ? {} : { tracing }),
  });
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  const connection = await client({ name: 'test', version: '1.0.0' }).connect(ours);
  await (await connection.newSession({ cwd })).prompt('hello');
  await connection.close();
  await hub.close();
  const [received, sent] = spans.filter(({ name }) => name.includes('session/prompt'));
  expect(received).toMatchObject({ parent: undefined });
  expect(sent?.parent).toBe(received?.spanId);
});
