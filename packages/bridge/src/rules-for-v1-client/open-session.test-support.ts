/** A version 1 client and a version 2 agent that have opened a session with each other. */
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { RawPeers, type RawPeersOptions, type WireMessage } from '../raw-peers.test-support.ts';

export interface OpenedOptions extends Omit<RawPeersOptions, 'client'> {
  /** What the client has said that it can do. */
  readonly capabilities?: object;
  /** What the agent has answered to `session/new`, besides the id. */
  readonly session?: Partial<v2.NewSessionResponse>;
}

export const text = (words: string): { readonly type: 'text'; readonly text: string } => ({
  type: 'text',
  text: words,
});

export const running = { sessionUpdate: 'state_update', state: 'running' } as const;
export const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' } as const;

export const chunk = (messageId: string, words: string, kind = 'agent_message'): object => ({
  sessionUpdate: `${kind}_chunk`,
  messageId,
  content: text(words),
});

/** The ends after the handshake. */
export async function initialized(options: OpenedOptions = {}): Promise<RawPeers> {
  const { capabilities = {}, session: _, ...others } = options;
  const ends = new RawPeers({ client: 1, ...others });
  ends.client.request('initialize', { protocolVersion: 1, clientCapabilities: capabilities });
  await ends.settle();
  ends.agent.answer(ends.agent.takeOne().id, {
    protocolVersion: 2,
    info: { name: 'agent', version: '1' },
    capabilities: { session: { mcp: { stdio: {} } } },
  });
  await ends.settle();
  ends.client.take();
  return ends;
}

/** Opens one more session. */
export async function open(
  ends: RawPeers,
  sessionId: string,
  session: Partial<v2.NewSessionResponse> = {},
): Promise<void> {
  ends.client.request('session/new', { cwd: '/work', mcpServers: [] });
  await ends.settle();
  ends.agent.answer(ends.agent.takeOne().id, { sessionId, ...session });
  await ends.settle();
  ends.client.take();
}

/** The ends with the session `s` open. */
export async function opened(options: OpenedOptions = {}): Promise<RawPeers> {
  const ends = await initialized(options);
  await open(ends, 's', options.session);
  return ends;
}

/** Prompts `s`; answers with the request as the agent got it. */
export async function prompt(ends: RawPeers, words: string, id?: string): Promise<WireMessage> {
  ends.client.request('session/prompt', { sessionId: 's', prompt: [text(words)] }, id);
  await ends.settle();
  return ends.agent.takeOne();
}

/** The updates that the client got since it was looked last, and nothing else. */
export const outgoing = (ends: RawPeers): unknown[] =>
  ends.client.take().map(({ method, params }) => {
    if (method !== 'session/update') throw new Error(`The client got more than updates: ${String(method)}`);
    return (params as { readonly update: unknown }).update;
  });
