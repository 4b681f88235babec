/** Messages for sessions that are being opened are kept within limits. */
import { expect, test } from 'vitest';

import { RecordedEvents } from './scripted-agent.test-support.ts';
import { SessionRoutes, type SessionMessage } from './session-routes.ts';

/** A message of so many characters, which notes how often it was dropped. */
const messageOf = (characters: number, dropped: { count: number }): SessionMessage => ({
  content: 'x'.repeat(characters - 2),
  deliver: () => undefined,
  drop: () => void (dropped.count += 1),
});

test.each([
  ['messages', 10_000, 10],
  ['characters', 16, 1024 * 1024],
])('an agent that sends too many %s before it opens a session is not given room for them', (_, most, characters) => {
  const routes = new SessionRoutes();
  const dropped = { count: 0 };
  const opening = routes.begin();
  for (let count = 0; count < most; count += 1) void routes.receive('s', messageOf(characters, dropped));
  expect(dropped.count).toBe(0);
  void routes.receive('s', messageOf(characters, dropped));
  void routes.receive('t', messageOf(characters, dropped));
  expect(dropped.count).toBe(2);
  expect(() => routes.add('s', new RecordedEvents(), { cwd: '/garden', additionalDirectories: [] })).toThrow(
    'too many messages before it had opened a session',
  );
  // What was kept is dropped with the request, and there is room again.
  routes.end(opening);
  expect(dropped.count).toBe(2 + most);
  routes.begin();
  void routes.receive('s', messageOf(characters, dropped));
  expect(dropped.count).toBe(2 + most);
  expect(() => routes.add('s', new RecordedEvents(), { cwd: '/garden', additionalDirectories: [] })).not.toThrow();
});
