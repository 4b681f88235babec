/** The W3C trace of MCP messages. */
import { describe, expect, test } from 'vitest';

import { editor, planted } from '../garden.test-support.ts';
import { mcpServer, offer, tool, type ToolContext } from '../index.ts';
import { outerMeta, withOuterTrace } from './message-trace.ts';

const span = (trace: string, id: string): string => `00-${trace.repeat(32)}-${id.repeat(16)}-01`;

describe('the trace of a message', () => {
  test('goes from the MCP message to the message that carries it, and nothing else does', () => {
    const _meta = { traceparent: span('1', 'a'), tracestate: 'v=1', baggage: 'b=2', progressToken: 3 };
    expect(outerMeta({ _meta })).toEqual({
      _meta: { traceparent: span('1', 'a'), tracestate: 'v=1', baggage: 'b=2' },
    });
    expect(outerMeta({ name: 'water' })).toEqual({});
    expect(outerMeta(undefined)).toEqual({});
  });

  test('of the message around it counts if the MCP message has none, or has an earlier span of the same trace', () => {
    const outer = { traceparent: span('1', 'b') };
    expect(withOuterTrace({ a: 1 }, outer)).toEqual({ a: 1, _meta: outer });
    expect(withOuterTrace(undefined, outer)).toEqual({ _meta: outer });
    expect(withOuterTrace({ _meta: { traceparent: span('1', 'a'), progressToken: 3 } }, outer)).toEqual({
      _meta: { traceparent: span('1', 'b'), progressToken: 3 },
    });
    expect(withOuterTrace({ _meta: { traceparent: span('2', 'a') } }, outer)).toEqual({
      _meta: { traceparent: span('2', 'a') },
    });
    expect(withOuterTrace({ a: 1 }, undefined)).toEqual({ a: 1 });
  });

  test('is kept as it is if the message around it belongs to another trace', () => {
    const own = { traceparent: span('2', 'a'), progressToken: 3 };
    const outer = { traceparent: span('1', 'b'), tracestate: 'v=1', baggage: 'b=2' };
    expect(withOuterTrace({ _meta: own }, outer)).toEqual({ _meta: own });
  });

  test('reaches the tool', async () => {
    const seen: unknown[] = [];
    const app = editor();
    const noting = tool({ type: 'object' }, (_, { trace, meta }: ToolContext) => void seen.push(trace, meta['own']));
    offer(app, mcpServer('garden', { water: noting }));
    const { connection, sessions, connect } = await planted(app);
    await connection.newSession({ cwd: '/garden' });
    const wire: unknown[] = [];
    using _tap = connection.raw.tap(({ message }) => void wire.push(message));
    const mcp = await connect(sessions[0]?.servers[0]);
    const traceparent = span('1', 'a');
    await mcp.callTool({ name: 'water', arguments: {}, _meta: { traceparent, own: 7 } });
    expect(seen).toEqual([{ traceparent }, 7]);
    expect(wire).toContainEqual(
      expect.objectContaining({ params: expect.objectContaining({ _meta: { traceparent }, method: 'tools/call' }) }),
    );
    connection.destroy();
  });
});
