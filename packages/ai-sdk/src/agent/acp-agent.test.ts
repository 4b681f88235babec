import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { journalStore } from '@acp-stack/journal/session-store';
import {
  client,
  memoryStore,
  type Agent,
  type ClientSession,
  type PermissionHandler,
  type SessionUpdate,
} from '@acp-stack/sdk';
import { emptyTranscript, entriesOf, fold, textOf, type Transcript } from '@acp-stack/transcript';
import { stepCountIs, tool, ToolLoopAgent } from 'ai';
import type { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { acpAgent, type AcpAgentOptions } from './acp-agent.ts';
import { scriptedModel, says, calls, type Step } from './scripted-model.test-support.ts';

const info = { name: 'gardener', version: '1.0.0' };

const tools = {
  readNote: tool({
    description: 'Reads a note.',
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => `The note ${path} says: water the roses.`,
  }),
  cutRoses: tool({
    title: 'Cut roses',
    inputSchema: z.object({ count: z.number() }),
    needsApproval: true,
    execute: ({ count }) => `${count} cut`,
  }),
  breakShears: tool({
    inputSchema: z.object({}),
    execute: (): string => {
      throw new Error('The shears are blunt.');
    },
  }),
};

const gardener = (model: MockLanguageModelV3, options: AcpAgentOptions = {}): Agent =>
  acpAgent(new ToolLoopAgent({ model, tools, instructions: 'You are a gardener.' }), info, options);

/** A session of `app`, and what its client has seen. */
async function opened(
  app: Agent,
  {
    onPermission = () => 'cancelled',
    version,
    sessionId,
  }: { readonly onPermission?: PermissionHandler; readonly version?: 1 | 2; readonly sessionId?: string } = {},
): Promise<AsyncDisposable & { readonly session: ClientSession; readonly seen: () => Transcript }> {
  let transcript = emptyTranscript();
  const connection = await client({ name: 'editor', version: '1.0.0' })
    .onPermission(onPermission)
    .connect(app, version === undefined ? {} : { versions: [version] });
  const onUpdate = (update: SessionUpdate): void => {
    transcript = fold(transcript, update);
  };
  const session =
    sessionId === undefined
      ? await connection.newSession({ cwd: '/garden' }, { onUpdate })
      : await connection.load({ cwd: '/garden', sessionId }, { onUpdate });
  return { session, seen: () => transcript, [Symbol.asyncDispose]: () => connection.close() };
}

const said = (transcript: Transcript): string =>
  entriesOf(transcript, 'agent_message')
    .map(({ content }) => textOf(content))
    .join('|');

describe.each([1, 2] as const)('with a client of version %i', (version) => {
  test('streams text, reasoning, sources and files, and reports usage', async () => {
    const step: Step = [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Roses?' },
      { type: 'reasoning-end', id: 'r' },
      ...says('Hello '),
      { type: 'source', sourceType: 'url', id: 's', url: 'https://roses.example/', title: 'Roses' },
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
    ];
    await using garden = await opened(gardener(scriptedModel([step])), { version });
    const outcome = await garden.session.prompt('Hi');
    expect(outcome.stopReason).toBe('end_turn');
    expect(outcome.usage).toMatchObject({ inputTokens: 3, outputTokens: 5, totalTokens: 8 });
    const transcript = garden.seen();
    expect(entriesOf(transcript, 'agent_thought').map(({ content }) => textOf(content))).toEqual(['Roses?']);
    const blocks = entriesOf(transcript, 'agent_message').flatMap(({ content }) => content.toArray());
    expect(blocks).toMatchObject([
      { type: 'text', text: 'Hello ' },
      { type: 'resource_link', uri: 'https://roses.example/', name: 'Roses' },
      { type: 'image', data: 'AAAA' },
    ]);
  });

  test('shows its tools with title, kind, place, input and output, and their failures', async () => {
    const model = scriptedModel([
      calls('readNote', { path: '/garden/note.md' }),
      calls('breakShears', {}),
      says('Done.'),
    ]);
    await using garden = await opened(gardener(model), { version });
    await garden.session.prompt('Read it');
    const shown = entriesOf(garden.seen(), 'tool_call');
    expect(shown).toMatchObject([
      {
        title: 'readNote',
        kind: 'read',
        status: 'completed',
        locations: [{ path: '/garden/note.md' }],
        rawInput: { path: '/garden/note.md' },
        rawOutput: 'The note /garden/note.md says: water the roses.',
      },
      { status: 'failed' },
    ]);
    expect(JSON.stringify(shown[1]?.content.toArray())).toContain('The shears are blunt.');
    expect(said(garden.seen())).toBe('Done.');
  });

  test('asks for permission where a tool needs approval, and remembers always', async () => {
    const asked: string[] = [];
    const script = [calls('cutRoses', { count: 3 }), says('Cut.'), calls('cutRoses', { count: 4 }), says('Cut again.')];
    await using garden = await opened(gardener(scriptedModel(script)), {
      version,
      onPermission: ({ title, options }) => {
        asked.push(title);
        return options.find(({ kind }) => kind === 'allow_always')?.optionId ?? 'cancelled';
      },
    });
    await garden.session.prompt('Cut three');
    await garden.session.prompt('Cut four');
    // A request of version 1 has the title of its tool call.
    expect(asked).toEqual([version === 1 ? 'Cut roses' : 'Allow Cut roses?']);
    expect(entriesOf(garden.seen(), 'tool_call').map(({ status, rawOutput }) => [status, rawOutput])).toEqual([
      ['completed', '3 cut'],
      ['completed', '4 cut'],
    ]);
    expect(said(garden.seen())).toBe('Cut.|Cut again.');
  });

  test('tells the model when the user rejects, and goes on', async () => {
    const model = scriptedModel([calls('cutRoses', { count: 3 }), says('Then not.')]);
    await using garden = await opened(gardener(model), { version, onPermission: () => 'reject_once' });
    await garden.session.prompt('Cut three');
    expect(entriesOf(garden.seen(), 'tool_call')[0]?.status).not.toBe('completed');
    expect(said(garden.seen())).toBe('Then not.');
    expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('The user did not allow this call.');
  });
});

test('gives the model the pictures and resources of a prompt, and what was said before', async () => {
  const model = scriptedModel([says('A rose.'), says('Red.')]);
  await using garden = await opened(gardener(model));
  await garden.session.prompt([
    'What is it?',
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///a.md', text: 'pink' } },
    { type: 'resource_link', uri: 'file:///b.md', name: 'b.md' },
  ]);
  await garden.session.prompt('Which colour?');
  expect(model.doStreamCalls[1]?.prompt).toMatchObject([
    { role: 'system', content: 'You are a gardener.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'file', mediaType: 'image/png' },
        { type: 'text', text: '<resource uri="file:///a.md">\npink\n</resource>' },
        { type: 'text', text: '[b.md](file:///b.md)' },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'A rose.' }] },
    { role: 'user', content: [{ type: 'text', text: 'Which colour?' }] },
  ]);
});

