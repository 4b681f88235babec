/**
 * What an agent says about itself, and logins with its methods.
 *
 * Secrets never come from a page: a method that needs variables says which are missing, and a method of the type
 * `terminal` runs exactly the program that the agent and the config file name.
 */
import type { Hub, HubMethodContext } from '@acp-stack/hub';
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { AgentDescription, HostLoginMethod, HostParams, LoginAnswer } from '@acp-stack/web';
import {
  readLoginMethod,
  type LoginMethod,
  type TerminalLogin,
  type VariablesLogin,
} from '@acp-stack/workspace/client';
import { homeFolder, type Environment } from '@acp-stack/workspace/user-folders';

import type { AgentServer } from '../config/agent-server.ts';
import { commandWords } from '../registry/agent-facts.ts';
import { exactLine } from '../text/exact-text.ts';
import type { LoginProgram, LoginTerminals } from './login-terminals.ts';

/** The agents of a hub. */
export interface LoginHost {
  readonly hub: () => Pick<Hub, 'describeAgent' | 'login' | 'loggedIn'>;
  /** How an agent is started; undefined for an agent that the hub does not have. */
  readonly serverOf: (name: string) => AgentServer | undefined;
  readonly env: Environment;
  /** Variables of the hub that programs must not see. */
  readonly hidden: readonly string[];
}

/** `describe_agent`: what the agent answers to `initialize`, and the logins that can be used from here. */
export async function describeAgent(
  { name }: HostParams['describeAgent'],
  { principal, signal }: Pick<HubMethodContext, 'principal' | 'signal'>,
  host: LoginHost & { readonly canLogIn: boolean },
): Promise<AgentDescription> {
  const user = { principal: principal.name, signal };
  const { info, capabilities, authMethods, version } = await host.hub().describeAgent(name, user);
  const server = host.serverOf(name);
  const methods = authMethods.map((method) => shownMethod(usableMethod(readMethod(method, server), name, host)));
  return {
    info: { name: info.name, version: info.version, ...(info.title === undefined ? {} : { title: info.title }) },
    capabilities,
    authMethods: host.canLogIn ? methods : methods.map((method) => ({ ...method, obstacle: elsewhere(name) })),
    version,
  };
}

const elsewhere = (name: string): string => `Log in on the machine of the hub: acp auth login ${exactLine(name)}.`;

/** `login`: logs in at once, or starts the program that does it in a terminal. */
export async function logIn(
  { name, methodId, columns = 80, rows = 24 }: HostParams['login'],
  context: HubMethodContext,
  host: LoginHost & { readonly terminals: LoginTerminals },
): Promise<LoginAnswer> {
  const user = { principal: context.principal.name };
  const asking = { ...user, signal: context.signal };
  const server = host.serverOf(name);
  const { authMethods } = await host.hub().describeAgent(name, asking);
  const offered = authMethods.find((each) => each.methodId === methodId);
  if (offered === undefined) {
    const ids = authMethods.map((each) => exactLine(each.methodId)).join(', ');
    const words = ids === '' ? 'it has none' : `it has ${ids}`;
    throw refused(`${name} has no login method ${exactLine(methodId)}; ${words}.`, 'method_unknown');
  }
  const method = usableMethod(readMethod(offered, server), name, host);
  if (method.obstacle !== undefined) {
    const variables = method.kind === 'env_var' ? missingVariables(method, server, host.env) : [];
    throw refused(method.obstacle, variables.length === 0 ? 'unavailable' : 'variables_missing', variables);
  }
  if (method.kind !== 'terminal' || server?.kind !== 'command') {
    await host.hub().login(name, methodId, asking);
    return { state: 'done' };
  }
  const program: LoginProgram = {
    ...programOf(method, server),
    cwd: server.cwd ?? homeFolder(host.env),
    pty: { columns, rows },
    hidden: host.hidden,
    onSuccess: () => host.hub().loggedIn(name, user),
  };
  return { terminalId: await host.terminals.start(program, context), command: commandWords(program) };
}

/** As the agent offers it: a remote agent has no program here. */
const readMethod = (method: Parameters<typeof readLoginMethod>[0], server: AgentServer | undefined): LoginMethod =>
  readLoginMethod(method, { canRunInTerminal: server?.kind === 'command', canAskVariables: true });

/** The same, with the obstacle that variables are missing. */
function usableMethod(method: LoginMethod, name: string, { serverOf, env }: LoginHost): LoginMethod {
  if (method.kind !== 'env_var' || method.obstacle !== undefined) return method;
  const missing = missingVariables(method, serverOf(name), env);
  if (missing.length === 0) return method;
  const words = missing.map(exactLine).join(', ');
  const obstacle = `Set ${words} and start this program again, or run: acp auth login ${exactLine(name)} --save.`;
  return { ...method, obstacle };
}

function missingVariables(
  { variables }: VariablesLogin,
  server: AgentServer | undefined,
  env: Environment,
): readonly string[] {
  const own: Environment = server?.kind === 'command' ? server.env : {};
  return variables
    .filter(({ name, isOptional }) => !isOptional && (own[name] ?? env[name] ?? '') === '')
    .map(({ name }) => name);
}

/** The program of the agent with further arguments, or another one that the agent names. */
function programOf(
  { command, args, env }: TerminalLogin,
  server: AgentServer & { readonly kind: 'command' },
): Pick<LoginProgram, 'command' | 'args' | 'env'> {
  const all = { ...server.env, ...env };
  if (command !== undefined) return { command, args, env: all };
  return { command: server.command, args: [...server.args, ...args], env: all };
}

function shownMethod({ id, name, description, kind, obstacle }: LoginMethod): HostLoginMethod {
  return {
    methodId: id,
    name,
    kind,
    ...(description === undefined ? {} : { description }),
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

const refused = (message: string, reason: string, variables: readonly string[] = []): RpcError =>
  new RpcError(rpcCodes.invalidParams, message, {
    data: { reason, ...(variables.length === 0 ? {} : { variables }) },
  });
