/**
 * A login method, as it is shown to the user.
 *
 * Methods that this program cannot carry out are listed by name and cannot be chosen (AUTH-03).
 */
import type { AuthEnvVar } from '@acp-stack/schema/v1/unstable';
import { isAuthMethod, type AuthMethod } from '@acp-stack/schema/v2/unstable';

import { readTerminalAuth } from './terminal-auth.ts';

interface MethodBase {
  /** The id for `choose` and for the agent. */
  readonly id: string;
  /** The name for the user. */
  readonly name: string;
  /** The description, if the agent sends one. */
  readonly description: string | undefined;
  /** One sentence that says why the method cannot be used here; undefined if it can. */
  readonly obstacle: string | undefined;
}

/** The agent logs in by itself, for instance in a browser. */
export interface AgentLogin extends MethodBase {
  readonly kind: 'agent';
}

/** A program runs in a terminal: that of the agent with additional arguments, or another one. */
export interface TerminalLogin extends MethodBase {
  readonly kind: 'terminal';
  /** Another program than that of the agent; undefined if it is that of the agent. */
  readonly command: string | undefined;
  /** Arguments after those of the agent, or all arguments of the other program. */
  readonly args: readonly string[];
  /** Variables in addition to the environment of the agent. */
  readonly env: Readonly<Record<string, string>>;
}

/** A variable that the user is asked for. */
export interface LoginVariable {
  /** The name in the environment of the agent. */
  readonly name: string;
  /** The label; the name if the agent sends none. */
  readonly label: string;
  /** Whether the input is hidden. */
  readonly isSecret: boolean;
  /** Whether the value may be left empty. */
  readonly isOptional: boolean;
}

/** The agent is restarted with variables that the user enters (draft of version 1). */
export interface VariablesLogin extends MethodBase {
  readonly kind: 'env_var';
  /** The variables to ask for, in the order of the agent. */
  readonly variables: readonly LoginVariable[];
  /** A page that explains where to get the values. */
  readonly link: string | undefined;
}

/** A method of an unknown type. */
export interface OtherLogin extends MethodBase {
  readonly kind: 'other';
  /** The type that the agent sent. */
  readonly type: string;
}

/** A login method; `kind` says which. */
export type LoginMethod = AgentLogin | TerminalLogin | VariablesLogin | OtherLogin;

/** What this program can do for a login. */
export interface LoginAbilities {
  /** Whether there is a terminal in which the user sees a program and can type. */
  readonly canRunInTerminal: boolean;
  /** Whether the user can be asked for values. */
  readonly canAskVariables: boolean;
}

/** Reads a login method of an agent, as it can be used here. */
export function readLoginMethod(method: AuthMethod, abilities: LoginAbilities): LoginMethod {
  const { methodId: id, name } = method;
  const { description } = method as { readonly description?: unknown };
  const base = { id, name, description: typeof description === 'string' ? description : undefined };
  const terminalAuth = abilities.canRunInTerminal ? readTerminalAuth(method) : undefined;
  if (isAuthMethod.agent(method)) {
    if (terminalAuth === undefined) return { ...base, kind: 'agent', obstacle: undefined };
    const { command, args, env, label } = terminalAuth;
    // The user sees what runs: it is not the program that the user has configured.
    const shown = `${base.description ?? label ?? name} (runs ${[command, ...args].join(' ')})`;
    return {
      ...base,
      description: shown,
      kind: 'terminal',
      command,
      args,
      env,
      obstacle: undefined,
    };
  }
  if (isAuthMethod.terminal(method)) {
    const variables = method.env ?? [];
    const env = Object.fromEntries(variables.map((each) => [each.name, each.value]));
    const isAmbiguous = Object.keys(env).length < variables.length;
    const obstacle = abilities.canRunInTerminal ? undefined : 'There is no terminal to run it in.';
    return {
      ...base,
      kind: 'terminal',
      command: undefined,
      args: method.args ?? [],
      env,
      // Only the agent knows which of the two values is right (AUTH-15).
      obstacle: isAmbiguous ? 'It sets a variable twice.' : obstacle,
    };
  }
  return readOther(method, base, abilities);
}

/** A method from a draft of version 1 has a type that version 2 does not know (AUTH-16). */
function readOther(
  method: AuthMethod,
  base: Omit<MethodBase, 'obstacle'>,
  { canAskVariables }: LoginAbilities,
): VariablesLogin | OtherLogin {
  const { vars, link } = method as { readonly vars?: unknown; readonly link?: unknown };
  const type: string = method.type;
  if (type !== 'env_var' || !Array.isArray(vars) || !vars.every(isVariable)) {
    return { ...base, kind: 'other', type, obstacle: `This program does not know logins of the type ${type}.` };
  }
  return {
    ...base,
    kind: 'env_var',
    variables: vars.map(({ name, label, secret, optional }) => ({
      name,
      label: typeof label === 'string' ? label : name,
      // The input is visible only if the agent says clearly that it is not a secret.
      isSecret: secret !== false,
      isOptional: optional === true,
    })),
    link: typeof link === 'string' ? link : undefined,
    obstacle: canAskVariables ? undefined : 'This program cannot ask for the values.',
  };
}

const isVariable = (value: unknown): value is AuthEnvVar =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' && value.name !== '';
