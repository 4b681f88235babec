import { emptyTranscript, findEntry, fold, type ToolCallEntry } from '@acp-stack/transcript';
import { readPermission } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { isChangedSince } from './asked-content.ts';

const call = {
  toolCallId: 'c',
  title: 'List',
  kind: 'execute' as const,
  locations: [{ path: '/garden/a' }],
  rawInput: { command: 'ls', shell: 'sh' },
};

const question = readPermission({
  sessionId: 's',
  title: 'May I?',
  options: [],
  subject: { type: 'tool_call', toolCall: call },
});

function isChanged(update: object, { isOpen = true, asked = question } = {}): boolean {
  const first = fold(emptyTranscript(), { sessionUpdate: 'tool_call_update', ...call });
  const transcript = fold(first, { sessionUpdate: 'tool_call_update', toolCallId: 'c', ...update });
  return isChangedSince(asked, findEntry(transcript, 'tool_call', 'c') as ToolCallEntry, { isOpen });
}

test.each([
  { title: 'Remove all' },
  { rawInput: { command: 'rm -rf roses' } },
  { rawInput: { command: 'ls', after: 'rm -rf roses' } },
  { rawInput: 'rm -rf roses' },
  { kind: 'delete' },
  { locations: [{ path: '/garden/b' }] },
])('a tool call with the update %j is not what was asked about', (update) => {
  expect(isChanged(update)).toBe(true);
  expect(isChanged(update, { isOpen: false })).toBe(true);
});

test.each([
  {},
  { status: 'completed', rawOutput: 'a' },
  { rawInput: { command: 'ls' } },
  { rawInput: null },
  { locations: [{ path: '/garden/a', line: 3 }] },
  { locations: [] },
])('a tool call with the update %j is still what was asked about', (update) => {
  expect(isChanged(update)).toBe(false);
});

test('files that were not known when it was asked count only while the question is open', () => {
  const asked = { ...question, paths: [] };
  expect(isChanged({}, { asked })).toBe(true);
  expect(isChanged({}, { asked, isOpen: false })).toBe(false);
});
