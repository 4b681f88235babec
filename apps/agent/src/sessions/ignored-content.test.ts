import type { Journal } from '@acp-stack/journal';
import { expect, test } from 'vitest';

import { AgentFixture, eachJournal } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

test('the user is told of a picture that cannot be looked at without a model', async () => {
  await using life = new AgentFixture({ journal, cwd });
  const sessionId = await life.open();
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  await life.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'What is a rose?' }, image] });
  await life.hears(({ state }) => state === 'idle');
  const title = 'Without a model I cannot look at the image in this prompt.';
  expect(life.updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'notice', severity: 'warning', title }));
  await life.prompt(sessionId, 'And a tulip?');
  expect(life.updates.filter(({ sessionUpdate }) => sessionUpdate === 'notice')).toHaveLength(1);
});
