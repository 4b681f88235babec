import { openHub, type HubOptions } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair } from '@acp-stack/sdk';
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';

import { openTelemetry } from './open-telemetry.ts';

const options = { service: 'acp-hub', version: '1.0.0', env: {}, onFailure: () => undefined };

test('without a collector and without a registered provider there is none', async () => {
  expect(await openTelemetry(options, {})).toBeUndefined();
  expect(await openTelemetry({ ...options, env: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } }, {})).toBeUndefined();
});

test('the requests of clients and the calls to agents are spans of the registered provider, as one trace', async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  try {
    const telemetry = await openTelemetry(options);
    const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(() => undefined);
    const cwd = process.cwd();
    const hubOptions: HubOptions = { journal: memoryJournal(), agents: { echo }, roots: [cwd], isAlone: true };
    const hub = await openHub(telemetry?.observe(hubOptions) ?? hubOptions);
    const [ours, theirs] = memoryPair();
    hub.app.connect(theirs);
    const connection = await client({ name: 'test', version: '1.0.0' }).connect(ours);
    await (await connection.newSession({ cwd })).prompt('hello');
    await connection.close();
    await hub.close();
    await telemetry?.[Symbol.asyncDispose]();
  } finally {
    trace.disable();
  }
  const turns = exporter.getFinishedSpans().filter(({ name }) => name.startsWith('invoke_agent'));
  const received = turns.find(({ parentSpanContext }) => parentSpanContext === undefined);
  const sent = turns.find(({ parentSpanContext }) => parentSpanContext !== undefined);
  expect(sent?.parentSpanContext?.spanId).toBe(received?.spanContext().spanId);
});
