/**
 * Checks the lines of a recording: messages, or the records of a trace, whose connections are checked separately.
 *
 * A record of a trace is not a message, so a line of either kind is recognized by itself.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { type CheckOptions, MessageChecker, sideOf, type Verdict } from '@acp-stack/trace';

import { readJson } from './read-json.ts';

const unreadable = { kind: 'message', method: undefined, repairs: [], notes: [] } as const;
/** Records of a trace that hold no message. */
const otherRecords: ReadonlySet<unknown> = new Set(['header', 'stderr', 'stdout', 'component', 'end']);
/** Connections of a trace that are checked; more share a checker. */
const maxConnections = 1000;

export class ConversationChecker {
  readonly #options: CheckOptions;
  readonly #checkers = new Map<string, MessageChecker>();

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  /** The verdict on a line; undefined if it is a record of a trace that holds no message of ACP. */
  check(bytes: Uint8Array, line: number): Verdict | undefined {
    const { value, problems } = readJson(bytes);
    if (value === undefined) return { ...unreadable, problems };
    if (!isRecord(value)) return withProblems(this.#checker('').check(value, line), problems);
    if (otherRecords.has(value['type']) || value['protocol'] === 'mcp') return undefined;
    return this.#checkFrame(value, line);
  }

  #checkFrame({ frame, from, connection }: JsonObject, line: number): Verdict {
    const { value, problems } = readJson(Buffer.from(String(frame)));
    if (value === undefined) return { ...unreadable, problems };
    const checker = this.#checker(typeof connection === 'string' ? connection : '');
    return withProblems(checker.check(value, line, sideOf(from)), problems);
  }

  #checker(connection: string): MessageChecker {
    const known = this.#checkers.get(connection);
    if (known !== undefined) return known;
    const checker = new MessageChecker(this.#options);
    if (this.#checkers.size < maxConnections) this.#checkers.set(connection, checker);
    return checker;
  }
}

/** Whether a line is a record of a trace. */
function isRecord(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || value['jsonrpc'] !== undefined) return false;
  const { type, frame } = value;
  return (type === 'frame' && typeof frame === 'string') || otherRecords.has(type);
}

const withProblems = (verdict: Verdict, problems: Verdict['problems']): Verdict =>
  problems.length === 0 ? verdict : { ...verdict, problems: [...problems, ...verdict.problems] };
