import { expect, test } from 'vitest';

import { initializeResults } from '../raw-side.test-support.ts';
import type { McpWay } from '../settings/mcp-way.ts';
import { supportOf } from './agent-support.ts';

const all: readonly McpWay[] = ['native', 'http', 'stdio'];

test.each([
  ['version 1 with MCP over ACP', initializeResults[1]({ acp: true, http: true }), 'native'],
  ['version 1 with HTTP', initializeResults[1]({ http: true }), 'http'],
  ['version 1 with the older event streams only', initializeResults[1]({ sse: true }), 'stdio'],
  ['version 1 without capabilities', { protocolVersion: 1 }, 'stdio'],
  ['version 1 whose answer repeats the number 2', { protocolVersion: 2, agentInfo: { name: 'a' } }, 'stdio'],
  ['version 2 with MCP over ACP', initializeResults[2]({ acp: {}, http: {}, stdio: {} }), 'native'],
  ['version 2 with HTTP', initializeResults[2]({ http: {}, stdio: {} }), 'http'],
  ['version 2 with stdio', initializeResults[2]({ stdio: {}, http: null }), 'stdio'],
  ['version 2 without a transport', initializeResults[2]({}), undefined],
  ['version 2 without sessions', { protocolVersion: 2, info: { name: 'a', version: '1' } }, undefined],
])('an agent of %s reaches servers of its client over %3$s', (_name, result, way) => {
  expect(supportOf(result, all).way).toBe(way);
});

test('the order of preference decides, and what it leaves out is not used', () => {
  const result = initializeResults[2]({ acp: {}, http: {}, stdio: {} });
  expect(supportOf(result, ['stdio', 'http', 'native']).way).toBe('stdio');
  expect(supportOf(result, ['http']).way).toBe('http');
  expect(supportOf(initializeResults[1](), ['native', 'http']).way).toBeUndefined();
});
