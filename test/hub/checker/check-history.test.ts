import { describe, expect, test } from 'vitest';

import type { InboxEntry, LogEntry, LogRecord, PendingMessage } from '../../../packages/hub/src/store/records.ts';
import { checkHistory } from './check-history.ts';
import {
  hashOf,
  type History,
  type HistoryEvent,
  type SawEvent,
  type StoredSession,
  type Violation,
} from './history.ts';

const session = 's1';
const text = (value: string): { readonly type: 'text'; readonly text: string } => ({ type: 'text', text: value });
const shown = (messageId: string, value: string): LogRecord => ({
  kind: 'update',
  update: { sessionUpdate: 'user_message', messageId, content: [text(value)] },
});
const said = (value: string): LogRecord => ({
  kind: 'update',
  update: { sessionUpdate: 'agent_message_chunk', messageId: 'a1', content: text(value) },
});
const waiting = (messageId: string, value: string, item: number): PendingMessage => ({
  messageId,
  mode: 'queue',
  content: [text(value)],
  principal: 'ada',
  client: 'one',
  item,
  key: `k${item}`,
  from: 'inject',
});

/** A session that was owned by two nodes one after the other, with a prompt, an injected message and a question. */
const records: readonly LogRecord[] = [
  { kind: 'owner', node: 'n1', token: 1 },
  { kind: 'agent', state: 'open', agentSessionId: 'x' },
  { kind: 'handed', item: 1, key: 'k1' },
  shown('m1', 'first'),
  { kind: 'result', item: 1, key: 'k1', result: {} },
  said('one'),
  { kind: 'question', question: 'q1', method: 'session/request_permission', params: { title: 'May I?' } },
  { kind: 'pending', change: 'added', message: waiting('m2', 'second', 2) },
  { kind: 'result', item: 2, key: 'k2', result: {} },
  { kind: 'question_closed', question: 'q1', reason: 'answered', principal: 'ada' },
  { kind: 'result', item: 3, key: 'k3', result: {} },
  { kind: 'owner', node: 'n2', token: 5 },
  said('two'),
  { kind: 'handed', item: 2, key: 'k2' },
  { kind: 'pending', change: 'delivered', message: waiting('m2', 'second', 2) },
  shown('m2', 'second'),
  said('three'),
];

const log: readonly LogEntry[] = records.map((record, index) => ({ sequence: index + 1, at: 0, record }));

const request = (item: number, method: string, params: Readonly<Record<string, unknown>>): InboxEntry => ({
  item,
  at: 0,
  request: { key: `k${item}`, principal: 'ada', client: 'one', method, params },
});

const inbox: readonly InboxEntry[] = [
  request(1, 'session/prompt', { prompt: [text('first')] }),
  request(2, 'session/inject', { content: [text('second')] }),
  request(3, 'hub/answer', { question: 'q1', result: {} }),
];

const saw = (attachment: string, from: number, to = Number.POSITIVE_INFINITY): readonly SawEvent[] =>
  log.flatMap(({ sequence, record }) =>
    record.kind === 'update' && sequence > from && sequence <= to
      ? [{ kind: 'saw', attachment, sequence, hash: hashOf(record.update) } as const]
      : [],
  );

const events: readonly HistoryEvent[] = [
  { kind: 'attached', client: 'one', session, attachment: 'one.1', after: 0 },
  { kind: 'wrote', session, node: 'n1', first: 1, last: 11 },
  { kind: 'acknowledged', session, what: 'stored', text: 'first' },
  { kind: 'given', session, text: 'first' },
  { kind: 'acknowledged', session, what: 'prompt', text: 'first' },
  ...saw('one.1', 0, 6),
  { kind: 'acknowledged', session, what: 'inject', text: 'second' },
  { kind: 'acknowledged', session, what: 'answer', text: 'May I?' },
  { kind: 'answered', session, text: 'May I?' },
  { kind: 'attached', client: 'one', session, attachment: 'one.2', after: 6 },
  { kind: 'wrote', session, node: 'n2', first: 12, last: 17 },
  { kind: 'given', session, text: 'second' },
  ...saw('one.2', 6),
  { kind: 'stayed', attachment: 'one.2' },
  { kind: 'attached', client: 'two', session, attachment: 'two.1', after: 4 },
  ...saw('two.1', 4),
  { kind: 'stayed', attachment: 'two.1' },
];

