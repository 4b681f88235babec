/**
 * Tells the mistakes of an agent: what it sent that is against the protocol, and what became of it.
 *
 * Each mistake is told once, in one line with the place and the value; the same mistake again is only counted, and the
 * counts are told at the end. Methods and updates whose name begins with an underscore are extensions, not mistakes.
 */
import type { Problem } from '@acp-stack/schema';
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { ConnectionReport, RequestFrom } from '@acp-stack/sdk';
import { KnownSessions, SessionTurns } from '@acp-stack/trace/sessions';

import { inOneLine } from '../text/strip-control-characters.ts';
import type { WireObserver } from '../wire/observed-channel.ts';
import type { ProtocolValues } from './protocol-values.ts';

/** The code of JSON-RPC; `@acp-stack/rpc` is loaded only when the agent has been started. */
const methodNotFound = -32601;
/** Different mistakes that are told; more are only counted. */
const maxMistakes = 20;
const maxLength = 300;
/** Problems of one message that are told. */
const maxProblems = 3;

/** Puts an error in words. */
type DescribeError = (error: unknown) => string;

export class AgentMistakes {
  readonly #tell: (line: string) => void;
  /** How often each mistake was made, by what is the same each time. */
  readonly #counts = new Map<string, { readonly words: string; count: number }>();
  #untold = 0;
  /** Mistakes that were made before the connection was there. */
  #early: string[] | undefined = [];
  readonly #sessions: KnownSessions;
  readonly #turns = new SessionTurns();
  /** The methods of the agent's requests that wait for a response. */
  readonly #requests = new Map<unknown, string>();
  /** The version of the agent, and what the protocol defines; undefined until it is connected. */
  #protocol: { readonly version: number; readonly values: ProtocolValues } | undefined;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
    this.#sessions = new KnownSessions((sessionId, method) => {
      const what = method === 'session/update' ? 'dropped' : 'got';
      this.add(`session ${method}`, `${what} ${method}: /sessionId must be an open session, got ${quoted(sessionId)}`);
    });
  }

  /** Sees the messages on the wire. */
  readonly observer: WireObserver = {
    frame: ({ direction, message }) => {
      if (!isJsonObject(message)) return;
      this.#sessions.note(direction, message);
      this.#noteTurn(direction, message);
      if (direction === 'sent') this.#noteResponse(message);
      else this.#noteMessage(message);
    },
  };

  /** Notes a line that the agent printed where only messages may be. */
  line(text: string): void {
    this.add('stdout', `ignored a line on stdout, which is for messages only: ${inOneLine(text)}`);
  }

  /** Notes a report of the connection; returns false if it is about something else. */
  report(report: ConnectionReport, describeError: DescribeError): boolean {
    const words = mistakeIn(report, describeError);
    if (words !== undefined) this.add(words.key, words.text);
    return words !== undefined;
  }

  /** Tells a mistake, or counts it if `key` was told before. */
  add(key: string, text: string): void {
    const known = this.#counts.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#counts.size >= maxMistakes) this.#untold += 1;
    else {
      const words = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
      this.#counts.set(key, { words, count: 1 });
      if (this.#early === undefined) this.#tell(words);
      else this.#early.push(words);
    }
  }

  /** Tells the mistakes so far; without a connection, its failure says what is wrong. */
  connected(version: number, values: ProtocolValues): void {
    this.#protocol = { version, values };
    for (const words of this.#early ?? []) this.#tell(words);
    this.#early = undefined;
  }

  /** The mistakes so far, each with how often it was made. */
  get all(): readonly { readonly words: string; readonly count: number }[] {
    return [...this.#counts.values()];
  }

  /** Tells how often mistakes were repeated; call it at the end. */
  finish(): void {
    for (const { words, count } of this.#counts.values())
      if (count > 1) this.#tell(`${count - 1} more like this: ${words}`);
    if (this.#untold > 0) this.#tell(`${this.#untold} other mistakes of the agent are not listed; --trace records all`);
    this.#counts.clear();
    this.#untold = 0;
  }

  #noteMessage({ id, method, params }: Readonly<Record<string, unknown>>): void {
    if (typeof method !== 'string') return;
    if (id !== undefined && this.#requests.size < 10_000) this.#requests.set(id, method);
    if (this.#protocol === undefined) return;
    const { version, values } = this.#protocol;
    this.#noteUnknownValues(method, values.unknownValues(version, method, params));
    if (method !== 'session/update' || !isJsonObject(params) || !isJsonObject(params['update'])) return;
    const tag = params['update']['sessionUpdate'];
    if (typeof tag !== 'string' || values.isUpdate(tag) || tag.startsWith('_')) return;
    const words = `ignored session/update: /update/sessionUpdate must be an update of the protocol, got ${quoted(tag)}`;
    this.add(`update ${tag}`, words);
  }

  /** Values that the version accepts although it does not define them; they are shown as they are. */
  #noteUnknownValues(method: string, problems: readonly Problem[]): void {
    for (const problem of problems.slice(0, maxProblems)) {
      const key = `unknown ${method} ${withoutValues(problem.path)} ${problem.found}`;
      this.add(key, `kept an unknown value of ${quotedName(method)}: ${problemText(problem)}`);
    }
  }

  /** Updates that come too late are shown all the same. */
  #noteTurn(direction: 'sent' | 'received', message: Readonly<Record<string, unknown>>): void {
    const late = this.#turns.note(direction === 'sent' ? 'client' : 'agent', message);
    if (late === undefined) return;
    const { update, after } = late;
    const words = `got ${quotedName(update)} after the end of the ${after}; send it before the response that ends it`;
    this.add(`late ${after} ${update}`, words);
  }

  /** A request that was refused because there is no such method. */
  #noteResponse({ id, method, error }: Readonly<Record<string, unknown>>): void {
    const asked = typeof method === 'string' ? undefined : this.#requests.get(id);
    if (asked === undefined) return;
    this.#requests.delete(id);
    if (!isJsonObject(error) || error['code'] !== methodNotFound || asked.startsWith('_')) return;
    if (carriers.has(asked) && !String(error['message']).endsWith(asked)) return;
    this.add(`request ${asked}`, `refused ${quotedName(asked)}: this client has no such method, or does not offer it`);
  }
}

/**
 * Methods that carry messages of another protocol: an error in their response is mostly the answer of an MCP server to
 * the message inside. Only the connection itself names the method that carried it.
 */
const carriers = new Set<string>(['mcp/message'] satisfies readonly RequestFrom<'agent'>[]);

interface Mistake {
  /** The same for the same mistake, whatever the values. */
  readonly key: string;
  readonly text: string;
}

function mistakeIn(report: ConnectionReport, describeError: DescribeError): Mistake | undefined {
  switch (report.kind) {
    case 'malformed':
      return report.from === 'agent' ? dropped(report.method, report.problems) : undefined;
    case 'handler-failed':
      return problemsOf(report.error) === undefined
        ? undefined
        : dropped(report.method, problemsOf(report.error) ?? []);
    case 'repaired-by-bridge':
    case 'repaired': {
      if ('from' in report && report.from !== 'agent') return undefined;
      const lost = report.repairs.filter(({ action }) => action === 'dropped' || action === 'skipped');
      if (lost.length === 0) return undefined;
      return about(`left a part of ${quotedName(report.method)} out`, report.method, lost);
    }
    case 'bridge-failed':
      return {
        key: `failed ${report.method}`,
        text: `dropped ${quotedName(report.method)}: ${inOneLine(describeError(report.error))}`,
      };
    case 'ignored-by-bridge':
      if (report.from !== 'agent' || /\s_[^\s]+/u.test(` ${report.reason}`)) return undefined;
      return { key: `ignored ${withoutValues(report.reason)}`, text: `ignored a message: ${inOneLine(report.reason)}` };
    case 'unknown-notification':
      if (/^[_$]/u.test(report.method)) return undefined;
      return {
        key: `notification ${report.method}`,
        text: `ignored ${quotedName(report.method)}: unknown notification`,
      };
    case 'invalid-message':
      return { key: `invalid ${report.problem}`, text: `dropped a message: ${inOneLine(report.problem)}` };
    case 'unexpected-response':
      return {
        key: 'response',
        text: `ignored a response: no request has the id ${JSON.stringify(report.id)}`,
      };
    case 'duplicate-request':
      return {
        key: `duplicate ${report.method}`,
        text: `refused ${quotedName(report.method)}: its id ${JSON.stringify(report.id)} is in use`,
      };
    case 'early-notification':
    case 'loss':
    case 'unreadable-message':
    case 'unsendable-response':
      return undefined;
    default:
      return undefined;
  }
}

const tagPath = '/update/sessionUpdate';

const dropped = (method: string, problems: readonly Problem[]): Mistake =>
  about(`dropped ${quotedName(method)}`, method, problems);

function about(what: string, method: string, problems: readonly Problem[]): Mistake {
  const shown = problems.slice(0, maxProblems).map(problemText).join('; ');
  // Different updates that the version does not have are different mistakes.
  const paths = problems.map(({ path, found }) => withoutValues(path) + (path.endsWith(tagPath) ? found : '')).join();
  return { key: `${what} ${method} ${paths}`, text: `${what}: ${shown}` };
}

/** `/update/content must be an object, got "hello"`. */
const problemText = ({ path, expected, found }: Problem): string => {
  const wanted = expected.length > 120 ? `${expected.slice(0, 120)}…` : expected;
  return inOneLine(`${path === '' ? 'it' : path} must be ${wanted}, got ${found}`);
};

/** The problems of params that were refused. */
function problemsOf(error: unknown): readonly Problem[] | undefined {
  const { data } = Object(error) as { readonly data?: { readonly problems?: unknown } };
  return Array.isArray(data?.problems) ? (data.problems as readonly Problem[]) : undefined;
}

const withoutValues = (text: string): string => text.replaceAll(/\d+/gu, '#');
const quoted = (value: string): string => inOneLine(JSON.stringify(value.slice(0, 80)));
const quotedName = (name: string): string => inOneLine(name.slice(0, 80));
