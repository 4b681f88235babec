import { JournalError, memoryJournal, type Journal } from '@acp-stack/journal';
import { VirtualClock } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { HubCounters } from '../observe/counters.ts';
import { AuditLog, type AuditEvent, type AuditOptions } from './audit-log.ts';

interface Setting {
  readonly audit: AuditLog;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  readonly counters: HubCounters;
  readonly lines: string[];
}

function setting(more: Partial<AuditOptions> = {}): Setting {
  const journal = memoryJournal();
  const clock = new VirtualClock();
  const counters = new HubCounters();
  const lines: string[] = [];
  const audit = new AuditLog({ journal, clock, counters, log: (line) => lines.push(line), ...more });
  return { audit, journal, clock, counters, lines };
}

async function eventsOf(audit: AuditLog, principal: string): Promise<readonly AuditEvent[]> {
  const events: AuditEvent[] = [];
  for await (const { event } of audit.read(principal)) events.push(event);
  return events;
}

test('actions are stored after a second, in one append for each principal', async () => {
  const { audit, journal, clock } = setting();
  let appends = 0;
  const append = journal.append.bind(journal);
  journal.append = (...call) => {
    appends += 1;
    return append(...call);
  };
  audit.note('ada', 'attach', { sessionId: 's1' });
  audit.note('ada', 'session/prompt', { sessionId: 's1' });
  audit.note('bob', 'session/delete', { sessionId: 's1', refused: 'role_required' });
  expect(appends).toBe(0);
  await clock.advance(1000);
  // The first append of each finds that the stream does not exist.
  expect(appends).toBe(4);
  expect(await eventsOf(audit, 'ada')).toEqual([
    { action: 'attach', sessionId: 's1' },
    { action: 'session/prompt', sessionId: 's1' },
  ]);
  expect(await eventsOf(audit, 'bob')).toEqual([
    { action: 'session/delete', sessionId: 's1', refused: 'role_required' },
  ]);
  expect((await audit.principals()).principals.toSorted()).toEqual(['ada', 'bob']);
  expect(await eventsOf(audit, 'eve')).toEqual([]);
});

test('equal actions that wait are one event with a number, so that a flood costs one', async () => {
  const { audit } = setting();
  for (let n = 0; n < 1000; n += 1) audit.note('eve', 'session/prompt', { refused: 'not_found' });
  await audit.flush();
  expect(await eventsOf(audit, 'eve')).toEqual([{ action: 'session/prompt', refused: 'not_found', times: 1000 }]);
});

test('neither contents nor other fields get into the log', async () => {
  const { audit, journal } = setting();
  const canary = 'CANARY secret';
  const detail = { sessionId: canary, question: canary, refused: canary, content: canary, params: { prompt: canary } };
  audit.note('ada', canary, detail);
  await audit.flush();
  expect(await eventsOf(audit, 'ada')).toEqual([{ action: 'unknown' }]);
  expect(JSON.stringify(await journal.list())).not.toContain('CANARY');
});

test('when too many wait, further ones are counted and dropped', async () => {
  const { audit, counters } = setting({ maxWaiting: 2 });
  for (const sessionId of ['a', 'b', 'c', 'd']) audit.note('ada', 'attach', { sessionId });
  await audit.flush();
  expect(await eventsOf(audit, 'ada')).toHaveLength(2);
  expect(counters.auditDropped.total).toBe(2);
});

test('a store that fails loses events, says so in one sentence and harms nothing else', async () => {
  const { audit, journal, counters, lines } = setting();
  const append = journal.append.bind(journal);
  journal.append = () => Promise.reject(new JournalError('full', 'The disk is full.'));
  audit.note('ada', 'attach');
  await audit.flush();
  expect(lines).toEqual(['The audit log could not be written: The disk is full.']);
  expect(counters.auditDropped.total).toBe(1);
  journal.append = append;
  audit.note('ada', 'detach');
  await audit.flush();
  expect(await eventsOf(audit, 'ada')).toEqual([{ action: 'detach' }]);
});

test('old events and those above the number are removed, and the rest can be read', async () => {
  const { audit } = setting();
  for (let n = 1; n <= 5; n += 1) {
    audit.note('ada', 'attach', { sessionId: `s${n}` });
    await audit.flush();
  }
  expect(await audit.retain({ maxEvents: 2 })).toBe(3);
  expect((await eventsOf(audit, 'ada')).map(({ sessionId }) => sessionId)).toEqual(['s4', 's5']);
  expect(await audit.retain({ maxEvents: 2 })).toBe(0);
  expect(await audit.retain({ maxAge: 1000 }, Date.now() + 10_000)).toBe(2);
  expect(await eventsOf(audit, 'ada')).toEqual([]);
});
