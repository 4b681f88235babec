/** The login methods that can be enabled for testing clients. */
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';

import { ConfigError } from '../providers/config-error.ts';

/** On a page of the agent, in a terminal, or by a key in the environment. */
export type LoginKind = 'agent' | 'terminal' | 'env';

/** The variable that holds the key of `env`. */
export const keyVariable = 'ACP_AGENT_KEY';

const methods: Readonly<Record<LoginKind, AuthMethod>> = {
  agent: {
    type: 'agent',
    methodId: 'agent',
    name: 'Log in',
    description: 'Asks for the password on a page if the client can open pages; otherwise it asks for nothing.',
  },
  terminal: {
    type: 'terminal',
    methodId: 'terminal',
    name: 'Log in in a terminal',
    description: 'Asks for the password in a terminal.',
    args: ['login'],
  },
  // Only version 1 defines it; clients of version 2 keep it as an unknown method (AUTH-03, AUTH-16).
  env: {
    type: 'env_var',
    methodId: 'env',
    name: 'Use a key',
    description: `Starts the agent with a key in ${keyVariable}; any value is accepted.`,
    vars: [{ name: keyVariable, label: 'Key', secret: true, optional: false }],
  } as unknown as AuthMethod,
};

/** Parses a list such as `agent,terminal`; `source` names its origin in errors. An empty string enables nothing. */
export function readLoginKinds(text: string, source: string): readonly LoginKind[] {
  const words = text.split(',').map((word) => word.trim());
  const kinds = words.filter((word) => word !== '').map((word) => readKind(word, source));
  return [...new Set(kinds)];
}

function readKind(word: string, source: string): LoginKind {
  if (Object.hasOwn(methods, word)) return word as LoginKind;
  throw new ConfigError(source, `Unknown login method "${word}"; the methods are agent, terminal and env.`);
}

/** The command that logs in in a terminal, as `_meta["terminal-auth"]` names it. */
export interface TerminalAuth {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What the terminal is called. */
  readonly label: string;
}

/** The authentication methods that a client is offered. */
export const authMethodsOf = (
  kinds: readonly LoginKind[],
  terminalAuth: TerminalAuth | undefined,
): readonly AuthMethod[] =>
  kinds.map((kind) =>
    kind === 'terminal' && terminalAuth !== undefined
      ? { ...methods.terminal, _meta: { 'terminal-auth': terminalAuth } }
      : methods[kind],
  );
