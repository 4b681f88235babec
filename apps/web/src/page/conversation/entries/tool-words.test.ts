import { emptyTranscript, entriesOf, fold, type ToolCallEntry } from '@acp-stack/transcript';
import type { ToolKind } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { shownPath } from '../facts/shown-path.ts';
import { groupText, toolState, toolTitle } from './tool-words.ts';

const calls = (...kinds: readonly ToolKind[]): readonly ToolCallEntry[] => {
  let transcript = emptyTranscript();
  for (const [index, kind] of kinds.entries()) {
    transcript = fold(transcript, {
      sessionUpdate: 'tool_call_update',
      toolCallId: String(index),
      kind,
      status: 'failed',
    });
  }
  return entriesOf(transcript, 'tool_call');
};

test('a group says what its calls did', () => {
  expect(groupText(calls('read', 'read', 'search', '_own'))).toBe('4 tool calls: 2 files read, 1 search, 1 other');
});

test('a call without a title is called by its id, and one that asks waits', () => {
  const [call] = calls('read');
  if (call === undefined) throw new Error('There is no call.');
  expect(toolTitle(call)).toBe('0');
  expect(toolState(call, false)).toBe('failed');
  expect(toolState(call, true)).toBe('waiting');
});

test('paths in the folder of the session are short', () => {
  expect(shownPath('/a/b/c.ts', '/a/b')).toBe('c.ts');
  expect(shownPath('/a/bc/d.ts', '/a/b')).toBe('/a/bc/d.ts');
  expect(shownPath('/x', undefined)).toBe('/x');
});
