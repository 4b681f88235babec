import { afterEach, describe, expect, test } from 'vitest';

import { modelEnvironment, scriptedModel } from './model-environment.ts';
import { startModelService, type ModelService } from './model-service.ts';

const open: ModelService[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

async function start(): Promise<ModelService> {
  const service = await startModelService();
  open.push(service);
  return service;
}

const schema = {
  type: 'object',
  properties: { path: { type: 'string' }, content: { type: 'string' } },
  required: ['path'],
};
const bash = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };

interface Dialogue {
  readonly prompt: string;
  readonly isAfterTool?: boolean;
  readonly isStream?: boolean;
}

/** How a request is made with each API, and where the answer is in a whole response. */
const apis = {
  'OpenAI chat': {
    path: () => '/v1/chat/completions',
    body: ({ prompt, isAfterTool, isStream }: Dialogue) => ({
      model: 'm',
      stream: isStream,
      messages: [{ role: 'user', content: prompt }, ...(isAfterTool === true ? [{ role: 'tool', content: 'ok' }] : [])],
      tools: [
        { type: 'function', function: { name: 'read_file', parameters: schema } },
        { type: 'function', function: { name: 'write_file', parameters: schema } },
        { type: 'function', function: { name: 'bash', parameters: bash } },
      ],
    }),
  },
  'OpenAI responses': {
    path: () => '/v1/responses',
    body: ({ prompt, isAfterTool, isStream }: Dialogue) => ({
      model: 'm',
      stream: isStream,
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] },
        ...(isAfterTool === true ? [{ type: 'function_call_output', call_id: 'c', output: 'ok' }] : []),
      ],
      tools: [
        { type: 'function', name: 'read_file', parameters: schema },
        { type: 'function', name: 'write_file', parameters: schema },
        { type: 'function', name: 'bash', parameters: bash },
      ],
    }),
  },
  Anthropic: {
    path: () => '/v1/messages',
    body: ({ prompt, isAfterTool, isStream }: Dialogue) => ({
      model: 'm',
      stream: isStream,
      messages: [
        { role: 'user', content: [{ type: 'text', text: prompt }] },
        ...(isAfterTool === true ? [{ role: 'user', content: [{ type: 'tool_result', content: 'ok' }] }] : []),
      ],
      tools: [
        { name: 'read_file', input_schema: schema },
        { name: 'write_file', input_schema: schema },
        { name: 'bash', input_schema: bash },
      ],
    }),
  },
  Gemini: {
    path: ({ isStream }: Dialogue) =>
      `/v1beta/models/m:${isStream === true ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: ({ prompt, isAfterTool }: Dialogue) => ({
      contents: [
        { role: 'user', parts: [{ text: prompt }] },
        ...(isAfterTool === true ? [{ role: 'user', parts: [{ functionResponse: { name: 'x' } }] }] : []),
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'read_file', parametersJsonSchema: schema },
            { name: 'write_file', parametersJsonSchema: schema },
            { name: 'bash', parametersJsonSchema: bash },
          ],
        },
      ],
    }),
  },
} as const;

async function ask(name: keyof typeof apis, dialogue: Dialogue, signal?: AbortSignal): Promise<Response> {
  const { url } = await start();
  return fetch(`${url}${apis[name].path(dialogue)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(apis[name].body(dialogue)),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The text without the quoting of JSON inside of JSON. */
const plain = async (response: Response): Promise<string> => (await response.text()).replaceAll('\\', '');

const prompts = {
  say: 'conformance:say Say hello.',
  read: 'conformance:read-file Read the file /work/notes.txt.',
  write: 'conformance:write-file Write the word done to the file /work/result.txt.',
  run: 'conformance:run-command Run the command: echo conformance',
} as const;

describe.each(Object.keys(apis) as (keyof typeof apis)[])('the scripted model as %s', (name) => {
  test.each([true, false])('says hello (as a stream: %s)', async (isStream) => {
    const response = await ask(name, { prompt: prompts.say, isStream });
    expect(response.status).toBe(200);
    expect((await response.text()).match(/Hello/gu)).not.toBeNull();
  });

  test.each([true, false])('calls the tool that fits (as a stream: %s)', async (isStream) => {
    const read = await plain(await ask(name, { prompt: prompts.read, isStream }));
    expect(read).toContain('read_file');
    expect(read).toContain('"path":"/work/notes.txt"');
    const written = await plain(await ask(name, { prompt: prompts.write, isStream }));
    expect(written).toContain('write_file');
    expect(written).toContain('"path":"/work/result.txt"');
    expect(written).toContain('done');
    expect(await plain(await ask(name, { prompt: prompts.run, isStream }))).toContain('"command":"echo conformance"');
  });

  test('ends the turn after the result of a tool', async () => {
    const ended = await plain(await ask(name, { prompt: prompts.read, isAfterTool: true }));
    expect(ended).toContain('Done.');
    expect(ended).not.toContain('read_file');
  });

  test('goes on until the agent closes the connection', async () => {
    const controller = new AbortController();
    const response = await ask(name, { prompt: 'conformance:wait Work.', isStream: true }, controller.signal);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    while (!/Step 1\..*Step 2\./su.test(text)) text += new TextDecoder().decode((await reader.read()).value);
    controller.abort();
    await expect(reader.read()).rejects.toThrow();
  });

  test('fails when it is asked to', async () => {
    const response = await ask(name, { prompt: 'conformance:fail Fail.' });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error.message');
  });
});

describe('the scripted model', () => {
  test('says which path is no endpoint, and that a body is not JSON', async () => {
    const { url } = await start();
    const missing = await fetch(`${url}/v2/poems`, { method: 'POST', body: '{}' });
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('/v2/poems')]);
    const broken = await fetch(`${url}/v1/messages`, { method: 'POST', body: '{' });
    expect(broken.status).toBe(400);
  });

  test.each(Object.entries(apis).filter(([name]) => name !== 'Gemini'))(
    'gives every reply of %s ids of its own, as a real one does',
    async (_, { path, body }) => {
      const { url } = await start();
      const idsOf = async (prompt: string): Promise<readonly string[]> => {
        const dialogue = { prompt };
        const response = await fetch(`${url}${path(dialogue)}`, {
          method: 'POST',
          body: JSON.stringify(body(dialogue)),
        });
        return (await response.text()).match(/"(?:id|call_id)":"[^"]+"/gu) ?? [];
      };
      const asked = ['conformance:read-file Read the file a.', 'conformance:say', 'conformance:read-file Read it.'];
      const ids = [];
      for (const prompt of asked) ids.push(await idsOf(prompt));
      expect(ids.every((each) => each.length > 0)).toBe(true);
      expect(new Set(ids.flat()).size).toBe(ids.flat().length);
    },
  );

  test('answers a new prompt that stands behind the result of a tool in the same message', async () => {
    const { url } = await start();
    const tools = [{ name: 'read_file', input_schema: schema }];
    const result = { type: 'tool_result', tool_use_id: 't', content: 'ok' };
    const content = [result, { type: 'text', text: 'conformance:read-file Read the file near.txt.' }];
    const body = JSON.stringify({ model: 'm', tools, messages: [{ role: 'user', content }] });
    const text = await (await fetch(`${url}/v1/messages`, { method: 'POST', body })).text();
    expect(text).toContain('"name":"read_file"');
  });

  test('repeats what it is told, but not what it said itself', async () => {
    const { url } = await start();
    const messages = [
      { role: 'system', content: 'marker-system' },
      { role: 'assistant', content: 'marker-said' },
      { role: 'user', content: 'conformance:recite marker-prompt.' },
    ];
    const body = JSON.stringify({ model: 'm', messages });
    const text = await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })).text();
    expect(text).toContain('marker-system marker-prompt');
    expect(text).not.toContain('marker-said');
  });

  test('makes a plan of two steps in the shape of the tool', async () => {
    const { url } = await start();
    const entry = {
      type: 'object',
      properties: { content: { type: 'string' }, status: { enum: ['pending', 'completed'] } },
      required: ['content', 'status'],
    };
    const parameters = { type: 'object', properties: { todos: { type: 'array', items: entry } }, required: ['todos'] };
    const tools = [{ type: 'function', function: { name: 'todo_write', parameters } }];
    const messages = [{ role: 'user', content: 'conformance:plan Make a plan of two steps.' }];
    const body = JSON.stringify({ model: 'm', messages, tools });
    const response = await plain(await fetch(`${url}/v1/chat/completions`, { method: 'POST', body }));
    expect(response).toContain('[{"content":"Read the notes","status":"pending"},{"content":"Write the result"');
  });

  test('lists one model, which the environment names', async () => {
    const { url } = await start();
    const list = (await (await fetch(`${url}/v1/models`)).json()) as {
      readonly data: readonly { readonly id: string }[];
    };
    expect(list.data.map(({ id }) => id)).toEqual([scriptedModel]);
    const environment = modelEnvironment(url);
    expect(environment['OPENAI_BASE_URL']).toBe(`${url}/v1`);
    expect(environment['ANTHROPIC_BASE_URL']).toBe(url);
    expect(environment['ACP_AGENT_MODEL']).toContain(scriptedModel);
  });
});
