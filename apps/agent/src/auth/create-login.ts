/** Creates the login of an agent from its environment and its data folder. */
import type { Environment } from '@acp-stack/workspace/user-folders';
import { resolve } from 'node:path';

import { agentDataFolder } from '../environment/data-folder.ts';
import { fileCredentials, noCredentials, type Credentials } from './credentials.ts';
import { LoginController } from './login-controller.ts';
import { keyVariable, type LoginKind, type TerminalAuth } from './login-kinds.ts';
import { isPassword } from './password.ts';
import type { ServeAuthOptions } from './serve-auth.ts';

/** The login of an agent. */
export interface Login extends ServeAuthOptions {
  /** Knows whether the user is logged in, and logs in and out. */
  readonly controller: LoginController;
}

/** Whether users have to log in, and where logins are stored. */
export interface LoginOptions {
  /** The environment of the agent: its data folder, the password, and the key if there is one. */
  readonly env: Environment;
  /** The data folder of the agent; the system's default when absent. */
  readonly data?: string;
  /** The enabled login methods, for testing clients; no login is needed when absent. */
  readonly auth?: readonly LoginKind[];
  /**
   * The command that starts this agent, for clients of version 1 that run the login in a terminal as a whole command.
   */
  readonly program?: readonly [command: string, ...args: string[]];
}

export function createLogin({ env, data, auth = [], program }: LoginOptions): Login {
  const folder = data ?? agentDataFolder(env);
  const credentialsOf = (principal: string | undefined): Credentials =>
    auth.length === 0 ? noCredentials : fileCredentials(folder, principal);
  const controller = new LoginController({ kinds: auth, credentialsOf, key: env[keyVariable] });
  const terminalAuth = program === undefined ? undefined : commandOf(program, folder);
  return { controller, isPassword: (given) => isPassword(given, env), terminalAuth };
}

/** The client runs it in an environment of its own, so it is told the folder; a password is never sent. */
const commandOf = ([command, ...args]: NonNullable<LoginOptions['program']>, folder: string): TerminalAuth => ({
  command,
  args: [...args, 'login'],
  env: { ACP_AGENT_DATA: resolve(folder) },
  label: 'Log in to the acp-stack agent',
});
