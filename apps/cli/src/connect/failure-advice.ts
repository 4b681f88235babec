/**
 * What to do about a failure that an agent has told: log in, or read what it has printed.
 *
 * Apart from `explain-failure.ts`, because a command that succeeds needs these words, and not the transports.
 */
import { describeError, type ErrorObject } from '@acp-stack/rpc';

import type { AgentServer } from '../config/agent-server.ts';
import { describeAgent } from '../config/describe-agent.ts';
import { inOneLine } from '../text/strip-control-characters.ts';
import { withoutPeriod } from '../text/without-period.ts';
import { isNamedByCommand } from './agent-name.ts';
import { bundledName } from './choose-agent.ts';

/** Where to find the reason if `message` has none. */
export function printAdvice(
  message: string,
  { server, isPrintShown }: { readonly server: AgentServer; readonly isPrintShown?: boolean },
): string {
  const isHidden = server.kind === 'command' && isPrintShown === false;
  return isHidden && /^internal error$/iu.test(message) ? '; --log-level info shows its output' : '';
}

/** That the agent requires a login, and how to log in. */
export function loginMessage(server: AgentServer, error: ErrorObject, hasLogin = true): string {
  const { message, data } = error;
  // The data is often a list of methods, which the advice replaces; only a text is worth showing.
  const words = isText(data) || isText(Object(data)['details']) ? describeError(error) : message;
  const reason = `${server.name} requires a login (${inOneLine(withoutPeriod(words))})`;
  return hasLogin
    ? `${reason}; log in with acp auth login${loginArguments(server)}`
    : `${reason} but offers no login method; see its documentation`;
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** The arguments of `acp auth login` for this agent. */
export function loginArguments(server: AgentServer): string {
  if (server.kind === 'url') return ` --url ${server.url}`;
  if (isNamedByCommand(server)) return ` -- ${describeAgent(server)}`;
  return server.name === bundledName ? '' : ` ${server.name}`;
}
