/** Assembles a chat: the user interface, the agent, the handlers and the conversation; and closes them at the end. */
import { join, relative } from 'node:path';

import type { ClientSession } from '@acp-stack/sdk';
import type { Workspace } from '@acp-stack/workspace';
import { LoginError } from '@acp-stack/workspace/client';
import { configFolder } from '@acp-stack/workspace/user-folders';

import { isHub } from '../../config/agent-server.ts';
import { accessOf } from '../../access/agent-access.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import type { FailureContext } from '../../connect/explain-failure.ts';
import { Log } from '../../log/log.ts';
import { logLevels } from '../../log/log-levels.ts';
import { CommandDeadline } from '../../connect/command-deadline.ts';
import { planContext } from '../../context/context-plan.ts';
import { InitializeResponse } from '../../wire/initialize-response.ts';
import { OpenedHubSession } from '../../wire/opened-hub-session.ts';
import { loadOwnServers, type LoadedServers } from '../../session/own-servers.ts';
import { planSession } from '../../session/session-plan.ts';
import { secondsOf, type Preparation } from '../../connect/run-with-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { RestartableAgent } from '../../connect/restartable-agent.ts';
import { terminalWithStderrInChat } from './ui/stderr-in-chat.ts';
import { ChatScreen } from './screen/chat-screen.ts';
import type { ChatInvocation } from './chat-invocation.ts';
import { modelHintFor, openFirstSession, rememberSession, resumeAdvice, withoutModelHint } from './first-session.ts';
import { slashCommands } from './slash-commands/slash-commands.ts';
import { UserShell } from './slash-commands/user-shell.ts';
import { connectingTo, startingWords } from './starting-words.ts';
import { ClientHandlers } from './agent/client-handlers.ts';
import { Conversation } from './conversation/conversation.ts';
import type { ChatUi, SlashCommands } from './ui/chat-ui.ts';
import type { FileFinder } from './input/suggestions.ts';
import { PlainTextChat } from './plain-text/plain-text-chat.ts';
import { HubConnection, observerWords } from './agent/hub-connection.ts';
import { loginHooks } from './agent/login-hooks.ts';
import { shownToolCall } from './conversation/shown-tool-call.ts';
import { chooseTheme } from '../../tui/choose-theme.ts';
import { wantedTheme } from '../../command-line/wanted-theme.ts';
import { within } from '../../connect/within.ts';
import { withoutPeriod } from '../../text/without-period.ts';

/** What is known before a chat starts. */
export interface PreparedChat {
  readonly invocation: ChatInvocation;
  readonly prepared: Preparation;
  readonly isPlainText: boolean;
  /** The number of lines of the first frame, which is already on the screen. */
  readonly drawn: number;
}

const noCommands: SlashCommands = {
  list: () => [],
  typed: (name) => `/${name}`,
  run: () => false,
  isRunning: () => false,
  activity: () => undefined,
  stop: () => false,
};
/** The maximum number of suggested files for a mention. */
const maxFiles = 50;
/** Milliseconds to wait for the last request when the chat ends. */
const leaveTimeout = 1000;

export async function runChat(chat: PreparedChat, terminal: Terminal): Promise<number> {
  const deadline = new CommandDeadline(undefined);
  const state: ChatState = {
    isClosing: false,
    commands: noCommands,
    agent: undefined,
    conversation: undefined,
    handlers: undefined,
    initializeResponse: new InitializeResponse(),
    hubSession: new OpenedHubSession(),
    hub: undefined,
  };
  const ui = createUi(chat, terminal, state);
  let started: Promise<void> = Promise.resolve();
  try {
    const ended = new Promise<never>((_, reject) => {
      const end = (): void => {
        state.isClosing = true;
        reject(deadline.signal.reason as Error);
      };
      deadline.signal.addEventListener('abort', end, { once: true });
    });
    ended.catch(() => undefined);
    started = startConversation(chat, { terminal, ui, state, deadline });
    await Promise.race([started, ui.left, ended]);
    await Promise.race([ui.left, ended]);
    return 0;
  } catch (error) {
    // A signal is how a user leaves a hub.
    if (!isHub(chat.prepared.server) || error !== deadline.reason) throw error;
    return 0;
  } finally {
    state.isClosing = true;
    rememberSession(chat, terminal, state);
    const advice = resumeAdvice(chat, state);
    // Closing the user interface dismisses questions, which other clients of a hub may still answer.
    if (isHub(chat.prepared.server)) await detach(state);
    await ui.close();
    await within(leaveTimeout, state.conversation?.leave());
    // An agent that is still starting must not be left running.
    deadline.stop();
    await started.catch(() => undefined);
    await state.handlers?.[Symbol.asyncDispose]();
    await state.agent?.[Symbol.asyncDispose]();
    deadline[Symbol.dispose]();
    if (advice !== undefined) await terminal.stderr.tryWrite(`${advice}\n`);
  }
}

