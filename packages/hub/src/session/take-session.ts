/**
 * How a node becomes the owner of a session.
 *
 * It fences the log, so that nothing of an earlier owner can follow, and writes a record that says so: the barrier.
 * What the log then says is all that there is; what an earlier owner left open is ended.
 */
import { JournalError } from '@acp-stack/journal';

import type { AgentSessionSetup } from '../agents/agent-session.ts';
import type { NewSession } from '../store/hub-store.ts';
import type { LogRecord, SessionSummary } from '../store/records.ts';
import { CommitQueue } from './commit-queue.ts';
import { OwnedSession, type SessionOptions } from './owned-session.ts';
import type { LiveSession, SessionHost } from './session-host.ts';
import { SessionState } from './session-state.ts';

/** A session that was created. */
export interface CreatedSession {
  readonly session: LiveSession;
  /** The response of `session/new`. */
  readonly response: Readonly<Record<string, unknown>> & { readonly sessionId: string };
}

/** How a session is opened in the agent for the first time. */
export interface OpeningOptions {
  readonly setup: AgentSessionSetup;
  /** Gives up. */
  readonly signal?: AbortSignal | undefined;
}

/** Makes this node the owner. Rejects with a `JournalError`: `missing`, or `fenced` if another node was faster. */
export async function takeSession(
  host: SessionHost,
  sessionId: string,
  options: SessionOptions = {},
): Promise<LiveSession> {
  const session = await own(host, sessionId, options);
  await session.recover();
  session.start();
  return session;
}

/** Creates a session in the store and in the agent. If the agent cannot open it, nothing is left behind. */
export async function createSession(
  host: SessionHost,
  created: NewSession,
  { setup, signal, ...options }: SessionOptions & OpeningOptions,
): Promise<CreatedSession> {
  const { sessionId } = created;
  await host.store.create({ ...created, node: host.node });
  let session: OwnedSession | undefined;
  try {
    session = await own(host, sessionId, options, setup);
    const { opened } = await session.link.create(signal);
    session.start();
    return { session, response: { ...opened, sessionId } };
  } catch (error) {
    await session?.stop('delete');
    await host.store.delete(sessionId);
    throw error;
  }
}

/** Becomes the owner of a session that `newSetup` is given for if it is new. */
export async function own(
  host: SessionHost,
  sessionId: string,
  options: SessionOptions,
  newSetup?: AgentSessionSetup,
): Promise<OwnedSession> {
  const { store, clock, node, log } = host;
  const fence = await store.fence(sessionId);
  const { token } = fence;
  const summary = await store.get(sessionId);
  if (summary === undefined) throw new JournalError('missing', `The session ${sessionId} does not exist.`);
  const barrier: LogRecord = { kind: 'owner', node, token };
  // A new session that cannot be stored is refused at once; one that exists waits until it can be.
  const last = newSetup === undefined ? fence.last : (await store.append(sessionId, [barrier], { token })).last;
  let session: OwnedSession | undefined;
  const commits = new CommitQueue({
    store,
    clock,
    sessionId,
    token,
    last,
    summary,
    log,
    limits: options.limits ?? {},
    onStored: (entries, bytes) => session?.onStored(entries, bytes),
    onEnd: (error) => session?.onCommitsEnd(error),
  });
  if (newSetup === undefined) await commits.add([barrier], { node });
  const state = await stateOf(host, sessionId);
  state.members ??= summary.members;
  const setup = newSetup ?? setupOf(summary, state);
  session = new OwnedSession({ host, summary, setup, state, commits, options });
  return session;
}

/** Computes the state from the newest snapshot and the log after it. */
export async function stateOf(
  { store, snapshotOf }: Pick<SessionHost, 'store' | 'snapshotOf'>,
  sessionId: string,
): Promise<SessionState> {
  const snapshot = await snapshotOf?.(sessionId);
  const state = new SessionState(snapshot?.state);
  for await (const { record } of store.read(sessionId, snapshot?.through ?? 0)) state.fold(record);
  return state;
}

const setupOf = (summary: SessionSummary, { mcpServers }: SessionState): AgentSessionSetup => ({
  cwd: summary.cwd,
  additionalDirectories: summary.additionalDirectories,
  mcpServers,
  principal: summary.owner,
});
