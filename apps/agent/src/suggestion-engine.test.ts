/** Suggestions of the agent as an editor gets them, with a model that is set in the config file and without one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { nesClientCapabilities, startNes, type OfferedSuggestion } from '@acp-stack/nes';
import { client, memoryPair, memoryStore } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { codingAgent } from './coding-agent.ts';
import { emptyConfig } from './providers/config.ts';
import { readConfig } from './providers/config-file.ts';
import { Providers } from './providers/providers.ts';

interface Asked {
  readonly key: string | undefined;
  readonly body: { readonly model: string; readonly prompt: string };
}

/** A service that writes one more thorn at the cursor. */
async function completions(status = 200): Promise<AsyncDisposable & { readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
      asked.push({ key: request.headers.authorization, body });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ text: 'thorn();' }] }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/completions`,
    asked,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** What an editor is offered when its user asks for it; undefined when that is nothing. */
async function ask(suggestions: object | undefined, notices: string[] = []): Promise<OfferedSuggestion | undefined> {
  const config = readConfig(JSON.stringify({ suggestions }), 'agent.json', { THORN_KEY: 'sharp' });
  const app = codingAgent({
    store: memoryStore(),
    providers: new Providers(config),
    version: '1.0.0',
    onNotice: (words) => notices.push(words),
  });
  const [left, right] = memoryPair();
  app.connect(left);
  const editor = client({ name: 'editor', version: '1.0.0' }, { capabilities: nesClientCapabilities() });
  await using connection = await editor.connect(right);
  const asking: boolean[] = [];
  await using nes = await startNes(connection, { onAsking: (isAsking) => asking.push(isAsking) });
  nes.open('file:///garden/rose.ts', 'typescript', 'rose();\n');
  nes.suggest('file:///garden/rose.ts', { line: 1, column: 0 });
  await expect.poll(() => asking).toEqual([true, false]);
  return nes.offered[0];
}

test('a model that is set is asked where the engine is silent, with its key', async () => {
  await using service = await completions();
  const offered = await ask({ endpoint: service.url, model: 'qwen-coder', apiKeyEnv: 'THORN_KEY' });
  expect(offered?.suggestion).toMatchObject({ kind: 'edit', edits: [{ text: 'thorn();' }] });
  expect(service.asked).toMatchObject([{ key: 'Bearer sharp', body: { model: 'qwen-coder' } }]);
  expect(service.asked[0]?.body.prompt).toContain('rose();');
});

test('without a model no service is called', async () => {
  expect(await ask(undefined)).toBeUndefined();
});

test('a model that does not respond is reported in one line and does not block the engine', async () => {
  await using service = await completions(500);
  const notices: string[] = [];
  expect(await ask({ endpoint: service.url, model: 'mine', format: 'qwen' }, notices)).toBeUndefined();
  expect(notices).toEqual(['No suggestion from mine: The model responded with status 500.']);
});

test('a document that cannot be followed any more is told of in the log, and has no suggestions', async () => {
  const notices: string[] = [];
  const app = codingAgent({
    store: memoryStore(),
    providers: new Providers(emptyConfig),
    version: '1.0.0',
    onNotice: (words) => notices.push(words),
  });
  const [left, right] = memoryPair();
  app.connect(left);
  const editor = client({ name: 'editor', version: '1.0.0' }, { capabilities: nesClientCapabilities() });
  await using connection = await editor.connect(right);
  const { sessionId } = await connection.request('nes/start', {});
  const at = { sessionId, uri: 'file:///garden/rose.ts', version: 1 };
  await connection.notify('document/didOpen', { ...at, languageId: 'typescript', text: 'rose();\n' });
  await connection.notify('document/didChange', { ...at, contentChanges: [{ text: 'oak();\n' }] });
  const position = { line: 0, character: 0 };
  const { suggestions } = await connection.request('nes/suggest', { ...at, position, triggerKind: 'manual' });
  expect(suggestions).toEqual([]);
  expect(notices[0]).toContain('file:///garden/rose.ts');
});
