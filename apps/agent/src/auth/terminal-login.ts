/** The login that a client runs in a terminal: the agent's own program, with `login` at the end of its command (AUTH-11). */
import type { Environment } from '@acp-stack/workspace/user-folders';

import { dataFolder } from '../environment/data-folder.ts';
import { fileCredentials } from './credentials.ts';
import { isPassword } from './password.ts';

/** Where a login is remembered, and who is asked for the password. */
export interface TerminalLoginOptions {
  /** The environment of the agent, which may hold another password. */
  readonly env: Environment;
  /** Where the agent keeps its data; the system's place when absent. */
  readonly data?: string;
  /** Asks the user; undefined when there is no answer. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

/** Whether the user is logged in now; what is not the password is no login (AUTH-12). */
export async function logInByTerminal({ env, data, ask }: TerminalLoginOptions): Promise<boolean> {
  const given = await ask('Password of the acp-stack agent: ');
  if (given === undefined || !isPassword(given, env)) return false;
  await fileCredentials(data ?? dataFolder(env)).save();
  return true;
}
