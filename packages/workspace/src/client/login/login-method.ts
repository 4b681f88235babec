/**
 * A way to log in, as it is shown to the user.
 *
 * Ways that this program cannot carry out are shown by their name and cannot be chosen (AUTH-03).
 */
import type { AuthEnvVar } from '@acp-stack/schema/v1/unstable';
import { isAuthMethod, type AuthMethod } from '@acp-stack/schema/v2/unstable';

interface MethodBase {
  /** Names it for `choose`, and for the agent. */
  readonly id: string;
  /** What the user reads. */
  readonly name: string;
  /** More about it, where the agent says more. */
  readonly description: string | undefined;
  /** Why it cannot be used here, in a sentence; undefined when it can. */
  readonly obstacle: string | undefined;
}

/** The agent does it by itself, for instance in a browser. */
export interface AgentLogin extends MethodBase {
  readonly kind: 'agent';
}

/** The program of the agent is run in a terminal, with more arguments. */
export interface TerminalLogin extends MethodBase {
  readonly kind: 'terminal';
  /** Arguments that are added to those of the agent. */
  readonly args: readonly string[];
  /** Variables that are added to the environment of the agent. */
  readonly env: Readonly<Record<string, string>>;
}

/** A variable that the user is asked for. */
export interface LoginVariable {
  /** The name in the environment of the agent. */
  readonly name: string;
  /** What the user reads; the name where the agent gives no label. */
  readonly label: string;
  /** Whether it is typed where nobody can read it. */
  readonly isSecret: boolean;
  /** Whether the user may leave it out. */
  readonly isOptional: boolean;
}

/** The agent is started again with variables that the user gives (draft of version 1). */
export interface VariablesLogin extends MethodBase {
  readonly kind: 'env_var';
  /** What to ask for, in the order of the agent. */
  readonly variables: readonly LoginVariable[];
  /** A page where the values can be had. */
  readonly link: string | undefined;
}

/** Something else. */
export interface OtherLogin extends MethodBase {
  readonly kind: 'other';
  /** The type that the agent gave it. */
  readonly type: string;
}

/** A way to log in by what it takes; `kind` tells them apart. */
export type LoginMethod = AgentLogin | TerminalLogin | VariablesLogin | OtherLogin;

/** What this program can do for a login. */
export interface LoginAbilities {
  readonly canRunInTerminal: boolean;
  readonly canAskVariables: boolean;
}

/** Reads what the agent offers. */
export function readLoginMethod(method: AuthMethod, abilities: LoginAbilities): LoginMethod {
  const { methodId: id, name } = method;
  const { description } = method as { readonly description?: unknown };
  const base = { id, name, description: typeof description === 'string' ? description : undefined };
  if (isAuthMethod.agent(method)) return { ...base, kind: 'agent', obstacle: undefined };
  if (isAuthMethod.terminal(method)) {
    const variables = method.env ?? [];
    const env = Object.fromEntries(variables.map((each) => [each.name, each.value]));
    const isAmbiguous = Object.keys(env).length < variables.length;
    const obstacle = abilities.canRunInTerminal ? undefined : 'There is no terminal to run it in.';
    return {
      ...base,
      kind: 'terminal',
      args: method.args ?? [],
      env,
      // Which of two values is meant, only the agent knows (AUTH-15).
      obstacle: isAmbiguous ? 'It sets a variable twice.' : obstacle,
    };
  }
  return readOther(method, base, abilities);
}

/** What only a draft of version 1 has comes as a kind that version 2 does not know (AUTH-16). */
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
      // Only a clear no shows what is typed.
      isSecret: secret !== false,
      isOptional: optional === true,
    })),
    link: typeof link === 'string' ? link : undefined,
    obstacle: canAskVariables ? undefined : 'There is nobody to ask for the values.',
  };
}

const isVariable = (value: unknown): value is AuthEnvVar =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' && value.name !== '';
