/** Opens the desk where users log in, for an agent with a data folder. */
import { dataFolder } from '../data-folder.ts';
import type { Environment } from '../providers/config-file.ts';
import { fileCredentials, noCredentials } from './credentials.ts';
import { LoginDesk } from './login-desk.ts';
import { keyVariable, type LoginKind } from './login-kinds.ts';
import { isPassword } from './password.ts';
import type { ServeAuthOptions } from './serve-auth.ts';

/** Who may work with an agent. */
export interface LoginOptions extends ServeAuthOptions {
  /** Knows whether the user is logged in, and logs in and out. */
  readonly desk: LoginDesk;
}

/** Whether users have to log in, and where that is remembered. */
export interface OpenDeskOptions {
  /** The environment of the agent: where its data is, the password, and the key if there is one. */
  readonly env: Environment;
  /** Where the agent keeps its data; the system's place when absent. */
  readonly data?: string;
  /** The ways to log in that are switched on, for the authors of clients; nobody has to log in when absent. */
  readonly auth?: readonly LoginKind[];
}

export function openDesk({ env, data, auth = [] }: OpenDeskOptions): LoginOptions {
  const credentials = auth.length === 0 ? noCredentials : fileCredentials(data ?? dataFolder(env));
  const desk = new LoginDesk({ kinds: auth, credentials, key: env[keyVariable] });
  return { desk, isPassword: (given) => isPassword(given, env) };
}