/** Leaves a hub; its agent goes on. */
async function detach({ conversation, agent }: ChatState): Promise<void> {
  await within(leaveTimeout, conversation?.leave());
  await agent?.[Symbol.asyncDispose]();
}

/** The parts of a chat, as they become available. */
interface ChatState {
  /** Whether the chat is closing, so that errors are expected. */
  isClosing: boolean;
  commands: SlashCommands;
  agent: RestartableAgent | undefined;
  conversation: Conversation | undefined;
  handlers: ClientHandlers | undefined;
  readonly initializeResponse: InitializeResponse;
  readonly hubSession: OpenedHubSession;
  /** The connection to a hub. */
  hub: HubConnection | undefined;
}

interface ChatParts {
  readonly terminal: Terminal;
  readonly ui: ChatUi;
  readonly state: ChatState;
  readonly deadline: CommandDeadline;
}

interface ConnectParts extends ChatParts {
  readonly ownServers: LoadedServers | undefined;
}

function createUi(chat: PreparedChat, terminal: Terminal, state: ChatState): ChatUi {
  const { isPlainText, drawn, prepared, invocation } = chat;
  const commands = (): SlashCommands => state.commands;
  const find: FileFinder = (pattern, signal) => findFiles(state, pattern, signal);
  const historyFile = join(configFolder(terminal.env), 'chat-history.json');
  const starting = startingWords(prepared.server);
  if (isPlainText) {
    const notify = prepared.settings.chat?.notify;
    return new PlainTextChat({ terminal, commands, findFiles: find, historyFile, starting, notify });
  }
  const theme = wantedTheme(invocation.flags.theme, terminal.env, prepared.settings.theme);
  return new ChatScreen({
    terminal,
    starting,
    theme: chooseTheme(theme, terminal.stdout, terminal.env),
    settings: prepared.settings.chat,
    drawn,
    historyFile,
    commands,
    findFiles: find,
    isDetachable: isHub(prepared.server),
  });
}

async function findFiles(
  { handlers, conversation }: ChatState,
  pattern: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = conversation?.session;
  if (handlers === undefined || session === undefined) return [];
  const { search } = await handlers.machine.workspace(session);
  const { paths } = await search.files(pattern, { limit: maxFiles, signal });
  return paths.map((path) => relative(session.cwd, path));
}

function workspaceOf({ handlers }: ChatState, session: ClientSession): Promise<Workspace> {
  if (handlers === undefined) throw new Error('The agent is not connected.');
  return handlers.machine.workspace(session);
}

/** Resolves when the conversation has started. */
async function startConversation(chat: PreparedChat, parts: ChatParts): Promise<void> {
  const { flags } = chat.invocation;
  const { server, settings, cwd, log: preparedLog } = chat.prepared;
  const { ui, state, deadline } = parts;
  const terminal = terminalWithStderrInChat(parts.terminal, ui);
  const log = new Log(
    terminal,
    logLevels.findLast((level) => preparedLog.isEnabled(level)),
  );
  const plan = await planSession(flags, { cwd, settings, server, terminal });
  const ownServers = await loadOwnServers(plan.ownServers, server);
  const agent = await connectInTime(chat, { ...parts, ownServers }, log);
  const conversation = new Conversation({
    connection: () => agent.connection,
    plan,
    log,
    hooks: {
      changed: () => ui.changed(),
      note: (note) => {
        if (!state.isClosing) ui.note(note);
      },
      failed: () => ui.failed?.(),
      withLogin: (work) => agent.login.run(work, { signal: deadline.signal }),
      withContext: async (content, session) =>
        (await state.handlers?.withContext(content, session)) ?? { content, options: {} },
      refusal: () => (state.hubSession.isObserver ? observerWords : undefined),
      queued: (content) => state.handlers?.mention(content),
    },
  });
  state.conversation = conversation;
  const { env } = parts.terminal;
  state.commands = slashCommands({
    agent,
    conversation,
    ui,
    memory: state.handlers?.memory,
    shell: new UserShell({ workspace: (session) => workspaceOf(state, session), env }),
    modelHint: modelHintFor(server),
  });
  try {
    await openFirstSession(chat, { agent, conversation, ui }, state, parts.terminal);
  } catch (error) {
    if (!(error instanceof LoginError)) throw await explained(error, { server, isConnected: true });
    throw new CommandError(exitCodes.authRequired, asClause(error.message), { cause: error });
  }
}

