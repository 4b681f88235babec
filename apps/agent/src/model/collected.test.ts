/** Requests that are cancelled after the objects that started them were garbage-collected. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { openModelFixture } from './model-fixture.test-support.ts';

/** Collects garbage; on Node.js 20 that includes the signal of a `fetch` whose body is still being read. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 5; round += 1) {
    await setImmediate();
    collect();
  }
}

test.each([
  ['openai', 2],
  ['anthropic', 4],
] as const)('an answer of %s is cancelled all the same', async (apiType, hang) => {
  await using fixture = await openModelFixture({ apiType, turns: [{ text: ['One ', 'two'], hang }] });
  const run = fixture.session.prompt('go');
  const request = await fixture.server.request(1);
  await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
  await collectGarbage();
  fixture.session.cancel();
  expect((await run).stopReason).toBe('cancelled');
  expect(await request.ended).toBe('broken');
});
