/**
 * The files and terminals of clients of version 1: ours for official agents, those of official clients for our agent.
 */
import * as official from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { RpcError } from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v1';
import { agent, CapabilityError, client, type Client, type PromptHandler } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';

import { verifies } from '../../requirements/requirement.ts';
import { watchComplaints, closePairs } from '../connected-pair.ts';
import { links, type Link } from '../official-stream.ts';
import { faultsOf } from '../traffic.ts';
import { agentInfo, clientInfo, garden } from './script.ts';
import { Wire } from './wire.ts';

const plan = '/garden/plan.md';
const hello = [{ type: 'text' as const, text: 'hello' }];
const closers: (() => void)[] = [];

beforeEach(watchComplaints);
afterEach(async () => {
  await settled();
  for (const close of closers.splice(0)) close();
  await closePairs();
});

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error,
  );

/** Has our agent work on one prompt of an official client, and answers with what crossed. */
async function work(
  link: Link,
  theirs: official.ClientApp,
  { capabilities, onPrompt }: { readonly capabilities: official.ClientCapabilities; readonly onPrompt: PromptHandler },
): Promise<Wire> {
  const reports: unknown[] = [];
  const ours = agent(agentInfo)
    .onPrompt(onPrompt)
    .connect(link.channel, {
      checkOutgoing: true,
      clock: new VirtualClock(),
      onReport: (report) => void reports.push(report),
    });
  const connection = theirs.onNotification('session/update', () => undefined).connect(link.stream);
  closers.push(() => {
    connection.close();
    ours.raw.destroy();
  });
  const peer = connection.agent;
  await peer.request('initialize', { protocolVersion: 1, clientInfo, clientCapabilities: capabilities });
  const { sessionId } = await peer.request('session/new', { cwd: garden, mcpServers: [] });
  expect(await peer.request('session/prompt', { sessionId, prompt: hello })).toEqual({ stopReason: 'end_turn' });
  await settled();
  expect({ faults: faultsOf(link.transcript, methods), reports }).toEqual({ faults: [], reports: [] });
  return new Wire(link.transcript);
}

/** Has an official agent work on one prompt of our client, and answers with what crossed. */
async function serve(
  link: Link,
  ours: Client,
  onPrompt: (peer: official.AgentContext, sessionId: string) => Promise<void>,
): Promise<Wire> {
  const reports: unknown[] = [];
  const theirs = official
    .agent()
    .onRequest('initialize', () => ({
      protocolVersion: 1,
      agentInfo,
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
    }))
    .onRequest('session/new', () => ({ sessionId: 'bed' }))
    .onRequest('session/prompt', async ({ params, client: peer }) => {
      await onPrompt(peer, params.sessionId);
      return { stopReason: 'end_turn' };
    })
    .connect(link.stream);
  const connection = await ours.connect(link.channel, {
    checkOutgoing: true,
    clock: new VirtualClock(),
    onReport: (report) => void reports.push(report),
  });
  closers.push(() => {
    connection.destroy();
    theirs.close();
  });
  const session = await connection.newSession({ cwd: garden });
  expect(await session.prompt('hello')).toMatchObject({ stopReason: 'end_turn' });
  expect({ faults: faultsOf(link.transcript, methods), reports }).toEqual({ faults: [], reports: [] });
  return new Wire(link.transcript);
}