/** `--timeout` limits connecting to the agent, not the conversation. */
async function connectInTime(chat: PreparedChat, parts: ConnectParts, log: Log): Promise<RestartableAgent> {
  const seconds = secondsOf(chat.invocation.flags, parts.terminal);
  const limit = seconds === undefined ? undefined : { seconds, what: connectingTo(chat.prepared.server) };
  const connecting = connect(chat, parts, log);
  try {
    return await parts.deadline.until(connecting, limit);
  } catch (error) {
    // The connection attempt must end before its error is thrown, or the agent would be left running.
    await connecting.catch(() => undefined);
    throw error;
  }
}

async function connect(
  { invocation, prepared }: PreparedChat,
  parts: ConnectParts,
  log: Log,
): Promise<RestartableAgent> {
  const { server, cwd, trace } = prepared;
  const { terminal, ui, state, deadline, ownServers } = parts;
  const access = accessOf(server, invocation.flags);
  const handlers = new ClientHandlers({
    cwd,
    questions: ui.questions,
    note: (text) => ui.note({ kind: 'info', text }),
    terminal,
    connection: () => state.agent?.connection,
    toolCall: (sessionId, id) => shownToolCall(state.conversation, sessionId, id),
    ownCommand: (name) => state.commands.typed(name),
    answered: (decision) => ui.answered(decision),
    server,
    access,
    contextPlan: planContext(invocation.flags, prepared.settings, { terminal, access, log }),
    log,
  });
  state.handlers = handlers;
  if (isHub(server)) state.hub = new HubConnection({ ui, server, state, signal: deadline.signal });
  state.agent = await RestartableAgent.connect(
    withoutModelHint(server),
    {
      log,
      deadline,
      version: invocation.version,
      env: prepared.terminal.env,
      trace,
      observers: [state.initializeResponse.observer, state.hubSession.observer],
      ...(isHub(server) ? { capabilities: { _meta: { 'acp-stack.dev/hub': {} } } } : {}),
      onReachable: (isReachable) => state.hub?.noteReachable(isReachable),
      wrap: ownServers?.wrap,
      build: (app) => {
        ownServers?.offer(app);
        return handlers.serve(app);
      },
    },
    { ...loginHooks(ui), onEnd: (error) => void reportExit(error, prepared, parts) },
  );
  return state.agent;
}

/** Loads the words about failures, and with them the transports, only when something has failed. */
async function explained(error: unknown, context: FailureContext): Promise<unknown> {
  const { explainFailure } = await import('../../connect/explain-failure.ts');
  return explainFailure(error, context);
}

/** Converts a sentence to a clause: without the capital letter and the full stop. */
const asClause = (text: string): string => `${text.charAt(0).toLowerCase()}${withoutPeriod(text.slice(1))}`;

/** Reports that the agent has exited, and what to do. */
async function reportExit(error: Error | undefined, prepared: Preparation, parts: ChatParts): Promise<void> {
  const { server } = prepared;
  const { ui, state } = parts;
  state.conversation?.agentStopped();
  if (state.hub !== undefined && state.conversation?.session !== undefined) {
    void state.hub.reconnect();
    return;
  }
  const failure =
    error === undefined ? undefined : await explained(error, { server, isConnected: true, isWorking: true });
  const reason = failure instanceof Error ? failure.message : 'it closed the connection';
  const printed = failure instanceof CommandError ? failure.details : [];
  const words = `The agent has stopped: ${reason}. /restart restarts it, /quit quits.`;
  ui.note({ kind: 'error', text: [words, ...printed].join('\n'), isLast: true });
}
