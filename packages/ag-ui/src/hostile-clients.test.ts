/** The endpoint with clients and agents that do what they should not. */
import { agent, memoryPair, type Channel } from '@acp-stack/sdk';
import { afterEach, expect, test } from 'vitest';

import { agUiEndpoint, type AgUiEndpoint, type AgUiEndpointOptions, type ServedAgent } from './index.ts';

const info = { name: 'gardener', version: '1.0.0' };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function endpointOf(app: ServedAgent['agent'], options: AgUiEndpointOptions = {}): AgUiEndpoint {
  const endpoint = agUiEndpoint({ agent: app, cwd: '/garden' }, options);
  closers.push(() => endpoint.close());
  return endpoint;
}

const user = (id: string, content: string): object => ({ id, role: 'user', content });

const run = (input: object, init: RequestInit = {}): Request =>
  new Request('http://localhost/ag-ui', {
    method: 'POST',
    body: JSON.stringify({ threadId: 'beds', runId: 'r', messages: [], tools: [], context: [], ...input }),
    ...init,
  });

/** Asks before it cuts. */
const careful = (): ServedAgent['agent'] =>
  agent(info).onPrompt(async ({ requestPermission, message }) => {
    const allowed = await requestPermission({ title: 'Cut the roses?' });
    await message.append(allowed === undefined ? 'I left them.' : 'They are cut.');
  });

interface Interrupted {
  readonly outcome?: { readonly interrupts?: readonly { readonly id: string }[] };
}

/** The last event of a response. */
async function lastOf(response: Response): Promise<Interrupted> {
  const line = (await response.text()).trimEnd().split('\n\n').at(-1) ?? '';
  return JSON.parse(line.replace('data: ', '')) as Interrupted;
}

test('a client that leaves an agent which never answers has its place back, and the endpoint ends', async () => {
  const opened: Channel[] = [];
  const silent = (): Channel => {
    const [ours, theirs] = memoryPair();
    opened.push(theirs);
    return ours;
  };
  const endpoint = endpointOf(silent, { limits: { runs: 1 } });
  const messages = [user('u', 'Roses')];
  for (let count = 0; count < 3; count += 1) {
    const client = new AbortController();
    const answer = endpoint.fetch(run({ messages }, { signal: client.signal }), 'ann');
    client.abort();
    expect((await answer).status).toBe(503);
  }
  const waiting = endpoint.fetch(run({ messages }), 'ann');
  await endpoint.close();
  expect((await waiting).status).toBe(503);
});

test('a client that sends its body slowly takes one of its places', async () => {
  const endpoint = endpointOf(careful(), { limits: { runs: 1 } });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const slow = endpoint.fetch(run({}, { body: readable, duplex: 'half' } as RequestInit), 'ann');
  expect((await endpoint.fetch(run({}), 'ann')).status).toBe(429);
  await writable.close();
  expect((await slow).status).toBe(400);
});

test('a run with nothing new is refused, and the question still waits', async () => {
  const endpoint = endpointOf(careful());
  const messages = [user('u', 'Cut')];
  const [question] = (await lastOf(await endpoint.fetch(run({ messages }), 'ann'))).outcome?.interrupts ?? [];
  expect((await endpoint.fetch(run({ messages }), 'ann')).status).toBe(400);
  const resume = [{ interruptId: question?.id, status: 'resolved', payload: { approved: true } }];
  const answer = await endpoint.fetch(run({ messages, resume }), 'ann');
  expect(await answer.text()).toContain('They are cut.');
});

test('the question of another principal cannot be answered, whatever ids are sent', async () => {
  const endpoint = endpointOf(careful());
  const messages = [user('u', 'Cut')];
  const [question] = (await lastOf(await endpoint.fetch(run({ messages }), 'ann'))).outcome?.interrupts ?? [];
  const resume = [{ interruptId: question?.id, status: 'resolved', payload: { approved: true } }];
  expect((await endpoint.fetch(run({ resume }), 'bob')).status).toBe(410);
  await endpoint.fetch(run({ messages }), 'bob').then((response) => response.text());
  const other = await endpoint.fetch(run({ resume }), 'bob').then((response) => response.text());
  expect(other).not.toContain('They are cut.');
  const own = await endpoint.fetch(run({ resume }), 'ann').then((response) => response.text());
  expect(own).toContain('They are cut.');
});

test('JSON that is nested too deeply is refused or left aside', async () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const endpoint = endpointOf(careful());
  const body = (more: string): string =>
    `{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":"Cut"}],"tools":[],"context":[],${more}}`;
  const statusOf = async (text: string): Promise<number> =>
    (await endpoint.fetch(run({}, { body: text }), 'ann')).status;
  expect(await statusOf('['.repeat(100_000))).toBe(400);
  expect(await statusOf(body(`"state":${nested}`))).toBe(200);
  expect(await statusOf(body(`"context":${nested}`))).toBe(400);
});
