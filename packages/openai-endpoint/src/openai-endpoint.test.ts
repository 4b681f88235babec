/** The endpoint with the client of OpenAI from npm, over a socket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { nodeListener } from '@acp-stack/http/server';
import { agent, memoryPair, RpcError, type Agent, type PromptHandler } from '@acp-stack/sdk';
import OpenAI from 'openai';
import { afterEach, describe, expect, test } from 'vitest';

import { openaiEndpoint, type OpenaiEndpointOptions } from './index.ts';

const info = { name: 'gardener', version: '1.0.0' };
const keys = { ann: 'ann-0123456789abcdef', bob: 'bob-0123456789abcdef' };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const doing = (handler: PromptHandler): Agent => agent(info, { accepts: ['image', 'audio'] }).onPrompt(handler);

/** Counts the prompts of its session, and repeats the last one. */
function counting(): Agent {
  const counts = new Map<string, number>();
  return doing(async ({ session, message, text }) => {
    const count = (counts.get(session.id) ?? 0) + 1;
    counts.set(session.id, count);
    await message.append(`${count}: `);
    await message.append(text);
  });
}

async function serve(app: Agent, options: OpenaiEndpointOptions = {}): Promise<(as?: keyof typeof keys) => OpenAI> {
  const endpoint = openaiEndpoint({ gardener: { agent: app, cwd: '/garden' } }, { keys, ...options });
  const server = createServer(nodeListener((request) => endpoint.fetch(request))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    await endpoint.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return (as = 'ann') => new OpenAI({ apiKey: keys[as], baseURL, maxRetries: 0 });
}

interface Latch {
  readonly promise: Promise<void>;
  readonly open: () => void;
}

function latch(): Latch {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const user = (content: string): { role: 'user'; content: string } => ({ role: 'user', content });
const said = (content: string): { role: 'assistant'; content: string } => ({ role: 'assistant', content });
const model = 'gardener';

describe('chat completions', () => {
  test('are the whole answer of the agent, with its usage and why it ended', async () => {
    const openai = (
      await serve(
        doing(async ({ thought, message, toolCall, usage }) => {
          await thought.append('Roses?');
          await toolCall({ title: 'Read rose.md', kind: 'read' }).complete();
          await message.append('Water ');
          await message.append('them.');
          usage({ totalTokens: 30, inputTokens: 10, outputTokens: 20, thoughtTokens: 5, cachedReadTokens: 4 });
          return 'max_tokens' as const;
        }),
      )
    )();
    const completion = await openai.chat.completions.create({ model, messages: [user('What now?')], temperature: 0 });
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          finish_reason: 'length',
          message: {
            role: 'assistant',
            content: 'Water them.',
            reasoning_content: 'Roses?\n[Read rose.md: completed]\n',
          },
        },
      ],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 20,
        total_tokens: 30,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
    });
    expect(completion.id).toMatch(/^chatcmpl-/u);
  });

  test('stream the answer as it comes', async () => {
    const seen = latch();
    const openai = (
      await serve(
        doing(async ({ thought, message, usage }) => {
          await thought.append('Hm. ');
          await message.append('I dig');
          await seen.promise;
          await message.append(' and cut.');
          usage({ totalTokens: 3, inputTokens: 1, outputTokens: 2 });
        }),
      )
    )();
    const stream = await openai.chat.completions.create({
      model,
      messages: [user('Begin')],
      stream: true,
      stream_options: { include_usage: true },
    });
    const deltas: unknown[] = [];
    let usage: unknown;
    for await (const chunk of stream) {
      const [choice] = chunk.choices;
      if (choice !== undefined) deltas.push(choice.finish_reason ?? choice.delta);
      if (choice?.delta.content === 'I dig') seen.open();
      usage = chunk.usage;
    }
    expect(deltas).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'Hm. ' },
      { content: 'I dig' },
      { content: ' and cut.' },
      'stop',
    ]);
    expect(usage).toMatchObject({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 });
  });

  test.each([1, 2] as const)('work with agents of version %i', async (version) => {
    const app = counting();
    const versions = version === 1 ? ([1] as const) : ([2] as const);
    const endpoint = openaiEndpoint(
      { gardener: { agent: { role: 'agent', name: 'g', start: () => startAt(app, versions) }, cwd: '/garden' } },
      { keys },
    );
    closers.push(() => endpoint.close());
    const response = await endpoint.fetch(
      new Request('http://localhost/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.ann}` },
        body: JSON.stringify({ model, messages: [user('Hi')] }),
      }),
    );
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: '1: Hi' } }] });
  });

  test('send pictures, audio and links to the agent, and say in one sentence what it does not take', async () => {
    const content = [
      { type: 'text' as const, text: 'What is it?' },
      { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'image_url' as const, image_url: { url: 'https://roses.example/a.png' } },
      { type: 'input_audio' as const, input_audio: { data: 'AAAA', format: 'wav' as const } },
      { type: 'file' as const, file: { filename: 'a.txt', file_data: 'data:text/plain;base64,aGk=' } },
    ];
    const showing = doing(async ({ prompt, message }) => message.append(JSON.stringify(prompt.slice(1))));
    const openai = (await serve(showing))();
    const { choices } = await openai.chat.completions.create({ model, messages: [{ role: 'user', content }] });
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual([
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'https://roses.example/a.png', name: 'a.png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'text', text: 'a.txt:\nhi' },
    ]);
    const blind = (await serve(agent(info).onPrompt(() => undefined)))();
    const refused = blind.chat.completions.create({ model, messages: [{ role: 'user', content }] });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      error: { message: 'The agent takes no images in prompts.' },
    });
    const broken = [{ type: 'image_url' as const, image_url: { url: 'rose.png' } }];
    await expect(
      openai.chat.completions.create({ model, messages: [{ role: 'user', content: broken }] }),
    ).rejects.toMatchObject({ status: 400, param: 'messages[0].content[0]' });
  });

  test('cancel the work of the agent when the client goes away, and the session goes on', async () => {
    const [began, cancelled] = [latch(), latch()];
    const connect = await serve(
      doing(async ({ text, message, signal }) => {
        if (text !== 'dig') return message.append(`heard ${text}`);
        await message.append('Digging');
        began.open();
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve());
        });
        return cancelled.open();
      }),
    );
    const openai = connect();
    const metadata = { conversation: 'beds' };
    const controller = new AbortController();
    const whole = openai.chat.completions.create(
      { model, messages: [user('dig')], metadata },
      { signal: controller.signal },
    );
    await began.promise;
    controller.abort();
    await expect(whole).rejects.toThrow('aborted');
    await cancelled.promise;
    const next = await retried(() => openai.chat.completions.create({ model, messages: [user('water')], metadata }));
    expect(next.choices[0]?.message.content).toBe('heard water');
  });

  test('cancel a stream that the client leaves', async () => {
    const cancelled = latch();
    const openai = (
      await serve(
        doing(async ({ message, signal }) => {
          await message.append('Digging');
          await new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => resolve());
          });
          cancelled.open();
        }),
      )
    )();
    const stream = await openai.chat.completions.create({ model, messages: [user('dig')], stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'Digging') break;
    await cancelled.promise;
  });
});