test('ends the model when the user cancels, and the model knows what it had said', async () => {
  const model = scriptedModel(['endless', says('Hello again.')]);
  await using garden = await opened(gardener(model));
  const run = garden.session.prompt('Tell me everything');
  for await (const update of run) if (update.sessionUpdate === 'agent_message_chunk') garden.session.cancel();
  expect((await run).stopReason).toBe('cancelled');
  await garden.session.prompt('Hello?');
  expect(said(garden.seen())).toMatch(/Once upon a time.*\|Hello again\./u);
  expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('Once upon a time');
});

test('cancels a question, and has a result for the call in the next turn', async () => {
  const model = scriptedModel([calls('cutRoses', { count: 3 }), says('Hello.')]);
  await using garden = await opened(gardener(model), {
    onPermission: (_, { session, signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve('cancelled'));
        session?.cancel();
      }),
  });
  expect((await garden.session.prompt('Cut')).stopReason).toBe('cancelled');
  await garden.session.prompt('Hello');
  expect(said(garden.seen())).toBe('Hello.');
  expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('This call was interrupted.');
});

test('reports a failure of the model in one sentence, and works afterwards', async () => {
  const model = scriptedModel([new Error('No route to the model.'), says('Back.')]);
  await using garden = await opened(gardener(model));
  // The AI SDK logs it too.
  using _ = silenced();
  const { stopReason, error } = await garden.session.prompt('Hi');
  expect([stopReason, error?.message]).toEqual(['error', 'The model failed: No route to the model.']);
  await garden.session.prompt('Hi');
  expect(said(garden.seen())).toBe('Back.');
});

