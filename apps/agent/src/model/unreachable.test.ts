/** Services that do not respond: what the user is told, and when. */
import { createServer, type AddressInfo, type Server } from 'node:net';

import { VirtualClock } from '@acp-stack/testing';
import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { openModelFixture, type ModelFixture } from './model-fixture.test-support.ts';

const isNotice = ({ sessionUpdate }: SessionUpdate): boolean => sessionUpdate === 'notice';
const notices = ({ heard }: ModelFixture): readonly SessionUpdate[] => heard.filter(isNotice);

/** An address at which nothing listens. */
async function nowhere(): Promise<string> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

describe.each(['openai', 'anthropic'] as const)('a service with the interface of %s', (apiType) => {
  test('at which nothing listens is told at once, with its address and how to check, and soon given up', async () => {
    const clock = new VirtualClock();
    const baseUrl = await nowhere();
    await using fixture = await openModelFixture({ apiType, clock, model: { baseUrl } });
    const run = fixture.session.prompt('go');
    const words =
      `The model service scripted cannot be reached: nothing listens at ${baseUrl} (ECONNREFUSED); ` +
      `start it or correct its address, and check with: curl ${baseUrl}/models`;
    expect(await fixture.hear(isNotice)).toMatchObject({
      title: 'Retrying the model in 1 second.',
      description: words,
    });
    // Nothing has passed yet on the clock of the agent.
    expect(clock.now()).toBe(0);
    await clock.advance(1000);
    await fixture.hear((update) => isNotice(update) && JSON.stringify(update).includes('in 2 seconds'));
    await clock.advance(2000);
    const { stopReason, error } = await run;
    expect(stopReason).toBe('error');
    expect(error?.message).toBe(words);
    expect(notices(fixture)).toHaveLength(2);
  });
});

test('a service at a port that is never connected to is given up at once', async () => {
  await using fixture = await openModelFixture({ model: { baseUrl: 'http://127.0.0.1:9/v1' } });
  const { error } = await fixture.session.prompt('go');
  expect(error?.message).toBe(
    'The model service scripted cannot be reached at http://127.0.0.1:9/v1: this port is reserved for another protocol and cannot be used; choose another one.',
  );
  expect(notices(fixture)).toEqual([]);
});

test('a service that takes the request and says nothing is waited for aloud', async () => {
  const clock = new VirtualClock();
  await using fixture = await openModelFixture({ clock, turns: [{ hang: 'silent' }] });
  const run = fixture.session.prompt('go');
  await fixture.server.request(1);
  await clock.advance(15_000);
  expect(await fixture.hear(isNotice)).toMatchObject({
    title: 'The model service scripted has not responded for 15 seconds; still waiting.',
  });
  fixture.session.cancel();
  expect((await run).stopReason).toBe('cancelled');
  expect(clock.pending).toBe(0);
});
