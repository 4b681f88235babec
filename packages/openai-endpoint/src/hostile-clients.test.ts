/** The endpoint with clients and agents that do what they should not. */
import { agent, memoryPair, type Channel } from '@acp-stack/sdk';
import { afterEach, expect, test } from 'vitest';

import { openaiEndpoint, type OpenaiEndpoint, type OpenaiEndpointOptions, type ServedAgent } from './index.ts';

const info = { name: 'gardener', version: '1.0.0' };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function endpointOf(app: ServedAgent['agent'], options: OpenaiEndpointOptions = {}): OpenaiEndpoint {
  const endpoint = openaiEndpoint({ gardener: { agent: app, cwd: '/garden' } }, options);
  closers.push(() => endpoint.close());
  return endpoint;
}

const repeating = (): ServedAgent['agent'] =>
  agent(info, { accepts: ['embeddedContext'] }).onPrompt(async ({ message, text }) => {
    await message.append(text);
  });

/** An agent that never answers, at any of its channels. */
function silent(): { readonly app: () => Channel; readonly opened: Channel[] } {
  const opened: Channel[] = [];
  const app = (): Channel => {
    const [ours, theirs] = memoryPair();
    opened.push(theirs);
    return ours;
  };
  return { app, opened };
}

const post = (content: unknown, init: RequestInit = {}): Request =>
  new Request('http://localhost/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'gardener', messages: [{ role: 'user', content }] }),
    ...init,
  });

test('a client that leaves an agent which never answers has its place back, and the endpoint ends', async () => {
  const { app, opened } = silent();
  const endpoint = endpointOf(app, { limits: { requests: 1 } });
  for (let count = 0; count < 3; count += 1) {
    const client = new AbortController();
    const answer = endpoint.fetch(post('Roses', { signal: client.signal }), 'ann');
    client.abort();
    expect((await answer).status).toBe(500);
  }
  expect(opened.length).toBeLessThan(2);
  const waiting = endpoint.fetch(post('Roses'), 'ann');
  await endpoint.close();
  expect((await waiting).status).toBe(500);
});

test('a client that sends its body slowly takes one of its places', async () => {
  const endpoint = endpointOf(repeating(), { limits: { requests: 1 } });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const slow = endpoint.fetch(post('', { body: readable, duplex: 'half' } as RequestInit), 'ann');
  expect((await endpoint.fetch(post('Roses'), 'ann')).status).toBe(429);
  expect((await endpoint.fetch(post('Roses'), 'bob')).status).toBe(200);
  await writable.close();
  expect((await slow).status).toBe(400);
  expect((await endpoint.fetch(post('Roses'), 'ann')).status).toBe(200);
});

test.each(['%', '%E0%A4%A', '%2E%2E%2Fetc'])('a model whose name is the path %s is not found', async (name) => {
  const response = await endpointOf(repeating()).fetch(new Request(`http://localhost/v1/models/${name}`), 'ann');
  expect(response.status).toBe(404);
});

test.each([
  ['padding in the wrong place', 'data:text/plain;base64,AAAA====', 400],
  ['padding for another length', 'data:text/plain;base64,AAA==', 400],
  ['no padding', 'data:text/plain;base64,Um9zZQ', 200],
  ['a file of bytes', 'data:application/pdf;base64,AAAA', 200],
] as const)('a file with %s has the status that its data deserves', async (_name, data, status) => {
  const file = { filename: 'a\uD800.txt', file_data: data };
  const response = await endpointOf(repeating()).fetch(post([{ type: 'file', file }]), 'ann');
  expect(response.status).toBe(status);
});

test('JSON that is nested too deeply is refused or left aside', async () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const endpoint = endpointOf(repeating());
  const body = (content: string, more = ''): RequestInit => ({
    body: `{"model":"gardener","messages":[{"role":"user","content":${content}}]${more}}`,
  });
  expect((await endpoint.fetch(post('', { body: '['.repeat(100_000) }), 'ann')).status).toBe(400);
  expect((await endpoint.fetch(post('', body(nested(100_000))), 'ann')).status).toBe(400);
  expect((await endpoint.fetch(post('', body('"Roses"', `,"x":${nested(100_000)}`)), 'ann')).status).toBe(200);
});

test('a request with an empty principal is refused, and two principals cannot have the same key', async () => {
  expect((await endpointOf(repeating()).fetch(post('Roses'), '')).status).toBe(401);
  const key = 'ann-0123456789abcdef';
  expect(() => openaiEndpoint({}, { keys: { ann: key, bob: key } })).toThrow(
    '"ann" and "bob" have the same key; give each its own.',
  );
});

test('ids of answers and names of conversations of another principal do not exist', async () => {
  const endpoint = endpointOf(repeating());
  const respond = async (body: object, principal: string): Promise<Response> =>
    endpoint.fetch(
      new Request('http://localhost/v1/responses', {
        method: 'POST',
        body: JSON.stringify({ model: 'gardener', input: 'Roses', ...body }),
      }),
      principal,
    );
  const first = await respond({ conversation: 'beds' }, 'ann');
  const { id } = (await first.json()) as { readonly id: string };
  const stolen = await respond({ previous_response_id: id }, 'bob');
  expect([stolen.status, await stolen.text()]).toEqual([400, expect.stringContaining('previous_response_not_found')]);
  const named = await respond({ conversation: 'beds' }, 'bob');
  expect(named.headers.get('x-session-id')).not.toBe(first.headers.get('x-session-id'));
  expect((await respond({ previous_response_id: id }, 'ann')).headers.get('x-session-id')).toBe(
    first.headers.get('x-session-id'),
  );
});

test('an agent that floods a client which has left is not kept waiting', async () => {
  let isCancelled: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => {
    isCancelled = resolve;
  });
  const app = agent(info).onPrompt(async ({ message, signal }) => {
    while (!signal.aborted) await message.append('x'.repeat(1000));
    isCancelled();
  });
  const endpoint = endpointOf(app, { limits: { requests: 1 } });
  const body = JSON.stringify({ model: 'gardener', messages: [{ role: 'user', content: 'Roses' }], stream: true });
  const { body: answer } = await endpoint.fetch(post('', { body }), 'ann');
  await answer?.cancel();
  await cancelled;
  await expect.poll(async () => (await endpoint.fetch(post('', { body: '{}' }), 'ann')).status).toBe(400);
});
