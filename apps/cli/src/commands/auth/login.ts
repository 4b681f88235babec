/**
 * `acp auth login`: logs in with one of the methods of an agent.
 *
 * In a terminal the user chooses the method and enters what it needs. Without a terminal, `--method` names the method,
 * and variables come from the environment.
 */
import type { Client } from '@acp-stack/sdk';
import type { AgentCommand } from '@acp-stack/stdio';
import type { ExitStatus } from '@acp-stack/workspace';
import {
  elicitationHandlers,
  Login,
  LoginError,
  type LoginConnection,
  type LoginMethod,
  type VariablesLogin,
} from '@acp-stack/workspace/client';

import { changeAgents, readConfig } from '../../config/config.ts';
import { commandOf } from '../../connect/agent-link.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { connectAgent, type ConnectedAgent } from '../../connect/connect-agent.ts';
import { prepare, runWithAgent, type AgentInvocation, type AgentRun } from '../../connect/run-with-agent.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { Questions } from '../../terminal/questions.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { openPage } from '../../terminal/open-page.ts';
import { runInTerminal } from '../../terminal/run-in-terminal.ts';
import { definedOnly, noDefaults, type AgentServer, type RegistryEntry } from '../../config/agent-server.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import { withoutPeriod } from '../../text/without-period.ts';

export interface LoginFlags extends AgentFlags {
  readonly method?: string;
  readonly save?: boolean;
}

export interface LoginCommand extends AgentInvocation {
  readonly flags: LoginFlags;
}

export async function login(command: LoginCommand, terminal: Terminal): Promise<number> {
  const prepared = await prepare(command, terminal);
  const questions = new Questions(terminal);
  try {
    const options = {
      isUnlimited: true,
      build: (app: Client) => {
        serveElicitation(app, questions, terminal);
      },
    };
    return await runWithAgent(command, prepared, options, (agentRun) =>
      new LoginRun({ command, agentRun, questions }).run(),
    );
  } finally {
    await questions.close();
  }
}

/** An agent may ask to open a page; the whole URL is shown, and only a yes opens it (ELIC-08). */
function serveElicitation(app: Client, questions: Questions, terminal: Terminal): void {
  if (terminal.stdin.isTTY !== true) return;
  const { url, complete } = elicitationHandlers({
    askPage: async (page) => {
      const warnings = page.warnings.map((warning) => `  warning: ${warning.message}\n`);
      await terminal.stderr.tryWrite(
        `The agent wants to open this page:\n  ${page.url}\n  on ${page.host}\n${warnings.join('')}`,
      );
      return (await questions.confirm('Open it?')) ? 'open' : 'decline';
    },
    // The address is shown, so a user without a browser can type it.
    openPage: (address) => openPage(address, terminal.env).catch(() => undefined),
  });
  if (url !== undefined) app.onElicitation({ url, complete });
}

interface LoginParts {
  readonly command: LoginCommand;
  readonly agentRun: AgentRun;
  readonly questions: Questions;
}

/** A connection and its agent. */
interface LoginTarget extends LoginConnection {
  readonly agent: ConnectedAgent;
}

class LoginRun {
  readonly #parts: LoginParts;
  readonly #restarted: ConnectedAgent[] = [];
  /** The variables that the user entered. */
  #entered: Readonly<Record<string, string>> = {};

  constructor(parts: LoginParts) {
    this.#parts = parts;
  }

