/** The first session of a chat: the one that the flags select, or a new one; and how to come back to it. */
import { join } from 'node:path';

import { configOption, currentChoice, currentMode } from '@acp-stack/transcript';
import { configFolder } from '@acp-stack/workspace/user-folders';

import { attachAdvice, isHub, type AgentServer } from '../../config/agent-server.ts';
import { isBundled } from '../../connect/choose-agent.ts';
import { agentHeadline, agentName } from '../../connect/agent-name.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import type { RestartableAgent } from '../../connect/restartable-agent.ts';
import type { Preparation } from '../../connect/run-with-agent.ts';
import { canList, canLoad } from '../../session/find-session.ts';
import { LastSessions } from '../../session/last-session.ts';
import type { SessionOrigin } from '../../session/open-session.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { escapeLine } from '../../text/escape-control-characters.ts';
import { typedWord } from '../../text/shell-words.ts';
import { homePath } from '../../text/short-path.ts';
import type { InitializeResponse } from '../../wire/initialize-response.ts';
import type { OpenedHubSession } from '../../wire/opened-hub-session.ts';
import { observerWords } from './agent/hub-connection.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { ChatInvocation } from './chat-invocation.ts';
import { pickSession } from './slash-commands/pick-session.ts';
import type { SlashCommandParts } from './slash-commands/slash-command.ts';
import { welcomeLines } from './screen/welcome.ts';

interface FirstSessionChat {
  readonly invocation: ChatInvocation;
  readonly prepared: Preparation;
}

interface FirstSessionState {
  readonly agent: RestartableAgent | undefined;
  readonly conversation: Conversation | undefined;
  readonly initializeResponse: InitializeResponse;
  readonly hubSession: OpenedHubSession;
}

/** The maximum number of sessions to open in search of one that is not empty. */
const maxOpened = 5;

/** Opens the session that the flags select, and shows it. */
export async function openFirstSession(
  { invocation, prepared }: FirstSessionChat,
  parts: SlashCommandParts,
  state: FirstSessionState,
  terminal: Terminal,
): Promise<void> {
  const { flags, version } = invocation;
  const { hubSession } = state;
  const { agent, conversation, ui } = parts;
  const { agentInfo } = agent.connection;
  const isChoice = flags.resume === true;
  const last = flags.continue === true ? lastSession({ prepared }, terminal, state) : undefined;
  if (last !== undefined) await conversation.open({ kind: 'load', sessionId: last });
  else if (flags.continue === true) await openNewest(parts, prepared.cwd);
  else if (!isChoice) await conversation.open(originOf(flags));
  const ofHub = hubSession.agent === undefined ? '' : ` · ${escapeLine(hubSession.agent)}`;
  const name = escapeLine(hubSession.agent ?? agentName(agentInfo, prepared.server));
  const transcript = conversation.store.snapshot();
  ui.print(
    welcomeLines({
      version,
      agent: `${escapeLine(agentHeadline(agentInfo, prepared.server))}${ofHub}`,
      folder: homePath(prepared.cwd),
      mode: nameOf(currentMode(transcript)?.name),
      model: nameOf(currentChoice(configOption(transcript, 'model'))?.name),
      isSearchOnly: isSearchOnly(prepared.server, conversation),
      isNew: flags.resume === undefined && flags.continue !== true,
    }),
  );
  ui.begin(conversation, name);
  conversation.reportFailure();
  if (hubSession.isObserver) ui.note({ kind: 'info', text: observerWords });
  if (isChoice) await pickSession(parts);
  if (conversation.session === undefined) {
    await conversation.open({ kind: 'new' });
    ui.sessionOpened();
  }
  conversation.proceed();
}

const nameOf = (each: string | undefined): string | undefined => (each === undefined ? undefined : escapeLine(each));

/** Whether it is the bundled agent without a model. */
const isSearchOnly = (server: AgentServer, { session, store }: Conversation): boolean =>
  session !== undefined && isBundled(server) && configOption(store.snapshot(), 'model') === undefined;

/** The first screen says how to add a model, so the bundled agent need not say it after its first answer. */
export const withoutModelHint = (server: AgentServer): AgentServer =>
  server.kind === 'command' && isBundled(server)
    ? { ...server, env: { ...server.env, ACP_AGENT_MODEL_HINT: 'never' } }
    : server;

