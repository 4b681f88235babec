import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { fold } from './fold.ts';
import { mergeReplay } from './merge-replay.ts';
import { withoutEarlier } from './without-earlier.ts';
import { textOf } from '../state/selectors.ts';
import { emptyTranscript, type Transcript } from '../state/transcript.ts';

const folded = (updates: readonly SessionUpdate[], before = emptyTranscript()): Transcript =>
  updates.reduce((transcript, update) => fold(transcript, update), before);
const chunk = (words: string, messageId: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text: words },
});
const call = (toolCallId: string, fields: object = {}): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  status: 'completed',
  ...fields,
});
const terminal = (terminalId: string, fields: object = {}): SessionUpdate => ({
  sessionUpdate: 'terminal_update',
  terminalId,
  ...fields,
});
const showing = (terminalId: string): object => ({ content: [{ type: 'terminal', terminalId }] });
/** The entries in order: the text of messages, the ids of tool calls. */
const story = ({ entries }: Transcript): string[] =>
  entries
    .toArray()
    .map((entry) =>
      entry.type === 'agent_message' ? textOf(entry.content) : 'toolCallId' in entry ? entry.toolCallId : entry.type,
    );

describe('without its earlier part, a transcript', () => {
  const long = folded(Array.from({ length: 50 }, (_, index) => chunk(`${index}`.padStart(100, '.'), `m${index}`)));

  test('has its last entries up to the number of characters, and goes on as before', () => {
    const left = withoutEarlier(long, { characters: 1500, entries: 0 });
    expect(left.entries.size).toBeGreaterThan(8);
    expect(left.entries.size).toBeLessThan(15);
    expect(left.entries.at(-1)).toBe(long.entries.at(-1));
    const after = folded([chunk(' more', 'm49'), chunk('new', 'm50')], left);
    expect(story(after).slice(-2)).toEqual([`${'49'.padStart(100, '.')} more`, 'new']);
  });

  test('has at least so many entries, however long they are', () => {
    expect(withoutEarlier(long, { characters: 1, entries: 5 }).entries.size).toBe(5);
  });

  test('is the same object if it is not longer', () => {
    expect(withoutEarlier(long, { characters: 100_000, entries: 0 })).toBe(long);
    expect(withoutEarlier(long, { characters: 0, entries: 50 })).toBe(long);
  });

  test('still has the tool calls and terminals that have not ended', () => {
    const transcript = folded([
      call('ended', showing('t1')),
      call('running', { status: 'in_progress', ...showing('t2') }),
      call('started', showing('t3')),
      terminal('t1', { exitStatus: {} }),
      terminal('t2', { exitStatus: {} }),
      terminal('t3'),
      chunk('end', 'm'),
    ]);
    const left = withoutEarlier(transcript, { characters: 0, entries: 1 });
    expect(story(left)).toEqual(['running', 'end']);
    expect([...left.terminals].map(({ id }) => id)).toEqual(['t2', 't3']);
  });

  test('is whole again after a replay of the history', () => {
    const left = withoutEarlier(long, { characters: 0, entries: 3 });
    expect(story(mergeReplay(left, long))).toEqual(story(long));
  });
});

describe('a message of which only the last part is left', () => {
  const parted = folded([chunk('one', 'm'), call('a'), chunk('two', 'm'), call('b'), chunk('three', 'm')]);
  const left = withoutEarlier(parted, { characters: 0, entries: 1 });

  test('goes on at its end', () => {
    expect(story(left)).toEqual(['three']);
    expect(story(folded([chunk(' more', 'm'), call('c'), chunk('four', 'm')], left))).toEqual([
      'three more',
      'c',
      'four',
    ]);
  });

  test('is replaced as a whole where that part is', () => {
    const content = [{ type: 'text' as const, text: 'onetwothree!' }];
    const whole: SessionUpdate = { sessionUpdate: 'agent_message', messageId: 'm', content };
    expect(story(folded([whole, chunk('more', 'm')], left))).toEqual(['onetwothree!', 'more']);
  });

  test('begins anew if nothing of it is left', () => {
    const gone = withoutEarlier(folded([call('c')], left), { characters: 0, entries: 1 });
    expect(story(folded([chunk('more', 'm')], gone))).toEqual(['c', 'more']);
  });
});