describe('a conversation', () => {
  test('without a name continues the session that has said it, and begins a new one otherwise', async () => {
    const openai = (await serve(counting()))();
    const ask = async (...messages: readonly (ReturnType<typeof user> | ReturnType<typeof said>)[]): Promise<string> =>
      (await openai.chat.completions.create({ model, messages: [...messages] })).choices[0]?.message.content ?? '';
    expect(await ask(user('Roses'))).toBe('1: Roses');
    expect(await ask(user('Roses'), said(' 1: Roses\n'), user('Tulips'))).toBe('2: Tulips');
    expect(await ask(user('Roses'), said('1: Roses'), user('Tulips'), said('2: Tulips'), user('Herbs'))).toBe(
      '3: Herbs',
    );
    expect(await ask(user('Roses'), said('I know none.'), user('Tulips'))).toBe(
      '1: This is the conversation so far:\n\nUser: Roses\n\nAssistant: I know none.Tulips',
    );
    expect(await ask(user('Roses'))).toBe('1: Roses');
  });

  test('with a name has one session, whatever messages the client sends', async () => {
    const connect = await serve(counting());
    const ask = async (as: keyof typeof keys, content: string): Promise<string> => {
      const metadata = { conversation: 'beds' };
      const body = { model, messages: [user(content)], metadata };
      return (await connect(as).chat.completions.create(body)).choices[0]?.message.content ?? '';
    };
    expect(await ask('ann', 'Roses')).toBe('1: Roses');
    expect(await ask('ann', 'Tulips')).toBe('2: Tulips');
    // The same name is another conversation for another principal.
    expect(await ask('bob', 'Herbs')).toBe('1: Herbs');
  });

  test('takes one request at a time, and no more of a principal than the limit', async () => {
    const [began, go] = [latch(), latch()];
    const connect = await serve(
      doing(async ({ message }) => {
        began.open();
        await go.promise;
        await message.append('Done.');
      }),
      { limits: { requests: 1 } },
    );
    const metadata = { conversation: 'beds' };
    const first = connect().chat.completions.create({ model, messages: [user('dig')], metadata });
    await began.promise;
    const second = connect().chat.completions.create({ model, messages: [user('cut')] });
    await expect(second).rejects.toMatchObject({ status: 429, type: 'rate_limit_error' });
    const other = connect('bob').chat.completions.create({ model, messages: [user('cut')] });
    go.open();
    expect((await first).choices[0]?.message.content).toBe('Done.');
    expect((await other).choices[0]?.message.content).toBe('Done.');
  });

  test('is refused while its session works', async () => {
    const [began, go] = [latch(), latch()];
    const connect = await serve(
      doing(async () => {
        began.open();
        await go.promise;
      }),
    );
    const metadata = { conversation: 'beds' };
    const first = connect().chat.completions.create({ model, messages: [user('dig')], metadata });
    await began.promise;
    const second = connect().chat.completions.create({ model, messages: [user('cut')], metadata });
    await expect(second).rejects.toMatchObject({ status: 409, code: 'conversation_busy' });
    go.open();
    await first;
  });

  test('closes the session that was used least recently beyond the limit, and goes on with what was said', async () => {
    const connect = await serve(counting(), { limits: { sessions: 1 } });
    const ask = async (conversation: string, content: string): Promise<string> => {
      const body = { model, messages: [user(content)], metadata: { conversation } };
      return (await connect().chat.completions.create(body)).choices[0]?.message.content ?? '';
    };
    expect([await ask('a', 'x'), await ask('b', 'y'), await ask('b', 'y'), await ask('a', 'x')]).toEqual([
      '1: x',
      '1: y',
      '2: y',
      '1: x',
    ]);
  });

  test('gives the agent the instructions of the system once, and again when they change', async () => {
    const openai = (await serve(doing(({ message, text }) => message.append(text))))();
    const ask = async (system: string, content: string): Promise<string> => {
      const messages = [{ role: 'system' as const, content: system }, user(content)];
      const body = { model, messages, metadata: { conversation: 'beds' } };
      return (await openai.chat.completions.create(body)).choices[0]?.message.content ?? '';
    };
    expect(await ask('Be soft. ', 'Roses')).toBe('Be soft. Roses');
    expect(await ask('Be soft. ', 'Tulips')).toBe('Tulips');
    expect(await ask('Be loud. ', 'Herbs')).toBe('Be loud. Herbs');
  });
});

