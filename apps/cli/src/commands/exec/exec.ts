/**
 * `acp exec`: sends one prompt and prints the answer, without asking the user anything.
 *
 * The agent is started before anything else is loaded. The command always ends: with the answer, or with a message and
 * an exit code that say why not.
 */
import { resolve } from 'node:path';

import type { ClientSession, PromptOutcome } from '@acp-stack/sdk';

import { accessOf, type AgentAccess } from '../../access/agent-access.ts';
import { isAgentName } from '../../connect/choose-agent.ts';
import { CommandDeadline } from '../../connect/command-deadline.ts';
import { requestTimeoutSeconds } from '../../connect/request-timeout.ts';
import { discardSession } from '../../session/discard-session.ts';
import { openSession, type SessionOrigin } from '../../session/open-session.ts';
import { loadOwnServers, type LoadedServers } from '../../session/own-servers.ts';
import { planSession, type SessionPlan } from '../../session/session-plan.ts';
import {
  prepare,
  runWithAgent,
  secondsOf,
  type AgentInvocation,
  type Preparation,
  type AgentRun,
} from '../../connect/run-with-agent.ts';
import { planContext } from '../../context/context-plan.ts';
import type { SentPrompt } from '../../context/prompt-context.ts';
import { mentionedFiles } from '../../context/mentioned-files.ts';
import { loadSettings, type Settings } from '../../config/settings.ts';
import { findSession } from '../../session/find-session.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { ClientHandlers, ClientHandlersOptions } from './client-handlers.ts';
import { permissionMode, PermissionTally, type PermissionFlags, type PermissionMode } from './permissions.ts';
import type { WorkView } from './work-view.ts';
import { attachmentBlock, readAttachments, readPrompt, type Attachment } from './read-prompt.ts';
import type { AccessFlags } from '../../command-line/access-options.ts';
import type { AgentFlags, SessionFlags } from '../../command-line/agent-options.ts';
import type { ContextFlags } from '../../command-line/context-options.ts';

/** Seconds after the time limit until a program that still closes something is ended. */
const closingSeconds = 20;

export interface ExecFlags extends AgentFlags, SessionFlags, ContextFlags, AccessFlags, PermissionFlags {
  readonly file?: readonly string[];
  readonly attach?: readonly string[];
  readonly format: 'text' | 'json' | 'ndjson' | 'quiet' | 'markdown' | 'html';
  /** Leaves once a hub has stored the prompt. */
  readonly detach?: boolean;
}

export interface ExecCommand {
  /** The prompt, or an agent and the prompt. */
  readonly words: readonly string[];
  readonly flags: ExecFlags;
  readonly command: readonly string[] | undefined;
  readonly version: string;
}

/** Runs until the agent is done. */
export async function exec(command: ExecCommand, terminal: Terminal): Promise<number> {
  const { flags, version } = command;
  if (flags.detach === true && flags.hub === undefined) {
    throw new UsageError('--detach needs --hub: without a hub, the agent ends with this command');
  }
  const { name, prompt, settings } = await splitWords(command, terminal);
  const invocation = { flags, name, command: command.command, version, settings };
  return work({ invocation, flags, prompt, origin: { kind: 'new' } }, terminal);
}

/** The agent and the prompt among the arguments, and the settings if they were read. */
interface SplitWords {
  readonly name?: string;
  readonly prompt: string | undefined;
  readonly settings?: Settings;
}

/** A single argument is an agent if the prompt comes from elsewhere, and the prompt otherwise. */
async function splitWords({ words, flags, command }: ExecCommand, terminal: Terminal): Promise<SplitWords> {
  const [first, second] = words;
  if (words.length > 2) throw new UsageError('the prompt has several words; put it in quotes');
  const isAgentElsewhere = command !== undefined || flags.agent !== undefined || flags.url !== undefined;
  if (second !== undefined) {
    if (isAgentElsewhere) throw new UsageError('the prompt has several words; put it in quotes');
    return { ...(first === undefined ? {} : { name: first }), prompt: second };
  }
  if (first === undefined || isAgentElsewhere || flags.hub !== undefined) return { prompt: first };
  const isPromptElsewhere = flags.file !== undefined || terminal.stdin.isTTY !== true;
  if (!isPromptElsewhere || /\s/u.test(first)) return { prompt: first };
  const settings = await loadSettings(
    { cwd: flags.cwd ?? process.cwd(), config: flags.config, trustProject: flags.trustProject },
    terminal,
  );
  const isAgent = isAgentName(first, settings) || (await isInstalled(first, terminal));
  return isAgent ? { name: first, prompt: undefined, settings } : { prompt: first, settings };
}

/** Whether a word is the id of an installed agent; a name that only resembles one may well be a prompt. */
async function isInstalled(word: string, terminal: Terminal): Promise<boolean> {
  if (!/^[a-z][a-z0-9-]*$/u.test(word)) return false;
  const { installedIds } = await import('../../registry/registry-server.ts');
  return (await installedIds(terminal)).includes(word);
}

