/** The W3C trace of an MCP message: in its own `_meta`, and in that of the `mcp/message` that carries it (EXT-03). */
import type { McpParams } from './mcp-transport.ts';

const keys = ['traceparent', 'tracestate', 'baggage'] as const;

/** The fields of a trace in a `_meta`. */
export function traceIn(meta: unknown): Readonly<Record<string, string>> {
  const fields = Object(meta) as McpParams;
  return Object.fromEntries(keys.flatMap((key) => (typeof fields[key] === 'string' ? [[key, fields[key]]] : [])));
}

/** The `_meta` of the `mcp/message` that carries `params`; nothing without a trace. */
export function outerMeta(params: McpParams | undefined): { readonly _meta?: Readonly<Record<string, string>> } {
  const trace = traceIn(params?.['_meta']);
  return Object.keys(trace).length === 0 ? {} : { _meta: trace };
}

/**
 * The params of an MCP message with the trace of the `mcp/message` around it. If both belong to one trace, the span of
 * the outer message is used, which is the newer one; an MCP message of another trace is returned unchanged.
 */
export function withOuterTrace(params: McpParams | undefined, outer: unknown): McpParams | undefined {
  const around = traceIn(outer);
  if (Object.keys(around).length === 0) return params;
  const own = Object(params?.['_meta']) as McpParams;
  if (own['traceparent'] === undefined) return { ...params, _meta: { ...around, ...own } };
  const isSameTrace = traceId(around['traceparent']) === traceId(own['traceparent']);
  return isSameTrace ? { ...params, _meta: { ...own, ...around } } : params;
}

const traceId = (traceparent: unknown): string | undefined => String(traceparent).split('-')[1];
