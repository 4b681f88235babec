import { describe, expect, test } from 'vitest';

import { hiddenResultTypes, resultTypeFor } from './result-type.ts';
import { loadSchema } from '../load-schema.test-support.ts';

describe('resultTypeFor', () => {
  test('wraps what an MCP server answers, except on a connection', () => {
    expect(resultTypeFor('McpMessageResult', { serverId: 's', requestId: 'r' })).toBe('MessageMcpResponse');
    expect(resultTypeFor('McpMessageResult', { connectionId: 'c' })).toBe('McpMessageResult');
  });

  test('leaves every other result as it is', () => {
    expect(resultTypeFor('PromptResponse', {})).toBe('PromptResponse');
    expect(resultTypeFor('constructor', undefined)).toBe('constructor');
  });
});

describe('hiddenResultTypes', () => {
  test('names only definitions that exist', () => {
    for (const version of [1, 2] as const) {
      const { 'x-methods': methods, $defs } = loadSchema(version, true);
      const hidden = Object.values(methods).flatMap(({ result }) => hiddenResultTypes(result));
      expect(hidden).toEqual(['MessageMcpResponse']);
      for (const name of hidden) expect($defs).toHaveProperty(name);
    }
  });
});