describe('responses', () => {
  test('are items with reasoning and text, and the next one continues the session', async () => {
    const counts = new Map<string, number>();
    const app = doing(async ({ session, thought, message, text }) => {
      const count = (counts.get(session.id) ?? 0) + 1;
      counts.set(session.id, count);
      await thought.append('Hm.');
      await message.append(`${count}: ${text}`);
    });
    const openai = (await serve(app))();
    const first = await openai.responses.create({ model, input: 'Roses', instructions: 'Be soft. ' });
    expect(first).toMatchObject({ object: 'response', status: 'completed', output_text: '1: Be soft. Roses' });
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    const second = await openai.responses.create({
      model,
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Tulips' }] }],
      instructions: 'Be soft. ',
      previous_response_id: first.id,
    });
    expect(second.output_text).toBe('2: Tulips');
    await expect(
      openai.responses.create({ model, input: 'Herbs', previous_response_id: first.id }),
    ).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found' });
  });

  test('stream as events that the client puts together', async () => {
    const openai = (
      await serve(
        doing(async ({ thought, message, toolCall }) => {
          await thought.append('Hm.');
          await message.append('I dig');
          await toolCall({ title: 'Dig', kind: 'execute' }).complete();
          await message.append(' and cut.');
        }),
      )
    )();
    const stream = openai.responses.stream({ model, input: 'Begin' });
    const deltas: string[] = [];
    stream.on('response.output_text.delta', ({ delta }) => deltas.push(delta));
    const response = await stream.finalResponse();
    expect(deltas).toEqual(['I dig', ' and cut.']);
    expect(response.output_text).toBe('I dig and cut.');
    expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'reasoning', 'message']);
  });

  test('end with the failure of the agent', async () => {
    const openai = (
      await serve(
        doing(async ({ message }) => {
          await message.append('I');
          throw new RpcError(-32_603, 'No water.');
        }),
      )
    )();
    const types: string[] = [];
    for await (const event of await openai.responses.create({ model, input: 'Begin', stream: true })) {
      types.push(event.type);
      if (event.type === 'response.failed') expect(event.response.error?.message).toBe('The agent failed: No water.');
    }
    expect(types.at(-1)).toBe('response.failed');
  });
});

