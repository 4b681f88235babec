/** The endpoint with `HttpAgent` of `@ag-ui/client` from npm, over a socket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { nodeListener } from '@acp-stack/http/server';
import { agent, memoryPair, RpcError, type Agent, type PromptHandler } from '@acp-stack/sdk';
import { EventType, HttpAgent, type BaseEvent, type Interrupt, type Message } from '@ag-ui/client';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { agUiEndpoint, type AgUiEndpointOptions, type ServedAgent } from './index.ts';

const info = { name: 'gardener', version: '1.0.0' };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});

const doing = (handler: PromptHandler): Agent => agent(info, { accepts: ['image'] }).onPrompt(handler);

/** Counts the prompts of its session, and repeats the last one. */
function counting(): Agent {
  const counts = new Map<string, number>();
  return doing(async ({ session, message, text }) => {
    const count = (counts.get(session.id) ?? 0) + 1;
    counts.set(session.id, count);
    await message.append(`${count}: ${text}`);
  });
}

/** Serves the agent at an address; the header `x-user` is the principal. */
async function serve(app: ServedAgent['agent'], options: AgUiEndpointOptions = {}): Promise<string> {
  const endpoint = agUiEndpoint({ agent: app, cwd: '/garden' }, options);
  const listener = nodeListener((request) => endpoint.fetch(request, request.headers.get('x-user') ?? undefined));
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    await endpoint.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ag-ui`;
}

const at = (url: string, threadId = 'beds', user = 'ann'): HttpAgent =>
  new HttpAgent({ url, threadId, headers: { 'x-user': user } });

let ids = 0;

function says(client: HttpAgent, content: Extract<Message, { role: 'user' }>['content']): void {
  ids += 1;
  client.addMessage({ id: `u${ids}`, role: 'user', content });
}

type Run = Parameters<HttpAgent['runAgent']>[0];

/** Runs the agent, and collects the events. */
async function run(client: HttpAgent, parameters: Run = {}): Promise<readonly BaseEvent[]> {
  const events: BaseEvent[] = [];
  await client.runAgent(parameters, {
    onEvent: ({ event }) => {
      events.push(event);
    },
  });
  return events;
}

async function ask(client: HttpAgent, words: string, parameters: Run = {}): Promise<readonly BaseEvent[]> {
  says(client, words);
  return run(client, parameters);
}

const answerOf = (client: HttpAgent): unknown => client.messages.findLast(({ role }) => role === 'assistant')?.content;
const typesOf = (events: readonly BaseEvent[]): readonly string[] => events.map(({ type }) => type);
const interruptsOf = (events: readonly BaseEvent[]): readonly Interrupt[] =>
  (events.at(-1)?.['outcome'] as { readonly interrupts?: readonly Interrupt[] } | undefined)?.interrupts ?? [];

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

describe('a run', () => {
  test('streams messages and thoughts as they come, with the usage at the end', async () => {
    const seen = latch();
    const url = await serve(
      doing(async ({ thought, message, usage }) => {
        await thought.append('Roses?');
        await message.append('I dig');
        await seen.promise;
        await message.append(' and cut.');
        usage({ totalTokens: 30, inputTokens: 10, outputTokens: 20, thoughtTokens: 5, cachedReadTokens: 4 });
      }),
    );
    const client = at(url);
    says(client, 'Begin');
    const events: BaseEvent[] = [];
    await client.runAgent(
      { runId: 'r1' },
      {
        onEvent: ({ event }) => {
          events.push(event);
          if (event['delta'] === 'I dig') seen.open();
        },
      },
    );
    expect(typesOf(events)).toEqual([
      'RUN_STARTED',
      'CUSTOM',
      'REASONING_START',
      'REASONING_MESSAGE_START',
      'REASONING_MESSAGE_CONTENT',
      'REASONING_MESSAGE_END',
      'REASONING_END',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ]);
    expect(events.at(-1)).toMatchObject({
      threadId: 'beds',
      runId: 'r1',
      outcome: { type: 'success' },
      result: { stopReason: 'end_turn' },
      usage: [{ inputTokens: 10, outputTokens: 20, totalTokens: 30, reasoningTokens: 5, cachedInputTokens: 4 }],
    });
    expect(client.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Begin'],
      ['reasoning', 'Roses?'],
      ['assistant', 'I dig and cut.'],
    ]);
  });

  test('shows tool calls of the agent with their results, also those that it forgets', async () => {
    const url = await serve(
      doing(async ({ toolCall, message }) => {
        await message.append('First. ');
        const read = toolCall({
          title: 'Read rose.md',
          name: 'read_file',
          kind: 'read',
          rawInput: { path: '/rose.md' },
        });
        await read.start();
        await read.complete({ content: [{ type: 'content', content: { type: 'text', text: 'red' } }] });
        await message.append('Then.');
        toolCall({ title: 'Forgotten', kind: 'other' });
      }),
    );
    const client = at(url);
    const events = await ask(client, 'Read');
    expect(typesOf(events)).toEqual([
      'RUN_STARTED',
      'CUSTOM',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'RUN_FINISHED',
    ]);
    const calls = client.messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
    expect(calls.map((call) => call.function)).toEqual([
      { name: 'read_file', arguments: '{"path":"/rose.md"}' },
      { name: 'other', arguments: '{}' },
    ]);
    const results = client.messages.filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toEqual(['red', expect.any(String)]);
    expect(events.find(({ type }) => type === EventType.TOOL_CALL_RESULT)?.metadata).toMatchObject({
      acp: { title: 'Read rose.md', kind: 'read', status: 'completed' },
    });
  });

  test('shows plans as activities, and everything else as custom events', async () => {
    const url = await serve(
      doing(async ({ plan, message }) => {
        await plan([{ content: 'Dig', priority: 'high', status: 'pending' }]);
        await plan([{ content: 'Dig', priority: 'high', status: 'completed' }]);
        await message.append({ type: 'resource_link', uri: 'https://roses.example/', name: 'Roses' });
      }),
    );
    const client = at(url);
    const events = await ask(client, 'Plan');
    const activities = client.messages.filter(({ role }) => role === 'activity');
    expect(activities).toMatchObject([
      { activityType: 'PLAN', content: { entries: [{ content: 'Dig', status: 'completed' }] } },
    ]);
    const customs = events.filter(({ type }) => type === EventType.CUSTOM);
    expect(customs.map(({ name }) => name)).toEqual(['acp/session', 'acp/content']);
    expect(customs[1]?.['value']).toMatchObject({ type: 'resource_link', uri: 'https://roses.example/' });
  });

  test.each([1, 2] as const)('works with agents of version %i, questions included', async (version) => {
    const app = doing(async ({ requestPermission, message }) => {
      const allowed = await requestPermission({ title: 'Cut?' });
      await message.append(allowed === undefined ? 'Left.' : 'Cut.');
    });
    const url = await serve(() => {
      const [ours, theirs] = memoryPair();
      app.connect(theirs, { versions: version === 1 ? [1] : [2] });
      return ours;
    });
    const client = at(url);
    const [question] = interruptsOf(await ask(client, 'Cut'));
    await run(client, {
      resume: [{ interruptId: question?.id ?? '', status: 'resolved', payload: { approved: true } }],
    });
    expect(answerOf(client)).toBe('Cut.');
  });

  test('fails with the error of the agent, and the thread goes on', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const url = await serve(
      doing(async ({ message, text }) => {
        await message.append('I');
        if (text === 'fail') throw new RpcError(-32_603, 'No water.');
      }),
    );
    const client = at(url);
    const events = await ask(client, 'fail');
    expect(typesOf(events).slice(-2)).toEqual(['TEXT_MESSAGE_END', 'RUN_ERROR']);
    expect(events.at(-1)).toMatchObject({ message: 'The agent failed: No water.', code: 'agent_failed' });
    expect((await ask(client, 'again')).at(-1)?.type).toBe(EventType.RUN_FINISHED);
  });

  test('cancels the work when it is aborted, and the thread goes on', async () => {
    const cancelled = latch();
    const url = await serve(
      doing(async ({ text, message, signal }) => {
        if (text !== 'dig') return message.append(`heard ${text}`);
        await message.append('Digging');
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve());
        });
        return cancelled.open();
      }),
    );
    const client = at(url);
    says(client, 'dig');
    await client.runAgent(
      {},
      {
        onTextMessageContentEvent: () => {
          client.abortRun();
        },
      },
    );
    await cancelled.promise;
    await expect.poll(() => status(url, { messages: [] })).toBe(400);
    await ask(client, 'water');
    expect(answerOf(client)).toBe('heard water');
  });

  test('tells that the agent does not call tools of the application', async () => {
    const client = at(await serve(counting()));
    const events = await ask(client, 'x', { tools: [{ name: 'water', description: 'Waters.', parameters: {} }] });
    expect(events.find(({ name }) => name === 'acp/ignored')?.['value']).toMatchObject({ tools: ['water'] });
    expect(answerOf(client)).toBe('1: x');
  });

  test('gives the agent pictures, the context of the application and the instructions of the system', async () => {
    const url = await serve(doing(({ message, prompt }) => message.append(JSON.stringify(prompt))));
    const client = at(url);
    client.addMessage({ id: 's', role: 'system', content: 'Be soft.' });
    says(client, [
      { type: 'text', text: 'What is it?' },
      { type: 'image', source: { type: 'data', value: 'AAAA', mimeType: 'image/png' } },
      { type: 'document', source: { type: 'url', value: 'https://roses.example/a.pdf', mimeType: 'application/pdf' } },
    ]);
    await run(client, { context: [{ description: 'Page', value: 'garden' }] });
    expect(JSON.parse(String(answerOf(client)))).toEqual([
      { type: 'text', text: 'Be soft.' },
      { type: 'text', text: 'This is about the application that the user sees:\n- Page: garden' },
      { type: 'text', text: 'What is it?' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'https://roses.example/a.pdf', name: 'document', mimeType: 'application/pdf' },
    ]);
  });
});

describe('a thread', () => {
  test('is a session, which another thread and another principal do not share', async () => {
    const url = await serve(counting());
    const [beds, paths, bob] = [at(url), at(url, 'paths'), at(url, 'beds', 'bob')];
    await ask(beds, 'Roses');
    await ask(beds, 'Tulips');
    await ask(paths, 'Gravel');
    await ask(bob, 'Herbs');
    expect([beds, paths, bob].map(answerOf)).toEqual(['2: Tulips', '1: Gravel', '1: Herbs']);
  });

  test('that the endpoint does not know goes on with what was said', async () => {
    const first = at(await serve(counting()));
    await ask(first, 'Roses');
    const second = at(await serve(counting()));
    second.setMessages(first.messages);
    await ask(second, 'Tulips');
    expect(answerOf(second)).toBe('1: This is the conversation so far:\n\nUser: Roses\n\nAssistant: 1: RosesTulips');
  });

  test('beyond the limit closes the session that was used least recently', async () => {
    const url = await serve(counting(), { limits: { sessions: 1 } });
    const [beds, paths] = [at(url), at(url, 'paths')];
    await ask(beds, 'Roses');
    await ask(paths, 'Gravel');
    await ask(beds, 'Tulips');
    expect(answerOf(beds)).toMatch(/^1: This is the conversation so far/u);
  });
});

describe('a question', () => {
  const careful = (): Agent =>
    doing(async ({ message, toolCall, requestPermission }) => {
      await message.append('May I? ');
      const call = toolCall({ title: 'Cut the roses', name: 'cut', kind: 'edit', rawInput: { bed: 1 } });
      const allowed = await requestPermission({ title: 'Cut the roses?', subject: call });
      await (allowed === undefined ? call.fail() : call.complete({ rawOutput: 'cut' }));
      await message.append(allowed === undefined ? 'I left them.' : `Cut (${allowed.optionId}).`);
    });

  test('interrupts the run, and the next one brings the answer', async () => {
    const client = at(await serve(careful()));
    const first = await ask(client, 'Cut');
    const [interrupt] = interruptsOf(first);
    expect(interrupt).toMatchObject({
      reason: 'tool_approval',
      message: 'Cut the roses?',
      toolCallId: expect.any(String),
    });
    const schema = interrupt?.responseSchema?.['properties'] as { optionId: { oneOf: { const: string }[] } };
    expect(schema.optionId.oneOf.map((each) => each.const)).toContain('allow_once');
    expect(typesOf(first)).toContain('TOOL_CALL_END');
    expect(client.pendingInterrupts).toHaveLength(1);
    const resume = [
      { interruptId: interrupt?.id ?? '', status: 'resolved' as const, payload: { optionId: 'allow_once' } },
    ];
    const second = await run(client, { resume });
    expect(typesOf(second)).toEqual([
      'RUN_STARTED',
      'CUSTOM',
      'TOOL_CALL_RESULT',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ]);
    expect([answerOf(client), client.pendingInterrupts]).toEqual(['Cut (allow_once).', []]);
  });

  test.each([
    ['rejected', { status: 'resolved' as const, payload: { approved: false } }],
    ['cancelled', { status: 'cancelled' as const }],
    ['answered with what was not offered', { status: 'resolved' as const, payload: { optionId: 'all' } }],
  ])('that is %s is refused', async (_, entry) => {
    const client = at(await serve(careful()));
    const [interrupt] = interruptsOf(await ask(client, 'Cut'));
    await run(client, { resume: [{ interruptId: interrupt?.id ?? '', ...entry }] });
    expect(answerOf(client)).toBe('I left them.');
  });

  test('that two calls ask at once is one interrupt with both', async () => {
    const client = at(
      await serve(
        doing(async ({ message, requestPermission }) => {
          const allowed = await Promise.all(['Cut?', 'Dig?'].map((title) => requestPermission({ title })));
          await message.append(allowed.map((each) => each?.optionId ?? 'no').join());
        }),
      ),
    );
    const open = [...interruptsOf(await ask(client, 'Cut'))];
    const answers: (string | undefined)[] = [];
    // Both may come in one run, or one after the other.
    for (let questions = open; questions.length > 0;) {
      answers.push(...questions.map(({ message }) => message));
      const resume = questions.map(({ id }) => ({
        interruptId: id,
        status: 'resolved' as const,
        payload: { approved: true },
      }));
      questions = [...interruptsOf(await run(client, { resume }))];
    }
    expect([new Set(answers), answerOf(client)]).toEqual([new Set(['Cut?', 'Dig?']), 'allow_once,allow_once']);
  });

  test('with a form has its schema, and the answer is what was filled in', async () => {
    const app = doing(async ({ elicit, message }) => {
      const answer = await elicit({
        mode: 'form',
        message: 'Which bed?',
        requestedSchema: { type: 'object', properties: { bed: { type: 'string' } }, required: ['bed'] },
      });
      await message.append(JSON.stringify(answer));
    });
    const client = at(await serve(app));
    const [interrupt] = interruptsOf(await ask(client, 'Dig'));
    expect(interrupt).toMatchObject({ reason: 'input_required', message: 'Which bed?' });
    await run(client, {
      resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload: { bed: 'roses' } }],
    });
    expect(String(answerOf(client))).toContain('roses');
  });

  test('that no run answers in time counts as cancelled, and the next run shows what became of it', async () => {
    const client = at(await serve(careful(), { limits: { answerTimeout: 1 } }));
    const [interrupt] = interruptsOf(await ask(client, 'Cut'));
    await run(client, { resume: [{ interruptId: interrupt?.id ?? '', status: 'cancelled' }] });
    expect(answerOf(client)).toBe('I left them.');
  });

  test('is given up when the user goes on without an answer', async () => {
    const client = at(await serve(careful()));
    await ask(client, 'Cut');
    client.pendingInterrupts = [];
    const [interrupt] = interruptsOf(await ask(client, 'Cut more'));
    expect(interrupt?.message).toBe('Cut the roses?');
  });

  test('is decided by the program if it wants to', async () => {
    const url = await serve(careful(), {
      onPermission: ({ options }) => options.find(({ kind }) => kind === 'allow_once')?.optionId ?? 'cancelled',
    });
    const client = at(url);
    await ask(client, 'Cut');
    expect(answerOf(client)).toBe('Cut (allow_once).');
  });
});

/** The status of a request with this input. */
async function status(url: string, input: object, user = 'ann'): Promise<number> {
  const body = JSON.stringify({ threadId: 'beds', runId: 'r', messages: [], tools: [], context: [], ...input });
  const response = await fetch(url, { method: 'POST', headers: { 'x-user': user }, body });
  await response.body?.cancel();
  return response.status;
}

describe('a request', () => {
  const message = { id: 'u', role: 'user', content: 'x' };

  test('is refused without a principal, with another method, and if it is no input of a run', async () => {
    const url = await serve(counting(), { limits: { bodyBytes: 500 } });
    expect(await status(url, {}, '')).toBe(401);
    expect((await fetch(url, { headers: { 'x-user': 'ann' } })).status).toBe(405);
    expect(await status(url, { messages: [{ role: 'user' }] })).toBe(400);
    expect(await status(url, { messages: [] })).toBe(400);
    expect(await status(url, { messages: [{ ...message, content: 'x'.repeat(600) }] })).toBe(413);
    expect(await status(url, { resume: [{ interruptId: 'i', status: 'resolved' }] })).toBe(410);
  });

  test('waits for the run of its thread, and for those of its principal', async () => {
    const [began, go] = [latch(), latch()];
    const app = doing(async () => {
      began.open();
      await go.promise;
    });
    const url = await serve(app, { limits: { runs: 2 } });
    const [beds, paths] = [ask(at(url), 'dig'), ask(at(url, 'paths'), 'dig')];
    await began.promise;
    await expect.poll(() => status(url, { messages: [message] })).toBe(429);
    go.open();
    await Promise.all([beds, paths]);
    const again = ask(at(url, 'other'), 'dig');
    await again;
  });

  test('is refused while another run of its thread is in progress', async () => {
    const [began, go] = [latch(), latch()];
    const url = await serve(
      doing(async () => {
        began.open();
        await go.promise;
      }),
    );
    const first = ask(at(url), 'dig');
    await began.promise;
    expect(await status(url, { messages: [message] })).toBe(409);
    go.open();
    await first;
  });

  test('to an agent that cannot start says so', async () => {
    const url = await serve(() => {
      throw new Error('my-agent was not found.');
    });
    expect(await status(url, { messages: [message] })).toBe(503);
  });
});
