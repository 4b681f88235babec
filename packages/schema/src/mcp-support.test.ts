import { describe, expect, test } from 'vitest';

import { mcpSupportOf, withMcpOverAcp } from './mcp-support.ts';

const info = { name: 'agent', version: '1' };

describe('what an agent says about MCP servers', () => {
  test('in version 1: programs always, the others as booleans', () => {
    const none = { acp: false, http: false, stdio: true, isStdioTyped: false };
    expect(mcpSupportOf({ protocolVersion: 1 })).toEqual(none);
    expect(mcpSupportOf({ agentCapabilities: { mcpCapabilities: { acp: true, http: 1 } } })).toEqual({
      ...none,
      acp: true,
    });
    expect(mcpSupportOf(null)).toEqual(none);
  });

  test('in version 2: each with a marker', () => {
    expect(mcpSupportOf({ info, capabilities: { session: { mcp: { http: {}, acp: null } } } })).toEqual({
      acp: false,
      http: true,
      stdio: false,
      isStdioTyped: true,
    });
  });
});

describe('MCP over ACP in the result of initialize', () => {
  const one = { agentCapabilities: { mcpCapabilities: { http: true }, other: 1 }, more: 2 };
  const two = { info, capabilities: { session: { mcp: { stdio: {} }, other: 1 } } };

  test('is added, and taken away again', () => {
    const both = [one, two].map((each) => withMcpOverAcp(each, true));
    expect(both).toEqual([
      { agentCapabilities: { mcpCapabilities: { http: true, acp: true }, other: 1 }, more: 2 },
      { info, capabilities: { session: { mcp: { stdio: {}, acp: {} }, other: 1 } } },
    ]);
    expect(both.map((each) => withMcpOverAcp(each, false))).toEqual([one, two]);
  });

  test('that is there, or not, already leaves the object as it is', () => {
    const has = withMcpOverAcp(two, true);
    expect(withMcpOverAcp(has, true)).toBe(has);
    expect(withMcpOverAcp(two, false)).toBe(two);
    expect(withMcpOverAcp('broken', true)).toBe('broken');
  });

  test('is added where nothing was said, but not to an agent of version 2 without sessions', () => {
    expect(withMcpOverAcp({}, true)).toEqual({ agentCapabilities: { mcpCapabilities: { acp: true } } });
    const none = { info, capabilities: {} };
    expect(withMcpOverAcp(none, true)).toBe(none);
  });

  test('changes the fields of both versions where a result has both', () => {
    expect(withMcpOverAcp({ agentInfo: info, ...two }, true)).toMatchObject({
      agentCapabilities: { mcpCapabilities: { acp: true } },
      capabilities: { session: { mcp: { acp: {} } } },
    });
  });
});
