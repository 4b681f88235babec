import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { fold } from './fold.ts';
import { mergeReplay } from './merge-replay.ts';
import { emptyTranscript, type Transcript } from '../state/transcript.ts';

const folded = (...updates: readonly SessionUpdate[]): Transcript =>
  updates.reduce((transcript, update) => fold(transcript, update), emptyTranscript());
const said = (messageId: string, words = messageId): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text: words },
});
const notice = (title: string): SessionUpdate => ({ sessionUpdate: 'notice', severity: 'info', title });
const call = (status: 'completed' | 'in_progress'): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  status,
});
const ids = ({ entries }: Transcript): string[] => entries.toArray().map(({ id }) => id);

describe('a replay', () => {
  test('of what is known changes nothing', () => {
    const history = [said('m1'), said('m1'), notice('n'), call('completed'), notice('n')];
    const transcript = folded(...history);
    expect(mergeReplay(transcript, folded(...history))).toBe(transcript);
    expect(mergeReplay(transcript, emptyTranscript())).toBe(transcript);
  });

  test('replaces what says something else, and leaves the rest the same object', () => {
    const transcript = folded(said('m1'), said('m2'), call('in_progress'));
    const merged = mergeReplay(transcript, folded(said('m1'), said('m2', 'new'), call('completed')));
    expect(transcript.entries.differences(merged.entries)).toEqual([
      { kind: 'changed', id: 'agent_message:m2' },
      { kind: 'changed', id: 'tool_call:c' },
    ]);
    expect([transcript.unfinished.size, merged.unfinished.size]).toEqual([1, 0]);
  });

  test('adds what is new at the end', () => {
    const merged = mergeReplay(folded(said('m1')), folded(said('m1'), said('m2')));
    expect(ids(merged)).toEqual(['agent_message:m1', 'agent_message:m2']);
  });

  test('puts what was said before into its place, and leaves what it does not mention behind what it followed', () => {
    const transcript = folded(notice('first'), said('m3'), notice('after m3'), said('m4'));
    const merged = mergeReplay(transcript, folded(said('m1'), said('m3'), said('m2'), said('m4')));
    expect(ids(merged)).toEqual([
      'notice:0',
      'agent_message:m1',
      'agent_message:m3',
      'notice:1',
      'agent_message:m2',
      'agent_message:m4',
    ]);
  });

  test('counts what has no id of its own, and gives new numbers to what is new', () => {
    const merged = mergeReplay(
      folded(notice('a'), notice('a')),
      folded(notice('a'), notice('b'), notice('a'), notice('a')),
    );
    expect(new Set(ids(merged)).size).toBe(4);
    expect(fold(merged, notice('c')).entries.size).toBe(5);
  });

  test('keeps the output of a terminal that it only mentions', () => {
    const transcript = folded({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: 'YQ==' });
    const told = folded({ sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: {} });
    const merged = mergeReplay(transcript, told).terminals.get('t');
    expect([merged?.output.text, merged?.exitStatus]).toEqual(['a', {}]);
    const other = folded({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: 'Yg==' });
    expect(mergeReplay(transcript, other).terminals.get('t')?.output.text).toBe('b');
  });

  test('updates what there is once, where it says something about it', () => {
    const transcript = folded(
      { sessionUpdate: 'session_info_update', title: 'A' },
      { sessionUpdate: 'usage_update', used: 1, size: 2 },
      { sessionUpdate: 'state_update', state: 'running' },
    );
    const merged = mergeReplay(transcript, folded({ sessionUpdate: 'state_update', state: 'idle' }));
    expect([merged.info, merged.usage, merged.state]).toEqual([transcript.info, transcript.usage, { state: 'idle' }]);
  });
});
