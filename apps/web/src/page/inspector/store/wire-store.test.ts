import type { InspectCalls, WireRow } from '@acp-stack/trace/inspect';
import { expect, test } from 'vitest';

import { WireStore, type InspectorCall } from './wire-store.ts';

const row = (index: number): WireRow => ({
  index,
  run: 1,
  ts: index,
  from: 'Agent',
  to: 'Client',
  kind: 'notification',
  method: 'session/update',
  preview: `row ${index}`,
  size: 10,
});

/** A program with rows, of which it still has those from `first` on. */
class Program {
  rows: WireRow[] = [];
  first = 0;
  calls = 0;
  readonly call: InspectorCall = async (name, params, signal) => {
    this.calls += 1;
    if (name !== 'rows') return new Promise<never>(() => undefined);
    const { from, limit = 100 } = params as InspectCalls['rows']['params'];
    const found = this.rows.filter(({ index }) => index >= Math.max(from, this.first)).slice(0, limit);
    if (found.length === 0) {
      return new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    }
    const result: InspectCalls['rows']['result'] = {
      rows: found,
      next: (found.at(-1)?.index ?? 0) + 1,
      first: this.first,
      end: this.rows.length,
    };
    return result;
  };
}

function setUp(): { program: Program; store: WireStore; frame: () => void; told: () => number } {
  const program = new Program();
  let work: (() => void) | undefined;
  const store = new WireStore(program.call, (next) => (work = next));
  let count = 0;
  store.subscribe(() => {
    count += 1;
  });
  return {
    program,
    store,
    frame: () => {
      work?.();
      work = undefined;
    },
    told: () => count,
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('rows are read in batches, and listeners are told once per frame', async () => {
  const { program, store, frame, told } = setUp();
  program.rows = Array.from({ length: 10_000 }, (_, index) => row(index));
  const stop = new AbortController();
  const followed = store.follow(stop.signal);
  await settled();
  expect(store.snapshot().rows).toEqual([]);
  frame();
  expect(store.snapshot().rows.length).toBe(10_000);
  expect(told()).toBe(1);
  stop.abort();
  await expect(followed).rejects.toThrow('aborted');
});

test('after a lost connection it goes on where it was', async () => {
  const { program, store, frame } = setUp();
  program.rows = [row(0), row(1)];
  const first = new AbortController();
  const lost = store.follow(first.signal).catch(() => undefined);
  await settled();
  first.abort();
  await lost;
  program.rows.push(row(2));
  const second = new AbortController();
  const again = store.follow(second.signal).catch(() => undefined);
  await settled();
  frame();
  expect(store.snapshot().rows.map(({ index }) => index)).toEqual([0, 1, 2]);
  second.abort();
  await again;
});

test('rows that the program has dropped are dropped here too, and counted', async () => {
  const { program, store, frame } = setUp();
  program.rows = [row(0), row(1)];
  const first = new AbortController();
  const lost = store.follow(first.signal).catch(() => undefined);
  await settled();
  first.abort();
  await lost;
  program.first = 2;
  program.rows.push(row(2), row(3));
  const second = new AbortController();
  const again = store.follow(second.signal).catch(() => undefined);
  await settled();
  frame();
  expect(store.snapshot()).toMatchObject({ rows: [{ index: 2 }, { index: 3 }], dropped: 2 });
  second.abort();
  await again;
});

test('cleared rows are gone, and later ones come', async () => {
  const { program, store, frame } = setUp();
  program.rows = [row(0)];
  const stop = new AbortController();
  const followed = store.follow(stop.signal).catch(() => undefined);
  await settled();
  store.clear();
  frame();
  expect(store.snapshot()).toMatchObject({ rows: [], dropped: 1 });
  stop.abort();
  await followed;
});