const good: History = { events, sessions: [{ session, log, inbox }] };

type Change = (history: History) => History;

/** Changes the events of the history. */
const withEvents =
  (change: (events: readonly HistoryEvent[]) => readonly HistoryEvent[]): Change =>
  (history) => ({ ...history, events: change(history.events) });

const withStored =
  (change: (stored: StoredSession) => Partial<StoredSession>): Change =>
  (history) => ({ ...history, sessions: history.sessions.map((each) => ({ ...each, ...change(each) })) });

/** Puts records behind a number of the log, or at its end, and gives all records new numbers. */
const withRecord = (record: LogRecord, after = log.length): Change =>
  withStored((stored) => ({
    log: [...stored.log.slice(0, after), { sequence: 0, at: 0, record }, ...stored.log.slice(after)].map(
      (entry, index) => ({ ...entry, sequence: index + 1 }),
    ),
  }));

const isSight = (event: HistoryEvent, attachment: string, sequence: number): boolean =>
  event.kind === 'saw' && event.attachment === attachment && event.sequence === sequence;

const kindsOf = (history: History): readonly Violation['kind'][] => [
  ...new Set(checkHistory(history).map(({ kind }) => kind)),
];

/** Errors that a hub could make, and what the checker calls them. */
const planted: readonly (readonly [name: string, kind: Violation['kind'], change: Change])[] = [
  ['an update that a client missed', 'gap', withEvents((all) => all.filter((each) => !isSight(each, 'one.2', 13)))],
  [
    'a message whose turn has no end',
    'turn-without-end',
    withStored(({ log: all }) => ({
      log: all.map(({ record, ...rest }) => ({
        ...rest,
        record: record.kind === 'result' && record.item === 1 ? { ...record, result: { messageId: 'm1' } } : record,
      })),
    })),
  ],
  [
    'a message that the agent got before an earlier one of the same client',
    'overtaken',
    withStored(({ log: all }) => ({
      log: all.map(({ record, ...rest }) => {
        if (record.kind !== 'handed') return { ...rest, record };
        return {
          ...rest,
          record: record.item === 1 ? { ...record, item: 2, key: 'k2' } : { ...record, item: 1, key: 'k1' },
        };
      }),
    })),
  ],
  ['an update that a client got twice', 'duplicate', withEvents((all) => [...all, ...saw('two.1', 12, 13)])],
  [
    'two updates in the wrong order',
    'reorder',
    withEvents((all) => {
      const index = all.findIndex((each) => isSight(each, 'two.1', 13));
      return [...all.slice(0, index), ...all.slice(index, index + 2).toReversed(), ...all.slice(index + 2)];
    }),
  ],
  [
    'an update that another client got with other bytes',
    'different-bytes',
    withEvents((all) =>
      all.map((each) => (isSight(each, 'one.1', 6) ? { ...each, hash: 'other' } : each) as HistoryEvent),
    ),
  ],
  [
    'an update that was shown and then lost',
    'shown-not-stored',
    withStored(({ log: stored }) => ({ log: stored.slice(0, -1) })),
  ],
  [
    'an update that was replaced in the log by another one after it was shown',
    'different-bytes',
    withStored(({ log: stored }) => ({
      log: stored.map((entry) => (entry.sequence === 13 ? { ...entry, record: said('other') } : entry)),
    })),
  ],
  ['an update from before the attachment began', 'reorder', withEvents((all) => [...all, ...saw('two.1', 3, 4)])],
  [
    'a client that was never sent the end',
    'behind',
    withEvents((all) => all.filter((each) => !isSight(each, 'two.1', 17))),
  ],
  [
    'a record that is missing in the log',
    'log-gap',
    withStored(({ log: stored }) => ({ log: stored.filter(({ sequence }) => sequence !== 2) })),
  ],
  [
    'a prompt that was acknowledged and is not in the inbox',
    'acknowledged-missing',
    withStored(({ inbox: stored }) => ({ inbox: stored.filter(({ item }) => item !== 1) })),
  ],
  [
    'a prompt that was acknowledged and is not shown',
    'acknowledged-missing',
    withEvents((all) => [...all, { kind: 'acknowledged', session, what: 'prompt', text: 'third' }]),
  ],
  [
    'a message that was called stored and is not',
    'acknowledged-missing',
    withEvents((all) => [...all, { kind: 'acknowledged', session, what: 'stored', text: 'third' }]),
  ],
  [
    'an injected message that was acknowledged and has no record',
    'acknowledged-missing',
    withStored(({ log: stored }) => ({
      log: stored
        .filter(({ sequence }) => sequence !== 8 && sequence < 12)
        .map((entry, index) => ({ ...entry, sequence: index + 1 })),
    })),
  ],
  [
    'an answer that was acknowledged and is not in the inbox',
    'acknowledged-missing',
    withStored(({ inbox: stored }) => ({ inbox: stored.filter(({ item }) => item !== 3) })),
  ],
  [
    'a session that is gone with what was acknowledged',
    'acknowledged-missing',
    (history) => ({ ...history, sessions: [] }),
  ],
  [
    'a prompt that the agent got again',
    'given-twice',
    withEvents((all) => [...all, { kind: 'given', session, text: 'first' }]),
  ],
  [
    'an item that a new owner has handed to the agent again',
    'given-twice',
    withRecord({ kind: 'handed', item: 1, key: 'k1' }),
  ],
  [
    'an item that was handed to the agent after its result',
    'given-twice',
    withRecord({ kind: 'handed', item: 3, key: 'k3' }),
  ],
  [
    'a prompt that the agent got before that was stored',
    'given-unrecorded',
    withStored(({ log: stored }) => ({
      log: stored
        .filter(({ record }) => record.kind !== 'handed' || record.item !== 2)
        .map((entry, index) => ({ ...entry, sequence: index + 1 })),
    })),
  ],
  ['an item with two results', 'result-twice', withRecord({ kind: 'result', item: 1, key: 'k1', result: {} })],
  ['a message that is shown twice', 'message-twice', withRecord(shown('m1', 'first'))],
  [
    'a record of an old owner after a barrier',
    'old-owner',
    withEvents((all) =>
      all.flatMap((each): readonly HistoryEvent[] =>
        each.kind === 'wrote' && each.node === 'n2'
          ? [
              { ...each, last: 16 },
              { kind: 'wrote', session, node: 'n1', first: 17, last: 17 },
            ]
          : [each],
      ),
    ),
  ],
  [
    'a record that two nodes have written',
    'old-owner',
    withEvents((all) => [...all, { kind: 'wrote', session, node: 'n1', first: 13, last: 13 }]),
  ],
  ['a barrier with an old token', 'old-owner', withRecord({ kind: 'owner', node: 'n1', token: 2 })],
  [
    'a question that was closed twice',
    'answered-twice',
    withRecord({ kind: 'question_closed', question: 'q1', reason: 'answered' }),
  ],
  [
    'a question whose agent got two answers',
    'answered-twice',
    withEvents((all) => [...all, { kind: 'answered', session, text: 'May I?' }]),
  ],
  [
    'an injected message that was delivered and revoked',
    'inject-state',
    withRecord({ kind: 'pending', change: 'revoked', message: waiting('m2', 'second', 2) }),
  ],
  [
    'an injected message that was delivered twice',
    'inject-state',
    withRecord({ kind: 'pending', change: 'delivered', message: waiting('m2', 'second', 2) }),
  ],
  [
    'an injected message that was delivered and is not shown',
    'inject-state',
    withStored(({ log: stored }) => ({
      log: stored.filter(({ sequence }) => sequence < 16),
    })),
  ],
  [
    'an injected message that is shown and still pending',
    'inject-state',
    withStored(({ log: stored }) => ({ log: stored.filter(({ sequence }) => sequence !== 15) })),
  ],
  [
    'an injected message that was replaced after its delivery',
    'inject-state',
    withRecord({ kind: 'pending', change: 'replaced', message: waiting('m2', 'other', 2) }),
  ],
  [
    'an injected message that was accepted twice',
    'inject-state',
    withRecord({ kind: 'pending', change: 'added', message: waiting('m2', 'second', 2) }, 8),
  ],
  [
    'a copy that was acknowledged and is in no list',
    'half-copy',
    (history) => ({
      ...history,
      copies: [{ source: session, copy: 's2', isAcknowledged: true, isListed: false }],
    }),
  ],
];

