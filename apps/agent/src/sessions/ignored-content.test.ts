import type { Journal } from '@acp-stack/journal';
import { expect, test } from 'vitest';

import { AgentFixture, eachJournal } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

test('a prompt with a picture fails without a model, and says why; one with text is answered from the files', async () => {
  await using life = new AgentFixture({ journal, cwd });
  const sessionId = await life.open();
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  await life.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'What is a rose?' }, image] });
  await life.hears(({ state }) => state === 'idle');
  const message = 'Without a model I cannot look at the image in this prompt; /model explains how to add one.';
  expect(life.updates.at(-1)).toMatchObject({
    state: 'idle',
    stopReason: 'error',
    error: { message, data: { reason: 'no_model' } },
  });
  const told = /Search-only: no model configured. \/model explains how to add one\./u;
  expect((await life.prompt(sessionId, 'And a tulip?')).text).toMatch(told);
  expect((await life.prompt(sessionId, 'And a rose?')).text).not.toMatch(told);
  const { text } = await life.prompt(sessionId, '/model');
  expect(text).toMatch(/^No model configured\. Set ACP_AGENT_MODEL and a service; see acp providers --help\./u);
  expect(text).toContain('OPENAI_BASE_URL=http://127.0.0.1:11434/v1 ACP_AGENT_MODEL=qwen3-coder');
});
