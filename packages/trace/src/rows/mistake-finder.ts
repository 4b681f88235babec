/** Finds what is against the protocol in the messages of a trace, and what is unusual. */
import type { Problem } from '@acp-stack/schema';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { MessageChecker } from '../check/message-checker.ts';
import { sideOf } from '../check/sender-side.ts';
import type { Verdict } from '../check/verdict.ts';
import type { SchemasOf, VersionSchema } from '../check/version-schema.ts';
import { conversationRules, type Finding } from '../findings/finding.ts';
import { schemaRule } from '../findings/schema-rule.ts';
import { agentSide, clientSide, type TraceFrame } from '../format/trace-format.ts';
import { KnownSessions } from '../sessions/known-sessions.ts';
import { SessionTurns } from '../sessions/session-turns.ts';

/** Connections of a trace that are told apart. */
const maxConnections = 1000;
/** Findings of one message. */
const maxFindings = 20;

interface Connection {
  /** The side that acts as the client: it sends the first message. */
  readonly front: string;
  readonly checker: MessageChecker;
  readonly sessions: KnownSessions;
  readonly turns: SessionTurns;
  unknownSession: string | undefined;
}

export class MistakeFinder {
  readonly #schemas: SchemasOf;
  readonly #connections = new Map<string, Connection>();
  readonly #bridged = new Set<string>();

  constructor(schemas: SchemasOf) {
    this.#schemas = schemas;
  }

  /** Notes a component whose messages are converted to another version: what is recorded is not what it sent. */
  bridged(component: string): void {
    this.#bridged.add(component);
  }

  /** What is wrong with a message, the worst first; messages come in order. */
  find({ connection, from, to, protocol }: TraceFrame, message: JsonObject): readonly Finding[] {
    if (protocol === 'mcp' || this.#bridged.has(from) || this.#bridged.has(to)) return [];
    const state = this.#of(connection, from);
    const verdict = state.checker.check(message, 0, sideOf(from));
    const findings = [...verdictFindings(verdict, message, state.checker.schema)];
    state.unknownSession = undefined;
    const isFront = from === state.front;
    state.sessions.note(isFront ? 'sent' : 'received', message);
    // Where a response tells which sessions there are, an earlier message was wrong.
    const unknown = message['method'] === undefined ? undefined : state.unknownSession;
    // A trace may begin in the middle of a session.
    if (unknown !== undefined && !state.sessions.isEmpty) findings.push(unknownSessionFinding(unknown));
    const late = state.turns.note(isFront ? 'client' : 'agent', message);
    if (late !== undefined) {
      const text = `${late.update} came after the end of the ${late.after}`;
      findings.push({ severity: 'warning', path: '/params/update', text, rule: conversationRules[late.after] });
    }
    return findings
      .toSorted((left, right) => severities[left.severity] - severities[right.severity])
      .slice(0, maxFindings);
  }

  #of(connection: string, from: string): Connection {
    const known = this.#connections.get(connection);
    if (known !== undefined) return known;
    const checker = new MessageChecker({
      schemas: this.#schemas,
      version: undefined,
      unstable: true,
      side: undefined,
      method: undefined,
    });
    const state: Connection = {
      front: from === agentSide ? clientSide : from,
      checker,
      sessions: new KnownSessions((sessionId) => (state.unknownSession = sessionId)),
      turns: new SessionTurns(),
      unknownSession: undefined,
    };
    if (this.#connections.size < maxConnections) this.#connections.set(connection, state);
    return state;
  }
}

const severities: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, note: 2 };

const unknownSessionFinding = (sessionId: string): Finding => ({
  severity: 'error',
  path: '/params/sessionId',
  text: `/params/sessionId must be an open session, got ${JSON.stringify(sessionId)}`,
  expected: 'an open session',
  found: JSON.stringify(sessionId),
  rule: conversationRules.known,
});

function verdictFindings(verdict: Verdict, message: JsonObject, schema: VersionSchema): readonly Finding[] {
  const { problems, repairs, notes } = verdict;
  const found = (severity: Finding['severity'], problem: Problem): Finding => {
    const rule = ruleOf(problem.path, verdict, { message, schema });
    const { path, expected, found: there } = problem;
    return {
      severity,
      path,
      text: problemText(problem),
      expected,
      found: there,
      ...(rule === undefined ? {} : { rule }),
    };
  };
  return [
    ...problems.map((problem) => found('error', problem)),
    ...repairs.map((repair) => found(isLoss(repair.action) ? 'warning' : 'note', repair)),
    ...notes.map((text): Finding => ({ severity: isDoubtful(text) ? 'warning' : 'note', path: '', text })),
  ];
}

const isLoss = (action: string): boolean => action === 'dropped' || action === 'skipped';
const isDoubtful = (note: string): boolean => / does not know | responds to no /u.test(` ${note} `);

interface Checked {
  readonly message: JsonObject;
  readonly schema: VersionSchema;
}

/** The rule about a place: of the schema below params and result, and of JSON-RPC around them. */
function ruleOf(path: string, { definition }: Verdict, { message, schema }: Checked): Finding['rule'] {
  const [, part = '', rest = ''] = /^\/(?<part>params|result)(?<rest>.*)$/su.exec(path) ?? [];
  if (part === '') return conversationRules.jsonrpc;
  if (definition === undefined) return undefined;
  const value = message[part];
  return schemaRule(schema.document, { definition, value: isJsonObject(value) ? value : {}, path: rest });
}

const maxLength = 160;

function problemText({ path, expected, found }: Problem): string {
  const wanted = expected.length > maxLength ? `${expected.slice(0, maxLength)}…` : expected;
  return `${path === '' ? 'it' : path} must be ${wanted}, got ${found}`;
}