test('remembers what the model had said before it failed', async () => {
  const half: Step = [...says('Once upon'), { type: 'error', error: new Error('The line is dead.') }];
  const model = scriptedModel([half, says(' a time.')]);
  await using garden = await opened(gardener(model));
  using _ = silenced();
  expect((await garden.session.prompt('Tell me')).stopReason).toBe('error');
  await garden.session.prompt('Go on');
  expect(model.doStreamCalls[1]?.prompt).toMatchObject([
    { role: 'system' },
    { role: 'user' },
    { role: 'assistant', content: [{ text: 'Once upon' }] },
    { role: 'user', content: [{ text: 'Go on' }] },
  ]);
});

test('says what is wrong with output of a tool that cannot be stored, and goes on without it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acp-ai-sdk-'));
  const count = tool({ inputSchema: z.object({}), execute: () => 10n });
  try {
    await using store = journalStore(join(folder, 'sessions.db'));
    const model = scriptedModel([calls('count', {}), says('Ten.'), says('Hello.')]);
    const app = acpAgent(new ToolLoopAgent({ model, tools: { count } }), info, { store });
    await using garden = await opened(app);
    using _ = silenced();
    const { error } = await garden.session.prompt('Count');
    expect(error?.message).toMatch(/^The conversation cannot be stored: .*BigInt/u);
    await garden.session.prompt('Hello?');
    expect(said(garden.seen())).toBe('Ten.|Hello.');
    expect(model.doStreamCalls[2]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function silenced(): Disposable {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  return { [Symbol.dispose]: () => log.mockRestore() };
}

test('says why it stopped', async () => {
  const reasons = ['length', 'content-filter'] as const;
  await using garden = await opened(gardener(scriptedModel(reasons.map((unified) => ({ unified })))));
  const outcomes = [await garden.session.prompt('a'), await garden.session.prompt('b')];
  expect(outcomes.map(({ stopReason }) => stopReason)).toEqual(['max_tokens', 'refusal']);
  const model = scriptedModel([calls('readNote', { path: '/a' })]);
  const limited = acpAgent(new ToolLoopAgent({ model, tools, stopWhen: stepCountIs(1) }), info);
  await using short = await opened(limited);
  expect((await short.session.prompt('Read')).stopReason).toBe('max_turn_requests');
});

test('continues a stored session after a restart, with the calls of its tools', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acp-ai-sdk-'));
  const file = join(folder, 'sessions.db');
  try {
    let sessionId = '';
    {
      await using store = journalStore(file);
      const model = scriptedModel([calls('readNote', { path: '/a' }), says('Water the roses.')]);
      await using garden = await opened(gardener(model, { store }));
      await garden.session.prompt('What does it say?');
      sessionId = garden.session.id;
    }
    await using store = journalStore(file);
    const model = scriptedModel([says('I said so.'), says('And again.')]);
    await using garden = await opened(gardener(model, { store }), { sessionId });
    expect(said(garden.seen())).toBe('Water the roses.');
    await garden.session.prompt('Really?');
    await garden.session.prompt('Sure?');
    expect(model.doStreamCalls[1]?.prompt.map(({ role }) => role)).toEqual(
      'system user assistant tool assistant user assistant user'.split(' '),
    );
    expect(JSON.stringify(model.doStreamCalls[0]?.prompt)).toContain('The note /a says: water the roses.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('continues a session of a store without notes with what was said', async () => {
  const store = memoryStore();
  let sessionId = '';
  {
    await using garden = await opened(gardener(scriptedModel([says('Hello.')]), { store }));
    await garden.session.prompt('Hi');
    sessionId = garden.session.id;
  }
  const model = scriptedModel([says('Yes.')]);
  await using garden = await opened(gardener(model, { store }), { sessionId });
  await garden.session.prompt('Again');
  expect(model.doStreamCalls[0]?.prompt).toMatchObject([
    { role: 'system' },
    { role: 'user', content: [{ text: 'Hi' }] },
    { role: 'assistant', content: [{ text: 'Hello.' }] },
    { role: 'user', content: [{ text: 'Again' }] },
  ]);
});

test('gives a fork the conversation of its origin', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acp-ai-sdk-'));
  try {
    await using store = journalStore(join(folder, 'sessions.db'));
    const model = scriptedModel([says('Hello.'), says('From the fork.')]);
    await using garden = await opened(gardener(model, { store }));
    await garden.session.prompt('Hi');
    const fork = await garden.session.fork();
    await fork.prompt('And you?');
    expect(model.doStreamCalls[1]?.prompt.map(({ role }) => role)).toEqual('system user assistant user'.split(' '));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
