/** Writes the records of a trace in each supported format. */
import { isJsonObject, parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { TraceFrame, TraceRecord } from './trace-format.ts';

/** The formats of trace files that are written. */
export type TraceFormat = 'acp' | 'conductor' | 'ndjson';

/** The lines of a record in each format. */
export const traceLines: Readonly<Record<TraceFormat, (record: TraceRecord) => readonly string[]>> = {
  acp: (record) => [JSON.stringify(record)],
  ndjson: (record) => (record.type === 'frame' ? [record.frame] : []),
  conductor: (record) => conductorEvents(record).map((event) => JSON.stringify(event)),
};

/** The events of a record: those of the Rust conductor, and for output and the life of components types of our own. */
function conductorEvents(record: TraceRecord): readonly JsonObject[] {
  if (record.type === 'frame') return toConductor(record);
  const { connection: _, at: _at, ...event } = record;
  return record.type === 'end' ? [] : [event];
}

/** The event of the Rust conductor for a message; none if it is not valid. */
function toConductor({ ts, from, to, frame, protocol }: TraceFrame): readonly JsonObject[] {
  const message = parseJsonObject(frame);
  if (message === undefined) return [];
  const { id, method, params, result, error } = message;
  const base = { ts, from, to };
  if (typeof method !== 'string') {
    return [{ type: 'response', ...base, id, is_error: error !== undefined, payload: error ?? result ?? null }];
  }
  const session =
    isJsonObject(params) && typeof params['sessionId'] === 'string' ? { session: params['sessionId'] } : {};
  const type = id === undefined ? 'notification' : 'request';
  const inner = mcpMessage(method, params);
  return [
    {
      type,
      ...base,
      protocol: inner === undefined ? (protocol ?? 'acp') : 'mcp',
      ...(id === undefined ? {} : { id }),
      method: inner?.method ?? method,
      ...session,
      params: (inner === undefined ? params : inner.params) ?? null,
    },
  ];
}

/** The MCP message inside an ACP message. */
function mcpMessage(
  method: string,
  params: unknown,
): { readonly method: string; readonly params: unknown } | undefined {
  if (!method.endsWith('mcp/message') || !isJsonObject(params) || typeof params['method'] !== 'string')
    return undefined;
  return { method: params['method'], params: params['params'] };
}
