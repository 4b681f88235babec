import { agent, memoryStore, RpcError, type Agent, type Turn } from '@acp-stack/sdk';
import { generateText, Output, stepCountIs, streamText, tool, type ModelMessage } from 'ai';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';

import { acp } from './acp.ts';
import { withTools } from './tool-calling-agent.test-support.ts';

const info = { name: 'gardener', version: '1.0.0' };

/** An agent that answers with what `reply` returns, and with the prompts that it has heard in the session. */
function gardener(options: Parameters<typeof agent>[1] = {}): Agent {
  return agent(info, options).onPrompt(async (turn) => {
    const heard = [...((turn.session.memory.get('heard') as string[] | undefined) ?? []), turn.text];
    turn.session.memory.set('heard', heard);
    await turn.message.append(`${heard.length}: ${heard.join(' | ')}`);
  });
}

/** A promise, and the function that resolves it. */
function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const doing = (work: (turn: Turn) => Promise<unknown>, options: Parameters<typeof agent>[1] = {}): Agent =>
  agent(info, options).onPrompt(async (turn) => {
    await work(turn);
  });

test('answers a prompt, with the session and the reason in the result', async () => {
  await using model = acp(gardener());
  const result = await generateText({ model, prompt: 'Hello' });
  expect(result.text).toBe('1: Hello');
  expect(result.finishReason).toBe('stop');
  expect(result.warnings).toEqual([]);
  expect(result.providerMetadata?.['acp']?.['sessionId']).toBe(result.response.id);
});

test('continues the session of a conversation, and sends only what is new', async () => {
  await using model = acp(gardener());
  const messages: ModelMessage[] = [{ role: 'user', content: 'one' }];
  for (const next of ['two', 'three']) {
    const { response } = await generateText({ model, messages });
    messages.push(...response.messages, { role: 'user', content: next });
  }
  const { text, response } = await generateText({ model, messages });
  expect(text).toBe('3: one | two | three');
  expect((await model.connect()).sessions.map(({ id }) => id)).toEqual([response.id]);
});

test('opens a new session for another history, and tells the agent what was said', async () => {
  await using model = acp(gardener());
  const { text } = await generateText({
    model,
    system: 'Speak softly.',
    messages: [
      { role: 'user', content: 'My name is Rosa.' },
      { role: 'assistant', content: 'Hello Rosa.' },
      { role: 'user', content: 'What is my name?' },
    ],
  });
  expect(text).toMatch(/^1: Speak softly\.This is the conversation so far:\s+User: My name is Rosa\./u);
  expect(text).toMatch(/Assistant: Hello Rosa\.What is my name\?$/u);
});

test('gives the system message to an agent that takes one as its system prompt', async () => {
  const listening = agent(info, { systemPrompt: 'append' }).onPrompt(async (turn) => {
    await turn.message.append(`${JSON.stringify(turn.session.systemPrompt)} ${turn.text}`);
  });
  await using model = acp(listening);
  const { text } = await generateText({ model, system: 'Speak softly.', prompt: 'Hello' });
  expect(text).toContain('{"mode":"append","content":[{"type":"text","text":"Speak softly."}]} Hello');
});

test('does not mix two conversations that run at the same time', async () => {
  await using model = acp(gardener());
  const texts = await Promise.all(['a', 'b', 'c'].map(async (prompt) => (await generateText({ model, prompt })).text));
  expect(texts).toEqual(['1: a', '1: b', '1: c']);
});

test('opens another session when the same conversation is continued twice at the same time', async () => {
  await using model = acp(gardener());
  const { response } = await generateText({ model, prompt: 'one' });
  const messages: ModelMessage[] = [{ role: 'user', content: 'one' }, ...response.messages];
  const branches = ['two', 'three'].map(async (content) =>
    generateText({ model, messages: [...messages, { role: 'user', content }] }),
  );
  const [first, second] = await Promise.all(branches);
  expect(first?.text).toBe('2: one | two');
  expect(second?.text).toMatch(/^1: This is the conversation so far:.*three$/su);
});

test('continues the session that the call names, also with another model', async () => {
  const store = memoryStore();
  const stored = agent(info, { store }).onPrompt(async (turn) => turn.message.append(`heard ${turn.text}`));
  await using model = acp(stored);
  const first = await generateText({ model, prompt: 'one' });
  const acpOptions = { sessionId: first.response.id };
  const second = await generateText({ model, prompt: 'two', providerOptions: { acp: acpOptions } });
  expect(second.response.id).toBe(first.response.id);
  await model.close();

  await using again = acp(stored);
  const third = await generateText({ model: again, prompt: 'three', providerOptions: { acp: acpOptions } });
  expect(third.response.id).toBe(first.response.id);
  expect(third.text).toBe('heard three');
});

