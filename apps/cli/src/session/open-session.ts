/** Opens a session by its plan. What the agent does not support is refused before the session is opened. */
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { ClientConnection, ClientSession, McpServer, OpenOptions, SessionConfigOption } from '@acp-stack/sdk';

import { didYouMean } from '../text/did-you-mean.ts';
import { inOneLine } from '../text/strip-control-characters.ts';
import { UsageError } from '../errors/usage-error.ts';
import { hasName } from '../connect/agent-name.ts';
import { CommandError, exitCodes } from '../errors/command-error.ts';
import { discardSession } from './discard-session.ts';
import type { Log } from '../log/log.ts';
import type { WantedMcpServer } from './mcp-servers.ts';
import type { SessionPlan, WantedOption } from './session-plan.ts';

/** Whether the session is new or stored. */
export type SessionOrigin =
  | { readonly kind: 'new' }
  | { readonly kind: 'resume' | 'load' | 'fork'; readonly sessionId: string };

export interface OpenSessionOptions extends OpenOptions {
  readonly log: Log;
  /** How many of the last entries of a session of a hub are replayed; the whole history when absent. */
  readonly tail?: number;
}

/** Opens the session and sets its options. */
export async function openSession(
  connection: ClientConnection,
  plan: SessionPlan,
  { origin, log, tail, ...options }: OpenSessionOptions & { readonly origin: SessionOrigin },
): Promise<ClientSession> {
  const setup = setupOf(connection, plan, log);
  const session = await open(connection, { setup, origin, hubAgent: plan.hub?.agent, tail }, options);
  try {
    for (const option of plan.options) await applyOption(session, option, log);
  } catch (error) {
    if (origin.kind === 'new') await discardSession(connection, session);
    throw error;
  }
  return session;
}

type Setup = Parameters<ClientConnection['newSession']>[0];

interface Opening {
  readonly setup: Setup;
  readonly origin: SessionOrigin;
  readonly hubAgent: string | undefined;
  readonly tail: number | undefined;
}

function open(
  connection: ClientConnection,
  { setup, origin, hubAgent, tail }: Opening,
  options: OpenOptions,
): Promise<ClientSession> {
  if (origin.kind === 'new') return connection.newSession(withHubAgent(setup, hubAgent), options);
  const params = { ...setup, sessionId: origin.sessionId };
  if (origin.kind === 'fork') {
    requireSupport(connection, 'session.fork', 'it does not support session/fork');
    return connection.fork(params, options);
  }
  if (origin.kind === 'resume') return connection.resume(params, options);
  if (tail === undefined || !isHub(connection)) return connection.load(params, options);
  return connection.resume({ ...params, _meta: { [hubKey]: { tail } } }, options);
}

/** Asks a hub for one of its agents. */
const withHubAgent = (setup: Setup, agent: string | undefined): Setup =>
  agent === undefined ? setup : { ...setup, _meta: { [hubKey]: { agent } } };

const hubKey = 'acp-stack.dev/hub';

/** Whether the other side says that it is a hub, which can replay the end of a history only. */
function isHub({ capabilities }: ClientConnection): boolean {
  const { _meta: meta } = capabilities as { readonly _meta?: Readonly<Record<string, unknown>> | null };
  return isJsonObject(meta?.[hubKey]);
}

function setupOf(connection: ClientConnection, plan: SessionPlan, log: Log): Setup {
  const { cwd, additionalDirectories, systemPrompt } = plan;
  if (additionalDirectories.length > 0) {
    requireSupport(
      connection,
      'session.additionalDirectories',
      'it does not accept additional folders; omit --add-dir',
    );
  }
  if (systemPrompt !== undefined) {
    requireSupport(connection, 'session.systemPrompt', 'it does not accept a system prompt; omit --system-prompt');
    if (systemPrompt.mode === 'override') {
      requireSupport(
        connection,
        'session.systemPrompt.mode.override',
        'it does not let clients override its system prompt; omit --system-prompt-mode',
      );
    }
  }
  if (plan.ownServers.length > 0) {
    const words = 'it takes no MCP servers over its connection, and bridges work only on this machine';
    requireSupport(connection, 'session.mcp.acp', `${words}; omit --tools and MCP servers of the type acp`);
  }
  const mcpServers = plan.mcpServers
    .filter((wanted) => !isWithheld(plan, wanted, log))
    .flatMap((wanted) => supportedServer(connection, wanted, log));
  return {
    cwd,
    ...(additionalDirectories.length === 0 ? {} : { additionalDirectories: [...additionalDirectories] }),
    ...(mcpServers.length === 0 ? {} : { mcpServers }),
    ...(systemPrompt === undefined
      ? {}
      : { systemPrompt: { mode: systemPrompt.mode, content: [{ type: 'text', text: systemPrompt.text }] } }),
  };
}