  async run(): Promise<number> {
    const { agentRun, command } = this.#parts;
    const { server, terminal, deadline } = agentRun;
    const flow = new Login<LoginTarget>({
      connection: this.#targetOf(agentRun.agent),
      command: server.kind === 'command' ? commandOf(server) : { command: '' },
      hooks: {
        choose: (methods) => this.#choose(methods),
        ...(server.kind === 'command' && terminal.stdin.isTTY === true
          ? { runInTerminal: (loginCommand: AgentCommand) => this.#runInTerminal(loginCommand) }
          : {}),
        ...(server.kind === 'command' ? { askVariables: (method: VariablesLogin) => this.#askVariables(method) } : {}),
        restart: (restartCommand) => this.#restart(restartCommand),
      },
    });
    if (flow.methods.length === 0) {
      const wanted = command.flags.method;
      if (wanted !== undefined) throw new UsageError(`unknown login method "${wanted}"; this agent has none`);
      await terminal.stderr.tryWrite(
        'This agent offers no login method; if it needs a login, see its documentation.\n',
      );
      return 0;
    }
    try {
      await agentRun.agent.explained(() => deadline.until(flow.login({ signal: deadline.signal })));
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      throw new CommandError(exitCodes.authRequired, withoutPeriod(inOneLine(error.message)), { cause: error });
    } finally {
      for (const agent of this.#restarted) await agent.close();
    }
    await terminal.stderr.tryWrite('You are logged in.\n');
    await this.#saveVariables(command.flags);
    return 0;
  }

  /** Shows the program first, because a method may name another one than that of the agent. */
  async #runInTerminal(command: AgentCommand): Promise<ExitStatus> {
    const line = [command.command, ...(command.args ?? [])].join(' ');
    await this.#parts.agentRun.terminal.stderr.tryWrite(`Running ${inOneLine(line)}\n`);
    return runInTerminal(command);
  }

  #targetOf(agent: ConnectedAgent): LoginTarget {
    const { connection } = agent;
    return {
      agent,
      get authMethods() {
        return connection.authMethods;
      },
      login: (methodId) => connection.login(methodId),
      logout: () => connection.logout(),
    };
  }

  async #choose(methods: readonly LoginMethod[]): Promise<string | undefined> {
    const { command, agentRun, questions } = this.#parts;
    const { terminal } = agentRun;
    const wanted = command.flags.method;
    const list = methods
      .map(({ id, name, obstacle }) => `${inOneLine(id)} (${inOneLine(obstacle ?? name)})`)
      .join(', ');
    if (wanted !== undefined) {
      if (methods.some(({ id }) => id === wanted)) return wanted;
      throw new UsageError(`unknown login method "${wanted}"; choose from ${list}`);
    }
    const usable = methods.filter(({ obstacle }) => obstacle === undefined);
    if (usable.length === 1) return usable[0]?.id;
    if (terminal.stdin.isTTY !== true) throw new UsageError(`choose a login method with --method: ${list}`);
    for (const [index, { name, description }] of usable.entries()) {
      await terminal.stderr.tryWrite(
        `  ${index + 1}  ${inOneLine(name)}${description === undefined ? '' : `: ${inOneLine(description)}`}\n`,
      );
    }
    const answer = await questions.line('Which one?');
    return usable[Number(answer) - 1]?.id;
  }

  async #askVariables({ variables, link }: VariablesLogin): Promise<Readonly<Record<string, string>> | undefined> {
    const { agentRun, questions } = this.#parts;
    const { terminal } = agentRun;
    const isTerminal = terminal.stdin.isTTY === true;
    if (link !== undefined && isTerminal) await terminal.stderr.tryWrite(`Get it here: ${inOneLine(link)}\n`);
    const values = new Map<string, string>();
    for (const { name, label, isSecret, isOptional } of variables) {
      const known = Object.hasOwn(terminal.env, name) ? terminal.env[name] : undefined;
      if (known !== undefined && known !== '') {
        values.set(name, known);
      } else if (isTerminal) {
        const question = `${inOneLine(label)}${isOptional ? ' (optional)' : ''}:`;
        const value = await (isSecret ? questions.secret(question) : questions.line(question));
        if (value === undefined) return undefined;
        values.set(name, value);
      } else if (!isOptional)
        throw new UsageError(`set the environment variable ${name} (${inOneLine(label)}), and try again`);
    }
    this.#entered = Object.fromEntries(values);
    return this.#entered;
  }

  /** Ends the running agent first, because two processes might disagree about the login. */
  async #restart({ env = {} }: AgentCommand): Promise<LoginTarget> {
    const { agentRun, command } = this.#parts;
    const { server, log, trace, deadline, initializeResponse } = agentRun;
    if (server.kind !== 'command') throw new UsageError('a remote agent cannot be restarted');
    await (this.#restarted.at(-1) ?? agentRun.agent).close();
    const restartedServer = { ...server, env: definedOnly(env) };
    const agent = await connectAgent(restartedServer, {
      log,
      deadline,
      version: command.version,
      trace,
      observers: [initializeResponse.observer],
    });
    this.#restarted.push(agent);
    return this.#targetOf(agent);
  }

  /**
   * Saves the entered variables in the config file with `--save`; otherwise says that the agent needs them at every
   * start.
   */
  async #saveVariables({ save = false }: LoginFlags): Promise<void> {
    const { settings, server, terminal } = this.#parts.agentRun;
    const names = Object.keys(this.#entered);
    if (names.length === 0) return;
    const entry = await this.#savedEntry();
    const isConfigured = entry !== undefined;
    if (save && entry !== undefined) {
      changeAgents(settings.path, { [server.name]: { ...entry, env: { ...entry.env, ...this.#entered } } });
      await terminal.stderr.tryWrite(`${names.join(', ')} is saved in ${settings.path}.\n`);
    } else {
      await terminal.stderr.tryWrite(
        `The agent needs ${names.join(', ')} at every start: set it in your environment${isConfigured ? ', or use --save' : ''}.\n`,
      );
    }
  }

  /** The entry of the config file that gets the variables; an installed agent gets one of its own. */
  async #savedEntry(): Promise<(AgentServer & { readonly kind: 'command' }) | RegistryEntry | undefined> {
    const { settings, server, terminal } = this.#parts.agentRun;
    if (server.kind !== 'command') return undefined;
    const { agents, registryAgents } = readConfig(settings.path);
    if (agents.has(server.name)) return server;
    const { installedIds } = await import('../../registry/registry-server.ts');
    const isInstalled = (await installedIds(terminal)).includes(server.name);
    const fresh: RegistryEntry = { kind: 'registry', name: server.name, defaults: noDefaults, env: {} };
    return registryAgents.get(server.name) ?? (isInstalled ? fresh : undefined);
  }
}