test('says that a session which is open keeps the tools and system messages that it has', async () => {
  await using model = acp(withTools());
  const { response } = await generateText({ model, prompt: 'Hello' });
  const silenced = ['warn' as const, 'info' as const].map((name) => vi.spyOn(console, name).mockReturnValue(undefined));
  const { warnings } = await generateText({
    model,
    prompt: 'Hello',
    system: 'Speak softly.',
    providerOptions: { acp: { sessionId: response.id } },
  });
  for (const log of silenced) log.mockRestore();
  expect(warnings).toMatchObject([{ feature: 'tools', details: expect.stringContaining('other tools') }]);
});

test('refuses a call to a session that still works, and an id that is none', async () => {
  const released = later();
  await using model = acp(doing(() => released.promise));
  const connection = await model.connect();
  const running = generateText({ model, prompt: 'work' });
  await expect.poll(() => connection.sessions[0]?.isBusy).toBe(true);
  const sessionId = connection.sessions[0]?.id ?? '';
  await expect(generateText({ model, prompt: 'more', providerOptions: { acp: { sessionId } } })).rejects.toThrow(
    `The session ${sessionId} still works on another call; await that one, or abort it.`,
  );
  await expect(generateText({ model, prompt: 'x', providerOptions: { acp: { sessionId: 7 } } })).rejects.toThrow(
    'providerOptions.acp.sessionId is not the id of a session',
  );
  released.resolve();
  await running;
});

test('streams thoughts as reasoning, links as sources and pictures as files', async () => {
  await using model = acp(
    doing(async ({ thought, message }) => {
      await thought.append('Roses ');
      await thought.append('or tulips?');
      await message.append('Roses');
      await message.append({ type: 'resource_link', uri: 'https://roses.example/', name: 'Roses' });
      await message.append({ type: 'image', data: 'AAAA', mimeType: 'image/png' });
      await message.append('.');
    }),
  );
  const result = streamText({ model, prompt: 'Which?' });
  expect(await result.text).toBe('Roses.');
  expect(await result.reasoningText).toBe('Roses or tulips?');
  expect(await result.sources).toMatchObject([{ sourceType: 'url', url: 'https://roses.example/', title: 'Roses' }]);
  expect(await result.files).toMatchObject([{ mediaType: 'image/png', base64: 'AAAA' }]);
});

test('shows tools of the agent as dynamic tool calls that were executed, with their diffs and failures', async () => {
  await using model = acp(
    doing(async ({ toolCall, message }) => {
      const edit = toolCall({ title: 'Edit rose.md', name: 'edit_file', kind: 'edit', rawInput: { path: '/rose.md' } });
      await edit.start();
      await edit.diff([{ operation: 'modify', path: '/rose.md' }]);
      await edit.at({ path: '/rose.md' });
      await edit.complete({ rawOutput: { lines: 1 } });
      await message.append('Painted.');
      await toolCall({ title: 'Water', kind: 'execute' }).fail({
        content: [{ type: 'content', content: { type: 'text', text: 'no water' } }],
      });
      toolCall({ title: 'Forgotten', kind: 'other' });
    }),
  );
  const { content, text } = await generateText({ model, prompt: 'Paint it' });
  expect(text).toBe('Painted.');
  const calls = content.filter((part) => part.type === 'tool-call');
  expect(calls).toMatchObject([
    { toolName: 'edit_file', input: { path: '/rose.md' }, providerExecuted: true, dynamic: true },
    { toolName: 'execute', providerExecuted: true },
    { toolName: 'other', providerExecuted: true },
  ]);
  expect(content.filter((part) => part.type === 'tool-result')).toMatchObject([
    {
      output: { title: 'Edit rose.md', status: 'completed', rawOutput: { lines: 1 }, paths: ['/rose.md'] },
      toolCallId: calls[0]?.toolCallId,
    },
    { output: { title: 'Forgotten' } },
  ]);
  expect(content.filter((part) => part.type === 'tool-error')).toMatchObject([
    { error: { title: 'Water', status: 'failed', text: 'no water' } },
  ]);
});

