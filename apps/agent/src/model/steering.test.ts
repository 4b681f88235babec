/** Messages of the user during a turn, with a real client and a mock service. */
import { VirtualClock } from '@acp-stack/testing';
import type { SessionUpdate } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { openModelFixture, tool, type ModelFixture } from './model-fixture.test-support.ts';

const isText = ({ sessionUpdate }: SessionUpdate): boolean => sessionUpdate === 'agent_message_chunk';
const isSteer = (update: SessionUpdate): boolean =>
  update.sessionUpdate === 'user_message' && JSON.stringify(update.content).includes('White, please.');

const steer = (fixture: ModelFixture): Promise<unknown> => fixture.session.inject('White, please.', { mode: 'steer' });

/** What the model was told with a request, as text. */
const told = (fixture: ModelFixture, number: number): string =>
  JSON.stringify(fixture.server.requests[number - 1]?.body);

/** The kinds of what the client heard, runs of the same as one. */
const kinds = ({ heard }: ModelFixture): readonly string[] =>
  heard
    .map(({ sessionUpdate }) => sessionUpdate)
    .filter((kind) => kind !== 'state_update' && kind !== 'usage_update')
    .filter((kind, index, all) => kind !== all[index - 1]);

describe.each(['openai', 'anthropic'] as const)('a message that steers, with the interface of %s', (apiType) => {
  test('ends the stream, stays in the turn, and is answered with what was said before (INJ-06)', async () => {
    await using fixture = await openModelFixture({
      apiType,
      steerInStream: 'interrupt',
      turns: [{ text: ['Red ', 'is ', 'nice.'], hang: 4 }, { text: 'White it is.' }],
    });
    const run = fixture.session.prompt('Paint the rose.');
    await fixture.hear(isText);
    await steer(fixture);
    expect((await run).stopReason).toBe('end_turn');
    expect(await (await fixture.server.request(1)).ended).toBe('broken');
    expect(kinds(fixture)).toEqual(['user_message', 'agent_message_chunk', 'user_message', 'agent_message_chunk']);
    expect(told(fixture, 2)).toContain('Red ');
    expect(told(fixture, 2)).toContain('White, please.');
    expect(fixture.heard.filter(({ sessionUpdate }) => sessionUpdate === 'state_update')).toHaveLength(2);
    fixture.server.done();
  });

  test('waits for the end of the answer where that is the behaviour, and stays in the turn (INJ-06)', async () => {
    await using fixture = await openModelFixture({
      apiType,
      steerInStream: 'finish',
      turns: [{ text: ['Red ', 'is ', 'nice.'], hold: 3 }, { text: 'White it is.' }],
    });
    const run = fixture.session.prompt('Paint the rose.');
    await fixture.hear(isText);
    await steer(fixture);
    expect(fixture.heard.some(isSteer)).toBe(false);
    (await fixture.server.request(1)).release();
    expect((await run).stopReason).toBe('end_turn');
    expect(await (await fixture.server.request(1)).ended).toBe('finished');
    expect(told(fixture, 2)).toContain('Red is nice.');
    expect(told(fixture, 2)).toContain('White, please.');
    expect(fixture.heard.filter(({ sessionUpdate }) => sessionUpdate === 'state_update')).toHaveLength(2);
    fixture.server.done();
  });

  test('does not tear a call of a tool that is being written: it runs, and the message comes next', async () => {
    const ran: unknown[] = [];
    const paint = tool('paint', ({ path }) => {
      ran.push(path);
      return Promise.resolve({ forModel: 'painted' });
    });
    await using fixture = await openModelFixture({
      apiType,
      steerInStream: 'interrupt',
      turns: [{ toolCalls: [{ name: 'paint', input: { path: '/rose' } }], hold: 2 }, { text: 'White it is.' }],
      tools: [paint],
    });
    const run = fixture.session.prompt('Paint the rose.');
    await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    await steer(fixture);
    (await fixture.server.request(1)).release();
    expect((await run).stopReason).toBe('end_turn');
    expect(ran).toEqual(['/rose']);
    const steered = fixture.heard.findIndex(isSteer);
    const done = fixture.heard.findIndex((update) => 'status' in update && update.status === 'completed');
    expect(done).toBeLessThan(steered);
    expect(told(fixture, 2)).toContain('White, please.');
  });
});

describe('a message that steers', () => {
  test('interrupts a model that has not said a word, or only thinks', async () => {
    await using fixture = await openModelFixture({
      steerInStream: 'interrupt',
      turns: [{ hang: 'silent' }, { text: 'White it is.' }],
    });
    const run = fixture.session.prompt('Paint the rose.');
    await fixture.server.request(1);
    await steer(fixture);
    expect((await run).stopReason).toBe('end_turn');
    expect(told(fixture, 2)).toContain('White, please.');
  });

  test('is held while the service wants to be left alone', async () => {
    const clock = new VirtualClock();
    await using fixture = await openModelFixture({
      clock,
      steerInStream: 'interrupt',
      turns: [{ error: { status: 429, retryAfter: 7 } }, { text: 'White it is.' }],
    });
    const run = fixture.session.prompt('Paint the rose.');
    await fixture.hear(({ sessionUpdate }) => sessionUpdate === 'notice');
    await steer(fixture);
    await clock.advance(6900);
    expect(fixture.heard.some(isSteer)).toBe(false);
    await clock.advance(200);
    expect((await run).stopReason).toBe('end_turn');
    expect(told(fixture, 2)).toContain('White, please.');
    fixture.server.done();
  });

  test('has a turn of its own when the running one has no requests left', async () => {
    await using fixture = await openModelFixture({
      steerInStream: 'interrupt',
      turns: [{ text: ['Red ', 'is ', 'nice.'], hang: 3 }, { text: 'White it is.' }],
      limits: { requests: 1 },
    });
    const run = fixture.session.prompt('Paint the rose.');
    await fixture.hear(isText);
    await steer(fixture);
    expect((await run).stopReason).toBe('max_turn_requests');
    await fixture.hear((update) => isText(update) && JSON.stringify(update).includes('it '));
    expect(told(fixture, 2)).toContain('White, please.');
  });

  test('does not hold up a user who cancels', async () => {
    await using fixture = await openModelFixture({
      steerInStream: 'interrupt',
      turns: [{ text: ['Red ', 'is '], hang: 2 }, { text: 'White it is.' }],
    });
    const run = fixture.session.prompt('Paint the rose.');
    await fixture.hear(isText);
    const injecting = steer(fixture);
    fixture.session.cancel();
    await injecting.catch(() => undefined);
    expect((await run).stopReason).toBe('cancelled');
  });
});
