/**
 * Logs the user in when an agent requires it, and then repeats the work that required it (AUTH-08, AUTH-11).
 *
 * At most one login is under way at a time, whichever work caused it. A login in a terminal, or by variables, restarts
 * the agent and ends with a new connection; `connection` is always the current one. What the user types is passed on
 * and never stored.
 */
import { describeError, RpcError } from '@acp-stack/rpc';
import { errorCodes, type AuthMethod } from '@acp-stack/schema/v2/unstable';
import type { AgentCommand } from '@acp-stack/stdio';

import type { ExitStatus } from '../../terminals/command.ts';
import { readLoginMethod, type LoginMethod, type TerminalLogin, type VariablesLogin } from './login-method.ts';

/** The part of a connection that a login needs; connections of `client()` have it. */
export interface LoginConnection {
  /** The methods that the agent offered in its initialize response. */
  readonly authMethods: readonly AuthMethod[];
  /** Asks the agent to log in by the method with this id. */
  login(methodId: string): Promise<void>;
  /** Asks the agent to delete its credentials. */
  logout(): Promise<void>;
}

/** The context of a question to the user. */
export interface LoginContext {
  /** Aborts when the login is cancelled. */
  readonly signal: AbortSignal;
}

type Awaitable<T> = T | Promise<T>;

/** The user interface of a login. */
export interface LoginHooks<C> {
  /** Lets the user choose a method without an obstacle; undefined if the user cancels. */
  readonly choose: (methods: readonly LoginMethod[], context: LoginContext) => Awaitable<string | undefined>;
  /** Runs a program in a terminal that the user sees and can type in; resolves when it has ended. */
  readonly runInTerminal?: (
    command: AgentCommand,
    context: LoginContext & { readonly method: TerminalLogin },
  ) => Awaitable<ExitStatus>;
  /** Asks for values; undefined if the user cancels. */
  readonly askVariables?: (
    method: VariablesLogin,
    context: LoginContext,
  ) => Awaitable<Readonly<Record<string, string>> | undefined>;
  /** Ends the agent, starts it again with this command, and connects to it. */
  readonly restart: (command: AgentCommand, context: LoginContext) => Promise<C>;
}

/** The agent to log in to, and the user interface. */
export interface LoginOptions<C> {
  /** The first connection; a login may replace it. */
  readonly connection: C;
  /** How the agent was started; no login method changes the program that is started again. */
  readonly command: AgentCommand;
  /** The user interface. */
  readonly hooks: LoginHooks<C>;
}

/** A login that failed; it is never sent over the wire. */
export class LoginError extends Error {
  static {
    this.prototype.name = 'LoginError';
  }

  /** `cancelled` by the user, `failed` at the agent, or `unavailable`: no method can be used here. */
  readonly code: 'cancelled' | 'failed' | 'unavailable';

  constructor(code: LoginError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The maximum number of logins for one piece of work. */
const maxLogins = 3;

const neverAborts = new AbortController().signal;

/** Logs in when work requires it, at most three times for one piece of work. */
export class Login<C extends LoginConnection> {
  readonly #hooks: LoginHooks<C>;
  #command: AgentCommand;
  #connection: C;
  #underWay: Promise<void> | undefined;
  /** The number of successful logins. */
  #logins = 0;

  constructor({ connection, command, hooks }: LoginOptions<C>) {
    this.#connection = connection;
    this.#command = command;
    this.#hooks = hooks;
  }

  /** The current connection. */
  get connection(): C {
    return this.#connection;
  }

  /** The login methods of the agent. */
  get methods(): readonly LoginMethod[] {
    const { runInTerminal, askVariables } = this.#hooks;
    const abilities = { canRunInTerminal: runInTerminal !== undefined, canAskVariables: askVariables !== undefined };
    return this.#connection.authMethods.map((method) => readLoginMethod(method, abilities));
  }

  /** Runs `work`; if the agent requires a login, logs in and runs it again. */
  async run<T>(
    work: (connection: C) => PromiseLike<T>,
    { signal = neverAborts }: Partial<LoginContext> = {},
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const before = this.#logins;
      try {
        return await work(this.#connection);
      } catch (error) {
        if (!isAuthRequired(error) || tries >= maxLogins) throw error;
        // Other work may have logged in meanwhile.
        if (before === this.#logins) await this.login({ signal, cause: error });
      }
    }
  }

  /** Lets the user choose a method, and logs in. */
  async login({
    signal = neverAborts,
    cause,
  }: Partial<LoginContext> & { readonly cause?: unknown } = {}): Promise<void> {
    this.#underWay ??= this.#login(signal, cause).finally(() => {
      this.#underWay = undefined;
    });
    await this.#underWay;
  }

  /** Asks the agent to delete its credentials; open sessions may require a login from then on. */
  async logout(): Promise<void> {
    await this.#connection.logout();
  }

  async #login(signal: AbortSignal, cause: unknown): Promise<void> {
    const { methods } = this;
    if (!methods.some(({ obstacle }) => obstacle === undefined)) {
      throw new LoginError('unavailable', noMethodMessage(methods), { cause });
    }
    const chosen = await this.#hooks.choose(methods, { signal });
    const method = methods.find(({ id }) => id === chosen);
    if (method === undefined || signal.aborted) {
      throw new LoginError('cancelled', 'The agent requires a login, and no method was chosen.', { cause });
    }
    if (method.obstacle !== undefined) throw new LoginError('unavailable', method.obstacle, { cause });
    await this.#use(method, signal);
    this.#logins += 1;
  }

