/** Puts a chat together: the ui, the agent, what it may ask for, and the conversation; and takes it apart again. */
import { Writable } from 'node:stream';
import { join, relative } from 'node:path';

import { LoginError } from '@acp-stack/workspace/client';
import { configFolder } from '@acp-stack/workspace/user-folders';

import { agentName, agentTitle } from '../../connect/agent-name.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { explainFailure } from '../../connect/explain-failure.ts';
import { Log } from '../../log/log.ts';
import { logLevels } from '../../log/log-levels.ts';
import { CommandDeadline } from '../../connect/command-deadline.ts';
import { planContext } from '../../context/context-plan.ts';
import { planSession } from '../../session/session-plan.ts';
import { secondsOf, type AgentInvocation, type Preparation } from '../../connect/run-with-agent.ts';
import type { SessionOrigin } from '../../session/open-session.ts';
import { Output } from '../../terminal/output.ts';
import { hasColours } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { RestartableAgent } from '../../connect/restartable-agent.ts';
import { ChatScreen } from './screen/chat-screen.ts';
import { slashCommands, pickSession } from './slash-commands/slash-commands.ts';
import type { SlashCommandParts } from './slash-commands/slash-command.ts';
import { ClientHandlers } from './agent/client-handlers.ts';
import { Conversation } from './conversation/conversation.ts';
import type { ChatUi, SlashCommands } from './ui/chat-ui.ts';
import type { FileFinder } from './input/suggestions.ts';
import { LinearChat } from './linear/linear-chat.ts';
import { loginHooks } from './agent/login-hooks.ts';
import { shownToolCall } from './conversation/shown-tool-call.ts';
import { escapeLine } from '../../text/escape-control-characters.ts';
import { span } from '../../tui/styled-line.ts';
import { homePath } from '../../text/short-path.ts';
import type { AgentFlags, SessionFlags } from '../../command-line/agent-options.ts';
import type { ContextFlags } from '../../command-line/context-options.ts';

export interface ChatFlags extends AgentFlags, SessionFlags, ContextFlags {
  readonly resume?: string | true;
  readonly continue?: boolean;
  readonly screenReader?: boolean;
}

export interface ChatInvocation extends AgentInvocation {
  readonly flags: ChatFlags;
}

/** What a chat begins with. */
export interface PreparedChat {
  readonly invocation: ChatInvocation;
  readonly prepared: Preparation;
  readonly isLinear: boolean;
  /** Lines of the first frame that stand on the screen. */
  readonly drawn: number;
}

const noCommands: SlashCommands = { list: () => [], run: () => false, isRunning: () => false };
/** Files that are suggested for a mention. */
const mostFiles = 50;
/** Milliseconds that an agent has for a last wish. */
const leaveTime = 1000;
/** Sessions without a title that are looked into for something to go on with. */
const mostUntitled = 5;

export async function runChat(chat: PreparedChat, terminal: Terminal): Promise<number> {
  const deadline = new CommandDeadline(undefined);
  const stage: Stage = {
    isOver: false,
    commands: noCommands,
    agent: undefined,
    conversation: undefined,
    side: undefined,
  };
  const ui = createUi(chat, terminal, stage);
  let begun: Promise<void> = Promise.resolve();
  try {
    const ended = new Promise<never>((_, reject) => {
      const end = (): void => {
        stage.isOver = true;
        reject(deadline.signal.reason as Error);
      };
      deadline.signal.addEventListener('abort', end, { once: true });
    });
    ended.catch(() => undefined);
    begun = converse(chat, { terminal, ui, stage, deadline });
    await Promise.race([begun, ui.left, ended]);
    await Promise.race([ui.left, ended]);
    return 0;
  } finally {
    stage.isOver = true;
    await ui.close();
    await soonEnough(stage.conversation?.leave());
    // An agent that is still being started must not be left behind.
    deadline.stop();
    await begun.catch(() => undefined);
    await stage.side?.[Symbol.asyncDispose]();
    await stage.agent?.[Symbol.asyncDispose]();
    deadline[Symbol.dispose]();
  }
}

/** Waits for what an agent may not answer any more, but not for long. */
async function soonEnough(work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, leaveTime)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** What becomes known one after the other. */
interface Stage {
  /** Whether what goes wrong from here on is only the end. */
  isOver: boolean;
  commands: SlashCommands;
  agent: RestartableAgent | undefined;
  conversation: Conversation | undefined;
  side: ClientHandlers | undefined;
}

interface Cast {
  readonly terminal: Terminal;
  readonly ui: ChatUi;
  readonly stage: Stage;
  readonly deadline: CommandDeadline;
}

function createUi({ isLinear, drawn }: PreparedChat, terminal: Terminal, stage: Stage): ChatUi {
  const commands = (): SlashCommands => stage.commands;
  const find: FileFinder = (pattern, signal) => findFiles(stage, pattern, signal);
  if (isLinear) return new LinearChat({ terminal, commands, findFiles: find });
  return new ChatScreen({
    terminal,
    hasColours: hasColours(terminal.stdout, terminal.env),
    drawn,
    historyFile: join(configFolder(terminal.env), 'chat-history.json'),
    commands,
    findFiles: find,
  });
}

async function findFiles(
  { side, conversation }: Stage,
  pattern: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = conversation?.session;
  if (side === undefined || session === undefined) return [];
  const { search } = await side.machine.workspace(session);
  const { paths } = await search.files(pattern, { limit: mostFiles, signal });
  return paths.map((path) => relative(session.cwd, path));
}

