/** Agents on the official SDK, one for each version, that do what the prompts of the suite ask for. */
import { writeFile } from 'node:fs/promises';

import type { Connect, Version } from '@acp-stack/conformance';
import {
  agent as agentOfVersion1,
  ndJsonStream,
  type AgentApp,
  type AgentContext,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';

import { officialAgent, theirInfo, untilAborted, type TheirTurn } from '../interop/official-agent.ts';

const options = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' as const },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' as const },
];

const behaviourOf = (words: string): string => /^conformance:(\S+)/u.exec(words)?.[1] ?? 'say';

const pathIn = (words: string): string => /the file (\S+)\.$/u.exec(words)?.[1] ?? '/';

/** Works until the client cancels, which it may have done already. */
const untilCancelled = (signal: AbortSignal): Promise<never> =>
  signal.aborted ? Promise.reject(signal.reason as Error) : untilAborted(signal);

// -------------------------------------------------------------------------------------------- version 2

async function writeOfTwo({ words, client, sessionId, say, signal, messageId }: TheirTurn): Promise<void> {
  const toolCallId = `write-${messageId}`;
  const path = pathIn(words);
  await say({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    title: 'Write',
    status: 'pending',
    locations: [{ path }],
  });
  await say({ sessionUpdate: 'state_update', state: 'requires_action' });
  const { outcome } = await client.request(
    'session/request_permission',
    { sessionId, title: 'Write?', subject: { type: 'tool_call', toolCall: { toolCallId } }, options },
    { cancellationSignal: signal },
  );
  if (signal.aborted) return;
  await say({ sessionUpdate: 'state_update', state: 'running' });
  if (outcome.outcome !== 'selected' || outcome['optionId'] !== 'allow') {
    await say({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    return;
  }
  await say({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
  await writeFile(path, 'done\n');
  await say({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
}

async function workOfTwo(turn: TheirTurn): Promise<void> {
  const { words, say, text, signal, messageId } = turn;
  const toolCallId = `read-${messageId}`;
  const locations = [{ path: pathIn(words) }];
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    wait: () => untilCancelled(signal),
    'write-file': () => writeOfTwo(turn),
    'read-file': async () => {
      await say({ sessionUpdate: 'tool_call_update', toolCallId, title: 'Read', status: 'in_progress', locations });
      await say({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    },
    fail: () => Promise.reject(new Error('The model is gone.')),
  };
  await (works[behaviourOf(words)] ?? (() => text('hello')))();
}

// -------------------------------------------------------------------------------------------- version 1

interface TurnOfOne {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly words: string;
  readonly client: AgentContext;
  readonly signal: AbortSignal;
  readonly say: (update: SessionUpdate) => Promise<void>;
}

async function writeOfOne({ sessionId, toolCallId, words, client, signal, say }: TurnOfOne): Promise<void> {
  const path = pathIn(words);
  const content = [{ type: 'diff' as const, path, oldText: null, newText: 'done\n' }];
  await say({ sessionUpdate: 'tool_call', toolCallId, title: 'Write', kind: 'edit', status: 'pending', content });
  const question = { sessionId, toolCall: { toolCallId }, options };
  const { outcome }: RequestPermissionResponse = await client.request('session/request_permission', question);
  if (signal.aborted) return;
  const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'allow';
  if (isAllowed) {
    await say({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    await writeFile(path, 'done\n');
  }
  await say({ sessionUpdate: 'tool_call_update', toolCallId, status: isAllowed ? 'completed' : 'failed' });
}

async function workOfOne(turn: TurnOfOne): Promise<void> {
  const { words, toolCallId, say, signal } = turn;
  const behaviour = behaviourOf(words);
  if (behaviour === 'wait') await untilCancelled(signal).catch(() => undefined);
  else if (behaviour === 'write-file') await writeOfOne(turn);
  else if (behaviour === 'read-file') {
    const locations = [{ path: pathIn(words), line: 1 }];
    await say({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'Read',
      kind: 'read',
      status: 'in_progress',
      locations,
    });
    await say({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  } else await say({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello' } });
}

function appOfOne(): AgentApp {
  const running = new Map<string, AbortController>();
  let count = 0;
  return agentOfVersion1()
    .onRequest('initialize', () => ({ protocolVersion: 1, agentInfo: theirInfo, agentCapabilities: {} }))
    .onRequest('session/new', () => {
      count += 1;
      return { sessionId: `session-${count}` };
    })
    .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
      count += 1;
      const controller = new AbortController();
      running.set(sessionId, controller);
      const { signal } = controller;
      await workOfOne({
        sessionId,
        toolCallId: `call-${count}`,
        client,
        signal,
        words: prompt.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        say: (update) => client.notify('session/update', { sessionId, update }),
      });
      return { stopReason: signal.aborted ? 'cancelled' : 'end_turn' };
    })
    .onNotification('session/cancel', ({ params }) => running.get(params.sessionId)?.abort());
}

// -------------------------------------------------------------------------------------------- connecting

const apps = { 1: appOfOne, 2: () => officialAgent(workOfTwo) } as const;

/** Connects the suite to an agent on the official SDK that does as it is asked, over lines of JSON. */
export function connectWorker(version: Version): Connect {
  return (receiver) => {
    const toAgent = new TransformStream<Uint8Array, Uint8Array>();
    const toSuite = new TransformStream<Uint8Array, Uint8Array>();
    const connection = apps[version]().connect(ndJsonStream(toSuite.writable, toAgent.readable));
    const writer = toAgent.writable.getWriter();
    writer.closed.catch(() => undefined);
    readLines(toSuite.readable, (line) => receiver.text(line)).catch(() => undefined);
    const encoder = new TextEncoder();
    return Promise.resolve({
      send: (text) => void writer.write(encoder.encode(`${text}\n`)).catch(() => undefined),
      close: async () => {
        connection.close();
        await writer.close().catch(() => undefined);
      },
    });
  };
}

async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}
