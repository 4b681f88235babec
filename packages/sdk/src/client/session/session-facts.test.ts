/** What a client learns of a session besides its updates: the metadata of its opening, and that it was lost. */
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { bench } from '../raw-agent.test-support.ts';

test('the metadata of the response that opened a session are kept for extensions', async () => {
  await using stage = await bench();
  const session = await stage.open('s1', { _meta: { 'example.com/role': 'owner' } });
  expect(session.openedMeta).toEqual({ 'example.com/role': 'owner' });
});

test('a session that is lost is reported with the reason', async () => {
  await using stage = await bench();
  await stage.open();
  const params = { sessionId: 's1', message: 'This session was deleted.', reason: 'deleted' };
  stage.agent.send({ method: '_acp-stack.dev/session_lost', params });
  await settled();
  const error = { message: 'This session was deleted.', data: { reason: 'deleted' } };
  expect(stage.reports).toMatchObject([{ kind: 'session-lost', sessionId: 's1', error }]);
});
