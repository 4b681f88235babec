/**
 * Converts the records of a trace to rows: sender and receiver, which response belongs to which request, and how long
 * it took.
 */
import { describeError } from '@acp-stack/rpc';
import { isJsonObject, parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { jsonText } from '../json/json-text.ts';
import { inOneLine } from '../text/strip-control-characters.ts';
import type { TraceFrame, TraceRecord } from '../format/trace-format.ts';
import { conversationRules, type Finding } from '../findings/finding.ts';
import { pieceOf, type StreamedPiece } from './streamed-piece.ts';
import { RecentMap } from '../check/recent-map.ts';
import type { SchemasOf } from '../check/version-schema.ts';
import { MistakeFinder } from './mistake-finder.ts';

/** One row. */
export interface Exchange {
  /** Its index in the trace. */
  readonly index: number;
  /** Seconds since the recording started. */
  readonly ts: number;
  /** The time of day, as ISO 8601. */
  readonly at?: string;
  /** The connection; undefined if the trace has only one. */
  readonly connection?: string;
  /** The side that sent it. */
  readonly from: string;
  /** The side that received it. */
  readonly to: string;
  /** What it is; `problem` is a line that is not a message. */
  readonly kind:
    | 'request'
    | 'answer'
    | 'error'
    | 'notification'
    | 'stderr'
    | 'stdout'
    | 'component'
    | 'end'
    | 'problem';
  /** The method; for a response, that of its request. */
  readonly method: string;
  /** The id of the request, as text. */
  readonly id?: string;
  /** The session that it belongs to. */
  readonly session?: string;
  /** Whether a bridge between versions stands between the two sides. */
  readonly isBridged?: true;
  /** Seconds since its request. */
  readonly took?: number;
  /** The index of the request that a response answers. */
  readonly request?: number;
  /** What is against the protocol in it. */
  readonly mistake?: string;
  /** What is wrong or unusual in it, the worst first; absent if there is nothing. */
  readonly findings?: readonly Finding[];
  /** The piece of a streamed text in it. */
  readonly chunk?: StreamedPiece;
  /** A short summary. */
  readonly preview: string;
  /** The original text. */
  readonly text: string;
}

/** A request without a response yet. */
interface OpenRequest {
  readonly index: number;
  readonly method: string;
  readonly ts: number;
  readonly session: string | undefined;
}

/** The maximum length of a preview. */
const maxPreviewLength = 100;
const maxMistakeLength = 200;
/** The length of a step in the life of a component whose details are read. */
const maxLifeLength = 2000;

const stdoutFinding: Finding = {
  severity: 'error',
  path: '',
  text: 'only messages belong on stdout',
  rule: conversationRules.stdout,
};

/** Open requests that are remembered. */
const maxRequests = 100_000;

/** Converts records to rows, one at a time and in order. */
export class ExchangeReader {
  readonly #requests = new RecentMap<string, OpenRequest>(maxRequests);
  readonly #mistakes: MistakeFinder;
  readonly #connections = new Set<string>();
  readonly #nextIndex: () => number;

  /** `nextIndex` numbers the rows; from 0 on by default. */
  constructor(schemas: SchemasOf, nextIndex: () => number = counter()) {
    this.#mistakes = new MistakeFinder(schemas);
    this.#nextIndex = nextIndex;
  }

  /** Whether records of several connections came; their rows name them. */
  get hasSeveral(): boolean {
    return this.#connections.size > 1;
  }

  /** The row of the next record. */
  read(record: TraceRecord): Exchange {
    const { ts, at, connection } = record;
    if (!this.hasSeveral) this.#connections.add(connection);
    const base = { index: this.#nextIndex(), ts, connection, ...(at === undefined ? {} : { at }) };
    if (record.type === 'stderr' || record.type === 'stdout') {
      const { type, text, component = 'Agent' } = record;
      const wrong = type === 'stdout' ? { mistake: stdoutFinding.text, findings: [stdoutFinding] } : {};
      return {
        ...base,
        from: component,
        to: component,
        kind: type,
        method: type,
        preview: shorten(text),
        text,
        ...wrong,
      };
    }
    if (record.type === 'component') {
      const { component, event, text } = record;
      if (text.includes('"isBridged":true')) this.#mistakes.bridged(component);
      const preview = shorten(lifeWords(text));
      return { ...base, from: component, to: component, kind: 'component', method: event, preview, text };
    }
    if (record.type === 'end') {
      const text = record.error ?? 'the connection was closed';
      return { ...base, from: 'Agent', to: 'Agent', kind: 'end', method: 'end', preview: shorten(text), text };
    }
    const { from, to, frame: text, bridged } = record;
    const described = this.#describe(record, base.index);
    return { ...base, from, to, text, ...(bridged === true ? { isBridged: true } : {}), ...described };
  }

  #describe(record: TraceFrame, index: number): Described {
    const message = parseJsonObject(record.frame);
    if (message === undefined || record.problem !== undefined) {
      const text = shorten(record.problem ?? record.frame);
      const finding: Finding = { severity: 'error', path: '', text, rule: conversationRules.jsonrpc };
      return { kind: 'problem', method: 'unreadable', preview: text, findings: [finding] };
    }
    const findings = this.#mistakes.find(record, message);
    const described = describeMessage({ frame: record, message, index }, this.#requests);
    const chunk = pieceOf(message, record.connection);
    const [worst] = findings;
    const mistake =
      worst === undefined || worst.severity === 'note' ? undefined : shorten(worst.text, maxMistakeLength);
    return {
      ...described,
      ...(mistake === undefined ? {} : { mistake }),
      ...(findings.length === 0 ? {} : { findings }),
      ...(chunk === undefined ? {} : { chunk }),
    };
  }
}

function counter(): () => number {
  let next = 0;
  return () => {
    next += 1;
    return next - 1;
  };
}

/** The rows of a whole trace. */
export function exchangesOf(records: readonly TraceRecord[], schemas: SchemasOf): readonly Exchange[] {
  const reader = new ExchangeReader(schemas);
  const exchanges = records.map((record) => reader.read(record));
  return reader.hasSeveral ? exchanges : exchanges.map(withoutConnection);
}

/** A row that does not name its connection. */
export function withoutConnection(exchange: Exchange): Exchange {
  const { connection: _, ...rest } = exchange;
  return rest;
}

type Described = Pick<Exchange, 'kind' | 'method' | 'preview'> &
  Partial<Pick<Exchange, 'id' | 'session' | 'took' | 'request' | 'mistake' | 'findings' | 'chunk'>>;

interface DescribedFrame {
  readonly frame: TraceFrame;
  readonly message: JsonObject;
  readonly index: number;
}

function describeMessage(
  { frame, message, index }: DescribedFrame,
  requests: RecentMap<string, OpenRequest>,
): Described {
  const { id, method, params, result, error } = message;
  const shownId = id === undefined ? {} : { id: stringOf(id) };
  if (typeof method === 'string') {
    const session = sessionOf(params);
    if (id !== undefined)
      requests.set(keyOf(frame.connection, frame.from, id), { index, method, ts: frame.ts, session });
    const kind = id === undefined ? 'notification' : 'request';
    return {
      kind,
      method,
      ...shownId,
      ...(session === undefined ? {} : { session }),
      preview: shorten(previewOf(params)),
    };
  }
  // The receiver of a response is the sender of its request.
  const key = keyOf(frame.connection, frame.to, id);
  const request = requests.get(key);
  requests.delete(key);
  const session = request?.session ?? sessionOf(result);
  return {
    kind: error === undefined ? 'answer' : 'error',
    method: request?.method ?? 'answer',
    ...shownId,
    ...(session === undefined ? {} : { session }),
    ...(request === undefined ? {} : { took: frame.ts - request.ts, request: request.index }),
    preview: shorten(error === undefined ? previewOf(result) : describeError(error)),
  };
}

const keyOf = (connection: string, side: string, id: unknown): string =>
  jsonText([connection, side, id]) ?? `${connection} ${side}`;

function sessionOf(value: unknown): string | undefined {
  const session = isJsonObject(value) ? value['sessionId'] : undefined;
  return typeof session === 'string' ? session : undefined;
}

/** The summary of a message: its text, or the thing that it names. */
function previewOf(value: unknown): string {
  if (!isJsonObject(value)) return value === undefined ? '' : stringOf(value);
  const {
    update,
    prompt,
    toolCall,
    options,
    title,
    stopReason,
    outcome,
    protocolVersion,
    state,
    status,
    content,
    message,
  } = value;
  if (isJsonObject(update)) return [update['sessionUpdate'], previewOf(update)].filter(isText).join(' ');
  if (Array.isArray(prompt)) return blocksText(prompt);
  if (isJsonObject(toolCall)) return [title, toolCall['title']].filter(isText).join(' ');
  if (protocolVersion !== undefined) return `version ${stringOf(protocolVersion)}`;
  if (isJsonObject(outcome)) return [outcome['outcome'], outcome['optionId']].filter(isText).join(' ');
  const words = [title, status, state, stopReason, message].filter(isText).join(' ');
  if (words !== '' || options !== undefined) return words;
  if (content !== undefined) return blocksText(Array.isArray(content) ? content : [content]);
  return Object.keys(value)
    .filter((key) => key !== 'sessionUpdate')
    .join(', ');
}

const stringOf = (value: unknown): string => (isText(value) ? value : (jsonText(value) ?? 'a deeply nested value'));

const isText = (value: unknown): value is string => typeof value === 'string';

const blocksText = (blocks: readonly unknown[]): string =>
  blocks
    .map((block) => (isJsonObject(block) ? (isText(block['text']) ? block['text'] : `[${String(block['type'])}]`) : ''))
    .join(' ');

function shorten(text: string, maxLength = maxPreviewLength): string {
  // Cut before it is searched for control characters: a frame may be very long.
  const line = inOneLine(text.slice(0, 10 * maxLength));
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** What is said of a step in the life of a component, with its details in words instead of JSON. */
function lifeWords(text: string): string {
  if (text.length > maxLifeLength) return text;
  const [, reason = '', json = ''] = /^(?<reason>[^]*?)(?<json>\{[^]*\})$/u.exec(text) ?? [];
  const details = parseJsonObject(json);
  if (details === undefined) return text;
  const words = Object.entries(details).flatMap(([name, value]) => {
    if (name === 'version') return [`version ${stringOf(value)}`];
    if (name === 'isBridged') return value === true ? ['converted between versions'] : [];
    if (name === 'isStart') return [];
    if (name === 'mcp' && isJsonObject(value)) {
      const kinds = ['stdio', 'http', 'acp'].filter((kind) => value[kind] === true);
      return kinds.length === 0 ? ['no MCP servers'] : [`MCP servers over ${kinds.join(', ')}`];
    }
    return [`${name} ${stringOf(value)}`];
  });
  return `${reason}${words.join(', ')}`.trim();
}

/** An id as rows show it: of a long one the end, which tells it from its neighbours. */
export const shortId = (id: string): string => (id.length > 10 ? `…${id.slice(-6)}` : id);

/** A duration for people. */
export function formatDuration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
