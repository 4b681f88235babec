import type { ListedSession } from '@acp-stack/react';
import { expect, test } from 'vitest';

import { noticesOf, statesOf } from './notifications.ts';

const session = (sessionId: string, state: string | undefined, questions = 0): ListedSession => ({
  sessionId,
  cwd: '/project',
  title: `Title ${sessionId}`,
  hub: {},
  isLive: true,
  isBusy: state === 'running',
  state,
  questions,
});

test('the user is told when an agent is done and when it asks something', () => {
  const before = statesOf([session('a', 'running'), session('b', 'running'), session('c', 'idle')]);
  const now = [session('a', 'idle'), session('b', 'running', 1), session('c', 'running')];
  expect(noticesOf(before, now)).toEqual([
    { sessionId: 'a', title: 'Title a', text: 'The agent is done.' },
    { sessionId: 'b', title: 'Title b', text: 'The agent asks you something.' },
  ]);
});

test('a session that is new in the list, or does the same as before, is no news', () => {
  const before = statesOf([session('a', 'running', 1)]);
  expect(noticesOf(before, [session('a', 'requires_action', 2), session('b', 'requires_action', 1)])).toEqual([]);
});
