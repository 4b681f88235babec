import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { fold } from './fold.ts';
import { mergeReplay } from './merge-replay.ts';
import { toUpdates } from './to-updates.ts';
import { textOf } from '../state/selectors.ts';
import { emptyTranscript, type Transcript } from '../state/transcript.ts';

const folded = (updates: readonly SessionUpdate[], before = emptyTranscript()): Transcript =>
  updates.reduce((transcript, update) => fold(transcript, update), before);
const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const chunk = (words: string, messageId = 'm'): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(words),
});
const thought = (words: string): SessionUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  messageId: 'h',
  content: text(words),
});
const whole = (...content: readonly ContentBlock[]): SessionUpdate => ({
  sessionUpdate: 'agent_message',
  messageId: 'm',
  content,
});
const call = (toolCallId: string, fields: object = {}): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...fields,
});
/** The entries in order: the text of messages, the ids of tool calls. */
const story = ({ entries }: Transcript): string[] =>
  entries.toArray().map((entry) => {
    if (entry.type === 'agent_message' || entry.type === 'user_message') return textOf(entry.content);
    if (entry.type === 'agent_thought') return `(${textOf(entry.content)})`;
    return entry.type === 'tool_call' ? `[${entry.toolCallId}]` : entry.type;
  });

const work: readonly SessionUpdate[] = [
  chunk('Look'),
  chunk('ing.'),
  call('a'),
  chunk('Found'),
  chunk('.'),
  call('b'),
  call('a', { status: 'completed' }),
  chunk('Done.'),
];

describe('a message that goes on after a tool call', () => {
  test('is shown in the order in which it was written', () => {
    const transcript = folded(work);
    expect(story(transcript)).toEqual(['Looking.', '[a]', 'Found.', '[b]', 'Done.']);
    expect(transcript.entries.toArray().map((entry) => 'messageId' in entry && entry.messageId)).toEqual([
      'm',
      false,
      'm',
      false,
      'm',
    ]);
  });

  test('has parts whose ids no other message can have', () => {
    const parts = folded([chunk('a'), call('c'), chunk('b')]);
    const others = ['/2:m', '2:m', 'm/2', 'm#2'].map((id) => chunk('x', id));
    expect(folded(others, parts).entries.size).toBe(parts.entries.size + others.length);
  });

  test('is not divided by news of a known tool call, terminals, plans or notices', () => {
    const between: readonly SessionUpdate[] = [
      call('a', { status: 'completed' }),
      { sessionUpdate: 'terminal_update', terminalId: 't', command: 'ls' },
      { sessionUpdate: 'notice', severity: 'info', title: 'n' },
      { sessionUpdate: 'usage_update', used: 1, size: 2 },
      { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: 'P' } },
    ];
    const transcript = folded([call('a'), chunk('one '), ...between, chunk('two')]);
    expect(story(transcript)).toEqual(['[a]', 'one two', 'notice']);
  });

  test('grows beside a thought', () => {
    const transcript = folded([thought('Hm'), chunk('One. '), thought('.'), chunk('Two.')]);
    expect(story(transcript)).toEqual(['(Hm.)', 'One. Two.']);
  });

  test('stays in its parts when the whole message repeats or continues them', () => {
    const transcript = folded(work);
    expect(fold(transcript, whole(text('Looking.Found.Done.')))).toBe(transcript);
    const longer = fold(transcript, whole(text('Looking.Found.'), text('Done. Bye.')));
    expect(story(longer)).toEqual(['Looking.', '[a]', 'Found.', '[b]', 'Done. Bye.']);
  });

  test('is whole again when other content replaces it, and goes on behind what followed it', () => {
    const replaced = fold(folded(work), whole(text('Never mind.')));
    expect(story(replaced)).toEqual(['Never mind.', '[a]', '[b]']);
    expect(story(folded([chunk('Bye.')], replaced))).toEqual(['Never mind.', '[a]', '[b]', 'Bye.']);
    expect(story(fold(folded(work), whole()))).toEqual(['', '[a]', '[b]']);
  });

  test('is the same after it was written as updates', () => {
    const transcript = folded(work);
    const again = folded(toUpdates(transcript));
    expect(story(again)).toEqual(story(transcript));
    expect(again.entries.toArray().map(({ id }) => id)).toEqual(transcript.entries.toArray().map(({ id }) => id));
  });

  test('is not doubled by a replay, in the same parts or in fewer', () => {
    const transcript = folded(work);
    expect(mergeReplay(transcript, folded(work))).toBe(transcript);
    const fewer = folded([whole(text('Looking.Found.Done.')), call('a', { status: 'completed' }), call('b')]);
    expect(story(mergeReplay(transcript, fewer))).toEqual(['Looking.Found.Done.', '[a]', '[b]']);
    const more = mergeReplay(fewer, transcript);
    expect(story(more)).toEqual(['Looking.', '[a]', 'Found.', '[b]', 'Done.']);
    expect(story(fold(more, chunk(' Bye.')))).toEqual(['Looking.', '[a]', 'Found.', '[b]', 'Done. Bye.']);
  });

  test('leaves messages of the user as they are', () => {
    const mine = (words: string): SessionUpdate => ({
      sessionUpdate: 'user_message_chunk',
      messageId: 'u',
      content: text(words),
    });
    expect(story(folded([mine('a'), call('c'), mine('b')]))).toEqual(['ab', '[c]']);
  });
});
