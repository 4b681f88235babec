/** `acp trace convert`: converts a trace to another format. */
import { isJsonObject, parseJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readTrace, type Trace } from './read-trace.ts';
import type { TraceFrame, TraceRecord } from '../../trace/trace-format.ts';
import { saveOutput } from '../../files/output-file.ts';

export interface ConvertFlags {
  readonly to: 'acp' | 'conductor' | 'ndjson';
  readonly output?: string;
}

export interface ConvertCommand {
  readonly path: string;
  readonly flags: ConvertFlags;
}

export async function convert({ path, flags }: ConvertCommand, terminal: Terminal): Promise<number> {
  const trace = await readTrace(path, terminal);
  const lines = writers[flags.to](trace);
  const text = lines.map((line) => `${line}\n`).join('');
  if (flags.output === undefined || flags.output === '-') await terminal.stdout.write(text);
  else await saveOutput(flags.output, text, terminal);
  return 0;
}

/** The lines of each format. */
export const writers: Readonly<Record<ConvertFlags['to'], (trace: Trace) => readonly string[]>> = {
  acp: ({ header, records }) => [header, ...records].map((record) => JSON.stringify(record)),
  ndjson: ({ records }) => records.flatMap((record) => (record.type === 'frame' ? [record.frame] : [])),
  conductor: ({ records }) => records.flatMap(conductorEvents).map((event) => JSON.stringify(event)),
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
