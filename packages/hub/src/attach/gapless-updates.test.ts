/** Whenever and however a client attaches, it sees every update once and in order. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { emptyTranscript, fold, toJson } from '@acp-stack/transcript';

import { SessionHistory } from '../history/session-history.ts';
import { anyUpdates } from '../history/updates.test-support.ts';
import type { LogRecord } from '../store/records.ts';
import { hubKey } from './hub-meta.ts';
import { cwd, fromStart, hubAware, message, scriptedHub, type RawClient } from './scripted-hub.test-support.ts';

const chunk = (index: number): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text: String(index) },
});

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

/** The records of a turn; some of them are not for clients. */
const turn = (count: number): readonly LogRecord[] =>
  Array.from({ length: count }, (_, index): LogRecord => ({ kind: 'update', update: chunk(index) })).flatMap(
    (record, index): LogRecord[] =>
      index % 7 === 3 ? [record, { kind: 'handed', item: index, key: `k${index}` }] : [record],
  );

/** The cursor of the last update that a client has got. */
const cursorOf = ({ notifications }: RawClient): unknown => {
  const { _meta } = (notifications.at(-1)?.params ?? {}) as { readonly _meta?: Readonly<Record<string, unknown>> };
  return (_meta?.[hubKey] as { readonly cursor?: unknown } | undefined)?.cursor;
};

const isLong = process.env['ACP_LONG'] === '1';
const turnLength = isLong ? 500 : 200;

describe('at every index of a turn', () => {
  test('clients that attach with a replay have the same transcript at the end', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const clients: RawClient[] = [];
    for (const record of turn(turnLength)) {
      const raw = await hub.raw();
      await raw.connection.request('session/resume', fromStart(session));
      clients.push(raw);
      await session.append(record);
    }
    await expect.poll(() => clients.every(({ texts }) => texts.length === turnLength)).toBe(true);
    for (const { texts } of clients) expect(texts).toEqual(numbers(turnLength));
  });

  test('a client that drops and resumes with the cursor of its last update misses and repeats nothing', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const records = turn(turnLength);
    const seen: string[] = [];
    let after: unknown;
    for (const record of records) {
      const raw = await hub.raw({ capabilities: hubAware });
      const _meta = after === undefined ? undefined : { [hubKey]: { after } };
      await raw.connection.request('session/resume', { sessionId: session.sessionId, cwd, ...(_meta && { _meta }) });
      // The client may drop before it has got the record: then the next one begins a record earlier.
      await session.append(record);
      if (seen.length % 3 !== 2 && record.kind === 'update')
        await expect.poll(() => raw.texts.length, { interval: 1 }).toBeGreaterThan(0);
      raw.connection.destroy();
      seen.push(...raw.texts);
      after = cursorOf(raw) ?? after;
    }
    const last = await hub.raw({ capabilities: hubAware });
    await last.connection.request('session/resume', {
      sessionId: session.sessionId,
      cwd,
      _meta: { [hubKey]: { after } },
    });
    expect([...seen, ...last.texts]).toEqual(numbers(turnLength));
  });
});

test('clients that attach, leave and attach again while updates are stored see each update once, in order', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('attach' as const), how: fc.constantFrom('start' as const, 'live' as const) }),
    fc.record({ kind: fc.constant('again' as const), client: fc.nat(5) }),
    fc.record({ kind: fc.constant('wait' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await using hub = await scriptedHub();
      const session = await hub.session();
      const clients: { readonly raw: RawClient; readonly isWhole: boolean }[] = [];
      const opening: Promise<unknown>[] = [];
      let stored = 0;
      for (const each of steps) {
        if (each.kind === 'append') {
          const records = Array.from({ length: each.count }, (_, index): LogRecord => {
            return { kind: 'update', update: chunk(stored + index) };
          });
          stored += each.count;
          await session.append(...records);
        } else if (each.kind === 'attach') {
          const raw = await hub.raw();
          clients.push({ raw, isWhole: each.how === 'start' });
          const { sessionId } = session;
          opening.push(
            raw.connection.request('session/resume', each.how === 'start' ? fromStart(session) : { sessionId, cwd }),
          );
        } else if (each.kind === 'again') {
          // Attaching again without a replay goes on where the attachment before it was.
          const client = clients[each.client];
          if (client !== undefined && !client.isWhole)
            opening.push(client.raw.connection.request('session/resume', { sessionId: session.sessionId, cwd }));
        } else await Promise.all(opening);
      }
      await Promise.all(opening);
      stored += 1;
      await session.append({ kind: 'update', update: chunk(stored - 1) });
      await expect.poll(() => clients.every(({ raw }) => raw.texts.at(-1) === String(stored - 1))).toBe(true);
      for (const { raw, isWhole } of clients) {
        const begin = Number(raw.texts[0]);
        if (isWhole) expect(begin).toBe(0);
        expect(raw.texts).toEqual(numbers(stored).slice(begin));
      }
    }),
    { numRuns: 25 },
  );
});

test('whatever is merged meanwhile, clients that attach at every index have the same transcript', async () => {
  const shown = (updates: readonly SessionUpdate[]): unknown =>
    toJson(updates.reduce((transcript, update) => fold(transcript, update), emptyTranscript()));
  await fc.assert(
    fc.asyncProperty(anyUpdates, fc.array(fc.nat(40), { maxLength: 6 }), async (updates, merges) => {
      const told = updates.filter(({ sessionUpdate }) => sessionUpdate !== 'notice');
      let history: SessionHistory | undefined;
      await using hub = await scriptedHub(
        {},
        (store) => (history = new SessionHistory(store, { limits: { most: 3 } })),
      );
      const session = await hub.session();
      const clients: { readonly texts: readonly string[]; readonly sent: SessionUpdate[] }[] = [];
      for (const [index, update] of told.entries()) {
        const raw = await hub.raw();
        // As they were sent: the client leaves out what is malformed.
        const sent: SessionUpdate[] = [];
        raw.connection.tap(({ direction, message: each }) => {
          const { params } = Object(each) as { readonly params?: { readonly update?: SessionUpdate } };
          if (direction === 'in' && params?.update !== undefined) sent.push(params.update);
        });
        clients.push({ texts: raw.texts, sent });
        const opened = raw.connection.request('session/resume', fromStart(session));
        // The history is merged while the client is attached: before, after or in the middle of its replay.
        if (merges.includes(index) && index > 0) await history?.merge(session.sessionId, index);
        await session.append({ kind: 'update', update });
        await opened;
      }
      const end = { kind: 'update', update: message('end') } as const;
      await session.append(end);
      await expect.poll(() => clients.every(({ texts }) => texts.at(-1) === 'end'), { interval: 2 }).toBe(true);
      const expected = shown([...told, end.update]);
      for (const { sent } of clients) expect(shown(sent)).toEqual(expected);
    }),
    { numRuns: isLong ? 300 : 8 },
  );
});
