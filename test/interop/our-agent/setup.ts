/** Our agent connected to the official SDK's client, on version 2 of the protocol. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { afterEach, beforeEach } from 'vitest';
import { agent, type Agent, type AgentConnection, type ConnectionReport, type Turn } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { watchComplaints, closePairs, trackPair, type ConnectedPair } from '../connected-pair.ts';
import { type Link } from '../official-stream.ts';

export const info = { name: 'gardener', title: 'The gardener', version: '1.0.0' };
export const clientInfo = { name: 'official-client', version: '2.4.0' };

export type TheirClient = official.ClientApp;
export type Capabilities = NonNullable<official.InitializeRequest['capabilities']>;
export type Update = { readonly sessionUpdate: string; readonly [key: string]: unknown };

interface Pair extends ConnectedPair {
  readonly ours: AgentConnection;
  readonly theirs: official.ClientConnection;
  /** The official SDK's way to call our agent. */
  readonly peer: official.ClientContext;
  /** What our agent has told about its sessions. */
  readonly updates: () => Update[];
}

/** Connects our agent and their client, who have not introduced themselves yet. */
export function connectPair(link: Link, app: Agent, theirClient: TheirClient = official.client()): Pair {
  const reports: ConnectionReport[] = [];
  const ours = app.connect(link.channel, {
    checkOutgoing: true,
    clock: new VirtualClock(),
    onReport: (report) => void reports.push(report),
  });
  const theirs = theirClient.connect(link.stream);
  const made = trackPair(link, reports, () => {
    theirs.close();
    ours.raw.destroy();
  });
  return {
    ...made,
    ours,
    theirs,
    peer: theirs.agent,
    updates: () => made.sent().flatMap(({ params }) => (params?.['update'] as Update | undefined) ?? []),
  };
}

/** Connects them, and lets them introduce themselves. */
export async function connectAndInitialize(
  link: Link,
  app: Agent,
  theirClient?: TheirClient,
  capabilities: Capabilities = {},
): Promise<Pair & { readonly introduction: official.InitializeResponse }> {
  const pair = connectPair(link, app, theirClient);
  const introduction = await pair.peer.request('initialize', { protocolVersion: 2, info: clientInfo, capabilities });
  return { ...pair, introduction };
}

interface Started extends Pair {
  readonly introduction: official.InitializeResponse;
  readonly session: official.ActiveSession;
  readonly sessionId: string;
}

/** Connects them and opens a session. */
export async function start(
  link: Link,
  app: Agent,
  theirClient?: TheirClient,
  capabilities?: Capabilities,
): Promise<Started> {
  const pair = await connectAndInitialize(link, app, theirClient, capabilities);
  const session = await pair.peer.buildSession('/garden').start();
  return { ...pair, session, sessionId: session.sessionId };
}

/** Reads what the session says until its work has ended. */
export async function untilIdle(session: official.ActiveSession): Promise<Update[]> {
  const updates: Update[] = [];
  for (;;) {
    const { kind, update } = await session.nextUpdate();
    updates.push(update);
    if (kind === 'stop') return updates;
  }
}

/** Reads what the session says until it says `sessionUpdate`. */
export async function untilUpdate(
  session: official.ActiveSession,
  matches: (update: Update) => boolean,
): Promise<Update> {
  for (;;) {
    const { update } = await session.nextUpdate();
    if (matches(update)) return update;
  }
}

export const kindsOf = (updates: readonly Update[]): unknown[] =>
  updates.map((update) => update['state'] ?? update.sessionUpdate);

export const failure = (promise: Promise<unknown>): Promise<official.RequestError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as official.RequestError,
  );

export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

export const doing = (work: (turn: Turn) => unknown): Agent =>
  agent(info).onPrompt(async (turn) => {
    await work(turn);
  });

export const hello = [{ type: 'text' as const, text: 'hello' }];
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** How a conversation is told again: each of its messages here was one chunk. */
export const inWholeMessages = (said: readonly Update[]): readonly Update[] =>
  said.map((update) =>
    update.sessionUpdate === 'agent_message_chunk'
      ? { sessionUpdate: 'agent_message', messageId: update['messageId'], content: [update['content']] }
      : update,
  );

/** Checks after each test that neither side did what it must not; call it once in a file. */
export function checkEachTest(): void {
  beforeEach(watchComplaints);
  afterEach(closePairs);
}
