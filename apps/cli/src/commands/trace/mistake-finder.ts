/** Finds the messages of a trace that are against the protocol. */
import type { Problem } from '@acp-stack/schema';

import { KnownSessions } from '../../connect/known-sessions.ts';
import type { JsonObject } from '../../json/json-object.ts';
import { agentSide, clientSide, type TraceFrame } from '../../trace/trace-format.ts';
import { MessageChecker } from '../validate/message-checker.ts';
import { sideOf } from '../validate/sender-side.ts';

/** Connections of a trace that are told apart. */
const maxConnections = 1000;

interface Connection {
  /** The side that acts as the client: it sends the first message. */
  readonly front: string;
  readonly checker: MessageChecker;
  readonly sessions: KnownSessions;
  unknownSession: string | undefined;
}

export class MistakeFinder {
  readonly #connections = new Map<string, Connection>();
  readonly #bridged = new Set<string>();

  /** Notes a component whose messages are converted to another version: what is recorded is not what it sent. */
  bridged(component: string): void {
    this.#bridged.add(component);
  }

  /** What is wrong with a message, with its place and value; undefined if nothing is. Messages come in order. */
  find({ connection, from, to, protocol }: TraceFrame, message: JsonObject): string | undefined {
    if (protocol === 'mcp' || this.#bridged.has(from) || this.#bridged.has(to)) return undefined;
    const state = this.#of(connection, from);
    const { problems, repairs, notes } = state.checker.check(message, 0, sideOf(from));
    state.unknownSession = undefined;
    state.sessions.note(from === state.front ? 'sent' : 'received', message);
    const [first] = [...problems, ...repairs.filter(({ action }) => action === 'dropped' || action === 'skipped')];
    if (first !== undefined) return problemText(first);
    const unknown = message['method'] === 'session/update' ? state.unknownSession : undefined;
    // A trace may begin in the middle of a session.
    if (unknown !== undefined && !state.sessions.isEmpty)
      return `/params/sessionId must be an open session, got ${JSON.stringify(unknown)}`;
    return notes.find((note) => / does not know | responds to no /u.test(` ${note} `));
  }

  #of(connection: string, from: string): Connection {
    const known = this.#connections.get(connection);
    if (known !== undefined) return known;
    const checker = new MessageChecker({ version: undefined, unstable: true, side: undefined, method: undefined });
    const state: Connection = {
      front: from === agentSide ? clientSide : from,
      checker,
      sessions: new KnownSessions((sessionId) => (state.unknownSession = sessionId)),
      unknownSession: undefined,
    };
    if (this.#connections.size < maxConnections) this.#connections.set(connection, state);
    return state;
  }
}

const maxLength = 160;

function problemText({ path, expected, found }: Problem): string {
  const wanted = expected.length > maxLength ? `${expected.slice(0, maxLength)}…` : expected;
  return `${path === '' ? 'it' : path} must be ${wanted}, got ${found}`;
}
