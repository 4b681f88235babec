import { describe, expect, test } from 'vitest';

import * as v1 from '../v1/index.ts';
import * as v2 from '../v2/index.ts';

describe('guards', () => {
  test('tell a variant by its tag', () => {
    const block: v2.ContentBlock = { type: 'text', text: 'a' };
    expect([v2.isContentBlock.text(block), v2.isContentBlock.image(block), v2.isContentBlock.known(block)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('do not take an unknown tag for a known one, nor for the variant without a tag, where a union is open', () => {
    const items: v2.MultiSelectItems = { type: '_colour' };
    expect([v2.isMultiSelectItems.untagged(items), v2.isMultiSelectItems.known(items)]).toEqual([false, false]);
    expect(v2.isMultiSelectItems.untagged({ anyOf: [] })).toBe(true);
  });

  test('take an unknown tag for the variant that may lack one where a union is closed', () => {
    const server = { type: 'pipe', name: 'm', command: 'c', args: [], env: [] } as unknown as v1.McpServer;
    expect([v1.isMcpServer.stdio(server), v1.isMcpServer.http(server)]).toEqual([true, false]);
  });
});
