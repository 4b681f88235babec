import { expect, test } from 'vitest';

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
  let listeners = 0;
  const { addEventListener, removeEventListener } = outer.signal;
  outer.signal.addEventListener = function add(this: AbortSignal, ...args: readonly unknown[]) {
    listeners += 1;
    addEventListener.apply(this, args as never);
  } as never;
  outer.signal.removeEventListener = function remove(this: AbortSignal, ...args: readonly unknown[]) {
    listeners -= 1;
    removeEventListener.apply(this, args as never);
  } as never;
  const { signal, release } = joinSignals(outer.signal);
  expect(listeners).toBe(1);
  release();
  expect(listeners).toBe(0);
  outer.abort();
  expect(signal.aborted).toBe(false);
});
