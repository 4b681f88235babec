import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { RpcError } from '../message/errors.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from '../peer/peer.ts';
import { traceRequests, type SpanLike, type TracerLike } from './request-spans.ts';

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
});
