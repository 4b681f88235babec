import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { RpcError } from '../message/errors.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';
import { traceRequests, type SpanLike, type TraceRequestsOptions, type TracerLike } from './request-spans.ts';

function recorder(): { tracer: TracerLike; lines: string[] } {
  const lines: string[] = [];
  const tracer: TracerLike = {
    startSpan: (name, { kind }) => {
      lines.push(`start ${name} ${kind}`);
      const span: SpanLike = {
        setAttribute: (key, value) => void lines.push(`${name} ${key}=${value}`),
        setStatus: ({ code, message }) => void lines.push(`${name} status ${code} ${message}`),
        end: () => void lines.push(`end ${name}`),
      };
      return span;
    },
  };
  return { tracer, lines };
}

describe('traceRequests', () => {
  test('gives every request a span on both sides, with its error', async () => {
    const [left, right] = memoryPair();
    const server = new Peer(left, {
      handlers: (method) => ({
        kind: 'request',
        run: () => {
          if (method === 'bad') throw new RpcError(-32_000, 'Log in first');
          return 1;
        },
      }),
    });
    const caller = new Peer(right, { handlers: () => undefined });
    const [called, served] = [recorder(), recorder()];
    const spans = [traceRequests(caller, called.tracer), traceRequests(server, served.tracer)];
    await caller.request('good');
    await caller.request('bad').catch(() => undefined);
    await caller.notify('note');
    await settled();
    for (const span of spans) span[Symbol.dispose]();
    const failure = ['bad rpc.jsonrpc.error_code=-32000', 'bad status 2 Log in first', 'end bad'];
    expect(called.lines).toEqual(['start good 2', 'end good', 'start bad 2', ...failure]);
    expect(served.lines).toEqual(['start good 1', 'end good', 'start bad 1', ...failure]);
    server.destroy();
  });

  test('ends what is still open when it is disposed of', async () => {
    const [left] = memoryPair();
    const peer = new Peer(left, { handlers: () => undefined });
    const { tracer, lines } = recorder();
    const spans = traceRequests(peer, tracer);
    void peer.request('never answered');
    spans[Symbol.dispose]();
    expect(lines).toEqual(['start never answered 2', 'end never answered']);
    peer.destroy();
  });

  describe('with the trace context of the messages', () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const remote = `00-${traceId}-b7ad6b7169203331-01`;

    /** A tracer whose spans have ids, and what it was asked for. */
    function contexts(first: number): { tracer: TracerLike; started: { name: string; parent: unknown }[] } {
      const started: { name: string; parent: unknown }[] = [];
      let next = first;
      const tracer: TracerLike = {
        startSpan: (name, { links }, context) => {
          started.push({ name, parent: context ?? links?.[0]?.context });
          next += 1;
          const spanId = String(next).padStart(16, '0');
          return {
            setAttribute: () => undefined,
            setStatus: () => undefined,
            end: () => undefined,
            spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
          };
        },
      };
      return { tracer, started };
    }

    /** An agent that asks its client while it handles a request, and a client that sends `params`. */
    async function asked(params: unknown, options?: TraceRequestsOptions): Promise<Record<string, unknown>> {
      const [left, right] = memoryPair();
      const propagate = (incoming: unknown, outgoing: unknown): unknown => ({
        ...(outgoing as object),
        _meta: (incoming as { _meta?: unknown } | undefined)?._meta,
      });
      const agent = new Peer(left, {
        propagate,
        handlers: () => ({ kind: 'request', run: (_: never, context) => context.request('ask', {}) }),
      });
      const received: unknown[] = [];
      const client = new Peer(right, {
        handlers: () => ({ kind: 'request', run: (value: unknown) => received.push(value) }),
      });
      const { tracer, started } = contexts(0);
      using _spans = traceRequests(agent, tracer, options);
      await client.request('work', params);
      agent.destroy();
      return { started, received };
    }

    const parent = { traceId, spanId: 'b7ad6b7169203331', traceFlags: 1, isRemote: true };
    const own = { traceId, spanId: '0000000000000001', traceFlags: 1 };

    test('a received request continues the trace, and what is asked on its behalf continues that span', async () => {
      expect(await asked({ _meta: { traceparent: remote } }, { contextOf: (each) => each })).toEqual({
        started: [
          { name: 'work', parent },
          { name: 'ask', parent: own },
        ],
        received: [{ _meta: { traceparent: `00-${traceId}-0000000000000002-01` } }],
      });
    });

    test('the parent is a link where no context can be made', async () => {
      expect(await asked({ _meta: { traceparent: remote } })).toMatchObject({ started: [{ parent }, { parent: own }] });
    });

    test.each([
      ['none', {}],
      ['one that is not valid', { _meta: { traceparent: '00-0-0-01' } }],
      ['one of zeros', { _meta: { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` } }],
      ['one of a forbidden version', { _meta: { traceparent: `ff-${traceId}-b7ad6b7169203331-01` } }],
    ])('without a parent, or with %s, a trace begins', async (_, params) => {
      expect(await asked(params)).toMatchObject({ started: [{ parent: undefined }, { parent: undefined }] });
    });

    test('the same params may be sent twice, and get a span each', async () => {
      const [left, right] = memoryPair();
      const received: unknown[] = [];
      const server = new Peer(left, {
        handlers: () => ({ kind: 'request', run: (value: unknown) => received.push(value) }),
      });
      const caller = new Peer(right, { handlers: () => undefined });
      const { tracer } = contexts(0);
      const spans = traceRequests(caller, tracer);
      const params = { a: 1 };
      await Promise.all([caller.request('a', params), caller.request('a', params)]);
      expect(params).toEqual({ a: 1 });
      expect(received).toEqual(
        [1, 2].map((id) => ({ a: 1, _meta: { traceparent: `00-${traceId}-000000000000000${id}-01` } })),
      );
      spans[Symbol.dispose]();
      received.length = 0;
      await caller.request('a', params);
      expect(received).toEqual([params]);
      server.destroy();
    });
  });
});
