/** Both SDKs, each connected to a raw peer: what the comparisons are set up with. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { afterEach, beforeEach, vi, type MockInstance } from 'vitest';

import { lineChannel, Peer, type Channel, type PeerOptions, type PeerReport } from '@acp-stack/rpc';
import {
  client,
  type Agent,
  type AgentConnection,
  type Client,
  type ClientConnection,
  type ClientReport,
  type ConnectOptions,
  type ConnectionOptions,
  type ConnectionReport,
} from '@acp-stack/sdk';
import { bytePipe, settled, VirtualClock } from '@acp-stack/testing';

import { byteLink } from '../interop/official-stream.ts';
import { RawPeer } from '../support/raw-peer.ts';

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

const closers: (() => unknown)[] = [];

/** Closes what each test of a file opened, and captures what is written to stderr; the result returns that. */
export function closeAfterEach(): () => MockInstance<typeof console.error> {
  let complaints: MockInstance<typeof console.error>;
  let warnings: MockInstance<typeof console.warn>;
  beforeEach(() => {
    complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closers.splice(0).toReversed()) await close();
    complaints.mockRestore();
    warnings.mockRestore();
  });
  return () => complaints;
}

/** Calls `close` at the end of the test, before what was opened earlier is closed. */
export function atEnd(close: () => unknown): void {
  closers.push(close);
}

// ------------------------------------------------------------------------------------------------ ours

/** Our end and the raw other end of one connection over bytes. */
export function ourEnds(): [channel: Channel, raw: RawPeer] {
  const [left, right] = bytePipe();
  return [lineChannel(left.source, left.sink), new RawPeer(lineChannel(right.source, right.sink))];
}

/** A peer of ours, and what it is connected to. */
export function ourPeer(options: PeerOptions): { peer: Peer; raw: RawPeer; reports: PeerReport[] } {
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
  readonly raw: RawPeer;
  readonly reports: ConnectionReport[];
}

export async function ourAgent(
  app: Agent,
  options: ConnectionOptions = {},
  introducing: object = { protocolVersion: 2, info, capabilities: {} },
): Promise<OurAgent> {
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
  await raw.request('initialize', introducing);
  return { connection, raw, reports };
}

/** Our agent with a client of version 1. */
export const ourAgentOnOne = (
  app: Agent,
  clientCapabilities: object = {},
  options?: ConnectionOptions,
): Promise<OurAgent> => ourAgent(app, options, { protocolVersion: 1, clientCapabilities });

interface OurClient {
  readonly connection: ClientConnection;
  readonly raw: RawPeer;
  readonly reports: ClientReport[];
}

export async function ourClient(
  app: Client,
  options: ConnectOptions = {},
  introduced: object = introduction,
): Promise<OurClient> {
  const [channel, raw] = ourEnds();
  const reports: ClientReport[] = [];
  raw.whenever('initialize', () => introduced).whenever('session/new', () => ({ sessionId: 's' }));
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

/** Our client with an agent of version 1. */
export const ourClientOnOne = (app: Client): Promise<OurClient> =>
  ourClient(app, {}, { protocolVersion: 1, agentCapabilities: {} });

/** What handlers of our client hear when the agent tells `update`. */
export async function heardByOurs(
  update: object,
  open: (app: Client) => Promise<OurClient> = ourClient,
): Promise<unknown[]> {
  const heard: unknown[] = [];
  const { connection, raw } = await open(client(info).onUpdate((each) => void heard.push(each)));
  await connection.newSession({ cwd: '/' });
  raw.update('s', update);
  await settled();
  return heard;
}

// ------------------------------------------------------------------------------------------------ theirs

interface TheirAgent {
  readonly connection: official.AgentConnection;
  readonly raw: RawPeer;
}

export const theirApp = (): official.AgentApp => official.agent().onRequest('initialize', () => introduction);

export async function theirAgent(app: official.AgentApp): Promise<TheirAgent> {
  const { connection, raw } = theirs(app);
  await raw.request('initialize', { protocolVersion: 2, info });
  return { connection, raw };
}

interface TheirClient {
  readonly connection: official.ClientConnection;
  readonly raw: RawPeer;
}

export async function theirClient(app: official.ClientApp): Promise<TheirClient> {
  const { connection, raw } = theirs(app);
  raw.whenever('initialize', () => introduction);
  await connection.agent.request('initialize', { protocolVersion: 2, info });
  return { connection, raw };
}

/** An agent or a client of the official SDK, of any version, before `initialize`. */
export function theirs<C extends { close(): void }>(app: {
  connect(stream: official.Stream): C;
}): {
  readonly connection: C;
  readonly raw: RawPeer;
} {
  const link = byteLink();
  const raw = new RawPeer(link.channel);
  const connection = app.connect(link.stream);
  atEnd(() => {
    connection.close();
  });
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

/** Turns `clock` on and on until `promise` is settled, for whatever has set an alarm by then. */
export async function turnUntil<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  while (await isPending(promise)) await clock.advance(5000);
  return promise;
}

/** Makes time stand still for programs that use the timers of the platform; sockets go on. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
}

/** Lets an hour go by since time was stopped, for whatever has set a timer; then time goes on. */
export async function anHourLater(): Promise<void> {
  await vi.advanceTimersByTimeAsync(3_600_000);
  vi.useRealTimers();
  await settled();
}
