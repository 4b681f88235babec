/** Both SDKs, each with a raw other end: what a test of a weakness compares. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { afterEach, beforeEach, vi, type MockInstance } from 'vitest';

import { lineChannel, Peer, type Channel, type PeerOptions, type PeerReport } from '@acp-stack/rpc';
import type {
  Agent,
  AgentConnection,
  Client,
  ClientConnection,
  ClientReport,
  ConnectOptions,
  ConnectionOptions,
  ConnectionReport,
} from '@acp-stack/sdk';
import { bytePipe, settled, VirtualClock } from '@acp-stack/testing';

import { byteLink } from './official-stream.ts';
import { RawEnd } from './raw-end.ts';

export const info = { name: 'test', version: '1.0.0' };
export const introduction = { protocolVersion: 2, info, capabilities: { session: {} } };
export const hello = [{ type: 'text' as const, text: 'hello' }];
export const any = (params: unknown): unknown => params;
export const never = (): Promise<never> => new Promise(() => undefined);

export const chunk = (
  words: string,
): { sessionUpdate: 'agent_message_chunk'; messageId: string; content: { type: 'text'; text: string } } => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text: words },
});

const closers: (() => void)[] = [];

/** Ends what each test of a file began, and keeps what is said on stderr from the screen; the answer says what that was. */
export function standForEach(): () => MockInstance<typeof console.error> {
  let complaints: MockInstance<typeof console.error>;
  beforeEach(() => {
    complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    for (const close of closers.splice(0)) close();
    complaints.mockRestore();
  });
  return () => complaints;
}

/** Has `close` called at the end of the test. */
export function atEnd(close: () => void): void {
  closers.push(close);
}

// ------------------------------------------------------------------------------------------------ ours

/** Our end and the raw other end of one connection over bytes. */
export function ourEnds(): [channel: Channel, raw: RawEnd] {
  const [left, right] = bytePipe();
  return [lineChannel(left.source, left.sink), new RawEnd(lineChannel(right.source, right.sink))];
}

/** A peer of ours, and what it is connected to. */
export function ourPeer(options: PeerOptions): { peer: Peer; raw: RawEnd; reports: PeerReport[] } {
  const [channel, raw] = ourEnds();
  const reports: PeerReport[] = [];
  const peer = new Peer(channel, {
    clock: new VirtualClock(),
    ...options,
    onReport: (report) => void reports.push(report),
  });
  atEnd(() => {
    peer.destroy();
  });
  return { peer, raw, reports };
}

interface OurAgent {
  readonly connection: AgentConnection;
  readonly raw: RawEnd;
  readonly reports: ConnectionReport[];
}

export async function ourAgent(app: Agent, options: ConnectionOptions = {}): Promise<OurAgent> {
  const [channel, raw] = ourEnds();
  const reports: ConnectionReport[] = [];
  const connection = app.connect(channel, {
    checkOutgoing: true,
    clock: new VirtualClock(),
    ...options,
    onReport: (report) => void reports.push(report),
  });
  atEnd(() => {
    connection.raw.destroy();
  });
  await raw.request('initialize', { protocolVersion: 2, info, capabilities: {} });
  return { connection, raw, reports };
}

interface OurClient {
  readonly connection: ClientConnection;
  readonly raw: RawEnd;
  readonly reports: ClientReport[];
}

export async function ourClient(app: Client, options: ConnectOptions = {}): Promise<OurClient> {
  const [channel, raw] = ourEnds();
  const reports: ClientReport[] = [];
  raw.whenever('initialize', () => introduction).whenever('session/new', () => ({ sessionId: 's' }));
  const connection = await app.connect(channel, {
    checkOutgoing: true,
    clock: new VirtualClock(),
    ...options,
    onReport: (report) => void reports.push(report),
  });
  atEnd(() => {
    connection.destroy();
  });
  return { connection, raw, reports };
}

// ------------------------------------------------------------------------------------------------ theirs

interface TheirAgent {
  readonly connection: official.AgentConnection;
  readonly raw: RawEnd;
}

export const theirApp = (): official.AgentApp => official.agent().onRequest('initialize', () => introduction);

export async function theirAgent(app: official.AgentApp): Promise<TheirAgent> {
  const link = byteLink();
  const raw = new RawEnd(link.channel);
  const connection = app.connect(link.stream);
  atEnd(() => {
    connection.close();
  });
  await raw.request('initialize', { protocolVersion: 2, info });
  return { connection, raw };
}

interface TheirClient {
  readonly connection: official.ClientConnection;
  readonly raw: RawEnd;
}

export async function theirClient(app: official.ClientApp): Promise<TheirClient> {
  const link = byteLink();
  const raw = new RawEnd(link.channel).whenever('initialize', () => introduction);
  const connection = app.connect(link.stream);
  atEnd(() => {
    connection.close();
  });
  await connection.agent.request('initialize', { protocolVersion: 2, info });
  return { connection, raw };
}

/** A client of the official SDK with as many handlers as an editor has, before the one for updates. */
export const busyClient = (events: string[]): official.ClientApp =>
  Array.from({ length: 8 }, (_, index) => index)
    .reduce((app, index) => app.onRequest(`_editor/${index}`, any, () => ({})), official.client())
    .onNotification('session/update', ({ params }) => {
      events.push((params.update as ReturnType<typeof chunk>).content.text);
    });

export const isPending = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(
      () => false,
      () => false,
    ),
    settled().then(() => true),
  ]);

export const failure = (promise: PromiseLike<unknown>): Promise<Error> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as Error,
  );
