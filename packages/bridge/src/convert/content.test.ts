import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2, type ContentBlock } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { contentBlock } from './arbitraries.test-support.ts';
import { blocksToV1, blocksToV2, blockToV1, blockToV2, promptToV1 } from './content.ts';
import { collectLosses, strict } from './losses.test-support.ts';

const custom = { type: '_chart', points: [1, 2] } as ContentBlock;

describe('content blocks', () => {
  test('toV2: every block crosses as the same object, and back', () => {
    fc.assert(
      fc.property(fc.array(contentBlock), (blocks) => {
        expect(blocks.every((block) => v1.ContentBlock.is(block))).toBe(true);
        const converted = blocksToV2(blocks, strict);
        expect(converted.every((block) => v2.ContentBlock.is(block))).toBe(true);
        expect(converted).toBe(blocks);
        expect(blocksToV1(converted, strict)).toBe(blocks);
      }),
    );
  });

  test('toV2: a priority outside of 0 to 1 is brought into it', () => {
    const losses = collectLosses();
    const block = blockToV2({ type: 'text', text: 'x', annotations: { priority: 7, audience: ['user'] } }, losses);
    expect(block).toEqual({ type: 'text', text: 'x', annotations: { priority: 1, audience: ['user'] } });
    expect(v2.ContentBlock.is(block)).toBe(true);
    expect(losses.rows).toEqual(['content blocks']);
  });

  test('toV1: a block of an unknown type is left out of updates', () => {
    const losses = collectLosses();
    expect(blockToV1(custom, losses)).toBeUndefined();
    expect(blocksToV1([{ type: 'text', text: 'a' }, custom, { type: 'text', text: 'b' }], losses)).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
    expect(losses.rows).toEqual(['content blocks', 'content blocks']);
  });

  test('toV1: a prompt with a block of an unknown type fails in every mode', () => {
    expect(() => promptToV1([{ type: 'text', text: 'a' }, custom], collectLosses())).toThrow(
      'does not support content of type _chart',
    );
    const prompt: readonly ContentBlock[] = [{ type: 'text', text: 'a' }];
    expect(promptToV1(prompt, strict)).toBe(prompt);
  });

  test('toV1: icons are left out', () => {
    const losses = collectLosses();
    const link = { type: 'resource_link', uri: 'https://example.org', name: 'n', _meta: { a: 1 } } as const;
    const block = blockToV1({ ...link, icons: [{ src: 'https://example.org/i.png' }] }, losses);
    expect(block).toEqual(link);
    expect(v1.ContentBlock.is(block)).toBe(true);
    expect(losses.rows).toEqual(['content blocks']);
  });
});

describe('resource_link.size', () => {
  const link = { type: 'resource_link', uri: 'file:///a', name: 'a' } as const;

  test('toV2: a negative size is left out', () => {
    const losses = collectLosses();
    const block = blockToV2({ ...link, size: -1 }, losses);
    expect(block).toEqual(link);
    expect(v2.ContentBlock.is(block)).toBe(true);
    expect(losses.rows).toEqual(['resource_link.size']);
  });

  test('toV1: every size crosses', () => {
    const block = { ...link, size: 2 ** 40 };
    expect(blockToV1(block, strict)).toBe(block);
  });
});

describe('unknown enum values', () => {
  test('toV1: an unknown role is left out of an audience', () => {
    const losses = collectLosses();
    const block = blockToV1({ type: 'text', text: 'x', annotations: { audience: ['user', '_critic'] } }, losses);
    expect(block).toEqual({ type: 'text', text: 'x', annotations: { audience: ['user'] } });
    expect(v1.ContentBlock.is(block)).toBe(true);
    expect(losses.rows).toEqual(['unknown enum values']);
  });
});
