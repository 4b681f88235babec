import { expect, test, vi } from 'vitest';

import { joinSignals } from './join-signals.ts';

test('aborts with the first of the signals, for its reason', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { signal } = joinSignals(first.signal, undefined, second.signal);
  expect(signal.aborted).toBe(false);
  second.abort(new Error('second'));
  first.abort(new Error('first'));
  expect(signal.reason).toEqual(new Error('second'));
});

test('is aborted if one of the signals is', () => {
  expect(joinSignals(new AbortController().signal, AbortSignal.abort('done')).signal.reason).toBe('done');
});

test('leaves the signals alone once it is released', () => {
  const outer = new AbortController();
  const added = vi.spyOn(outer.signal, 'addEventListener');
  const removed = vi.spyOn(outer.signal, 'removeEventListener');
  const { signal, release } = joinSignals(outer.signal);
  release();
  expect(removed.mock.calls).toEqual([added.mock.calls[0]?.slice(0, 2)]);
  outer.abort();
  expect(signal.aborted).toBe(false);
});
