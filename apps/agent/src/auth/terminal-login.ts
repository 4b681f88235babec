/** The login that a client runs in a terminal: the agent's program with `login` as last argument (AUTH-11). */
import type { Environment } from '@acp-stack/workspace/user-folders';

import { dataFolder } from '../environment/data-folder.ts';
import { fileCredentials } from './credentials.ts';
import { isPassword } from './password.ts';

/** Options of the terminal login. */
export interface TerminalLoginOptions {
  /** The environment of the agent, which may set another password. */
  readonly env: Environment;
  /** The data folder of the agent; the system's default when absent. */
  readonly data?: string;
  /** Asks the user; resolves with undefined if there is no input. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

/** Asks for the password and stores the login; resolves with false if the password is wrong. */
export async function logInByTerminal({ env, data, ask }: TerminalLoginOptions): Promise<boolean> {
  const given = await ask('Password of the acp-stack agent: ');
  if (given === undefined || !isPassword(given, env)) return false;
  await fileCredentials(data ?? dataFolder(env)).save();
  return true;
}
