/** What clients and agents say, and their secrets, are in the streams of their sessions and nowhere else. */
import { memoryJournal, type Journal } from '@acp-stack/journal';
import { webSocket } from '@acp-stack/http/node';
import { agent, client, RpcError } from '@acp-stack/sdk';
import { observe } from '@acp-stack/telemetry';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';

import { hubMethods } from '../access/hub-methods.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { serveHub } from '../serve/serve-hub.ts';
import { openHub } from './hub.ts';

const cwd = process.cwd();
const canary = 'CANARY';

/** An agent that repeats what it is told, and fails with it the second time. */
const repeating = agent({ name: 'repeating', version: '1.0.0' }, { mcp: ['http'] }).onPrompt(async (turn) => {
  const said = JSON.stringify(turn.prompt);
  if (said.includes('fail')) throw new RpcError(-32_603, `I cannot do ${said}`);
  await turn.message.append(said);
  await turn.requestPermission({ title: said });
});

/** What is stored outside of the streams of sessions. */
async function storedElsewhere(journal: Journal): Promise<string> {
  const found: unknown[] = [];
  const { streams } = await journal.list({ limit: 1000 });
  for (const info of streams) {
    if (/^(?:log|inbox|history)\//u.test(info.stream)) continue;
    found.push(info);
    for await (const { event } of journal.read(info.stream)) found.push(event);
  }
  return JSON.stringify(found);
}

test('no content and no secret is in the log of the hub, its metrics, its traces or its audit log', async () => {
  const journal = memoryJournal();
  const lines: string[] = [];
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const token = `${canary}-token`;
  const hub = await openHub({
    journal,
    roots: [cwd],
    ...observe({ agents: { repeating } }, { tracerProvider }),
    credentials: { tokens: () => new TokenTable([staticToken('ada', token, true)]) },
    log: { write: (line) => void lines.push(line), level: 'debug' },
  });
  const serving = await serveHub(hub);
  const headers = { cookie: `session=${canary}`, 'x-api-key': canary };
  const program = client({ name: 'test', version: '1.0.0' }).on('session/request_permission', () => ({
    outcome: { outcome: 'selected' as const, optionId: 'allow_once' },
    _meta: { canary },
  }));
  const connection = await program.connect(webSocket(serving.url, { token, headers }));
  const mcpServers = [
    { type: 'http', name: canary, url: 'https://mcp.example/', headers: [{ name: 'authorization', value: canary }] },
  ] as const;
  const session = await connection.newSession({ cwd, mcpServers });
  await session.prompt(`${canary} in a prompt`);
  await Promise.resolve(session.prompt(`fail with ${canary}`)).catch((error: unknown) => {
    expect(error).toBeInstanceOf(RpcError);
  });
  const { secret } = (await connection.request(hubMethods.invite, {
    sessionId: session.id,
    role: 'observer',
  })) as { readonly secret: string };
  for (const path of [`/acp?ticket=${canary}`, `/${canary}`, '/metrics', '/ticket']) {
    await fetch(new URL(path, serving.url), { headers: { authorization: `Bearer ${canary}` } });
  }
  await connection
    .request('session/resume', { sessionId: canary, cwd: `/${canary}`, _meta: { canary } })
    .catch(() => undefined);
  const metrics = await fetch(new URL('/metrics', serving.url), { headers: { authorization: `Bearer ${token}` } });
  const told = [await metrics.text()];
  await connection.close();
  await serving.close();
  await hub.close();
  const spans = exporter.getFinishedSpans();
  told.push(JSON.stringify(spans.map(({ name, attributes, status, events }) => [name, attributes, status, events])));
  told.push(...lines, await storedElsewhere(journal));
  const everything = told.join('\n');
  expect(everything).toContain('session/prompt');
  expect(everything).not.toContain(secret);
  // The client has chosen its words for the id of a session; that is noted, because it has the form of one.
  expect(
    everything.replaceAll(new RegExp(`"(?:sessionId|gen_ai.conversation.id)":"${canary}"`, 'gu'), ''),
  ).not.toContain(canary);
});
