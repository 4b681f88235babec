/**
 * The channel of a remote client, with the rules of the operator: what breaks a rule never reaches the agent, and of
 * the sessions that the agent lists, the client sees those in the folders of the server.
 *
 * What is passed on is written anew: a text that names a field twice could be read in two ways.
 */
import { wrapChannel, type Channel, type Receiver } from '@acp-stack/rpc';

import type { Log } from './agent-source.ts';
import type { BoundedSet } from './bounded-set.ts';
import { readClientMessage } from './client-message.ts';
import type { ClientRules } from './client-rules.ts';
import { fieldsOf } from './message-fields.ts';
import { isSessionInside } from './served-folders.ts';
import { methodsAfter } from './served-methods.ts';
import { SessionGate } from './session-gate.ts';

export interface GuardOptions {
  readonly rules: ClientRules;
  /** The sessions that were opened through this server. */
  readonly opened: BoundedSet<string>;
  readonly log: Log;
}

/** Lines about one client in the log. */
const maxLogLines = 20;

/** `channel` of a client, of which only messages that follow the rules are received; the others are refused. */
export function withClientRules(channel: Channel, { rules, opened, log }: GuardOptions): Channel {
  let agent: Receiver | undefined;
  const tell = limited(log);
  const toClient = (message: object): void => {
    try {
      channel.send(message);
    } catch {
      // The client has disconnected, which the channel reports itself.
    }
  };
  const gate = new SessionGate({
    roots: rules.roots,
    opened,
    toAgent: (message) => agent?.receive(message),
    toClient,
  });
  return wrapChannel(channel, {
    receive: (message, _text, receiver) => {
      agent = receiver;
      const { id = null, method } = fieldsOf(message);
      const read = readClientMessage(message, methodsAfter(gate.initialized), rules);
      if (read.kind === 'refused') {
        tell(`refused ${String(method)} of a client: ${read.problem}`);
        const isAnswered = 'id' in fieldsOf(message) || method === undefined;
        if (isAnswered) toClient({ jsonrpc: '2.0', id, error: { code: read.code, message: read.problem } });
        return;
      }
      for (const name of read.omitted)
        tell(`left out ${name} in ${String(method)} of a client: it is not in the protocol`);
      gate.fromClient(read.message, read.sessionIds, read.opensSession);
    },
    ended: (error, receiver) => {
      agent = undefined;
      receiver.ended(error);
    },
    send: (message, text) => {
      if (!gate.fromAgent(message)) return true;
      const shown = withoutOtherSessions(message, rules.roots);
      return shown === message ? channel.send(message, text) : channel.send(shown);
    },
  });
}

/** A list of sessions without those outside of `roots`, and with its cursor; any other message as it is. */
function withoutOtherSessions(message: unknown, roots: readonly string[]): unknown {
  const { result } = fieldsOf(message);
  const { sessions } = fieldsOf(result);
  if (!Array.isArray(sessions)) return message;
  const shown = sessions.filter(
    (session: unknown) => fieldsOf(session)['sessionId'] === undefined || isSessionInside(session, roots),
  );
  if (shown.length === sessions.length) return message;
  return { ...fieldsOf(message), result: { ...fieldsOf(result), sessions: shown } };
}

/** Logs each line once, and at most so many: a client decides how often it breaks a rule. */
function limited(log: Log): Log {
  const told = new Set<string>();
  return (line) => {
    if (told.has(line) || told.size > maxLogLines) return;
    told.add(line);
    log(told.size > maxLogLines ? 'what else this client is refused is not logged' : line);
  };
}
