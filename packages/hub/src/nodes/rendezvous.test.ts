import { expect, test } from 'vitest';

import { chosenNode } from './rendezvous.ts';

const sessions = Array.from({ length: 3000 }, (_, n) => `session-${n}`);
const names = ['a', 'b', 'c'];

test('every node chooses the same, in whatever order it knows the names', () => {
  for (const session of sessions) expect(chosenNode(session, names)).toBe(chosenNode(session, ['c', 'a', 'b']));
});

test('the sessions are shared about equally', () => {
  for (const name of names) {
    const share = sessions.filter((session) => chosenNode(session, names) === name).length;
    expect(share).toBeGreaterThan(850);
    expect(share).toBeLessThan(1150);
  }
});

test('only the sessions of a name that is gone are chosen anew', () => {
  for (const session of sessions) {
    const before = chosenNode(session, names);
    if (before !== 'b') expect(chosenNode(session, ['a', 'c'])).toBe(before);
  }
});

test('without a name there is no choice', () => {
  expect(chosenNode('session', [])).toBeUndefined();
});