/** Whether a server is for this machine: a remote agent gets neither its command nor its variables from a file. */
function isWithheld({ isRemote }: SessionPlan, { server, flag }: WantedMcpServer, log: Log): boolean {
  const { type, name } = server as { readonly type: string; readonly name: string };
  if (!isRemote || type !== 'stdio' || flag !== undefined) return false;
  log.warn(
    `the MCP server ${name} is a program of this machine and is not sent to a remote agent; --mcp-config sends it`,
  );
  return true;
}

/** The server, or nothing if the agent does not support its transport and only a file asked for it. */
function supportedServer(connection: ClientConnection, { server, flag }: WantedMcpServer, log: Log): McpServer[] {
  const { type, name } = server as { readonly type: string; readonly name: string };
  if (connection.supports(`session.mcp.${type}`)) {
    log.info(`the MCP server ${name} (${type}) is sent to the agent`);
    return [server];
  }
  const words = `it does not accept MCP servers over ${type}, such as ${name}`;
  if (flag !== undefined) throw unsupported(connection, `${words}; remove it from ${flag}`);
  log.warn(`the agent cannot do that: ${words}; it was omitted`);
  return [];
}

function requireSupport(connection: ClientConnection, path: string, words: string): void {
  if (!connection.supports(path)) throw unsupported(connection, words);
}

const unsupported = ({ agentInfo }: ClientConnection, words: string): CommandError => {
  const name = hasName(agentInfo) ? ` ${inOneLine(agentInfo.title ?? agentInfo.name)}` : '';
  return new CommandError(exitCodes.failed, `the agent${name} cannot do that: ${words}`);
};

// -------------------------------------------------------------------------------------------- options

async function applyOption(session: ClientSession, wanted: WantedOption, log: Log): Promise<void> {
  const { key, flag } = wanted;
  const options = session.configOptions ?? [];
  const candidates = options.filter(({ configId, category }) => (wanted.by === 'id' ? configId : category) === key);
  // An agent may have several options of a category, such as the provider and its model.
  const option = candidates.find((each) => valueOf(each, wanted.value) !== undefined) ?? candidates[0];
  const fail = (words: string): void => {
    if (flag !== undefined) throw new UsageError(words);
    log.warn(`${words}; the session continues without it`);
  };
  if (option === undefined) return fail(noSuchOption(wanted, options));
  const value = valueOf(option, wanted.value);
  if (value === undefined) return fail(noSuchValue(candidates, wanted));
  if (value === option['currentValue' as keyof typeof option]) return;
  await session.setConfigOption(option.configId, value);
}

function noSuchOption({ by, key, flag }: WantedOption, options: readonly SessionConfigOption[]): string {
  if (by === 'category') return `the agent has no option for the ${key}; omit ${flag ?? `default_${key}`}`;
  const known = options.map(({ configId }) => configId);
  const guess = didYouMean(key, known);
  const list = known.length === 0 ? '; it has no options' : `; it has ${known.join(', ')}`;
  return `the agent has no option "${key}"${guess === '' ? list : guess}`;
}

/** The value to send for what the user wrote: an id, or a displayed name; undefined if there is no such value. */
function valueOf(option: SessionConfigOption, wanted: string | boolean): string | boolean | undefined {
  if (option.type === 'boolean') {
    if (typeof wanted === 'boolean') return wanted;
    if (/^(?:true|on|yes|1)$/iu.test(wanted)) return true;
    return /^(?:false|off|no|0)$/iu.test(wanted) ? false : undefined;
  }
  const choices = choicesOf(option);
  const text = String(wanted);
  const found =
    choices.find(({ value }) => value === text) ??
    choices.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  return found?.value;
}

interface Choice {
  readonly value: string;
  readonly name: string;
}

/** The values of a select option, without their groups. */
function choicesOf(option: SessionConfigOption): readonly Choice[] {
  const list =
    'options' in option ? (option.options as readonly (Choice | { readonly options: readonly Choice[] })[]) : [];
  return list.flatMap((each) => ('options' in each ? each.options : [each]));
}

function noSuchValue(candidates: readonly SessionConfigOption[], { key, value }: WantedOption): string {
  if (candidates.every(({ type }) => type === 'boolean')) return `${key} must be on or off, not ${String(value)}`;
  const values = candidates.flatMap((option) => choicesOf(option).map((choice) => choice.value));
  const guess = didYouMean(String(value), values);
  return `unknown ${key} "${String(value)}"${guess === '' ? `; choose from ${values.join(', ')}` : guess}`;
}