  async #use(method: LoginMethod, signal: AbortSignal): Promise<void> {
    if (method.kind === 'terminal') return this.#inTerminal(method, signal);
    if (method.kind === 'env_var') return this.#byVariables(method, signal);
    return this.#byAgent(method);
  }

  /** An agent that answers a login with "log in first" has said all it can; asking again would say the same. */
  async #byAgent({ id, name, description }: LoginMethod): Promise<void> {
    try {
      await this.#connection.login(id);
    } catch (error) {
      if (!isAuthRequired(error)) throw error;
      const advice = description === undefined ? 'See its documentation.' : `It says of this method: ${description}`;
      const words = `The agent did not accept the login by "${name}": ${describeError(error).replace(/\.$/u, '')}.`;
      throw new LoginError('failed', `${words} ${advice}`, { cause: error });
    }
  }

  /** The id of a terminal method is never sent to the agent (AUTH-13). */
  async #inTerminal(method: TerminalLogin, signal: AbortSignal): Promise<void> {
    const { command, args = [], env = {}, ...others } = this.#command;
    const program =
      method.command === undefined
        ? { command, args: [...args, ...method.args] }
        : { command: method.command, args: method.args };
    const { exitCode, signal: killedBy } = (await this.#hooks.runInTerminal?.(
      { ...others, ...program, env: { ...env, ...method.env } },
      { method, signal },
    )) ?? { exitCode: null, signal: null };
    if (signal.aborted) throw new LoginError('cancelled', 'The login was cancelled.');
    if (exitCode !== 0 || killedBy !== null) {
      const how = killedBy === null ? `with the code ${exitCode}` : `by ${killedBy}`;
      throw new LoginError('failed', `The login ended ${how}.`);
    }
    await this.#restart(signal);
  }

  async #byVariables(method: VariablesLogin, signal: AbortSignal): Promise<void> {
    const values = await this.#hooks.askVariables?.(method, { signal });
    if (values === undefined || signal.aborted) throw new LoginError('cancelled', 'The login was cancelled.');
    const entered = method.variables.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || value === '' ? [] : [[name, value] as const];
    });
    const missing = method.variables.find(
      ({ name, isOptional }) => !isOptional && !entered.some(([each]) => each === name),
    );
    if (missing !== undefined) throw new LoginError('failed', `${missing.label} has to be filled in.`);
    this.#command = { ...this.#command, env: { ...this.#command.env, ...Object.fromEntries(entered) } };
    await this.#restart(signal);
    await this.#connection.login(method.id);
  }

  async #restart(signal: AbortSignal): Promise<void> {
    this.#connection = await this.#hooks.restart(this.#command, { signal });
  }
}

const isAuthRequired = (error: unknown): boolean =>
  error instanceof RpcError && error.code === errorCodes.authentication_required;

function noMethodMessage(methods: readonly LoginMethod[]): string {
  if (methods.length === 0) return 'The agent requires a login and offers no login method.';
  const reasons = methods.map(({ name, obstacle }) => `${name}: ${obstacle ?? ''}`);
  return `The agent requires a login and offers no method that can be used here. ${reasons.join(' ')}`;
}
