/** Opens the controller where users log in, for an agent with a data folder. */

import type { Environment } from '@acp-stack/workspace/user-folders';

import { dataFolder } from '../environment/data-folder.ts';
import { fileCredentials, noCredentials } from './credentials.ts';
import { LoginController } from './login-controller.ts';
import { keyVariable, type LoginKind } from './login-kinds.ts';
import { isPassword } from './password.ts';
import type { ServeAuthOptions } from './serve-auth.ts';

/** Who may work with an agent. */
export interface Login extends ServeAuthOptions {
  /** Knows whether the user is logged in, and logs in and out. */
  readonly controller: LoginController;
}

/** Whether users have to log in, and where that is remembered. */
export interface LoginOptions {
  /** The environment of the agent: where its data is, the password, and the key if there is one. */
  readonly env: Environment;
  /** Where the agent keeps its data; the system's place when absent. */
  readonly data?: string;
  /** The ways to log in that are switched on, for the authors of clients; nobody has to log in when absent. */
  readonly auth?: readonly LoginKind[];
}

export function createLogin({ env, data, auth = [] }: LoginOptions): Login {
  const credentials = auth.length === 0 ? noCredentials : fileCredentials(data ?? dataFolder(env));
  const controller = new LoginController({ kinds: auth, credentials, key: env[keyVariable] });
  return { controller, isPassword: (given) => isPassword(given, env) };
}
