/**
 * What of the params of a client is stored, and reaches agents.
 *
 * The trace that a request belongs to goes with its item, so that the call to the agent, which another node may make
 * much later, belongs to it. Nothing else of a client's `_meta` does: some agents read settings from it that start
 * programs.
 */
const traceparentForm = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/u;
const tracestateForm = /^[\x20-\x7E]{1,512}$/u;

/** The params of an item: those of a client without `_meta`, except for the trace that they belong to. */
export function itemParams(params: object): Readonly<Record<string, unknown>> {
  const { _meta, ...others } = params as Readonly<Record<string, unknown>>;
  const { traceparent, tracestate } = Object(_meta) as Readonly<Record<string, unknown>>;
  if (typeof traceparent !== 'string' || !traceparentForm.test(traceparent)) return others;
  const hasState = typeof tracestate === 'string' && tracestateForm.test(tracestate);
  return { ...others, _meta: { traceparent, ...(hasState ? { tracestate } : {}) } };
}
