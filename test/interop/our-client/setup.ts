/** Our client connected to the official SDK's agent, on version 2 of the protocol. */
import type * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { afterEach, beforeEach } from 'vitest';
import type { RpcError } from '@acp-stack/rpc';
import {
  client,
  type Client,
  type ClientConnection,
  type ClientReport,
  type ClientSession,
  type ConnectOptions,
  type PromptRun,
} from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { watchComplaints, closePairs, trackPair, type ConnectedPair } from '../connected-pair.ts';
import { type Link } from '../official-stream.ts';

export const info = { name: 'our-client', version: '1.0.0' };

export type Update = { readonly sessionUpdate: string; readonly [key: string]: unknown };

interface Pair extends ConnectedPair {
  readonly connection: ClientConnection;
  readonly theirs: official.AgentConnection;
  readonly clock: VirtualClock;
}

/** Connects their agent and our client, who introduce themselves. */
export async function connectAndInitialize(
  link: Link,
  theirAgent: official.AgentApp,
  ourClient: Client = client(info),
  options: ConnectOptions = {},
): Promise<Pair> {
  const reports: ClientReport[] = [];
  const clock = new VirtualClock();
  const theirs = theirAgent.connect(link.stream);
  let connection: ClientConnection | undefined;
  const made = trackPair(link, reports, () => {
    connection?.destroy();
    theirs.close();
  });
  connection = await ourClient.connect(link.channel, {
    checkOutgoing: true,
    clock,
    onReport: (report) => void reports.push(report),
    ...options,
  });
  return { ...made, connection, theirs, clock };
}

/** Connects them and opens a session. */
export async function start(
  link: Link,
  theirAgent: official.AgentApp,
  ourClient?: Client,
): Promise<Pair & { readonly session: ClientSession }> {
  const pair = await connectAndInitialize(link, theirAgent, ourClient);
  return { ...pair, session: await pair.connection.newSession({ cwd: '/garden' }) };
}

export async function collect(run: PromptRun): Promise<Update[]> {
  const updates: Update[] = [];
  for await (const update of run) updates.push(update as Update);
  return updates;
}

export const kindsOf = (updates: readonly Update[]): unknown[] =>
  updates.map((update) => update['state'] ?? update.sessionUpdate);

export const failure = <E = RpcError>(promise: PromiseLike<unknown>): Promise<E> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as E,
  );

/** Resolves when `matches` holds for an update of the session. */
export const heard = (session: ClientSession, matches: (update: Update) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const listening = session.onUpdate((update) => {
      if (!matches(update as Update)) return;
      listening[Symbol.dispose]();
      resolve();
    });
  });

export const options: official.PermissionOption[] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

/** Checks after each test that neither side did what it must not; call it once in a file. */
export function checkEachTest(): void {
  beforeEach(watchComplaints);
  afterEach(closePairs);
}