// -------------------------------------------------------------------------------------------- the work

/** A prompt for a new or stored session. */
export interface Work {
  readonly invocation: AgentInvocation;
  readonly flags: ExecFlags;
  readonly prompt: string | undefined;
  readonly origin: SessionOrigin;
}

/** What is known before the agent is started. */
interface PreparedWork {
  readonly prepared: Preparation;
  readonly access: AgentAccess;
  readonly plan: SessionPlan;
  readonly ownServers: LoadedServers | undefined;
  readonly permissions: PermissionMode;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly context: ClientHandlersOptions['context'];
}

export async function work({ invocation, flags, prompt, origin }: Work, terminal: Terminal): Promise<number> {
  const prepared = await prepare(invocation, terminal);
  const seconds = secondsOf(flags, terminal);
  if (seconds !== undefined) terminal.exitAfter?.(seconds + closingSeconds, exitCodes.timeout);
  const deadline = new CommandDeadline(seconds);
  try {
    const ready = await deadline.until(readWork({ flags, prompt }, prepared, deadline.signal));
    return await runWork(invocation, flags, { ...ready, origin, deadline });
  } finally {
    deadline[Symbol.dispose]();
  }
}

/** Reads everything that is sent. */
async function readWork(
  { flags, prompt }: Pick<Work, 'flags' | 'prompt'>,
  prepared: Preparation,
  signal: AbortSignal,
): Promise<PreparedWork> {
  const { settings, server, cwd, log, terminal } = prepared;
  const access = accessOf(server, flags);
  const contextPlan = planContext(flags, settings, { terminal, access, log });
  const text = await readPrompt({ prompt, files: flags.file ?? [], signal }, terminal);
  const plan = await planSession(flags, { cwd, settings, server, terminal });
  return {
    prepared,
    access,
    permissions: permissionMode(flags, settings, terminal),
    plan,
    ownServers: await loadOwnServers(plan.ownServers, server),
    text,
    context: { plan: contextPlan, paths: await namedFiles(flags, text, cwd) },
    attachments: await readAttachments(flags.attach ?? [], signal),
  };
}

/** Every file of the command, in order; names in the prompt are relative to the folder of the session. */
async function namedFiles(
  { file = [], attach = [] }: ExecFlags,
  text: string,
  cwd: string,
): Promise<readonly string[]> {
  const named = [...file.filter((path) => path !== '-'), ...attach].map((path) => resolve(path));
  const mentioned = text.includes('@') ? await mentionedFiles(text, cwd) : [];
  return [...named, ...mentioned.map(({ path }) => path)];
}

async function runWork(
  invocation: AgentInvocation,
  flags: ExecFlags,
  ready: PreparedWork & { readonly origin: SessionOrigin; readonly deadline: CommandDeadline },
): Promise<number> {
  const { prepared, access, permissions, context, ownServers } = ready;
  const { terminal, log, server } = prepared;
  const tally = new PermissionTally();
  // The work ends if the reader closes stdout, as in any pipe, and at the deadline.
  const abort = new AbortController();
  const printLine = ({ text }: { readonly text: string }): Promise<void> =>
    terminal.stdout.writeJson(text).catch((error: unknown) => {
      abort.abort(error);
    });
  const isJson = (flags.format === 'json' || flags.format === 'ndjson') && flags.detach !== true;
  const observers = isJson ? [{ frame: printLine }] : [];
  let handlers: ClientHandlers | undefined;
  const shown: ShownWork = { view: undefined };
  try {
    return await runWithAgent(
      invocation,
      prepared,
      {
        observers,
        deadline: ready.deadline,
        wrap: ownServers?.wrap,
        build: async (app) => {
          const { ClientHandlers: Handlers } = await import('./client-handlers.ts');
          const created = new Handlers({
            permissions,
            allowsProtected: flags.allowProtected === true,
            server,
            access,
            onDecision: tally.note,
            onWork: (done) => void shown.view?.showWork(done),
            context,
            log,
          });
          handlers = created;
          ownServers?.offer(app);
          await created.serve(app);
        },
      },
      async (agentRun) => {
        if (flags.detach === true) return leavePrompt(agentRun, flags, { ...ready, abort, handlers });
        const outcome = await runPrompt(agentRun, flags, { ...ready, abort, handlers, shown });
        const { exitCodeFor } = await import('./exit-code.ts');
        const hasLogin = agentRun.connection.authMethods.length > 0;
        return exitCodeFor(outcome, { tally, server: prepared.server, hasLogin, isPrintShown: log.isEnabled('info') });
      },
    );
  } finally {
    await handlers?.[Symbol.asyncDispose]();
  }
}

/** What is known after the agent was started. */
interface StartedWork {
  readonly origin: SessionOrigin;
  readonly abort: AbortController;
  readonly handlers: ClientHandlers | undefined;
  readonly shown: ShownWork;
}

