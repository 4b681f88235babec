/** Puts a client together: the connection, what answers the agent on it, and the introduction. */
import { ConnectionError, RpcError, systemClock, type Channel, type CloseReason } from '@acp-stack/rpc';
import { errorCodes, type ClientCapabilities, type Implementation } from '@acp-stack/schema/v2/unstable';

import { defaultCancelGrace } from './cancel-ladder.ts';
import { ClientConnection } from './client-connection.ts';
import { serveEditorState, type EditorHandlers } from './client-editor-state.ts';
import { serveElicitation, type ElicitationHandlers } from './client-elicitation.ts';
import { initialize, type AgentDescription } from './client-initialize.ts';
import type { ClientLink } from './client-link.ts';
import { serveMachine, type MachineHandlers } from './client-machine.ts';
import type { SessionHost } from './client-session-host.ts';
import { askPermission, nothingChosen } from './client-permissions.ts';
import { PendingQuestions } from './client-questions.ts';
import type { ReportClient } from './client-report.ts';
import { ClientSessions } from './client-sessions.ts';
import type { ClientSession, PermissionHandler, UpdateHandler } from './client-session.ts';
import { complain } from './connection-report.ts';
import { Connection, type ConnectionOptions, type NotificationHandlerContext } from './connection.ts';
import type { ReceivedParams } from './method-types.ts';
import { defaultUpdateLimits, type UpdateLimits } from './update-limits.ts';
import { UpdateListeners } from './update-listeners.ts';

/** How a client connects. */
export interface ConnectOptions extends Omit<ConnectionOptions, 'onReport'> {
  /** Hears what is nobody's answer; errors of handlers arrive here with their stack. */
  readonly onReport?: ReportClient;
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the agent has to introduce itself; no limit when absent. */
  readonly timeout?: number;
  /** Milliseconds that the agent has to end cancelled work before its outcome counts as unknown. */
  readonly cancelGrace?: number;
  /** How many updates are kept for somebody who may still want them. */
  readonly updates?: Partial<UpdateLimits>;
}

/** What was registered with a client. */
export interface ClientSetup {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly onPermission: PermissionHandler | undefined;
  readonly onUpdate: readonly UpdateHandler[];
  /** Hears every update as it arrives, before any session does. */
  readonly onRawUpdate: RawUpdateHandler | undefined;
  readonly elicitation: ElicitationHandlers | undefined;
  readonly editor: EditorHandlers;
  readonly machine: MachineHandlers;
  /** Whether the program answers requests for permission itself, without sessions. */
  readonly answersPermissions: boolean;
  /** Registers what the program answers itself. */
  readonly register: (connection: Connection<'client'>) => void;
}

/** Takes `session/update` as it arrives. */
export type RawUpdateHandler = (
  params: ReceivedParams<'session/update'>,
  context: NotificationHandlerContext<'client'>,
) => void | Promise<void>;

/** Connects a client to the agent at the other end of `channel`. */
export async function connectClient(
  channel: Channel,
  setup: ClientSetup,
  options: ConnectOptions,
): Promise<ClientConnection> {
  const { onReport, signal, timeout, cancelGrace = defaultCancelGrace, updates, ...rest } = options;
  const report = reporter(onReport);
  // An agent that has ended waits for no answer, and nobody should wait for it.
  const over = (next: Channel): Connection<'client'> =>
    new Connection('client', next, { drainTime: 0, ...rest, onReport: report });
  const link: ClientLink = { connection: over(channel) };
  const questions = new PendingQuestions(report);
  const listeners = new UpdateListeners<Parameters<UpdateHandler>>((error) => {
    report({ kind: 'handler-failed', method: 'session/update', error });
  });
  for (const handler of setup.onUpdate) listeners.add(handler);
  const sessions = new ClientSessions({
    link,
    questions,
    listeners,
    onPermission: setup.onPermission,
    report,
    clock: options.clock ?? systemClock,
    limits: { ...defaultUpdateLimits, ...updates },
    cancelGrace,
  });
  /** Answers the agent at the other end of `raw`, and introduces this side to it. */
  const introduce = (raw: Connection<'client'>, limits: IntroductionLimits): Promise<AgentDescription> => {
    serve(raw, setup, { sessions, questions, report });
    return introduceTo(raw, setup, limits);
  };
  const agent = await introduce(link.connection, { signal, timeout });
  const failWith = (raw: Connection<'client'>): void => {
    void raw.closed.then((reason) => {
      sessions.failAll(closedError(reason));
    });
  };
  failWith(link.connection);
  const reconnect = async (next: Channel, limits: IntroductionLimits): Promise<AgentDescription> => {
    const raw = over(next);
    const introduced = await introduce(raw, { timeout, ...limits });
    link.connection = raw;
    failWith(raw);
    return introduced;
  };
  return new ClientConnection({ link, agent, sessions, questions, listeners, reconnect });
}

