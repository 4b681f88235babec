/** A client of version 2 and an agent of version 1 that have met through the bridge, for the tests. */
import type { RequestId } from '@acp-stack/rpc';

import { RawPeers, type RawPeersOptions, type WireMessage } from '../raw-peers.test-support.ts';

export const info = { name: 'tester', version: '1.0.0' };

/** Everything that version 2 takes for granted. */
export const able = { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } };

export interface MeetingOptions extends Omit<RawPeersOptions, 'client'> {
  /** What the agent offers. */
  readonly agentCapabilities?: object;
  /** What the client offers. */
  readonly capabilities?: object;
}

/** Two ends with a bridge between them that have not spoken yet; ids are `id-1`, `id-2` and so on. */
export function strangers(options: Omit<RawPeersOptions, 'client'> = {}): RawPeers {
  let count = 0;
  const mintId = (): string => {
    count += 1;
    return `id-${count}`;
  };
  return new RawPeers({ client: 2, mintId, ...options });
}

/** Two peers after `initialize`, whose messages so far are taken. */
export async function meet({
  agentCapabilities = able,
  capabilities = {},
  ...options
}: MeetingOptions = {}): Promise<RawPeers> {
  const ends = strangers(options);
  ends.client.request('initialize', { protocolVersion: 2, info, capabilities });
  await ends.settle();
  ends.agent.answer(ends.agent.takeOne().id, { protocolVersion: 1, agentCapabilities, agentInfo: info });
  await ends.settle();
  ends.client.take();
  return ends;
}

/** Opens a session; `result` is what the agent says besides its id. */
export async function openSession(ends: RawPeers, sessionId = 's1', result: object = {}): Promise<WireMessage> {
  ends.client.request('session/new', { cwd: '/work' });
  await ends.settle();
  ends.agent.answer(ends.agent.takeOne().id, { sessionId, ...result });
  await ends.settle();
  return ends.client.takeOne();
}

/** Two ends with an open session `s1`. */
export async function meetInSession(options: MeetingOptions = {}, result: object = {}): Promise<RawPeers> {
  const ends = await meet(options);
  await openSession(ends, 's1', result);
  return ends;
}

export const textOf = (text: string): object => ({ type: 'text', text });

export const says = (text: string, others: object = {}): object => ({
  sessionUpdate: 'agent_message_chunk',
  content: textOf(text),
  ...others,
});

/** The client prompts; the answer is the id under which the agent got it. */
export async function prompt(ends: RawPeers, text = 'hello', sessionId = 's1'): Promise<RequestId | undefined> {
  ends.client.request('session/prompt', { sessionId, prompt: [textOf(text)] });
  await ends.settle();
  return ends.agent.takeOne().id;
}

/** A prompt that the agent works on, with everything said about its beginning taken. */
export async function promptTaken(ends: RawPeers, sessionId = 's1'): Promise<RequestId | undefined> {
  const id = await prompt(ends, 'hello', sessionId);
  await ends.advance(1000);
  ends.client.take();
  return id;
}

interface BriefUpdate {
  readonly sessionUpdate: string;
  readonly state?: string;
  readonly stopReason?: string;
  readonly content?: { readonly text?: string };
}

/** What the client got, in short: results, errors by code, updates by what they are. */
export function brief(messages: readonly WireMessage[]): unknown[] {
  return messages.map(({ method, params, result, error }) => {
    if (error !== undefined) return { error: error.code };
    if (method === undefined) return { result };
    if (method !== 'session/update') return method;
    const { update } = params as { readonly update: BriefUpdate };
    const { sessionUpdate, state, stopReason, content } = update;
    if (sessionUpdate === 'state_update') return stopReason === undefined ? state : `${state} ${stopReason}`;
    return content?.text ?? sessionUpdate;
  });
}

/** The updates among what the client got since it took last. */
export function takeUpdates(ends: RawPeers): unknown[] {
  return ends.client
    .take()
    .flatMap(({ method, params }) =>
      method === 'session/update' ? [(params as { readonly update: unknown }).update] : [],
    );
}
