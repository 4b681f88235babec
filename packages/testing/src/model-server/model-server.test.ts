import { afterEach, describe, expect, test } from 'vitest';

import { modelServer, type ModelServer, type ModelServerOptions } from './model-server.ts';

const open: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function start(options: ModelServerOptions): Promise<ModelServer> {
  const server = await modelServer(options);
  open.push(server);
  return server;
}

const paths = { openai: 'chat/completions', anthropic: 'messages' };

function ask(
  { url }: ModelServer,
  body: object = { model: 'm', messages: [] },
  { api = 'openai', signal, headers = {} }: { api?: keyof typeof paths; signal?: AbortSignal; headers?: object } = {},
): Promise<Response> {
  return fetch(`${url}/${paths[api]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The data of the events of a stream. */
async function eventsOf(response: Response): Promise<readonly Record<string, unknown>[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
}

describe('a model server', () => {
  test('streams reasoning, text, tool calls and usage as OpenAI-compatible services do', async () => {
    const server = await start({
      turns: [
        {
          reasoning: 'hm',
          text: 'two words',
          toolCalls: [{ id: 'c1', name: 'read', input: { path: '/a' } }],
          usage: { input: 10, output: 4, cached: 6, reasoning: 1 },
        },
      ],
    });
    const events = await eventsOf(await ask(server));
    const deltas = events.flatMap(({ choices }) => (choices as { delta: unknown }[]).map(({ delta }) => delta));
    expect(deltas).toEqual([
      { reasoning_content: 'hm' },
      { content: 'two ' },
      { content: 'words' },
      { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'read', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"path"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ':"/a"}' } }] },
      {},
    ]);
    expect(events.at(-2)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
    expect(events.at(-1)).toMatchObject({ usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 } });
    server.done();
  });

  test('streams the same turn as Anthropic does', async () => {
    const server = await start({
      turns: [{ reasoning: 'hm', text: 'hi', toolCalls: [{ name: 'read' }], usage: { input: 10, output: 4 } }],
    });
    const events = await eventsOf(await ask(server, { model: 'm' }, { api: 'anthropic' }));
    const types = events.map(({ type }) => String(type).replace('content_block_', ''));
    const block = ['start', 'delta', 'delta', 'stop'];
    expect(types).toEqual([
      'message_start',
      ...block,
      'start',
      'delta',
      'stop',
      ...block,
      'message_delta',
      'message_stop',
    ]);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 4 } });
  });

  test('gives each request the first turn that matches it', async () => {
    const server = await start({
      turns: [{ when: { model: 'big' }, text: 'large' }, { text: 'small' }],
    });
    expect(await (await ask(server, { model: 'tiny' })).text()).toContain('small');
    expect(await (await ask(server, { model: 'big' })).text()).toContain('large');
    server.done();
  });

  test('refuses a request that no turn matches, and says why', async () => {
    const server = await start({ turns: [{ when: { model: 'big' }, text: 'large' }] });
    const response = await ask(server, { model: 'tiny' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: 'Request 1 has no turn: model: expected "big", found "tiny".' },
    });
    expect(() => {
      server.done();
    }).toThrow(/Request 1 has no turn[^]*1 turns were not used/u);
  });

  test('keeps the requests', async () => {
    const server = await start({ turns: [{}] });
    const waiting = server.request(1);
    await (await ask(server, { model: 'm', tools: [] }, { headers: { 'x-mine': 'yes' } })).text();
    const { api, body, headers } = await waiting;
    expect({ api, body }).toEqual({ api: 'openai', body: { model: 'm', tools: [] } });
    expect(headers['x-mine']).toBe('yes');
    expect(server.requests).toHaveLength(1);
  });

  test('fails as services fail', async () => {
    const server = await start({
      turns: [{ error: { status: 429, retryAfter: 7, message: 'Slow down.' } }, { error: { status: 500 } }],
    });
    const [first, second] = [await ask(server), await ask(server, {}, { api: 'anthropic' })];
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await first.json()).toMatchObject({ error: { message: 'Slow down.' } });
    expect(second.status).toBe(500);
    expect(await second.json()).toMatchObject({ type: 'error' });
  });

  test('requires its key', async () => {
    const server = await start({ turns: [{ repeat: true }], key: 'secret' });
    expect((await ask(server)).status).toBe(401);
    expect((await ask(server, {}, { headers: { authorization: 'Bearer secret' } })).status).toBe(200);
    expect((await ask(server, {}, { api: 'anthropic', headers: { 'x-api-key': 'secret' } })).status).toBe(200);
  });

  test('cuts its stream anywhere, and nothing is lost', async () => {
    const server = await start({ turns: [{ text: ['grün ', '🌱'], chunkBytes: [1, 3, 2] }] });
    const response = await ask(server);
    const text = await response.text();
    expect(text).toContain('"content":"grün "');
    expect(text).toContain('"content":"🌱"');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('breaks off in the middle', async () => {
    const server = await start({ turns: [{ text: ['a', 'b', 'c'], reset: 2 }] });
    await expect(ask(server).then((response) => response.text())).rejects.toThrow();
    const { ended } = await server.request(1);
    expect(await ended).toBe('broken');
  });

  test('waits in the middle until it is released', async () => {
    const server = await start({ turns: [{ text: ['a', 'b'], hold: 1 }] });
    const response = await ask(server);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain('"content":"a"');
    (await server.request(1)).release();
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      rest += new TextDecoder().decode(next.value);
    expect(rest).toContain('"content":"b"');
  });

  test('hangs, and notices that the client has gone', async () => {
    const server = await start({ turns: [{ hang: 'silent' }, { text: ['a', 'b'], hang: 1 }] });
    for (const number of [1, 2]) {
      const controller = new AbortController();
      const asking = ask(server, {}, { signal: controller.signal }).then((response) => response.text());
      const { ended } = await server.request(number);
      controller.abort();
      await expect(asking).rejects.toThrow();
      expect(await ended).toBe('broken');
    }
  });

  test('sends raw bytes instead of events', async () => {
    const server = await start({ turns: [{ raw: 'data: {"broken\n\n' }] });
    expect(await (await ask(server)).text()).toBe('data: {"broken\n\n');
  });

  test('lists its models in both shapes, or fails to', async () => {
    const server = await start({ models: ['one', 'two'] });
    const list = async (headers: Record<string, string> = {}): Promise<unknown> =>
      (await fetch(`${server.url}/models`, { headers })).json();
    expect(await list()).toMatchObject({ object: 'list', data: [{ id: 'one' }, { id: 'two' }] });
    expect(await list({ 'anthropic-version': '2023-06-01' })).toMatchObject({
      data: [{ id: 'one' }, {}],
      has_more: false,
    });
    const broken = await start({ models: { error: { status: 503 } } });
    expect((await fetch(`${broken.url}/models`)).status).toBe(503);
  });
});
