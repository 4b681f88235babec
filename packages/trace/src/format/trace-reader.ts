/**
 * Reads every supported trace format, line by line.
 *
 * A line that cannot be read is reported and skipped, so that a truncated trace is still readable.
 */
import type { MethodSpec } from '@acp-stack/schema';
import { parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { methods as methodsV1 } from '@acp-stack/schema/v1/unstable';
import { methods } from '@acp-stack/schema/v2/unstable';

import { agentSide, clientSide, warning, type TraceHeader, type TraceRecord } from './trace-format.ts';

const maxUnreadable = 1000;

/** A whole trace. */
export interface Trace {
  /** The header; a fallback if the file has none. */
  readonly header: TraceHeader;
  /** The records in order. */
  readonly records: readonly TraceRecord[];
  /** The numbers of unreadable lines. */
  readonly unreadable: readonly number[];
}

/** Parses the lines of a trace. */
export function parseTrace(text: string): Trace {
  const reader = new TraceReader();
  const records = text.split('\n').flatMap((line, index) => reader.read(line, index + 1) ?? []);
  return { header: reader.header, records, unreadable: reader.unreadable };
}

/** Reads the lines of a trace in order. */
export class TraceReader {
  readonly #sides = new Sides();
  readonly #unreadable: number[] = [];
  #header: TraceHeader = { type: 'header', format: 'acp-trace', version: 1, at: '', redaction: 'none', warning };

  /** The header so far. */
  get header(): TraceHeader {
    return this.#header;
  }

  /** The numbers of the first lines that could not be read. */
  get unreadable(): readonly number[] {
    return this.#unreadable;
  }

  /** The record of a line; undefined if it has none, or cannot be read. */
  read(line: string | undefined, number: number): TraceRecord | undefined {
    if (line?.trim() === '') return undefined;
    const fields = line === undefined ? undefined : parseJsonObject(line);
    if (fields?.['type'] === 'header') {
      this.#header = readHeader(fields, this.#header);
      return undefined;
    }
    const record = fields === undefined ? undefined : readRecord(fields, line ?? '', this.#sides);
    if (record === undefined && this.#unreadable.length < maxUnreadable) this.#unreadable.push(number);
    return record;
  }
}

function readHeader(fields: JsonObject, fallback: TraceHeader): TraceHeader {
  const { at, redaction, agent, components } = fields;
  return {
    ...fallback,
    at: typeof at === 'string' ? at : (timeOf(at) ?? ''),
    redaction: redaction === 'secrets' || redaction === 'content' ? redaction : 'none',
    ...(typeof agent === 'string' ? { agent } : {}),
    ...(isTexts(components) ? { components } : {}),
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Milliseconds as ISO 8601; undefined if they are out of range. */
const timeOf = (at: unknown): string | undefined =>
  typeof at === 'number' && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : undefined;

/** Each format has its own record types. */
function readRecord(fields: JsonObject, line: string, sides: Sides): TraceRecord | undefined {
  if (fields['jsonrpc'] === '2.0') return readMessage(fields, line, sides);
  const type = fields['type'];
  if (type === 'frame') return 'direction' in fields ? readInspected(fields) : readOwn(fields);
  if (type === 'stderr' || type === 'stdout') return readLine(fields);
  if (type === 'component') return readComponent(fields);
  if (type === 'end') return readEnd(fields);
  if (type === 'request' || type === 'response' || type === 'notification') return readConducted(fields);
  return undefined;
}

/** The common fields of records in our format; other fields are dropped. */
const readMoment = ({ at, ts, connection }: JsonObject): Pick<TraceRecord, 'at' | 'ts' | 'connection'> => ({
  ...(typeof at === 'string' ? { at } : {}),
  ts: typeof ts === 'number' ? ts : 0,
  connection: typeof connection === 'string' ? connection : '1',
});

function readLine({ type, text, component, ...rest }: JsonObject): TraceRecord | undefined {
  if (typeof text !== 'string') return undefined;
  const side = typeof component === 'string' ? { component } : {};
  return { type: type === 'stdout' ? 'stdout' : 'stderr', ...readMoment(rest), text, ...side };
}

function readComponent({ component, event, text, ...rest }: JsonObject): TraceRecord | undefined {
  if (typeof component !== 'string' || typeof event !== 'string') return undefined;
  return { type: 'component', ...readMoment(rest), component, event, text: typeof text === 'string' ? text : '' };
}

function readEnd({ error, dropped, ...rest }: JsonObject): TraceRecord | undefined {
  if (error !== undefined && typeof error !== 'string') return undefined;
  return {
    type: 'end',
    ...readMoment(rest),
    dropped: typeof dropped === 'number' ? dropped : 0,
    ...(error === undefined ? {} : { error }),
  };
}

function readOwn(fields: JsonObject): TraceRecord | undefined {
  const { frame, from, to, ts, problem, rebuilt, bridged, protocol } = fields;
  if (typeof frame !== 'string' || typeof from !== 'string' || typeof to !== 'string' || typeof ts !== 'number') {
    return undefined;
  }
  return {
    type: 'frame',
    ...readMoment(fields),
    from,
    to,
    frame,
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(rebuilt === true ? { rebuilt } : {}),
    ...(bridged === true ? { bridged } : {}),
    ...(protocol === 'mcp' ? { protocol } : {}),
  };
}

/** A record of `acp-inspector-trace`: milliseconds, and a direction in words. */
function readInspected({ frame, direction, at, connection }: JsonObject): TraceRecord | undefined {
  const time = timeOf(at);
  if (typeof frame !== 'string' || typeof direction !== 'string' || time === undefined) return undefined;
  const isFromClient = direction.startsWith('client');
  return {
    type: 'frame',
    at: time,
    ts: Number(at) / 1000,
    connection: typeof connection === 'string' ? connection : '1',
    from: isFromClient ? clientSide : agentSide,
    to: isFromClient ? agentSide : clientSide,
    frame,
  };
}

/** An event of the Rust conductor, which does not keep the text. */
function readConducted(fields: JsonObject): TraceRecord | undefined {
  const { type, ts, from, to, id, method, params, is_error: isError, payload, protocol } = fields;
  if (typeof ts !== 'number' || typeof from !== 'string' || typeof to !== 'string') return undefined;
  const message =
    type === 'response'
      ? { jsonrpc: '2.0', id, ...(isError === true ? { error: payload } : { result: payload }) }
      : { jsonrpc: '2.0', ...(type === 'request' ? { id } : {}), method, params };
  return {
    type: 'frame',
    ts,
    connection: '1',
    from,
    to,
    frame: JSON.stringify(message),
    rebuilt: true,
    ...(protocol === 'mcp' ? { protocol } : {}),
  };
}

/** A bare message; its sender follows from its method or its request. */
function readMessage(fields: JsonObject, line: string, sides: Sides): TraceRecord {
  const from = sides.senderOf(fields);
  const to = from === clientSide ? agentSide : clientSide;
  return { type: 'frame', ts: 0, connection: '1', from, to, frame: line };
}

/** Remembers the sender of each request, which receives the response. */
class Sides {
  /** The open request ids of each side. */
  readonly #waiting = { [clientSide]: new Set<unknown>(), [agentSide]: new Set<unknown>() };

  senderOf({ id, method }: JsonObject): string {
    if (typeof method === 'string') {
      const sender = methodDirections.get(method) === 'agent>client' ? agentSide : clientSide;
      if (id !== undefined) this.#waiting[sender]?.add(id);
      return sender;
    }
    return this.#waiting[clientSide]?.delete(id) === true ? agentSide : clientSide;
  }
}

/** The methods of the protocol, and their directions. */
export const methodDirections: ReadonlyMap<string, string> = new Map(
  [methodsV1, methods].flatMap((table) =>
    Object.values(table as Readonly<Record<string, MethodSpec>>).map(
      ({ name, direction }) => [name, direction] as const,
    ),
  ),
);
