/**
 * `acp auth login`: logs in by one of the ways that an agent offers.
 *
 * In a terminal the user is asked which one, and for what it needs. Where nobody can be asked, `--method` names the way, and variables are
 * taken from the environment.
 */
import { spawn } from 'node:child_process';

import type { Client } from '@acp-stack/sdk';
import type { AgentCommand } from '@acp-stack/stdio';
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
import { openPage } from './open-page.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';

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

/** An agent may send the user to a page; the whole address is shown, and only a yes opens it (ELIC-08). */
function serveElicitation(app: Client, questions: Questions, terminal: Terminal): void {
  if (terminal.stdin.isTTY !== true) return;
  const { url, complete } = elicitationHandlers({
    askPage: async (page) => {
      const warnings = page.warnings.map((warning) => `  careful: ${warning.message}\n`);
      await terminal.stderr.tell(
        `The agent wants to open this page:\n  ${page.url}\n  on ${page.host}\n${warnings.join('')}`,
      );
      return (await questions.confirm('Open it?')) ? 'open' : 'decline';
    },
    openPage,
  });
  if (url !== undefined) app.onElicitation({ url, complete });
}

interface LoginParts {
  readonly command: LoginCommand;
  readonly agentRun: AgentRun;
  readonly questions: Questions;
}

/** A connection, and the agent that is behind it. */
interface Reached extends LoginConnection {
  readonly agent: ConnectedAgent;
}

class LoginRun {
  readonly #parts: LoginParts;
  readonly #others: ConnectedAgent[] = [];
  /** Variables that the user typed. */
  #typed: Readonly<Record<string, string>> = {};

  constructor(parts: LoginParts) {
    this.#parts = parts;
  }

  async run(): Promise<number> {
    const { agentRun, command } = this.#parts;
    const { server, terminal, deadline } = agentRun;
    const flow = new Login<Reached>({
      connection: this.#reached(agentRun.agent),
      command: server.kind === 'command' ? commandOf(server) : { command: '' },
      hooks: {
        choose: (methods) => this.#choose(methods),
        ...(server.kind === 'command' && terminal.stdin.isTTY === true
          ? { runInTerminal: (asked: AgentCommand) => runInTerminal(asked) }
          : {}),
        ...(server.kind === 'command' ? { askVariables: (method: VariablesLogin) => this.#ask(method) } : {}),
        restart: (asked) => this.#restart(asked),
      },
    });
    if (flow.methods.length === 0) {
      const wanted = command.flags.method;
      if (wanted !== undefined) throw new UsageError(`there is no login "${wanted}"; this agent offers none`);
      await terminal.stderr.tell('This agent offers no login; none is needed.\n');
      return 0;
    }
    try {
      await agentRun.agent.explained(() => deadline.until(flow.login({ signal: deadline.signal })));
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      throw new CommandError(exitCodes.authRequired, inOneLine(error.message).replace(/\.$/u, ''), { cause: error });
    } finally {
      for (const agent of this.#others) await agent.close();
    }
    await terminal.stderr.tell('You are logged in.\n');
    await this.#keep(command.flags);
    return 0;
  }

  #reached(agent: ConnectedAgent): Reached {
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
      throw new UsageError(`there is no login "${wanted}"; there is ${list}`);
    }
    const usable = methods.filter(({ obstacle }) => obstacle === undefined);
    if (usable.length === 1) return usable[0]?.id;
    if (terminal.stdin.isTTY !== true) throw new UsageError(`choose a login with --method: ${list}`);
    for (const [index, { name, description }] of usable.entries()) {
      await terminal.stderr.tell(
        `  ${index + 1}  ${inOneLine(name)}${description === undefined ? '' : `: ${inOneLine(description)}`}\n`,
      );
    }
    const answer = await questions.line('Which one?');
    return usable[Number(answer) - 1]?.id;
  }

  async #ask({ variables, link }: VariablesLogin): Promise<Readonly<Record<string, string>> | undefined> {
    const { agentRun, questions } = this.#parts;
    const { terminal } = agentRun;
    const isTerminal = terminal.stdin.isTTY === true;
    if (link !== undefined && isTerminal) await terminal.stderr.tell(`You get it here: ${inOneLine(link)}\n`);
    const values: Record<string, string> = {};
    for (const { name, label, isSecret, isOptional } of variables) {
      const known = terminal.env[name];
      if (known !== undefined && known !== '') {
        values[name] = known;
      } else if (isTerminal) {
        const question = `${inOneLine(label)}${isOptional ? ' (may be empty)' : ''}:`;
        const value = await (isSecret ? questions.secret(question) : questions.line(question));
        if (value === undefined) return undefined;
        values[name] = value;
      } else if (!isOptional) throw new UsageError(`set the variable ${name} (${inOneLine(label)}), and try again`);
    }
    this.#typed = values;
    return values;
  }

  /** Ends the agent that was there: two of them might not agree about who is logged in. */
  async #restart({ env = {} }: AgentCommand): Promise<Reached> {
    const { agentRun, command } = this.#parts;
    const { server, log, trace, deadline, initializeResponse } = agentRun;
    if (server.kind !== 'command') throw new UsageError('a remote agent cannot be started again from here');
    await (this.#others.at(-1) ?? agentRun.agent).close();
    const again = { ...server, env: definedOnly(env) };
    const agent = await connectAgent(again, {
      log,
      deadline,
      version: command.version,
      trace,
      observers: [initializeResponse.observer],
    });
    this.#others.push(agent);
    return this.#reached(agent);
  }

  /** Variables are forgotten with the agent, unless they are kept where it is described. */
  async #keep({ save = false }: LoginFlags): Promise<void> {
    const { settings, server, terminal } = this.#parts.agentRun;
    const names = Object.keys(this.#typed);
    if (names.length === 0) return;
    const isConfigured = server.kind === 'command' && readConfig(settings.path).agents.has(server.name);
    if (save && isConfigured && server.kind === 'command') {
      changeAgents(settings.path, { [server.name]: { ...server, env: { ...server.env, ...this.#typed } } });
      await terminal.stderr.tell(`${names.join(', ')} is kept in ${settings.path}.\n`);
    } else {
      await terminal.stderr.tell(
        `The agent needs ${names.join(', ')} every time: set it in your environment${isConfigured ? ', or use --save' : ''}.\n`,
      );
    }
  }
}

const definedOnly = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Runs the program of the agent where the user sees it and can type (AUTH-11). */
function runInTerminal({
  command,
  args = [],
  env = {},
  cwd,
}: AgentCommand): Promise<{ exitCode: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => {
      resolve({ exitCode, signal });
    });
  });
}
