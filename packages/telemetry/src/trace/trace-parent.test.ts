import type { SpanContext } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';

import { parentOf, withParent } from './trace-parent.ts';

const traceparent = (trace: string, span: string, flags = '01'): string =>
  `00-${trace.repeat(32)}-${span.repeat(16)}-${flags}`;
const span: SpanContext = { traceId: '1'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
const request = (params?: unknown): { method: string; params?: unknown } => ({ method: 'm', params });

describe('the parent of a message', () => {
  test('is read with the state of its trace', () => {
    const parent = parentOf({ _meta: { traceparent: traceparent('1', 'a', '00'), tracestate: 'v=1' } });
    expect(parent).toMatchObject({ traceId: '1'.repeat(32), spanId: 'a'.repeat(16), traceFlags: 0, isRemote: true });
    expect(parent?.traceState?.serialize()).toBe('v=1');
  });

  test.each([
    [undefined],
    [[]],
    [{ _meta: null }],
    [{ _meta: { traceparent: 7 } }],
    [{ _meta: { traceparent: 'x'.repeat(100_000) } }],
    [{ _meta: { traceparent: traceparent('0', 'a') } }],
    [{ _meta: { traceparent: traceparent('1', '0') } }],
    [{ _meta: { traceparent: `ff-${'1'.repeat(32)}-${'a'.repeat(16)}-01` } }],
  ])('is not read from %j', (params) => {
    expect(parentOf(params)).toBeUndefined();
  });

  test('has no state that is too long', () => {
    const _meta = { traceparent: traceparent('1', 'a'), tracestate: `v=${'1'.repeat(1000)}` };
    expect(parentOf({ _meta })?.traceState).toBeUndefined();
  });
});

describe('a message', () => {
  test('gets the span as its parent, beside what else its _meta has', () => {
    const before = request({ a: 1, _meta: { b: 2, traceparent: traceparent('2', 'c'), tracestate: 'w=2' } });
    expect(withParent(before, span)).toEqual(request({ a: 1, _meta: { b: 2, traceparent: traceparent('1', 'b') } }));
    expect(before.params).toMatchObject({ _meta: { tracestate: 'w=2' } });
  });

  test('stays as it is without params, and without a trace', () => {
    for (const message of [request(), request([1])]) expect(withParent(message, span)).toBe(message);
    const message = request({});
    expect(withParent(message, { ...span, traceId: '0'.repeat(32) })).toBe(message);
  });
});
