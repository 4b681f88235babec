/** Whatever controllers, agents, owners and the store do, a session keeps its promises. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { LogEntry, PendingMessage } from '../store/records.ts';
import { textOf } from './scripted-agents.test-support.ts';
import { schedule, SessionRun } from './schedules.test-support.ts';

const isLong = process.env['ACP_LONG'] === '1';

/** The number of a message, which stays when its content is replaced. */
const numberOf = (words: string): string => words.split('.')[0] ?? '';
const counted = (values: readonly unknown[]): number => new Set(values).size;

test('random schedules: at most once, one fate, one order, one result, nothing lost', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      const run = await new SessionRun().start();
      await run.run(steps);
      const { log, isBusy } = await run.finish();
      expect(isBusy).toBe(false);
      expectAtMostOnce(run);
      expectOneOrder(run, log);
      expectOneResult(run, log);
      expectOneFate(log);
      expectQuestionsClosedOnce(log);
    }),
    { numRuns: isLong ? 10_000 : 100 },
  );
});

/** Each message reaches an agent at most once. */
function expectAtMostOnce(run: SessionRun): void {
  const numbers = run.prompts.map(numberOf);
  expect(counted(numbers)).toBe(numbers.length);
}

/** Every follower of every node saw a prefix of the log, and the last one all of it. */
function expectOneOrder(run: SessionRun, log: readonly LogEntry[]): void {
  const stored = log.map(({ sequence, record }) => [sequence, record]);
  for (const seen of run.seen)
    expect(seen.map(({ sequence, record }) => [sequence, record])).toEqual(stored.slice(0, seen.length));
  expect(run.seen.at(-1)?.length).toBe(log.length);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
}

/** Each item has one result, and items with the same key have the same. */
function expectOneResult(run: SessionRun, log: readonly LogEntry[]): void {
  const results = log.flatMap(({ record }) => (record.kind === 'result' ? [record] : []));
  expect(results.map(({ item }) => item).toSorted((left, right) => left - right)).toEqual(
    run.items.map(({ item }) => item).toSorted((left, right) => left - right),
  );
  const byKey = new Map<string, unknown>();
  for (const { key, result, error } of results) {
    const outcome = { result, error };
    expect(byKey.get(key) ?? outcome).toEqual(outcome);
    byKey.set(key, outcome);
  }
}

/** An accepted message is delivered with its `user_message` or revoked, once, in the order of the inbox. */
function expectOneFate(log: readonly LogEntry[]): void {
  const fates = new Map<string, string>();
  const delivered: PendingMessage[] = [];
  for (const [index, { record }] of log.entries()) {
    if (record.kind !== 'pending' || record.change === 'replaced') continue;
    const { message, change } = record;
    expect(fates.get(message.messageId)).toBe(change === 'added' ? undefined : 'added');
    fates.set(message.messageId, change);
    const before = log[index - 1]?.record;
    if (change !== 'delivered') continue;
    expect(before).toMatchObject({ update: { sessionUpdate: 'user_message', messageId: message.messageId } });
    if (message.mode === 'queue') delivered.push(message);
  }
  expect([...fates.values()]).not.toContain('added');
  const items = delivered.map(({ item }) => item);
  expect(items).toEqual(items.toSorted((left, right) => left - right));
  // An agent may report a message again; it is still the same message.
  const shown = new Map<string, string>();
  for (const { record } of log) {
    if (record.kind !== 'update' || record.update.sessionUpdate !== 'user_message') continue;
    const { messageId, content } = record.update as { readonly messageId: string; readonly content: unknown };
    const number = numberOf(textOf(content));
    expect(shown.get(number) ?? messageId).toBe(messageId);
    shown.set(number, messageId);
  }
  const accepted = log.flatMap(({ record }) =>
    record.kind === 'result' && record.error === undefined
      ? [(record.result as { readonly messageId?: string }).messageId]
      : [],
  );
  const known = new Set(
    log.flatMap(({ record }) =>
      record.kind === 'update' && 'messageId' in record.update ? [record.update.messageId] : [],
    ),
  );
  for (const messageId of accepted)
    if (messageId !== undefined) expect(known.has(messageId) || fates.get(messageId) === 'revoked').toBe(true);
}

/** A question is closed once. */
function expectQuestionsClosedOnce(log: readonly LogEntry[]): void {
  const asked = log.flatMap(({ record }) => (record.kind === 'question' ? [record.question] : []));
  const closed = log.flatMap(({ record }) => (record.kind === 'question_closed' ? [record.question] : []));
  expect(closed.toSorted()).toEqual(asked.toSorted());
}
