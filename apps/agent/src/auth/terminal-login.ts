/** The login in a terminal, in which the client runs the agent's program with `login` as last argument (AUTH-11). */
import type { Environment } from '@acp-stack/workspace/user-folders';

import { agentDataFolder } from '../environment/data-folder.ts';
import { fileCredentials } from './credentials.ts';
import { isPassword } from './password.ts';

/** Options of the terminal login. */
export interface TerminalLoginOptions {
  /** The environment of the agent; `ACP_AGENT_PASSWORD` sets the password. */
  readonly env: Environment;
  /** The data folder of the agent; `ACP_AGENT_DATA`, or `agent` in the user's data folder, when absent. */
  readonly data?: string;
  /** Asks the user; resolves with undefined if there is no input. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

/** How a terminal login ended. */
export type TerminalLoginEnd = 'logged-in' | 'wrong-password' | 'no-input';

/** Asks for the password and stores the login; nothing is stored without the right password. */
export async function logInByTerminal({ env, data, ask }: TerminalLoginOptions): Promise<TerminalLoginEnd> {
  const entered = await ask('Password of the acp-stack agent: ');
  if (entered === undefined) return 'no-input';
  if (!isPassword(entered, env)) return 'wrong-password';
  await fileCredentials(data ?? agentDataFolder(env)).saveLogin();
  return 'logged-in';
}