/** Where the work of the agent is printed, once there is a session. */
interface ShownWork {
  view: WorkView | undefined;
}

/** Sends the prompt, and prints the updates until the agent is done. */
async function runPrompt(
  agentRun: AgentRun,
  flags: ExecFlags,
  started: PreparedWork & StartedWork,
): Promise<PromptOutcome> {
  const { origin, abort, shown } = started;
  const { agent, connection, deadline, log, terminal } = agentRun;
  const { signal } = deadline;
  const session = await openInTime(agentRun, flags, started);
  const view = await openView(flags, terminal);
  shown.view = view;
  const listening = session.onUpdate(async (update) => {
    await view?.apply(update).catch((error: unknown) => {
      abort.abort(error);
    });
  });
  const stop = (): void => {
    abort.abort(signal.reason);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const { content, options } = await sentPrompt(agentRun, session, started);
  if (abort.signal.aborted && origin.kind === 'new') {
    // Nothing was asked, so the session would stay empty in every list.
    await discardSession(connection, session);
    throw abort.signal.reason;
  }
  const outcome = await agent
    .explained(() => session.prompt(content, { ...options, signal: abort.signal }), { isWorking: true })
    .catch(async (error: unknown) => {
      // An error message starts on its own line.
      if (view !== undefined && deadline.reason === undefined) await deadline.until(view.endLine());
      throw error;
    });
  listening[Symbol.dispose]();
  if (abort.signal.aborted && deadline.reason === undefined) throw abort.signal.reason;
  if (deadline.reason === undefined) await deadline.until(view?.finish() ?? Promise.resolve());
  else {
    // Not waited for: whatever reads the output may have stopped reading.
    view?.finish().catch(() => undefined);
    throw deadline.reason;
  }
  if (flags.format === 'text') log.info(`session ${session.id}`);
  return outcome;
}

/** Sends the prompt to a hub, prints the id of the session once the hub has stored it, and leaves. */
async function leavePrompt(
  agentRun: AgentRun,
  flags: ExecFlags,
  started: PreparedWork & Omit<StartedWork, 'shown'>,
): Promise<number> {
  const { agent, connection, deadline, terminal } = agentRun;
  const session = await openInTime(agentRun, flags, started);
  const { content, options } = await sentPrompt(agentRun, session, started);
  const params = { sessionId: session.id, prompt: [...content], ...options };
  await agent.explained(() => deadline.until(connection.request('session/prompt', params)));
  const isText = flags.format !== 'json' && flags.format !== 'ndjson';
  if (isText) await terminal.stdout.write(`${inOneLine(session.id)}\n`);
  else await terminal.stdout.writeJson(JSON.stringify({ sessionId: session.id }));
  return 0;
}

/** Opens the session; a stored one keeps its folder, unless --cwd is given. */
async function openInTime(
  agentRun: AgentRun,
  flags: ExecFlags,
  { plan, origin }: Pick<PreparedWork & StartedWork, 'plan' | 'origin'>,
): Promise<ClientSession> {
  const { agent, connection, deadline, log } = agentRun;
  const { signal } = deadline;
  return agent.explained(() =>
    deadline.until(openAsPlanned(), { seconds: requestTimeoutSeconds, what: 'to open a session' }),
  );

  async function openAsPlanned(): Promise<ClientSession> {
    if (origin.kind === 'new') return openSession(connection, plan, { origin, log, signal });
    const { sessionId, cwd = plan.cwd } = await findSession(agentRun, origin.sessionId);
    const sessionPlan = flags.cwd === undefined ? { ...plan, cwd } : plan;
    return openSession(connection, sessionPlan, { origin: { ...origin, sessionId }, log, signal });
  }
}

/** The prompt with its attachments and its context. */
async function sentPrompt(
  { connection, log }: AgentRun,
  session: ClientSession,
  {
    text,
    attachments,
    handlers,
    abort,
  }: Pick<PreparedWork & StartedWork, 'text' | 'attachments' | 'handlers' | 'abort'>,
): Promise<SentPrompt> {
  const attachmentOptions = {
    supports: (path: string) => connection.supports(path),
    warn: (words: string) => log.warn(words),
  };
  const blocks = await Promise.all(attachments.map((each) => attachmentBlock(each, attachmentOptions)));
  const content = [{ type: 'text' as const, text }, ...blocks];
  const { signal } = abort;
  return (await handlers?.withContext(content, session, { connection, signal })) ?? { content, options: {} };
}

async function openView({ format }: ExecFlags, terminal: Terminal): Promise<WorkView | undefined> {
  if (format === 'json' || format === 'ndjson') return undefined;
  if (format === 'markdown' || format === 'html') {
    const { DocumentView } = await import('./document-view.ts');
    return new DocumentView(terminal, format);
  }
  const text = await import('./text-view.ts');
  return new text.TextView(terminal, { isQuiet: format === 'quiet' });
}
