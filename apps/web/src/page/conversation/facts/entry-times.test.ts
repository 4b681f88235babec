import { fold, emptyTranscript, type Transcript } from '@acp-stack/transcript';
import type { SessionUpdate, ToolCallStatus } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { durationText, EntryTimes } from './entry-times.ts';

const call = (status: ToolCallStatus): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'a',
  title: 'A',
  status,
});
const thought = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  messageId: 't',
  content: { type: 'text', text },
});

function watched(times: EntryTimes): (update: SessionUpdate, now: number) => void {
  let transcript: Transcript = emptyTranscript();
  times.note(transcript, 0, true);
  return (update, now) => {
    transcript = fold(transcript, update);
    times.note(transcript, now, true);
  };
}

test('a tool call lasts from its first mention until it has ended', () => {
  const times = new EntryTimes();
  const note = watched(times);
  note(call('in_progress'), 1000);
  expect(times.spanOf('tool_call:a')).toEqual({ start: 1000, end: undefined });
  note(call('completed'), 4000);
  expect(times.spanOf('tool_call:a')).toEqual({ start: 1000, end: 4000 });
});

test('a thought lasts until something else follows', () => {
  const times = new EntryTimes();
  const note = watched(times);
  note(thought('Hm'), 1000);
  note(thought('m'), 2000);
  note(call('pending'), 3000);
  expect(times.spanOf('agent_thought:t')).toEqual({ start: 1000, end: 3000 });
});

test('work that was there before the session was open has no time', () => {
  const times = new EntryTimes();
  const before = fold(emptyTranscript(), call('in_progress'));
  times.note(before, 1000, false);
  times.note(before, 2000, true);
  times.note(fold(before, call('completed')), 3000, true);
  expect(times.spanOf('tool_call:a')).toBeUndefined();
});

test.each([
  [400, '0.4 s'],
  [9940, '9.9 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [3_720_000, '1 h 2 min'],
])('%d ms are written as %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
