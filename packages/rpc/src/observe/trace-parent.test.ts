import { expect, test } from 'vitest';

import { withTraceparent } from './trace-parent.ts';

const traceparent = (trace: string, span: string): string => `00-${trace.repeat(32)}-${span.repeat(16)}-01`;
const span = (trace: string): { traceId: string; spanId: string; traceFlags: number } => ({
  traceId: trace.repeat(32),
  spanId: 'b'.repeat(16),
  traceFlags: 1,
});

test('a span of the same trace keeps the state of the trace', () => {
  const _meta = { traceparent: traceparent('1', 'a'), tracestate: 'v=1', other: 1 };
  expect(withTraceparent({ _meta }, span('1'))).toEqual({ _meta: { ..._meta, traceparent: traceparent('1', 'b') } });
});

test('a span of another trace does not get the state of the trace before it', () => {
  const _meta = { traceparent: traceparent('1', 'a'), tracestate: 'v=1', other: 1 };
  expect(withTraceparent({ _meta }, span('2'))).toEqual({ _meta: { traceparent: traceparent('2', 'b'), other: 1 } });
});
