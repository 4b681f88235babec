/**
 * Follows a session of a hub without taking part in it, and prints what happens.
 *
 * If the connection is lost, it is opened again and goes on after the last update that was printed. Questions of the
 * agent are shown and left to other clients.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { RpcError } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { Client, ClientSession, SessionUpdate } from '@acp-stack/sdk';

import { attachAdvice } from '../../config/agent-server.ts';
import { CommandDeadline } from '../../connect/command-deadline.ts';
import { connectAgent } from '../../connect/connect-agent.ts';
import { requestTimeoutSeconds } from '../../connect/request-timeout.ts';
import type { AgentRun, Preparation } from '../../connect/run-with-agent.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { findSession, type FoundSession } from '../../session/find-session.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { InitializeResponse } from '../../wire/initialize-response.ts';
import type { WireObserver } from '../../wire/observed-channel.ts';
import { TextView } from '../exec/text-view.ts';

export interface FollowOptions {
  /** The id of the session, or the beginning of it. */
  readonly sessionId: string;
  readonly format: 'text' | 'json' | 'quiet';
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly version: string;
}

/** What is known of the session while connections come and go. */
interface Followed {
  /** The session, once it was found. */
  info: FoundSession | undefined;
  /** The place behind the last update that was received. */
  cursor: string | undefined;
  view: TextView | undefined;
  /** Whether the user was told that the hub cannot be reached. */
  isAwayTold: boolean;
}

const hubKey = 'acp-stack.dev/hub';
/** Milliseconds before the first and at most before any further attempt to connect again. */
const firstDelay = 250;
const longestDelay = 10_000;

/** Runs until the user leaves or the session ends. */
export async function follow(options: FollowOptions, prepared: Preparation): Promise<number> {
  const deadline = new CommandDeadline(options.timeout);
  try {
    return await followUntil(deadline, options, prepared);
  } finally {
    deadline[Symbol.dispose]();
  }
}

async function followUntil(deadline: CommandDeadline, options: FollowOptions, prepared: Preparation): Promise<number> {
  const followed: Followed = { info: undefined, cursor: undefined, view: undefined, isAwayTold: false };
  let wait = firstDelay;
  for (;;) {
    try {
      await followOnce(options, { prepared, followed, deadline, onAttached: () => (wait = firstDelay) });
    } catch (error) {
      if (deadline.reason !== undefined) break;
      if (followed.info === undefined || !isLost(error)) throw error;
      if (!followed.isAwayTold) await tellAway(followed, prepared, (error as Error).message);
    }
    if (deadline.reason !== undefined) break;
    await delay(wait, undefined, { signal: deadline.signal }).catch(() => undefined);
    wait = Math.min(wait * 2, longestDelay);
  }
  await followed.view?.endLine().catch(() => undefined);
  // A signal and `--timeout` are how a user leaves; before there was something to see, the time was too short.
  if (deadline.reason.exitCode === exitCodes.timeout && followed.info === undefined) throw deadline.reason;
  const id = followed.info?.sessionId ?? options.sessionId;
  if (options.format === 'text') {
    const advice = attachAdvice(prepared.server, inOneLine(id));
    await prepared.terminal.stderr.tryWrite(`acp attach: detached; ${advice}\n`);
  }
  return 0;
}

/** Says once, on a line of its own, that the hub is away. */
async function tellAway(followed: Followed, { log }: Preparation, reason: string): Promise<void> {
  followed.isAwayTold = true;
  await followed.view?.breakLine().catch(() => undefined);
  log.error(`${reason}; connecting again`);
}

/** Failures of the connection or the hub, which may be there again soon. */
const isLost = (error: unknown): boolean =>
  error instanceof CommandError && (error.exitCode === exitCodes.notStarted || error.exitCode === exitCodes.exited);

interface FollowParts {
  readonly prepared: Preparation;
  readonly followed: Followed;
  readonly deadline: CommandDeadline;
  readonly onAttached: () => void;
}