describe('the checker', () => {
  test('finds nothing in a history without an error', () => {
    expect(checkHistory(good)).toEqual([]);
  });

  test('accepts an injected message that is still pending, or was revoked', () => {
    const pending = waiting('m3', 'third', 4);
    const added = withRecord({ kind: 'pending', change: 'added', message: pending })(good);
    expect(checkHistory(added)).toEqual([]);
  });

  test.each(planted)('finds %s', (_, kind, change) => {
    expect(kindsOf(change(good))).toContain(kind);
  });

  test('has a planted error for each kind of violation', () => {
    const all: Record<Violation['kind'], true> = {
      gap: true,
      duplicate: true,
      reorder: true,
      'different-bytes': true,
      'shown-not-stored': true,
      behind: true,
      'log-gap': true,
      'acknowledged-missing': true,
      'given-twice': true,
      'given-unrecorded': true,
      'result-twice': true,
      'message-twice': true,
      'old-owner': true,
      'answered-twice': true,
      'inject-state': true,
      overtaken: true,
      'half-copy': true,
      'turn-without-end': true,
    };
    expect(new Set(planted.map(([, kind]) => kind))).toEqual(new Set(Object.keys(all)));
  });

  test('compares values, not the order of their keys', () => {
    expect(hashOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(hashOf({ b: [{ d: 3, c: 2 }], a: 1 }));
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
  });
});

describe('a copy', () => {
  const logOf = (...all: LogRecord[]): readonly LogEntry[] =>
    all.map((record, index) => ({ sequence: index + 1, at: 0, record }));
  const owner: LogRecord = { kind: 'owner', node: 'n1', token: 1 };
  const open: LogRecord = { kind: 'agent', state: 'open', agentSessionId: 'x' };
  const source: StoredSession = { session: 's1', log: logOf(owner, open, said('one'), said('two')), inbox: [] };
  const copy = { source: 's1', copy: 's2', isAcknowledged: true, isListed: true };
  const check = (own: readonly LogEntry[], changes: Partial<typeof copy> = {}): readonly string[] =>
    checkHistory({
      events: [],
      sessions: [source, { session: 's2', log: own, inbox: [] }],
      copies: [{ ...copy, ...changes }],
    }).map(({ detail }) => detail);

  test('begins as its source, and has an agent', () => {
    expect(check(logOf(said('one'), owner, open, said('other')))).toEqual([]);
    expect(check(logOf(said('two'), owner, open))).toEqual(['it does not begin as s1']);
    expect(check(logOf(said('one'), owner))).toEqual(['it is in the list and has no agent']);
  });

  test('is in the list if its client was told so', () => {
    expect(check(logOf(owner), { isListed: false })).toEqual(['it was acknowledged and is in no list']);
    expect(check(logOf(owner), { isListed: false, isAcknowledged: false })).toEqual([]);
  });
});
