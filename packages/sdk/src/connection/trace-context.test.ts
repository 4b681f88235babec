import { expect, test } from 'vitest';

import { propagateTrace } from './trace-context.ts';

const span = (trace: string, id: string): string => `00-${trace.repeat(32)}-${id.repeat(16)}-01`;
const incoming = { _meta: { traceparent: span('1', 'a'), tracestate: 'garden=rose', baggage: 'b=2', other: 1 } };

test('params without a trace get all of it, and nothing else', () => {
  const trace = { traceparent: span('1', 'a'), tracestate: 'garden=rose', baggage: 'b=2' };
  expect(propagateTrace(incoming, { a: 1, _meta: { mine: 2 } })).toEqual({ a: 1, _meta: { ...trace, mine: 2 } });
  expect(propagateTrace(incoming, undefined)).toEqual({ _meta: trace });
});

test.each([
  ['of another trace', { traceparent: span('2', 'b') }],
  ['of another trace, with a state of its own', { traceparent: span('2', 'b'), tracestate: 'v=1' }],
  ['that cannot be read', { traceparent: 'nonsense' }],
])('params with a traceparent %s are sent as they are', (_, _meta) => {
  expect(propagateTrace(incoming, { a: 1, _meta })).toEqual({ a: 1, _meta });
});

test('params with another span of the same trace keep it, and get the rest', () => {
  const own = { traceparent: span('1', 'c'), baggage: 'mine=1' };
  expect(propagateTrace(incoming, { _meta: own })).toEqual({ _meta: { ...own, tracestate: 'garden=rose' } });
});