/** Resolves when the conversation has begun. */
async function converse(chat: PreparedChat, cast: Cast): Promise<void> {
  const { flags } = chat.invocation;
  const { server, settings, cwd, log: given } = chat.prepared;
  const { ui, stage, deadline } = cast;
  const terminal = quietTerminal(cast.terminal, ui);
  const log = new Log(
    terminal,
    logLevels.findLast((level) => given.isEnabled(level)),
  );
  const plan = planSession(flags, { cwd, settings, defaults: server.defaults, terminal });
  const agent = await connectInTime(chat, cast, log);
  const conversation = new Conversation({
    connection: () => agent.connection,
    plan,
    log,
    hooks: {
      changed: () => ui.changed(),
      note: (note) => {
        if (!stage.isOver) ui.note(note);
      },
      withLogin: (work) => agent.login.run(work, { signal: deadline.signal }),
      beside: async (content, session) => (await stage.side?.beside(content, session)) ?? { content, options: {} },
      handed: (content) => stage.side?.mention(content),
    },
  });
  stage.conversation = conversation;
  stage.commands = slashCommands({ agent, conversation, ui, memory: stage.side?.memory });
  try {
    await begin(chat, { agent, conversation, ui });
  } catch (error) {
    if (!(error instanceof LoginError)) throw explainFailure(error, { server, isConnected: true });
    throw new CommandError(exitCodes.authRequired, inSentence(error.message), { cause: error });
  }
}

/** `--timeout` is the time until there is an agent; how long people talk is their affair. */
async function connectInTime(chat: PreparedChat, cast: Cast, log: Log): Promise<RestartableAgent> {
  const seconds = secondsOf(chat.invocation.flags, cast.terminal);
  const limit = seconds === undefined ? undefined : { seconds, what: 'to reach the agent' };
  const connecting = connect(chat, cast, log);
  try {
    return await cast.deadline.until(connecting, limit);
  } catch (error) {
    // What is given up has to end by itself, or it would be left behind.
    await connecting.catch(() => undefined);
    throw error;
  }
}

async function connect({ invocation, prepared }: PreparedChat, cast: Cast, log: Log): Promise<RestartableAgent> {
  const { server, cwd, trace } = prepared;
  const { terminal, ui, stage, deadline } = cast;
  const side = new ClientHandlers({
    cwd,
    questions: ui.questions,
    told: (text) => ui.note({ kind: 'info', text }),
    terminal,
    connection: () => stage.agent?.connection,
    toolCall: (sessionId, id) => shownToolCall(stage.conversation, sessionId, id),
    contextPlan: planContext(invocation.flags, prepared.settings, terminal),
    log,
  });
  stage.side = side;
  stage.agent = await RestartableAgent.connect(
    server,
    { log, deadline, version: invocation.version, trace, build: (app) => side.serve(app) },
    { ...loginHooks(ui), onEnd: (error) => tellEnd(error, prepared, cast) },
  );
  return stage.agent;
}

/** Opens the session that is meant, and shows it. */
async function begin({ invocation, prepared }: PreparedChat, parts: SlashCommandParts): Promise<void> {
  const { flags, version } = invocation;
  const { agent, conversation, ui } = parts;
  const { agentInfo } = agent.connection;
  const name = escapeLine(agentName(agentInfo, prepared.server));
  const isChosen = flags.resume === true;
  if (flags.continue === true) await openNewest(parts, prepared.cwd);
  else if (!isChosen) await conversation.open(originOf(flags));
  const facts = ` · ${escapeLine(agentTitle(agentInfo, prepared.server))} · ${homePath(prepared.cwd)}`;
  ui.print([[span(`acp ${version}`, { isBold: true }), span(facts, { isDim: true })]]);
  ui.begin(conversation, name);
  if (isChosen) await pickSession(parts);
  if (conversation.session === undefined) {
    await conversation.open({ kind: 'new' });
    ui.sessionOpened();
  }
  conversation.proceed();
}

/** A sentence as the end of another one. */
const inSentence = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/u, '')}`;

/** Says that the agent is gone, and what can be done. */
function tellEnd(error: Error | undefined, { server }: PreparedChat['prepared'], { ui, stage }: Cast): void {
  stage.conversation?.lost();
  const failure =
    error === undefined ? undefined : explainFailure(error, { server, isConnected: true, isWorking: true });
  const words = failure instanceof Error ? failure.message : 'it has closed the connection';
  ui.note({ kind: 'error', text: `The agent is gone: ${words}. /restart starts it again, /quit leaves.` });
}

const originOf = ({ resume }: PreparedChat['invocation']['flags']): SessionOrigin =>
  typeof resume === 'string' ? { kind: 'load', sessionId: resume } : { kind: 'new' };

/** Goes on with the newest session that has something in it; one without a title is looked into. */
async function openNewest({ agent, conversation }: SlashCommandParts, cwd: string): Promise<void> {
  const { sessions } = await agent.connection.listPage({ cwd });
  const [first, ...others] = sessions.toSorted((left, right) =>
    (right.updatedAt ?? '').localeCompare(left.updatedAt ?? ''),
  );
  if (first === undefined)
    throw new CommandError(exitCodes.noSession, 'there is no session in this folder yet; leave out --continue');
  for (const { sessionId, title } of [first, ...others].slice(0, mostUntitled)) {
    await conversation.open({ kind: 'load', sessionId });
    if ((title ?? '') !== '' || conversation.store.snapshot().entries.size > 0) return;
  }
  await conversation.open({ kind: 'load', sessionId: first.sessionId });
}

/** What would be said on stderr is said in the chat. */
function quietTerminal(terminal: Terminal, ui: ChatUi): Terminal {
  const stderr = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      ui.note({ kind: 'warning', text: chunk.toString('utf8').trim() });
      done();
    },
  });
  return { ...terminal, stderr: new Output(stderr) };
}