describe('permissions', () => {
  const careful = (): Agent =>
    doing(async ({ requestPermission, message }) => {
      const allowed = await requestPermission({ title: 'Cut the roses?' });
      await message.append(allowed === undefined ? 'I left them.' : `Cut (${allowed.optionId}).`);
    });
  const ask = async (openai: OpenAI): Promise<string | null | undefined> =>
    (await openai.chat.completions.create({ model, messages: [user('Cut')] })).choices[0]?.message.content;

  test('are refused, unless the program decides', async () => {
    expect(await ask((await serve(careful()))())).toBe('I left them.');
    const asked: string[] = [];
    const connect = await serve(careful(), {
      onPermission: ({ title, options }) => {
        asked.push(title);
        return options.find(({ kind }) => kind === 'allow_once')?.optionId ?? 'cancelled';
      },
    });
    expect([await ask(connect()), asked]).toEqual(['Cut (allow_once).', ['Cut the roses?']]);
  });
});

describe('a request', () => {
  test('needs a key, or a principal that the program has found', async () => {
    const endpoint = openaiEndpoint({ gardener: { agent: counting(), cwd: '/garden' } }, { keys });
    closers.push(() => endpoint.close());
    const list = (key?: string, principal?: string): Promise<Response> =>
      endpoint.fetch(
        new Request(
          'http://localhost/v1/models',
          key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
        ),
        principal,
      );
    for (const refused of [await list(), await list('wrong'), await list(`${keys.ann}x`)]) {
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ error: { type: 'authentication_error', code: 'invalid_api_key' } });
    }
    expect([(await list(keys.bob)).status, (await list(undefined, 'ann')).status]).toEqual([200, 200]);
    expect(() => openaiEndpoint({}, { keys: { ann: 'short' } })).toThrow(
      'The key of "ann" must have at least 16 characters, and no spaces.',
    );
    const closed = openaiEndpoint({});
    expect((await closed.fetch(new Request('http://localhost/v1/models'))).status).toBe(401);
  });

  test('lists and finds the agents, and names them if a model is unknown', async () => {
    const openai = (await serve(counting()))();
    const ids: string[] = [];
    for await (const each of openai.models.list()) ids.push(each.id);
    expect(ids).toEqual([model]);
    expect(await openai.models.retrieve(model)).toMatchObject({ id: model, object: 'model' });
    await expect(openai.chat.completions.create({ model: 'gpt', messages: [user('x')] })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      error: { message: 'There is no model "gpt" here; there are gardener.' },
    });
  });

  const tool = { type: 'function' as const, function: { name: 'water', parameters: {} } };
  test.each([
    ['tools', { tools: [tool] }],
    ['tool_choice', { tool_choice: 'required' as const }],
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['response_format', { response_format: { type: 'json_object' as const } }],
    ['modalities', { modalities: ['text' as const, 'audio' as const] }],
    ['prediction', { prediction: { type: 'content' as const, content: 'x' } }],
    ['web_search_options', { web_search_options: {} }],
  ])('that asks for %s is refused with a reason', async (param, more) => {
    const openai = (await serve(counting()))();
    const request = openai.chat.completions.create({ model, messages: [user('x')], ...more } as never);
    await expect(request).rejects.toMatchObject({ status: 400, param, code: 'unsupported_parameter' });
    await expect(request).rejects.toThrow(`${param} is not supported:`);
  });

  test('that is no request is refused with the field that is wrong', async () => {
    const connect = await serve(counting(), { limits: { bodyBytes: 500 } });
    const openai = connect();
    await expect(openai.chat.completions.create({ model, messages: [] })).rejects.toMatchObject({
      status: 400,
      param: 'messages',
    });
    await expect(
      openai.chat.completions.create({ model, messages: [{ role: 'user', content: 7 }] } as never),
    ).rejects.toMatchObject({ status: 400, param: 'messages[0].content' });
    await expect(
      openai.chat.completions.create({ model, messages: [{ role: 'assistant', content: 'x' }] }),
    ).rejects.toThrow('the last message has to be one of the user');
    await expect(openai.chat.completions.create({ model, messages: [user('x'.repeat(600))] })).rejects.toMatchObject({
      status: 413,
    });
    await expect(openai.embeddings.create({ model, input: 'x' })).rejects.toMatchObject({ status: 404 });
    const text = await fetch(`${openai.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.ann}` },
      body: '{',
    });
    expect(await text.json()).toMatchObject({ error: { message: 'The body is not JSON.' } });
    expect(
      (await fetch(`${openai.baseURL}/models`, { method: 'POST', headers: { authorization: `Bearer ${keys.ann}` } }))
        .status,
    ).toBe(405);
  });

  test('fails as the agent fails, before and after it has said something', async () => {
    const openai = (
      await serve(
        doing(async ({ message, text }) => {
          if (text === 'late') await message.append('I');
          throw new RpcError(-32_603, 'No water.');
        }),
      )
    )();
    const messages = [user('early')];
    await expect(openai.chat.completions.create({ model, messages })).rejects.toMatchObject({
      status: 500,
      error: { message: 'The agent failed: No water.', type: 'server_error' },
    });
    const stream = await openai.chat.completions.create({ model, messages: [user('late')], stream: true });
    await expect(async () => {
      for await (const _ of stream);
    }).rejects.toThrow('The agent failed: No water.');
  });

  test('to an agent that cannot start says so, and the next one tries again', async () => {
    const app = counting();
    let starts = 0;
    const endpoint = openaiEndpoint(
      {
        gardener: {
          agent: () => {
            starts += 1;
            if (starts === 1) throw new Error('my-agent was not found.');
            return app.start();
          },
          cwd: '/garden',
        },
      },
      { keys },
    );
    closers.push(() => endpoint.close());
    const ask = (): Promise<Response> =>
      endpoint.fetch(
        new Request('http://localhost/v1/chat/completions', {
          method: 'POST',
          body: JSON.stringify({ model, messages: [user('x')] }),
        }),
        'ann',
      );
    expect(await (await ask()).json()).toMatchObject({
      error: { message: 'my-agent was not found.', code: 'agent_failed' },
    });
    expect((await ask()).status).toBe(200);
  });
});

/** Starts an agent that speaks one version only. */
function startAt(app: Agent, versions: readonly [1] | readonly [2]): ReturnType<Agent['start']> {
  const [ours, theirs] = memoryPair();
  app.connect(theirs, { versions });
  return ours;
}

/** A session is busy until the agent has ended the cancelled work. */
async function retried<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if ((error as { readonly status?: number }).status !== 409) throw error;
    }
  }
}