test('asks the program for permission, and refuses without it', async () => {
  const careful = (): Agent =>
    doing(async ({ requestPermission, message }) => {
      const allowed = await requestPermission({ title: 'Cut the roses?' });
      await message.append(allowed === undefined ? 'I left them.' : `Cut (${allowed.optionId}).`);
    });
  const asked: string[] = [];
  await using model = acp(careful(), {
    onPermission: ({ title, options }, { sessionId }) => {
      asked.push(title, sessionId);
      return options.find(({ kind }) => kind === 'allow_once')?.optionId ?? 'cancelled';
    },
  });
  const { text, response } = await generateText({ model, prompt: 'Cut them' });
  expect([text, asked]).toEqual(['Cut (allow_once).', ['Cut the roses?', response.id]]);

  await using silent = acp(careful());
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const refused = await generateText({ model: silent, prompt: 'Cut them' });
  await generateText({ model: silent, prompt: 'Cut them' });
  expect(warn.mock.calls).toEqual([
    ['The agent asked for permission ("Cut the roses?") and was refused: pass acp() onPermission to decide.'],
  ]);
  warn.mockRestore();
  expect(refused.text).toBe('I left them.');
  expect(refused.providerMetadata?.['acp']?.['refused']).toEqual(['Cut the roses?']);
});

test('lets the agent call the tools of the program, which the AI SDK runs', async () => {
  await using model = acp(withTools());
  const { text, steps } = await generateText({
    model,
    prompt: 'call water {"plant":"rose"}',
    tools: {
      water: tool({
        description: 'Waters a plant.',
        inputSchema: z.object({ plant: z.string() }),
        execute: ({ plant }) => `The ${plant} is wet.`,
      }),
    },
    stopWhen: stepCountIs(5),
  });
  expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
  expect(steps[0]?.toolResults).toMatchObject([{ toolName: 'water', output: 'The rose is wet.' }]);
  expect(text).toBe('water: The rose is wet.');
});

test('reads the end of a turn whose tool was given up while the program still ran it', async () => {
  const [running, givenUp] = [later(), later()];
  const impatient = withTools({ signalFor: () => running.promise, onGivenUp: givenUp.resolve });
  await using model = acp(impatient);
  const { steps } = await generateText({
    model,
    prompt: 'call water {}',
    tools: {
      water: tool({
        inputSchema: z.object({}),
        execute: async () => {
          running.resolve();
          await givenUp.promise;
          return 'too late';
        },
      }),
    },
    stopWhen: stepCountIs(5),
  });
  expect(steps).toHaveLength(2);
  expect(steps[0]?.toolResults).toMatchObject([{ toolName: 'water', output: 'too late' }]);
});

test('streams several calls of tools, failures of them, and continues the same session afterwards', async () => {
  await using model = acp(withTools());
  const tools = {
    water: tool({ inputSchema: z.object({ plant: z.string() }), execute: ({ plant }) => ({ wet: plant }) }),
    cut: tool({
      inputSchema: z.object({}),
      execute: (): string => {
        throw new Error('The shears are blunt.');
      },
    }),
  };
  const messages: ModelMessage[] = [
    { role: 'user', content: 'call water {"plant":"rose"}\ncall cut {}\ncall water {"plant":"tulip"}' },
  ];
  const result = streamText({ model, messages, tools, stopWhen: stepCountIs(9), onError: () => undefined });
  expect(await result.text).toBe('water: {"wet":"rose"}\ncut: The shears are blunt.\nwater: {"wet":"tulip"}');
  expect(await result.finishReason).toBe('stop');
  messages.push(...(await result.response).messages, { role: 'user', content: 'Thanks' });
  const next = await generateText({ model, messages, tools });
  expect(next.response.id).toBe((await result.response).id);
});

test('says that the agent takes no tools, and that settings of the model are not used', async () => {
  await using model = acp(gardener());
  const log = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const information = vi.spyOn(console, 'info').mockReturnValue(undefined);
  const { warnings } = await generateText({
    model,
    prompt: 'Hello',
    temperature: 1,
    tools: { water: tool({ inputSchema: z.object({}) }) },
  });
  log.mockRestore();
  information.mockRestore();
  expect(warnings?.map((each) => (each.type === 'unsupported' ? each.feature : each.type))).toEqual([
    'temperature',
    'tools',
  ]);
});