describe.each(links)('our agent at an official client of version 1, $name', ({ open }) => {
  const reading = { fs: { readTextFile: true } };
  const both = { fs: { readTextFile: true, writeTextFile: true } };

  test(verifies('FS-01', 'reads and writes only what the client offers'), async () => {
    const wire = await work(
      open(),
      official.client().onRequest('fs/read_text_file', () => ({ content: 'Two beds.' })),
      {
        capabilities: reading,
        onPrompt: async ({ files }) => {
          expect([files.canRead, files.canWrite]).toEqual([true, false]);
          expect(await files.readText(plan)).toBe('Two beds.');
          expect(await failure(files.writeText(plan, 'Three beds.'))).toBeInstanceOf(CapabilityError);
        },
      },
    );
    expect(wire.order.filter((each) => each.startsWith('fs/'))).toEqual(['fs/read_text_file']);
  });

  test('asks for the lines that it needs', async () => {
    const wire = await work(
      open(),
      official.client().onRequest('fs/read_text_file', () => ({ content: '' })),
      {
        capabilities: reading,
        onPrompt: async ({ files }) => {
          await files.readText(plan);
          await files.readText(plan, { line: 10 });
          await files.readText(plan, { line: 1, limit: 50 });
        },
      },
    );
    expect(wire.calls('fs/read_text_file')).toMatchObject([
      { path: plan },
      { path: plan, line: 10 },
      { path: plan, line: 1, limit: 50 },
    ]);
  });

  test('writes files', async () => {
    const wire = await work(
      open(),
      official.client().onRequest('fs/write_text_file', () => undefined),
      {
        capabilities: both,
        onPrompt: async ({ files }) => {
          await files.writeText(plan, 'Two beds.');
          await files.writeText(plan, 'Three beds.');
        },
      },
    );
    expect(wire.calls('fs/write_text_file')).toMatchObject([{ content: 'Two beds.' }, { content: 'Three beds.' }]);
  });

  test('learns that a file is missing, and which', async () => {
    const uri = `file://${plan}`;
    await work(
      open(),
      official.client().onRequest('fs/read_text_file', () => {
        throw official.RequestError.resourceNotFound(uri);
      }),
      {
        capabilities: reading,
        onPrompt: async ({ files }) => {
          const { code, data } = (await failure(files.readText(plan))) as RpcError;
          expect({ code, data }).toEqual({ code: -32_002, data: { uri } });
        },
      },
    );
  });

  test(verifies('TERM-01', 'starts no command where the client offers no terminals'), async () => {
    for (const capabilities of [{}, { terminal: false }]) {
      const wire = await work(open(), official.client(), {
        capabilities,
        onPrompt: async ({ editorTerminal }) => {
          expect(await failure(editorTerminal({ command: 'ls' }))).toBeInstanceOf(CapabilityError);
        },
      });
      expect(wire.calls('terminal/create')).toEqual([]);
    }
  });

  /** An official client with one terminal, whose command runs until it is killed. */
  const withTerminal = (): official.ClientApp => {
    let kill: (() => void) | undefined;
    const killed = new Promise<void>((resolve) => (kill = resolve));
    let isOver = false;
    return official
      .client()
      .onRequest('terminal/create', () => ({ terminalId: 'shed' }))
      .onRequest('terminal/output', () => ({
        output: 'raking',
        truncated: false,
        ...(isOver ? { exitStatus: { exitCode: null, signal: 'SIGTERM' } } : {}),
      }))
      .onRequest('terminal/wait_for_exit', async () => {
        await killed;
        return { exitCode: null, signal: 'SIGTERM' };
      })
      .onRequest('terminal/kill', () => {
        isOver = true;
        kill?.();
      })
      .onRequest('terminal/release', () => undefined);
  };

  test('follows a command until it has killed it', async () => {
    await work(open(), withTerminal(), {
      capabilities: { terminal: true },
      onPrompt: async ({ editorTerminal }) => {
        const terminal = await editorTerminal({ command: 'rake', args: ['-a'], cwd: garden, outputByteLimit: 100 });
        expect(await terminal.output()).toEqual({ output: 'raking', truncated: false });
        const exit = terminal.waitForExit();
        await terminal.kill();
        expect(await exit).toEqual({ exitCode: null, signal: 'SIGTERM' });
        expect(await terminal.output()).toMatchObject({ output: 'raking', exitStatus: { signal: 'SIGTERM' } });
        await terminal.release();
      },
    });
  });

  test('releases a terminal that it has killed', async () => {
    const wire = await work(open(), withTerminal(), {
      capabilities: { terminal: true },
      onPrompt: async ({ editorTerminal }) => {
        const terminal = await editorTerminal({ command: 'rake' });
        await terminal.kill();
        await terminal[Symbol.asyncDispose]();
      },
    });
    expect(wire.order.filter((each) => each.startsWith('terminal/'))).toEqual([
      'terminal/create',
      'terminal/kill',
      'terminal/release',
    ]);
  });

  test(verifies('TOOL-13', 'shows a terminal of the client in a tool call'), async () => {
    const wire = await work(open(), withTerminal(), {
      capabilities: { terminal: true },
      onPrompt: async ({ editorTerminal, toolCall }) => {
        const terminal = await editorTerminal({ command: 'rake' });
        const content = [{ type: 'terminal' as const, terminalId: terminal.id }];
        await toolCall({ title: 'Rake', content }).complete();
        await terminal.release();
      },
    });
    expect(wire.updatesOf('tool_call')).toMatchObject([{ content: [{ type: 'terminal', terminalId: 'shed' }] }]);
  });
});

describe.each(links)('our client for an official agent of version 1, $name', ({ open }) => {
  test('offers its files, and reads and writes them', async () => {
    const files = new Map([[plan, 'one\ntwo\nthree']]);
    const ours = client(clientInfo).onFiles({
      readText: ({ path, line, limit }) => {
        const first = (line ?? 1) - 1;
        const lines = (files.get(path) ?? '').split('\n');
        return lines.slice(first, first + (limit ?? lines.length)).join('\n');
      },
      writeText: ({ path, content }) => void files.set(path, content),
    });
    const wire = await serve(open(), ours, async (peer, sessionId) => {
      const read = await peer.request('fs/read_text_file', { sessionId, path: plan, line: 2, limit: 1 });
      expect(read).toEqual({ content: 'two' });
      await peer.request('fs/write_text_file', { sessionId, path: '/garden/new.md', content: 'new' });
    });
    expect(wire.calls('initialize')).toMatchObject([
      { clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } } },
    ]);
    expect(files.get('/garden/new.md')).toBe('new');
  });

  test('refuses files for a session that there is not, and those that it does not offer', async () => {
    await serve(open(), client(clientInfo).onFiles({ readText: () => 'text' }), async (peer, sessionId) => {
      expect(await failure(peer.request('fs/read_text_file', { sessionId: 'nowhere', path: plan }))).toMatchObject({
        code: -32_002,
      });
      expect(await failure(peer.request('fs/write_text_file', { sessionId, path: plan, content: '' }))).toMatchObject({
        code: -32_601,
      });
    });
  });

  test('runs a command while the agent does something else, until it is released', async () => {
    const released: string[] = [];
    const ours = client(clientInfo).onTerminals({
      create: ({ command, args }) => `${command} ${args?.join(' ') ?? ''}`,
      output: () => ({ output: 'raking', truncated: false }),
      waitForExit: () => ({ exitCode: 0 }),
      kill: () => undefined,
      release: (terminalId) => void released.push(terminalId),
    });
    const wire = await serve(open(), ours, async (peer, sessionId) => {
      const terminal = await peer.createTerminal({ sessionId, command: 'rake', args: ['-a'] });
      expect(terminal.id).toBe('rake -a');
      expect(await terminal.currentOutput()).toEqual({ output: 'raking', truncated: false });
      expect(await terminal.waitForExit()).toEqual({ exitCode: 0 });
      await terminal.kill();
      await terminal.release();
    });
    expect(wire.calls('initialize')).toMatchObject([{ clientCapabilities: { terminal: true } }]);
    expect(released).toEqual(['rake -a']);
  });
});
