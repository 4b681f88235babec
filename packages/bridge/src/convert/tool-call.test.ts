import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2, type ToolCallContent } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { toolCall } from './arbitraries.test-support.ts';
import { collectLosses, strict } from './losses.test-support.ts';
import { toolCallToV2, toolFieldsToV1 } from './tool-call.ts';
import { toolContentToV1, toolContentToV2 } from './tool-content.ts';

const place = { cwd: '/work', losses: strict };
const nothingKnown = { terminalText: () => '', oldText: () => undefined };

describe('tool calls', () => {
  test('toV2: every update crosses and comes back the same', () => {
    fc.assert(
      fc.property(toolCall, (update) => {
        expect(v1.ToolCallUpdate.is(update)).toBe(true);
        const converted = toolCallToV2(update, place);
        expect(v2.ToolCallUpdate.is(converted)).toBe(true);
        expect(toolFieldsToV1(converted, strict)).toEqual(update);
      }),
    );
  });

  test('toV2: nulls change nothing in version 1, so they are left out', () => {
    const update = {
      toolCallId: 't',
      title: null,
      name: null,
      kind: null,
      status: null,
      content: null,
      locations: null,
      rawInput: null,
      _meta: null,
    };
    expect(toolCallToV2(update, place)).toEqual({ toolCallId: 't', _meta: null });
  });

  test('toV2: the tag of the update is not one of its fields', () => {
    const update = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', future: 1 } as const;
    expect(toolCallToV2(update, place)).toEqual({ toolCallId: 't', title: 'T', future: 1 });
  });

  test('toV2: relative locations begin in the session, and lines count from one', () => {
    const losses = collectLosses();
    const locations = [
      { path: 'src/a.ts', line: 3 },
      { path: '/b.ts', line: 0 },
    ];
    const update = toolCallToV2({ toolCallId: 't', locations }, { cwd: '/work', losses });
    expect(update.locations).toEqual([{ path: '/work/src/a.ts', line: 3 }, { path: '/b.ts' }]);
    expect(v2.ToolCallUpdate.is(update)).toBe(true);
    expect(losses.rows).toEqual(['tool calls']);
  });

  test('toV2: content is converted item by item', () => {
    const content = [
      { type: 'content', content: { type: 'text', text: 'x' } },
      { type: 'terminal', terminalId: '1' },
      { type: 'diff', path: 'a', newText: 'n' },
    ] as const;
    const update = toolCallToV2({ toolCallId: 't', content }, place);
    expect(v2.ToolCallUpdate.is(update)).toBe(true);
    expect(update.content?.[0]).toBe(content[0]);
    expect(update.content?.[1]).toBe(content[1]);
    expect(update.content?.[2]).toMatchObject({ type: 'diff', changes: [{ operation: 'add', path: '/work/a' }] });
  });

  test('toV1: a cleared list is empty, a cleared kind or status is what it is by default', () => {
    const fields = toolFieldsToV1(
      { toolCallId: 't', kind: null, status: null, locations: null, content: null },
      strict,
    );
    expect(fields).toEqual({ toolCallId: 't', kind: 'other', status: 'pending', locations: [] });
    expect(v1.ToolCallUpdate.is(fields)).toBe(true);
  });

  test('toV1: other fields cannot be cleared', () => {
    const losses = collectLosses();
    expect(
      toolFieldsToV1({ toolCallId: 't', title: null, name: null, rawInput: null, rawOutput: null }, losses),
    ).toEqual({
      toolCallId: 't',
    });
    expect(losses.rows).toEqual(['tool calls', 'tool calls', 'tool calls', 'tool calls']);
  });

  test.each([
    ['paused', 'in_progress'],
    ['cancelled', 'failed'],
  ] as const)('toV1: %s becomes %s', (status, nearest) => {
    const losses = collectLosses();
    expect(toolFieldsToV1({ toolCallId: 't', status }, losses).status).toBe(nearest);
    expect(losses.rows).toEqual(['tool calls']);
  });

  test('toV1: what the client may do with the call is not said', () => {
    expect(toolFieldsToV1({ toolCallId: 't', capabilities: { cancel: {} } }, strict)).toEqual({ toolCallId: 't' });
  });

  test('toV1: content of an unknown type is left out', () => {
    const losses = collectLosses();
    expect(toolContentToV1({ type: '_table', rows: [] }, { losses, ...nothingKnown })).toEqual([]);
    const inner = { type: 'content', content: { type: '_chart' } } as ToolCallContent;
    expect(toolContentToV1(inner, { losses, ...nothingKnown })).toEqual([]);
    expect(losses.rows).toEqual(['tool calls', 'content blocks']);
  });
});

describe('unknown enum values', () => {
  test('toV1: unknown kinds and statuses become the nearest known', () => {
    const losses = collectLosses();
    const fields = toolFieldsToV1({ toolCallId: 't', kind: '_dream', status: '_queued' }, losses);
    expect(fields).toEqual({ toolCallId: 't', kind: 'other', status: 'in_progress' });
    expect(v1.ToolCallUpdate.is(fields)).toBe(true);
    expect(losses.rows).toEqual(['unknown enum values', 'unknown enum values']);
  });
});

describe('terminal content', () => {
  test('toV2: is kept for the side that runs the terminal', () => {
    const item = { type: 'terminal', terminalId: '1' } as const;
    expect(toolContentToV2(item, place)).toBe(item);
  });

  test('toV1: becomes the text that the terminal has shown', () => {
    const losses = collectLosses();
    const item = { type: 'terminal', terminalId: '1' } as const;
    const known = { losses, oldText: () => undefined, terminalText: (id: string) => `output of ${id}` };
    const [text] = toolContentToV1(item, known);
    expect(text).toEqual({ type: 'content', content: { type: 'text', text: 'output of 1' } });
    expect(v1.ToolCallContent.is(text)).toBe(true);
    expect(toolContentToV1(item, { losses, ...nothingKnown })).toEqual([]);
    expect(losses.rows).toEqual(['terminal content', 'terminal content']);
    expect(() => toolContentToV1(item, { losses: strict, ...nothingKnown })).toThrow('became text');
  });
});