test('sends pictures to an agent that takes them, and refuses them in one sentence otherwise', async () => {
  const seeing = agent(info, { accepts: ['image', 'embeddedContext'] }).onPrompt(async (turn) => {
    await turn.message.append(turn.prompt.map(({ type }) => type).join());
  });
  const content = [
    { type: 'text' as const, text: 'What is it?' },
    { type: 'image' as const, image: new Uint8Array([137, 80, 78, 71]), mediaType: 'image/png' },
    { type: 'file' as const, data: new Uint8Array([97]), mediaType: 'text/plain', filename: 'a.txt' },
    { type: 'file' as const, data: new URL('https://roses.example/a.pdf'), mediaType: 'application/pdf' },
  ];
  await using model = acp(seeing);
  const { text } = await generateText({ model, messages: [{ role: 'user', content }] });
  expect(text).toBe('text,image,resource,resource_link');
  await using blind = acp(gardener());
  await expect(generateText({ model: blind, messages: [{ role: 'user', content }] })).rejects.toThrow(
    'The agent takes no image; send a link or text.',
  );
});

test('cancels the work of the agent when the call is aborted, and works again afterwards', async () => {
  const cancelled = later();
  const began = later();
  await using model = acp(
    doing(async (turn) => {
      if (turn.text !== 'dig') return turn.message.append(`heard ${turn.text}`);
      await turn.message.append('Digging');
      began.resolve();
      await new Promise<void>((resolve) => {
        turn.signal.addEventListener('abort', () => resolve());
      });
      return cancelled.resolve();
    }),
  );
  const controller = new AbortController();
  const result = streamText({ model, prompt: 'dig', abortSignal: controller.signal });
  const seen: string[] = [];
  for await (const part of result.fullStream) {
    seen.push(part.type);
    if (part.type === 'text-delta') {
      await began.promise;
      controller.abort();
    }
  }
  expect(seen.at(-1)).toBe('abort');
  await cancelled.promise;
  const { text } = await generateText({ model, prompt: 'water' });
  expect(text).toBe('heard water');
});

test('maps usage and reasons', async () => {
  const reporting = agent(info).onPrompt((turn) => {
    turn.usage({ totalTokens: 30, inputTokens: 10, outputTokens: 20, thoughtTokens: 5, cachedReadTokens: 4 });
    return 'max_tokens';
  });
  await using model = acp(reporting);
  const { usage, finishReason } = await generateText({ model, prompt: 'Hello' });
  expect(finishReason).toBe('length');
  expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 20 });
  expect(usage.inputTokenDetails.cacheReadTokens).toBe(4);
  expect(usage.outputTokenDetails.reasoningTokens).toBe(5);
});

test('asks for JSON where the call wants an object', async () => {
  await using model = acp(
    doing(async (turn) => {
      expect(turn.text).toContain('fits this JSON Schema');
      await turn.message.append('{"plant":"rose"}');
    }),
  );
  const { output } = await generateText({
    model,
    prompt: 'Which plant?',
    output: Output.object({ schema: z.object({ plant: z.string() }) }),
  });
  expect(output).toEqual({ plant: 'rose' });
});

test('shows every update to the program, and in the stream if it wants them raw', async () => {
  const updates: string[] = [];
  const planning = (): Agent =>
    doing(async ({ plan }) => plan([{ content: 'Dig', priority: 'high', status: 'pending' }]));
  await using model = acp(planning(), { onUpdate: ({ sessionUpdate }) => updates.push(sessionUpdate) });
  const raw: unknown[] = [];
  for await (const part of streamText({ model, prompt: 'Plan', includeRawChunks: true }).fullStream)
    if (part.type === 'raw') raw.push(part.rawValue);
  expect(raw).toContainEqual(expect.objectContaining({ sessionUpdate: 'plan_update' }));
  expect(updates).toContain('plan_update');
});

test('reports a failure of the agent once, and names its login methods', async () => {
  await using model = acp(doing(() => Promise.reject(new RpcError(-32603, 'No water.'))));
  await expect(generateText({ model, prompt: 'Hello' })).rejects.toThrow('The agent failed: No water.');

  let isLoggedIn = false;
  const closed = agent(info, {
    admit: (method) => (method !== 'session/new' || isLoggedIn ? undefined : new RpcError(-32000, 'Log in first.')),
  })
    .onLogin([{ type: 'agent', methodId: 'key', name: 'Key' }], {
      login: () => {
        isLoggedIn = true;
      },
      logout: () => undefined,
    })
    .onPrompt(({ message }) => message.append('Welcome.'));
  await using locked = acp(closed);
  await expect(generateText({ model: locked, prompt: 'Hello' })).rejects.toThrow(
    'The agent gardener asks for a login: pass acp() the option login (key).',
  );
  await using open = acp(closed, { login: 'key' });
  expect((await generateText({ model: open, prompt: 'Hello' })).text).toBe('Welcome.');
});
