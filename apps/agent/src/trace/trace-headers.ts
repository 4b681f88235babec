/**
 * The trace of a prompt as headers of HTTP requests, and in the `_meta` of MCP requests (EXT-08).
 *
 * A client may write anything there; a value that is not valid in a header is left out.
 */
import type { TraceContext } from '@acp-stack/sdk';

const keys = ['traceparent', 'tracestate', 'baggage'] as const;
const headerValue = /^[\u0020-\u007E]{1,8192}$/u;

/** The headers that carry `trace`; values that are not valid in a header are left out. */
export function traceHeaders(trace: TraceContext): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = trace[key];
      return typeof value === 'string' && headerValue.test(value) ? [[key, value]] : [];
    }),
  );
}

/** The `_meta` of an MCP request that belongs to `trace`; nothing without one. */
export const traceMeta = (trace: TraceContext): { readonly _meta?: Record<string, unknown> } =>
  Object.keys(trace).length === 0 ? {} : { _meta: { ...trace } };

/** A `fetch` that repeats the trace of the MCP message in its body as headers. */
export const tracingFetch: (url: string | URL, init?: RequestInit) => Promise<Response> = (url, init) => {
  const added = typeof init?.body === 'string' ? traceHeaders(traceIn(init.body)) : {};
  if (Object.keys(added).length === 0) return fetch(url, init);
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return fetch(url, { ...init, headers });
};

function traceIn(body: string): TraceContext {
  // Most messages carry no trace; a large one is not parsed for it.
  if (!body.includes('"traceparent"') && !body.includes('"baggage"')) return {};
  try {
    const { params } = Object(JSON.parse(body)) as { readonly params?: unknown };
    const { _meta: meta } = Object(params) as { readonly _meta?: unknown };
    return Object(meta) as TraceContext;
  } catch {
    return {};
  }
}
