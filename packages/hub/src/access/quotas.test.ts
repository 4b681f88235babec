import { memoryJournal } from '@acp-stack/journal';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { HubStore } from '../store/hub-store.ts';
import { Quotas, type QuotaLimits } from './quotas.ts';
import { RateLimit } from './rate-limit.ts';

interface Setting {
  readonly quotas: Quotas;
  readonly store: HubStore;
  readonly clock: VirtualClock;
}

function setting(limits: Partial<QuotaLimits>, limitsOf?: (name: string) => Partial<QuotaLimits> | undefined): Setting {
  const store = new HubStore(memoryJournal());
  const clock = new VirtualClock();
  const more = limitsOf === undefined ? {} : { limitsOf };
  return { quotas: new Quotas({ store, clock, limits, ...more }), store, clock };
}

const create = (store: HubStore, sessionId: string, owner: string): Promise<unknown> =>
  store.create({ sessionId, owner, agent: 'a', cwd: '/', additionalDirectories: [], node: 'n' });

const exceeded = (quota: string): object => ({ data: { reason: 'quota_exceeded', quota } });

function caught(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('quotas', () => {
  test('a burst of requests is allowed, then as many as the rate; others are not affected', async () => {
    const { quotas, clock } = setting({ requestsPerSecond: 2, burstSeconds: 2 });
    for (let n = 0; n < 4; n += 1) quotas.request('ada');
    expect(
      caught(() => {
        quotas.request('ada');
      }),
    ).toMatchObject(exceeded('requestsPerSecond'));
    quotas.request('bob');
    await clock.advance(500);
    quotas.request('ada');
    expect(() => {
      quotas.request('ada');
    }).toThrow('More than 2 requests per second; send fewer.');
  });

  test('without a limit of stored bytes nothing is counted', async () => {
    const { quotas, store } = setting({ sessions: Infinity, storedBytes: Infinity });
    await create(store, 's1', 'ada');
    const counted: string[] = [];
    const refuse = (what: string) => async (): Promise<never> => {
      counted.push(what);
      throw new Error('This is not counted.');
    };
    store.journal.size = refuse('size');
    store.journal.list = refuse('list');
    quotas.prompt('ada');
    (await quotas.createSession('ada'))[Symbol.dispose]();
    expect(counted).toEqual([]);
  });

  test('attachments are counted until they end', () => {
    const { quotas } = setting({ attachments: 1 });
    const first = quotas.attach('ada');
    expect(caught(() => quotas.attach('ada'))).toMatchObject(exceeded('attachments'));
    quotas.attach('bob');
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    using _again = quotas.attach('ada');
    expect(quotas.attachments).toBe(2);
  });

  test('agents are refused above the number of processes, which may differ by principal', () => {
    const { quotas } = setting({ processes: 2 }, (name) => (name === 'ada' ? { processes: 3 } : undefined));
    quotas.startProcess('ada', 2);
    expect(
      caught(() => {
        quotas.startProcess('bob', 2);
      }),
    ).toMatchObject(exceeded('processes'));
  });

  test('sessions are counted for their creator, with those that are being created', async () => {
    const { quotas, store } = setting({ sessions: 2 });
    await create(store, 's1', 'ada');
    await create(store, 's2', 'bob');
    await store.patch('s2', { members: { bob: 'owner', ada: 'controller' } });
    const second = await quotas.createSession('ada');
    await expect(quotas.createSession('ada')).rejects.toMatchObject(exceeded('sessions'));
    await create(store, 's3', 'ada');
    second[Symbol.dispose]();
    await expect(quotas.createSession('ada')).rejects.toThrow('More than 2 sessions; delete some.');
    await store.delete('s3');
    (await quotas.createSession('ada'))[Symbol.dispose]();
  });

  test('a session that was handed over, and left, counts for the principal that created it', async () => {
    const { quotas, store, clock } = setting({ sessions: 1, storedBytes: 1000 });
    await create(store, 's1', 'ada');
    await store.patch('s1', { members: { bob: 'owner' } });
    const { token } = await store.fence('s1');
    await store.append('s1', [{ kind: 'owner', node: 'x'.repeat(1000), token }], { token });
    await expect(quotas.createSession('ada')).rejects.toMatchObject(exceeded('sessions'));
    quotas.prompt('ada');
    await clock.advance(0);
    const tooMuch = caught(() => {
      quotas.prompt('ada');
    });
    expect(tooMuch).toMatchObject(exceeded('storedBytes'));
    (await quotas.createSession('bob'))[Symbol.dispose]();
  });

  test('of several sessions at once, as many are created as the quota has room for', async () => {
    const { quotas } = setting({ sessions: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => quotas.createSession('ada')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('an owner that has stored too much gets no new session and no prompt, until it deletes one', async () => {
    const { quotas, store, clock } = setting({ storedBytes: 1000 });
    await create(store, 's1', 'ada');
    const { token } = await store.fence('s1');
    await store.append('s1', [{ kind: 'owner', node: 'x'.repeat(1000), token }], { token });
    quotas.prompt('ada');
    await clock.advance(0);
    expect(
      caught(() => {
        quotas.prompt('ada');
      }),
    ).toMatchObject(exceeded('storedBytes'));
    quotas.prompt('bob');
    await expect(quotas.createSession('ada')).rejects.toMatchObject(exceeded('storedBytes'));
    await store.delete('s1');
    quotas.changed('ada');
    (await quotas.createSession('ada'))[Symbol.dispose]();
    quotas.prompt('ada');
  });

  test('the bytes are not counted for each prompt, and of a session without news only once', async () => {
    const { quotas, store, clock } = setting({});
    let counts = 0;
    const { journal } = store;
    const size = journal.size.bind(journal);
    journal.size = (stream) => {
      counts += 1;
      return size(stream);
    };
    await create(store, 's1', 'ada');
    for (let n = 0; n < 100; n += 1) quotas.prompt('ada');
    await clock.advance(0);
    for (let n = 0; n < 100; n += 1) quotas.prompt('ada');
    await clock.advance(60_000);
    quotas.prompt('ada');
    await clock.advance(0);
    // The log, the inbox, the history and the snapshot.
    expect(counts).toBe(4);
  });
});

describe('RateLimit', () => {
  const limit = { perSecond: 1, burst: 1 };

  test('never remembers more names than its limit, and still limits the others', () => {
    const rate = new RateLimit(new VirtualClock(), 10);
    const allowed = Array.from({ length: 1000 }, (_, n) => rate.take(`name ${n}`, limit)).filter(Boolean);
    expect(rate.size).toBe(10);
    expect(allowed).toHaveLength(11);
  });

  test('forgets names that were idle', async () => {
    const clock = new VirtualClock();
    const rate = new RateLimit(clock, 2);
    rate.take('a', limit);
    rate.take('b', limit);
    await clock.advance(1000);
    expect(rate.take('c', limit)).toBe(true);
    expect(rate.size).toBe(1);
  });
});
