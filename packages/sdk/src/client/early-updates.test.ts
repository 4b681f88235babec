import { describe, expect, test } from 'vitest';

import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { EarlyUpdates } from './early-updates.ts';

const note = (title: string): SessionUpdate => ({ sessionUpdate: 'notice', severity: 'info', title });

function early(limit = 100): { updates: EarlyUpdates; dropped: string[] } {
  const dropped: string[] = [];
  return { updates: new EarlyUpdates({ limit, onDropped: (sessionId) => void dropped.push(sessionId) }), dropped };
}

describe('EarlyUpdates', () => {
  test('keeps nothing while nothing is being opened', () => {
    expect(early().updates.keep('a', note('1'))).toBe(false);
  });

  test('keeps every unknown session while a new one is being opened, and hands each over once', () => {
    const { updates } = early();
    const opening = updates.begin();
    for (const [sessionId, title] of [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ] as const) {
      expect(updates.keep(sessionId, note(title))).toBe(true);
    }
    expect(updates.take('a')).toEqual([note('1'), note('3')]);
    expect(updates.take('a')).toEqual([]);
    expect(updates.end(opening)).toEqual([['b', [note('2')]]]);
    expect(updates.keep('a', note('4'))).toBe(false);
  });

  test('keeps only the session that is being resumed', () => {
    const { updates } = early();
    const opening = updates.begin('a');
    expect([updates.keep('a', note('1')), updates.keep('b', note('2'))]).toEqual([true, false]);
    expect(updates.end(opening)).toEqual([['a', [note('1')]]]);
  });

  test('hands unclaimed ones back only when no other request can claim them', () => {
    const { updates } = early();
    const first = updates.begin();
    const second = updates.begin();
    const third = updates.begin('a');
    updates.keep('a', note('1'));
    updates.keep('b', note('2'));
    expect(updates.end(first)).toEqual([]);
    expect(updates.end(second)).toEqual([['b', [note('2')]]]);
    expect(updates.end(third)).toEqual([['a', [note('1')]]]);
  });

  test('drops the oldest of a session beyond the limit, never those of another, and says so once', () => {
    const { updates, dropped } = early(3);
    updates.begin();
    for (const title of ['1', '2']) updates.keep('a', note(title));
    updates.keep('b', note('3'));
    for (const title of ['4', '5']) updates.keep('b', note(title));
    for (let index = 0; index < 1000; index += 1) updates.keep(`stranger ${index}`, note('hello'));
    expect(dropped).toEqual(['b']);
    expect([updates.take('a'), updates.take('b')]).toEqual([[note('1'), note('2')], [note('5')]]);
    for (const title of ['6', '7', '8', '9']) updates.keep('a', note(title));
    expect(dropped).toEqual(['b', 'a']);
  });
});
