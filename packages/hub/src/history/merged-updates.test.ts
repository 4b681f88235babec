import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { mergedHistory } from '@acp-stack/sdk';
import { emptyTranscript, fold, toJson } from '@acp-stack/transcript';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { MergedUpdates } from './merged-updates.ts';
import { anyUpdates } from './updates.test-support.ts';

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const chunk = (messageId: string, value: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(value),
});
const call = (fields: object): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  ...fields,
});
const item = (value: string): { type: 'content'; content: { type: 'text'; text: string } } => ({
  type: 'content',
  content: text(value),
});
const addition = (value: string): SessionUpdate => ({
  sessionUpdate: 'tool_call_content_chunk',
  toolCallId: 'c',
  content: item(value),
});
const output = (value: string): SessionUpdate => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId: 't',
  data: Buffer.from(value).toString('base64'),
});

function merged(updates: readonly SessionUpdate[]): readonly SessionUpdate[] {
  const all = new MergedUpdates();
  for (const update of updates) all.add(update);
  return all.updates;
}

describe('updates that are merged', () => {
  test('chunks of a message become one, also around changes of what was there', () => {
    const usage: SessionUpdate = { sessionUpdate: 'usage_update', used: 1, size: 2 };
    expect(
      merged([call({ title: 'Dig' }), chunk('m', 'a'), usage, call({ status: 'completed' }), chunk('m', 'b')]),
    ).toEqual([call({ title: 'Dig', status: 'completed' }), chunk('m', 'ab'), usage]);
  });

  test('a new entry divides a message', () => {
    expect(merged([chunk('m', 'a'), call({}), chunk('m', 'b')])).toEqual([chunk('m', 'a'), call({}), chunk('m', 'b')]);
  });

  test('a tool call has its last state', () => {
    const updates = [
      call({ title: 'Dig', status: 'pending', _meta: { a: 1 } }),
      call({ status: 'in_progress', content: [item('a')] }),
      addition('b'),
      call({ status: 'completed', title: null, _meta: { b: 2 } }),
    ];
    expect(merged(updates)).toEqual([
      call({ title: null, status: 'completed', content: [item('a'), item('b')], _meta: { a: 1, b: 2 } }),
    ]);
  });

  test('chunks of a tool call stay chunks where its content before is not known, and go when it is replaced', () => {
    expect(merged([call({}), addition('a'), addition('b')])).toEqual([call({}), addition('a'), addition('b')]);
    expect(merged([call({}), addition('a'), call({ content: [] })])).toEqual([call({ content: [] })]);
  });

  test('the output of a terminal becomes one chunk, and bytes that cannot be read stay as they are', () => {
    expect(merged([output('ab'), chunk('m', 'x'), output('cde')])).toEqual([output('abcde'), chunk('m', 'x')]);
    const broken: SessionUpdate = { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: '§' };
    expect(merged([output('a'), broken, output('b')])).toEqual([output('a'), broken, output('b')]);
  });

  test('a thousand chunks of a terminal are encoded once', () => {
    const encode = vi.spyOn(globalThis, 'btoa');
    const updates = Array.from({ length: 1000 }, () => output('abc'));
    expect(merged(updates)).toEqual([output('abc'.repeat(1000))]);
    expect(encode).toHaveBeenCalledTimes(1);
    encode.mockRestore();
  });

  test('of what is replaced the last remains; notices are left out', () => {
    const plan = (content: string): SessionUpdate => ({
      sessionUpdate: 'plan_update',
      plan: { type: 'markdown', planId: 'p', content },
    });
    const updates: SessionUpdate[] = [
      { sessionUpdate: 'notice', severity: 'info', title: 'Hello' },
      { sessionUpdate: 'state_update', state: 'running' },
      plan('one'),
      { sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount: 1, currency: 'EUR' } },
      plan('two'),
      { sessionUpdate: 'usage_update', used: 2, size: 9 },
      { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
    ];
    expect(merged(updates)).toEqual([
      { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
      plan('two'),
      { sessionUpdate: 'usage_update', used: 2, size: 9, cost: { amount: 1, currency: 'EUR' } },
    ]);
  });

  test('metadata that were cleared and then set stay two patches', () => {
    const updates = [call({ _meta: null }), call({ _meta: { a: 1 } })];
    expect(merged(updates)).toEqual(updates);
  });

  test('a message beyond a mebibyte is more than one chunk', () => {
    const part = 'x'.repeat(400_000);
    expect(merged([chunk('m', part), chunk('m', part), chunk('m', part)])).toEqual([
      chunk('m', part + part),
      chunk('m', part),
    ]);
  });
});

// ------------------------------------------------------------------------------------- the same conversation

const folded = (updates: readonly SessionUpdate[]): unknown =>
  toJson(updates.reduce((transcript, update) => fold(transcript, update), emptyTranscript()));

async function whole(updates: readonly SessionUpdate[]): Promise<SessionUpdate[]> {
  async function* all(): AsyncGenerator<SessionUpdate> {
    yield* updates;
  }
  const told: SessionUpdate[] = [];
  for await (const update of mergedHistory(all())) told.push(update);
  return told;
}

test('any updates, merged in any segments, lead to the same transcript', async () => {
  await fc.assert(
    fc.asyncProperty(anyUpdates, fc.array(fc.nat(40), { maxLength: 4 }), async (updates, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < updates.length).toSorted((a, b) => a - b), updates.length];
      const segments = places.slice(1).flatMap((end, index) => merged(updates.slice(places[index], end)));
      const without = updates.filter(({ sessionUpdate }) => sessionUpdate !== 'notice');
      expect(folded(segments)).toEqual(folded(without));
      expect(folded(await whole(segments))).toEqual(folded(without));
      expect(segments.length).toBeLessThanOrEqual(without.length);
    }),
    { numRuns: process.env['ACP_LONG'] === '1' ? 20_000 : 200 },
  );
});
