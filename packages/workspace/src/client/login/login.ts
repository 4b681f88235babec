/**
 * Logs the user in when an agent asks for it, and goes on with what needed it.
 *
 * One login is under way at a time, whoever asked for it. A login in a terminal, and one by variables, ends with another connection to a
 * program that was started again; `connection` is always the one to use. What the user types is passed on and never kept elsewhere.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type AuthMethod } from '@acp-stack/schema/v2/unstable';
import type { AgentCommand } from '@acp-stack/stdio';

import type { ExitStatus } from '../../terminals/command.ts';
import { readLoginMethod, type LoginMethod, type TerminalLogin, type VariablesLogin } from './login-method.ts';

/** What a login needs of a connection; those of `client()` are like this. */
export interface LoginConnection {
  /** What the agent has offered when it was connected to. */
  readonly authMethods: readonly AuthMethod[];
  /** Has the agent log in by the method with this id. */
  login(methodId: string): Promise<void>;
  /** Has the agent forget its credentials. */
  logout(): Promise<void>;
}

/** How long the answer of the user is wanted. */
export interface LoginContext {
  /** Aborts when the login is not wanted any more. */
  readonly signal: AbortSignal;
}

type Asked<T> = T | Promise<T>;

/** What a user interface does for a login. */
export interface LoginHooks<C> {
  /** Has the user choose one of those without an obstacle; undefined when the user does not want to. */
  readonly choose: (methods: readonly LoginMethod[], context: LoginContext) => Asked<string | undefined>;
  /** Runs a program in a terminal that the user sees and can type in; resolves when it has ended. */
  readonly runInTerminal?: (
    command: AgentCommand,
    context: LoginContext & { readonly method: TerminalLogin },
  ) => Asked<ExitStatus>;
  /** Asks for values; undefined when the user does not want to give them. */
  readonly askVariables?: (
    method: VariablesLogin,
    context: LoginContext,
  ) => Asked<Readonly<Record<string, string>> | undefined>;
  /** Ends the agent, starts it again with this command, and connects to it. */
  readonly restart: (command: AgentCommand, context: LoginContext) => Promise<C>;
}

/** The agent to log in to, and how the user is asked. */
export interface LoginOptions<C> {
  /** The connection to begin with; a login may end with another one. */
  readonly connection: C;
  /** How the agent was started; nothing that it offers can change the program (AUTH-11). */
  readonly command: AgentCommand;
  /** What the user interface does. */
  readonly hooks: LoginHooks<C>;
}

/** A login that did not succeed; it never crosses the wire. */
export class LoginError extends Error {
  static {
    this.prototype.name = 'LoginError';
  }

  /** `cancelled` by the user, `failed` at the agent, or `unavailable`: there is no way that can be used here. */
  readonly code: 'cancelled' | 'failed' | 'unavailable';

  constructor(code: LoginError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Logins that are tried for one piece of work, before it is given up. */
const mostLogins = 3;

const never = new AbortController().signal;

/** Logs in when work needs it, at most three times for one piece of work. */
export class Login<C extends LoginConnection> {
  readonly #hooks: LoginHooks<C>;
  #command: AgentCommand;
  #connection: C;
  #underWay: Promise<void> | undefined;
  /** How many logins have succeeded. */
  #logins = 0;

  constructor({ connection, command, hooks }: LoginOptions<C>) {
    this.#connection = connection;
    this.#command = command;
    this.#hooks = hooks;
  }

  /** The connection to use from now on. */
  get connection(): C {
    return this.#connection;
  }

  /** The ways to log in that the agent offers. */
  get methods(): readonly LoginMethod[] {
    const { runInTerminal, askVariables } = this.#hooks;
    const abilities = { canRunInTerminal: runInTerminal !== undefined, canAskVariables: askVariables !== undefined };
    return this.#connection.authMethods.map((method) => readLoginMethod(method, abilities));
  }

  /** Does `work`; when the agent wants a login first, logs in and does it again. */
  async run<T>(work: (connection: C) => PromiseLike<T>, { signal = never }: Partial<LoginContext> = {}): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const before = this.#logins;
      try {
        return await work(this.#connection);
      } catch (error) {
        if (!isAuthRequired(error) || tries >= mostLogins) throw error;
        // Somebody else may have logged in meanwhile.
        if (before === this.#logins) await this.login({ signal, cause: error });
      }
    }
  }

  /** Has the user choose a way to log in, and logs in. */
  async login({ signal = never, cause }: Partial<LoginContext> & { readonly cause?: unknown } = {}): Promise<void> {
    this.#underWay ??= this.#login(signal, cause).finally(() => {
      this.#underWay = undefined;
    });
    await this.#underWay;
  }

  /** Makes the agent forget its credentials; open sessions may ask for a login from then on (AUTH-08). */
  async logout(): Promise<void> {
    await this.#connection.logout();
  }

  async #login(signal: AbortSignal, cause: unknown): Promise<void> {
    const { methods } = this;
    if (!methods.some(({ obstacle }) => obstacle === undefined)) {
      throw new LoginError('unavailable', noWay(methods), { cause });
    }
    const chosen = await this.#hooks.choose(methods, { signal });
    const method = methods.find(({ id }) => id === chosen);
    if (method === undefined || signal.aborted) {
      throw new LoginError('cancelled', 'The agent wants a login, and none was chosen.', { cause });
    }
    if (method.obstacle !== undefined) throw new LoginError('unavailable', method.obstacle, { cause });
    await this.#use(method, signal);
    this.#logins += 1;
  }

  async #use(method: LoginMethod, signal: AbortSignal): Promise<void> {
    if (method.kind === 'terminal') return this.#inTerminal(method, signal);
    if (method.kind === 'env_var') return this.#byVariables(method, signal);
    return this.#connection.login(method.id);
  }

  /** The id of such a method is never sent to the agent (AUTH-13). */
  async #inTerminal(method: TerminalLogin, signal: AbortSignal): Promise<void> {
    const { command, args = [], env = {}, ...others } = this.#command;
    const { exitCode, signal: killedBy } = (await this.#hooks.runInTerminal?.(
      { ...others, command, args: [...args, ...method.args], env: { ...env, ...method.env } },
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
    const given = method.variables.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || value === '' ? [] : [[name, value] as const];
    });
    const missing = method.variables.find(
      ({ name, isOptional }) => !isOptional && !given.some(([each]) => each === name),
    );
    if (missing !== undefined) throw new LoginError('failed', `${missing.label} has to be filled in.`);
    this.#command = { ...this.#command, env: { ...this.#command.env, ...Object.fromEntries(given) } };
    await this.#restart(signal);
    await this.#connection.login(method.id);
  }

  async #restart(signal: AbortSignal): Promise<void> {
    this.#connection = await this.#hooks.restart(this.#command, { signal });
  }
}

const isAuthRequired = (error: unknown): boolean =>
  error instanceof RpcError && error.code === errorCodes.authentication_required;

function noWay(methods: readonly LoginMethod[]): string {
  if (methods.length === 0) return 'The agent wants a login, and offers no way to log in.';
  const reasons = methods.map(({ name, obstacle }) => `${name}: ${obstacle ?? ''}`);
  return `The agent wants a login, and offers none that can be used here. ${reasons.join(' ')}`;
}