/** Follows it over one connection; rejects when that ends, and resolves when the user leaves. */
async function followOnce(
  { sessionId, format, version }: FollowOptions,
  { prepared, followed, deadline, onAttached }: FollowParts,
): Promise<void> {
  const { server, log, trace, terminal } = prepared;
  const initializeResponse = new InitializeResponse();
  const agent = await connectAgent(server, {
    log,
    trace,
    deadline,
    version,
    capabilities: { _meta: { [hubKey]: {} } },
    observers: [
      initializeResponse.observer,
      cursorObserver(followed),
      ...(format === 'json' ? [printer(prepared)] : []),
    ],
    onReachable: (isReachable) => {
      if (isReachable) followed.isAwayTold = false;
      else if (!followed.isAwayTold) void tellAway(followed, prepared, 'the hub cannot be reached');
    },
    build: (app) => {
      leaveQuestions(app, (words) => format === 'text' && log.error(words));
    },
  });
  const { connection } = agent;
  try {
    const agentRun: AgentRun = { ...prepared, agent, connection, deadline, initializeResponse };
    if (format !== 'json') followed.view ??= new TextView(terminal, { isQuiet: format === 'quiet', showsUser: true });
    const session = await agent.explained(() =>
      deadline.until(open(agentRun, sessionId, followed), {
        seconds: requestTimeoutSeconds,
        what: 'to attach to the session',
      }),
    );
    onAttached();
    followed.isAwayTold = false;
    await deadline.until(ended(session, connection.closed));
  } finally {
    await agent.close();
  }
}

/** Attaches where the last connection ended, or with the whole history. */
async function open(agentRun: AgentRun, idOrPrefix: string, followed: Followed): Promise<ClientSession> {
  const { connection } = agentRun;
  followed.info ??= await findSession(agentRun, idOrPrefix);
  const { sessionId, cwd = '/' } = followed.info;
  const onUpdate = async (update: SessionUpdate): Promise<void> => followed.view?.apply(update);
  const { cursor } = followed;
  if (cursor === undefined) return connection.load({ sessionId, cwd }, { onUpdate });
  const params = { sessionId, cwd, _meta: { [hubKey]: { after: cursor } } };
  return connection.resume(params, { onUpdate }).catch((error: unknown) => {
    if (!isCursorRefused(error)) throw error;
    // The next connection reads the whole session; what was printed is not printed again.
    followed.cursor = undefined;
    throw new CommandError(exitCodes.exited, 'the hub cannot go on where it was', { cause: error });
  });
}

const isCursorRefused = (error: unknown): boolean =>
  error instanceof RpcError &&
  isJsonObject(error.data) &&
  /^(?:cursor_expired|cursor_unknown|generation_changed)$/u.test(String(error.data['reason']));

/** Rejects when the session is lost for this client, or the connection ends. */
async function ended(session: ClientSession, closed: Promise<{ readonly error?: Error | undefined }>): Promise<never> {
  const lost = new Promise<undefined>((resolve) => {
    // The end of the connection ends its sessions too, and is the better reason.
    session.signal.addEventListener('abort', () => setImmediate(() => resolve(undefined)), { once: true });
  });
  const reason = await Promise.race([closed, lost]);
  if (reason === undefined) {
    throw new CommandError(exitCodes.noSession, 'the session was deleted, or you were removed from it');
  }
  throw new CommandError(exitCodes.exited, 'the connection to the hub was lost', { cause: reason.error });
}

/** Notes the cursor of each update. */
const cursorObserver = (followed: Followed): WireObserver => ({
  frame: ({ direction, message }) => {
    if (direction !== 'received' || !isJsonObject(message) || message['method'] !== 'session/update') return;
    const { params } = message;
    const meta = isJsonObject(params) && isJsonObject(params['_meta']) ? params['_meta'][hubKey] : undefined;
    if (isJsonObject(meta) && typeof meta['cursor'] === 'string') followed.cursor = meta['cursor'];
  },
});

const printer = ({ terminal }: Preparation): WireObserver => ({
  frame: ({ text }) => terminal.stdout.writeJson(text).catch(() => undefined),
});

/** Says that the agent asks something, and leaves the answer to other clients. */
function leaveQuestions(app: Client, say: (words: string) => void): void {
  app.onPermission(async ({ title }, { signal }) => {
    say(`the agent asks for permission: ${inOneLine(title)}; another client has to answer`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return 'cancelled';
  });
}
