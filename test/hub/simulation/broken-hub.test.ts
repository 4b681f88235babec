/** Hubs that are broken on purpose: the checker must find what each of them does wrong. */
import { EventText } from '@acp-stack/journal';
import { expect, test } from 'vitest';

import type { LogEntry, LogRecord } from '../../../packages/hub/src/store/records.ts';
import { checkHistory } from '../checker/check-history.ts';
import type { Violation } from '../checker/history.ts';
import { Random } from './random.ts';
import { runSchedule, type ScheduleOptions } from './run-schedule.ts';

type Sabotage = NonNullable<ScheduleOptions['sabotage']>;

const isLogAppend = (name: string, [stream]: readonly unknown[]): boolean =>
  name === 'append' && String(stream).startsWith('log/');

/** The records of an append; the owner of a session appends their JSON strings. */
const recordsOf = (events: unknown): readonly LogRecord[] =>
  (events as readonly (LogRecord | EventText)[]).map((event) =>
    event instanceof EventText ? (JSON.parse(event.text) as LogRecord) : event,
  );

/** Changes the records of appends to logs. */
const withRecords =
  (change: (records: readonly LogRecord[]) => readonly LogRecord[]): NonNullable<Sabotage['journal']> =>
  (name, args) => {
    if (!isLogAppend(name, args)) return args;
    const [stream, events, options] = args;
    return [stream, change(recordsOf(events)), options];
  };

/** Each schedule gets a hub that is broken anew. */
const broken: readonly (readonly [name: string, kinds: readonly Violation['kind'][], sabotage: () => Sabotage])[] = [
  [
    'drops an update on the way to a client',
    ['gap', 'behind'],
    () => {
      const random = new Random(1);
      return { client: (entries) => entries.filter(({ record }) => record.kind !== 'update' || !random.chance(0.1)) };
    },
  ],
  [
    'sends an update twice',
    ['duplicate'],
    () => ({ client: (entries) => entries.flatMap((entry) => (entry.sequence % 7 === 0 ? [entry, entry] : [entry])) }),
  ],
  ['sends updates in another order', ['reorder', 'duplicate'], () => ({ client: (entries) => entries.toReversed() })],
  [
    'sends other bytes than it has stored',
    ['different-bytes'],
    () => ({
      client: (entries) =>
        entries.map(({ record, ...rest }): LogEntry => {
          if (record.kind !== 'update') return { record, ...rest };
          return { ...rest, record: { kind: 'update', update: { ...record.update, _meta: { extra: 1 } } } };
        }),
    }),
  ],
  [
    'acknowledges items before it has stored them',
    ['acknowledged-missing'],
    () => {
      const random = new Random(1);
      return {
        journal: (name, args) => {
          const isItem = name === 'append' && String(args[0]).startsWith('inbox/');
          return isItem && random.chance(0.5) ? 'drop' : args;
        },
      };
    },
  ],
  [
    'gives prompts to the agent without a record',
    ['given-unrecorded'],
    () => ({
      journal: withRecords((records) =>
        records.map((record): LogRecord => {
          return record.kind === 'handed' ? { kind: 'members', members: {} } : record;
        }),
      ),
    }),
  ],
  [
    'writes after it has lost the session',
    ['old-owner'],
    () => {
      let newest = 0;
      return {
        journal: (name, args) => {
          if (!isLogAppend(name, args)) return args;
          const [stream, events, options] = args as [string, readonly unknown[], { readonly token?: number }];
          newest = Math.max(
            newest,
            options.token ?? 0,
            ...recordsOf(events).map((each) => (each.kind === 'owner' ? each.token : 0)),
          );
          const { expectedLast: _, ...rest } = options as { readonly expectedLast?: number };
          return [stream, events, { ...rest, token: newest }];
        },
      };
    },
  ],
  [
    'shows a message twice',
    ['message-twice'],
    () => ({
      journal: withRecords((records) =>
        records.flatMap((record) =>
          record.kind === 'update' && record.update.sessionUpdate === 'user_message' ? [record, record] : [record],
        ),
      ),
    }),
  ],
  [
    'writes the result of an item twice',
    ['result-twice'],
    () => ({
      journal: withRecords((records) =>
        records.flatMap((each): readonly LogRecord[] => (each.kind === 'result' ? [each, each] : [each])),
      ),
    }),
  ],
  [
    'forgets that injected messages were delivered',
    ['inject-state'],
    () => ({
      journal: withRecords((records) =>
        records.map((record): LogRecord => {
          return record.kind === 'pending' && record.change === 'delivered' ? { kind: 'members', members: {} } : record;
        }),
      ),
    }),
  ],
];

/** A schedule in which the faults of this kind of hub show is found among the first ones. */
const mostSchedules = 30;

test.each(broken)('a hub that %s is caught', async (_, kinds, sabotage) => {
  const found = new Set<Violation['kind']>();
  for (let seed = 1; seed <= mostSchedules && !kinds.some((kind) => found.has(kind)); seed += 1) {
    const history = await runSchedule({ seed, sabotage: sabotage(), mayHang: true });
    for (const { kind } of checkHistory(history)) found.add(kind);
  }
  expect(
    kinds.some((kind) => found.has(kind)),
    [...found].join(', '),
  ).toBe(true);
});
