/** An agent, a client, a chain and a hub whose turns are one trace. */
import assert from 'node:assert/strict';

import { chain } from '@acp-stack/conductor';
import { openHub } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { memoryPair, proxy } from '@acp-stack/sdk';
import { context, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-base';

import { startTelemetry } from './telemetry.ts';

// #region agent
import { agent } from '@acp-stack/sdk';
import { observe } from '@acp-stack/telemetry';

const gardener = observe(
  agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
    const call = turn.toolCall({ title: 'Cut the roses', kind: 'edit', name: 'cut' });
    const allowed = await turn.requestPermission({ title: 'Cut the roses?', subject: call });
    if (allowed === undefined) return call.cancel();
    await call.complete();
    await turn.message.append('The roses are cut.');
    turn.usage({ totalTokens: 30, inputTokens: 20, outputTokens: 10 });
  }),
);
// #endregion agent

// #region client
import { client } from '@acp-stack/sdk';

const editor = observe(client({ name: 'my-editor', version: '1.0.0' })).onPermission(
  ({ options }) => options[0]?.optionId ?? 'cancelled',
);
// #endregion client

const audit = proxy({ name: 'audit', version: '1.0.0' });
// #region chain
const audited = observe(chain(audit, gardener));
// #endregion chain

export async function main(): Promise<void> {
  const exporter = new InMemorySpanExporter();
  const provider = startTelemetry(exporter);
  try {
    const journal = memoryJournal();
    const roots = [process.cwd()];
    // #region hub
    const hub = await openHub(observe({ journal, agents: { audited }, roots }));
    // #endregion hub
    const [ours, theirs] = memoryPair();
    hub.app.connect(theirs);
    const connection = await editor.connect(ours);
    const session = await connection.newSession({ cwd: process.cwd() });
    await session.prompt('Cut the roses');
    await connection.close();
    await hub.close();
  } finally {
    trace.disable();
    context.disable();
  }
  await provider.forceFlush();
  const spans = exporter.getFinishedSpans();
  const turns = spans.filter(({ name }) => name.startsWith('invoke_agent'));
  const [traceId] = turns.map((span) => span.spanContext().traceId);
  const lines = below(
    undefined,
    turns.filter((span) => span.spanContext().traceId === traceId),
  );
  assert.deepEqual(lines, [
    'client: invoke_agent acp-hub',
    '  hub: invoke_agent acp-hub',
    '    hub: invoke_agent gardener',
    '      conductor: invoke_agent gardener',
    '        agent: invoke_agent gardener',
  ]);
}

/** The spans below a span, as indented lines. */
function below(parent: string | undefined, spans: readonly ReadableSpan[], indent = ''): string[] {
  return spans
    .filter((span) => span.parentSpanContext?.spanId === parent)
    .flatMap((span) => [
      `${indent}${String(span.attributes['acp.role'])}: ${span.name}`,
      ...below(span.spanContext().spanId, spans, `${indent}  `),
    ]);
}
