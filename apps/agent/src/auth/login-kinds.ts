/** The ways to log in that can be switched on, so that the authors of clients can try theirs. */
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';

import { ConfigError } from '../providers/config-error.ts';

/** By a page of the agent, in a terminal, or by a key in the environment. */
export type LoginKind = 'agent' | 'terminal' | 'env';

/** The variable that holds the key of the third way. */
export const keyVariable = 'ACP_AGENT_KEY';

const methods: Readonly<Record<LoginKind, AuthMethod>> = {
  agent: {
    type: 'agent',
    methodId: 'agent',
    name: 'Log in',
    description: 'Asks for the password on a page where the client can open pages, and for nothing otherwise.',
  },
  terminal: {
    type: 'terminal',
    methodId: 'terminal',
    name: 'Log in in a terminal',
    description: 'Asks for the password in a terminal.',
    args: ['login'],
  },
  // Only version 1 knows it; clients of version 2 keep it as a way that they do not know (AUTH-03, AUTH-16).
  env: {
    type: 'env_var',
    methodId: 'env',
    name: 'Use a key',
    description: `Starts the agent with a key in ${keyVariable}; any will do.`,
    vars: [{ name: keyVariable, label: 'Key', secret: true, optional: false }],
  } as unknown as AuthMethod,
};

/** Reads a list such as `agent,terminal`; `source` is where it is written. An empty text switches nothing on. */
export function readLoginKinds(text: string, source: string): readonly LoginKind[] {
  const words = text.split(',').map((word) => word.trim());
  const kinds = words.filter((word) => word !== '').map((word) => readKind(word, source));
  return [...new Set(kinds)];
}

function readKind(word: string, source: string): LoginKind {
  if (Object.hasOwn(methods, word)) return word as LoginKind;
  throw new ConfigError(source, `There is no way to log in called "${word}"; there are agent, terminal and env.`);
}

/** What a client is offered. */
export const authMethodsOf = (kinds: readonly LoginKind[]): readonly AuthMethod[] => kinds.map((kind) => methods[kind]);