/** How long an introduction may take. */
interface IntroductionLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
}

function introduceTo(
  raw: Connection<'client'>,
  { info, capabilities }: ClientSetup,
  { signal, timeout }: IntroductionLimits,
): Promise<AgentDescription> {
  return initialize(
    raw,
    { info, capabilities },
    {
      abandon: true,
      ...(signal === undefined ? {} : { signal }),
      ...(timeout === undefined ? {} : { timeout }),
    },
  );
}

/** Registers everything that answers the agent. */
function serve(
  raw: Connection<'client'>,
  setup: ClientSetup,
  { sessions, questions, report }: Pick<SessionHost, 'questions' | 'report'> & { readonly sessions: ClientSessions },
): void {
  serveUpdates(raw, sessions, setup.onRawUpdate);
  serveLosses(raw, sessions);
  if (!setup.answersPermissions)
    servePermissions(raw, sessions, { questions, report, onPermission: setup.onPermission });
  if (setup.elicitation !== undefined) serveElicitation(raw, setup.elicitation, questions);
  const sessionOf = (sessionId: string): ClientSession | undefined => sessions.get(sessionId)?.face;
  serveEditorState(raw, setup.editor, sessionOf);
  serveMachine(raw, setup.machine, sessionOf);
  setup.register(raw);
}

function serveUpdates(
  raw: Connection<'client'>,
  sessions: ClientSessions,
  onRawUpdate: RawUpdateHandler | undefined,
): void {
  if (onRawUpdate === undefined) {
    raw.onNotification('session/update', (params) => sessions.receive(params));
    return;
  }
  raw.onNotification('session/update', async (params, context) => {
    const heard = onRawUpdate(params, context);
    await sessions.receive(params);
    await heard;
  });
}

const fieldsOf = (params: unknown): Record<string, unknown> => Object(params) as Record<string, unknown>;

/** What a remote channel tells when only one session of its connection was lost. */
function serveLosses(raw: Connection<'client'>, sessions: ClientSessions): void {
  raw.onNotification('_acp-stack.dev/session_lost', fieldsOf, ({ sessionId, message, reason }) => {
    const error = new RpcError(errorCodes.resource_not_found, String(message), { data: { reason, sessionId } });
    sessions.get(String(sessionId))?.lost(error);
  });
}

function servePermissions(
  raw: Connection<'client'>,
  sessions: ClientSessions,
  host: Pick<SessionHost, 'questions' | 'report' | 'onPermission'>,
): void {
  raw.onRequest('session/request_permission', (request, { signal }) => {
    const session = sessions.get(request.sessionId);
    if (session !== undefined) return session.askPermission(request, signal);
    if (host.onPermission === undefined) return nothingChosen;
    return askPermission(request, host.onPermission, { session: undefined, signal, host });
  });
}

/** A hook that fails loses the report, not the connection. */
function reporter(hook: ReportClient = complain): ReportClient {
  return (report) => {
    try {
      hook(report);
    } catch {
      // There is nobody left to tell.
    }
  };
}

function closedError({ by, error }: CloseReason): ConnectionError {
  if (error !== undefined)
    return new ConnectionError('closed', `The connection failed: ${error.message}`, { cause: error });
  return new ConnectionError('closed', by === 'them' ? 'The agent ended the connection.' : 'The connection is closed.');
}