/** How to add a model to the bundled agent; other agents have their own ways. */
export const modelHintFor = (server: AgentServer): string | undefined =>
  isBundled(server) ? 'No model configured. Set ACP_AGENT_MODEL and a service; see acp providers --help.' : undefined;

/**
 * How to come back to the last session in which something was said; undefined if there is none, or the agent cannot
 * load it.
 */
export function resumeAdvice(
  { invocation, prepared }: FirstSessionChat,
  { agent, conversation, initializeResponse }: FirstSessionState,
): string | undefined {
  const { resumableId } = conversation ?? {};
  if (conversation === undefined || resumableId === undefined) return undefined;
  const { server } = prepared;
  const id = escapeLine(resumableId);
  const which = conversation.isUnused ? 'the session before' : 'this session';
  const name = invocation.isAttach === true ? 'attach' : 'chat';
  if (isHub(server)) return `acp ${name}: detached; ${attachAdvice(server, id)}`;
  if (agent === undefined || !canLoad({ connection: agent.connection, initializeResponse })) return undefined;
  return `Resume ${which} with: acp chat ${resumeWords(invocation, id)}`;
}

/** The words after `acp chat` that choose the same agent and folder. */
function resumeWords({ flags, name, command }: ChatInvocation, id: string): string {
  const words = [
    ...(name === undefined ? [] : [name]),
    ...(flags.agent === undefined ? [] : ['--agent', flags.agent]),
    ...(flags.url === undefined ? [] : ['--url', flags.url]),
    ...(flags.config === undefined ? [] : ['--config', flags.config]),
    ...(flags.cwd === undefined ? [] : ['--cwd', flags.cwd]),
    '--resume',
    id,
    ...(command === undefined ? [] : ['--', ...command]),
  ];
  return words.map((word) => typedWord(word)).join(' ');
}

const lastSessionsOf = ({ env }: Terminal): LastSessions =>
  new LastSessions(join(configFolder(env), 'last-sessions.json'));

/** The last session of this program with an agent that cannot list its sessions; undefined if the agent can. */
function lastSession(
  { prepared }: Pick<FirstSessionChat, 'prepared'>,
  terminal: Terminal,
  state: FirstSessionState,
): string | undefined {
  const { agent, initializeResponse } = state;
  if (agent === undefined || canList({ connection: agent.connection, initializeResponse })) return undefined;
  const found = lastSessionsOf(terminal).find(prepared.server, prepared.cwd);
  if (found !== undefined) return found;
  const words = 'this agent cannot list its sessions, and none was used in this folder before; omit --continue';
  throw new CommandError(exitCodes.noSession, words);
}

/** Remembers a session in which something was said, if the agent cannot list it later. */
export function rememberSession({ prepared }: FirstSessionChat, terminal: Terminal, state: FirstSessionState): void {
  const { agent, conversation, initializeResponse } = state;
  const { resumableId } = conversation ?? {};
  if (agent === undefined || resumableId === undefined) return;
  if (canList({ connection: agent.connection, initializeResponse })) return;
  lastSessionsOf(terminal).remember(prepared.server, prepared.cwd, resumableId);
}

const originOf = ({ resume }: ChatInvocation['flags']): SessionOrigin =>
  typeof resume === 'string' ? { kind: 'load', sessionId: resume } : { kind: 'new' };

/** Resumes the newest session that is not empty; untitled sessions are opened to check that. */
async function openNewest({ agent, conversation }: SlashCommandParts, cwd: string): Promise<void> {
  const { sessions } = await agent.connection.listPage({ cwd });
  const [first, ...others] = sessions.toSorted((left, right) =>
    (right.updatedAt ?? '').localeCompare(left.updatedAt ?? ''),
  );
  if (first === undefined)
    throw new CommandError(exitCodes.noSession, 'there is no session in this folder yet; omit --continue');
  for (const { sessionId, title } of [first, ...others].slice(0, maxOpened)) {
    await conversation.open({ kind: 'load', sessionId });
    if ((title ?? '') !== '' || conversation.store.snapshot().entries.size > 0) return;
  }
  await conversation.open({ kind: 'load', sessionId: first.sessionId });
}
